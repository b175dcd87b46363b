"""Rules as Numba compiles them.

What runs has the rules in plain Python. Here each gets a *form* for Numba: the same code among other names, where every
rule that it uses is in that form too, and where memory and masks are those of machine code. Only the build imports
this, and whoever compiles for a GPU.

All of this relies on internals of Numba, as `build.numba_doors` does.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba import types

from garrison.core.engine import calls, local_array, masks, memory, numba_masks, numba_memory
from garrison.core.engine.kernel import Kernel
from garrison.core.engine.lane import LANE
from garrison.core.engine.rule import Members, is_rule

OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": LANE == "checked"}
PLAIN, OTHERS = (memory, calls, local_array, masks), (numba_memory, numba_masks)


class Forms:
    """The forms of all rules for one purpose: each rule has one.

    `by_address`: memory and masks are those of machine code for CPUs. `options` are those of Numba's `njit`.
    """

    def __init__(self, by_address: bool, **options: Any) -> None:
        self._options = {**OPTIONS, **options}
        self._forms: dict[Any, Any] = dict(_machine_forms()) if by_address else {}
        self._scopes: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by the names' own dictionary, kept

    def form(self, value: Any) -> Any:
        """A value as a compiled function sees it."""
        if isinstance(value, Members):
            return value.kind
        if isinstance(value, ModuleType):
            return Namespace(value, self) if value.__name__.startswith("garrison") else value
        function = value.function if isinstance(value, Kernel) else value
        if not isinstance(function, FunctionType):
            return value
        if function in self._forms:
            other = self._forms[function]
            return self.form(other) if is_rule(other) else other
        if not (is_rule(function) or isinstance(value, Kernel)):
            return value
        return self._dispatcher(function)

    def function(self, function: Any) -> Any:
        """A function among the names that a compiled one sees; rules are in the forms that Numba compiles."""
        names = self._scope(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__qualname__ = function.__qualname__
        self._fill(function.__globals__, names, function.__code__)
        return copy

    def _dispatcher(self, function: FunctionType) -> Any:
        """What Numba makes of a rule; known before its names are, which may lead back to it."""
        names = self._scope(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        copy.__qualname__ = function.__qualname__
        is_part = vars(function).get("is_part", False)
        self._forms[function] = _with_wide_numbers(numba.njit(**self._options, forceinline=is_part)(copy))
        self._fill(function.__globals__, names, function.__code__)
        return self._forms[function]

    def _scope(self, original: dict[str, Any]) -> dict[str, Any]:
        """The names of a module, or of an entry, as compiled functions see them; those in use are filled in later."""
        _, names = self._scopes.setdefault(id(original), (original, dict(original)))
        return names

    def _fill(self, original: dict[str, Any], names: dict[str, Any], code: CodeType) -> None:
        for name in code.co_names:
            if name in original:
                names[name] = self.form(original[name])


class Namespace(ModuleType):
    """A module whose rules are in the form that Numba compiles."""

    def __init__(self, module: ModuleType, forms: Forms) -> None:
        super().__init__(module.__name__)
        self._module, self._forms = module, forms

    def __getattr__(self, name: str) -> Any:
        return self._forms.form(getattr(self._module, name))


def _machine_forms() -> Iterator[tuple[Any, Any]]:
    """What stands in machine code for functions of memory and masks."""
    for plain in PLAIN:
        for other in OTHERS:
            for name, value in vars(other).items():
                function = vars(plain).get(name)
                if isinstance(function, FunctionType) and function is not value:
                    yield function, value


def _with_wide_numbers(dispatcher: Any) -> Any:
    """Let rules pass whole numbers to each other only as 64-bit ones.

    Numba compiles a function once for every combination of argument types, and a constant, a member of an enumeration
    and an element of an array of small numbers each have their own type: most rules would be compiled many times.
    """
    with suppress(AttributeError):
        fold = dispatcher._compiler.fold_argument_types
        dispatcher._compiler.fold_argument_types = lambda args, kws: _widened(*fold(args, kws))
    return dispatcher


def _widened(signature: Any, args: Any) -> tuple[Any, list[Any]]:
    return signature, [_wide(argument) for argument in args]


def _wide(argument: Any) -> Any:
    """The type that an argument is passed as: signed whole numbers of any kind become 64-bit ones."""
    if isinstance(argument, types.Omitted):
        argument = numba.typeof(argument.value)
    if isinstance(argument, types.IntEnumMember):
        argument = argument.dtype
    if isinstance(argument, types.BaseTuple):
        return types.BaseTuple.from_types([_wide(part) for part in argument], getattr(argument, "instance_class", None))
    argument = types.unliteral(argument)
    is_whole = isinstance(argument, types.Integer) and argument.signed
    return types.int64 if is_whole else argument


# --- On GPUs


def lend_row_stack() -> None:
    """Give NumPy the name `row_stack` back, which 2.5 no longer has: Numba's CUDA asks for it when it is imported."""
    if "row_stack" not in vars(np):  # asking for it otherwise would warn where it is about to go
        np.row_stack = np.vstack


def open_on_gpu() -> None:
    """The same for rules that are compiled for a GPU, where Numba makes other dispatchers out of the rules.

    There, moreover, Numba does not take a member of an enumeration as an index, which it does on the CPU, and has no
    memory to give to a rule but the thread's own.
    """
    # A rule that was compiled for dice takes a position too, which begins with the same number.
    warnings.filterwarnings("ignore", r"(?s)Record.* has been considered a subtype")
    # The last games of many leave a GPU idle, which is nobody's fault.
    warnings.filterwarnings("ignore", r"(?s).*Grid size \d+ will likely result in GPU under-utilization")
    with suppress(AttributeError, ImportError):
        _make_room_on_gpu()
    with suppress(AttributeError, ImportError):
        from numba.cuda.dispatcher import CUDADispatcher
        from numba.cuda.typing import arraydecl

        call, index = CUDADispatcher.get_call_template, arraydecl.get_array_index_type
        CUDADispatcher.get_call_template = lambda self, args, kws: call(self, [_wide(each) for each in args], kws)
        arraydecl.get_array_index_type = lambda array, place: index(array, _plain_index(place))


def _make_room_on_gpu() -> None:
    """Let `local_array` be an array in the memory of a thread, in the frame of the rule that asks for it."""
    from numba.cuda import cgutils
    from numba.cuda.cudadecl import Cuda_local_array, registry
    from numba.cuda.cudaimpl import cuda_local_array_integer, lower
    from numba.cuda.np.arrayobj import make_array

    class LocalArray(Cuda_local_array):  # type: ignore[misc]
        key = local_array.local_array

    @lower(local_array.local_array, types.IntegerLiteral, types.Any)  # type: ignore[untyped-decorator]
    def make_room(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = cuda_local_array_integer(context, builder, signature, arguments)
        array = make_array(signature.return_type)(context, builder, value=value)
        size = context.get_abi_sizeof(context.get_data_type(signature.return_type.dtype))
        length = signature.args[0].literal_value * size
        cgutils.memset(builder, array.data, context.get_constant(types.intp, length), 0)
        return value

    registry.register(LocalArray)
    registry.register_global(local_array.local_array, types.Function(LocalArray))


def _plain_index(place: Any) -> Any:
    """The type of an index, with that of a number for that of a member of an enumeration."""
    if isinstance(place, types.BaseTuple):
        return types.Tuple([_plain_index(part) for part in place])
    return types.intp if isinstance(place, types.IntEnumMember) else place
