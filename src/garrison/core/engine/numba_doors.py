"""The internals of Numba that Garrison relies on, all in one place.

They are doors that Numba does not promise to keep open. On a CPU they only save time: when another version of Numba has
closed one, games compile as slowly as Numba does by itself, and nothing else changes; the tests of this module fail, so
that somebody notices. Those for GPUs also let rules compile that Numba would refuse there.
"""

from __future__ import annotations

import dis
import warnings
from contextlib import suppress
from functools import cache
from types import CodeType
from typing import Any

import numba
import numpy as np
from numba import types

from garrison.core.engine.lane import LANE
from garrison.core.engine.local_array import local_array

RARE = {"hasattr", "isinstance", "literal_unroll", "literally"}  # what a stage of its own looks for
_drafting = False

# Kernels take tuples of entries: that works, and whoever reads the warning can do nothing about it.
warnings.filterwarnings("ignore", "First-class function type feature is experimental")


def draft_rules() -> None:
    """From now on, leave rules unfinished until an entry or a kernel is compiled, which finishes everything it calls.

    Numba optimises every function together with everything it calls and generates machine code for it. A rule would be
    finished again for each rule that calls it, although only entries and kernels are called from outside. A draft has
    no machine code: this is for a process that compiles, calls nothing and ends.
    """
    global _drafting
    _drafting = True
    with suppress(AttributeError, ImportError):
        _compare_quickly()
    with suppress(AttributeError, ImportError):
        _remember_calls()


def _remember_calls() -> None:
    """Let Numba choose a form of one of its own functions once for the same types of arguments.

    It tries dozens of them in turn, for every `+` and every comparison: that is a twentieth of all its work.
    """
    from numba.core.types.functions import BaseFunction

    chosen_by_trying: Any = BaseFunction.get_call_type
    known: dict[Any, Any] = {}

    def chosen(self: Any, context: Any, args: Any, kws: Any) -> Any:
        call = (self, context, args, tuple(dict(kws).items()))
        found = known.get(call)
        if found is None:
            found = known[call] = chosen_by_trying(self, context, args, kws)
        return found

    setattr(BaseFunction, "get_call_type", chosen)  # noqa: B010 (a method, which mypy would not let us assign)


def _compare_quickly() -> None:
    """Let Numba compare its options, and name the types of records, without spelling them out each time.

    It does so at every call that it looks at and in every stage of every function, which is a tenth of all its work.
    Options are equal where those that were set are; and their hash has always been that of their names alone.
    """
    from numba.core.targetconfig import TargetConfig
    from numba.core.types import Record

    spelled_out, named = TargetConfig.__eq__, cache(Record.__repr__)
    hash_of: Any = cache(lambda kind: hash(tuple(sorted(kind.options))))

    def is_equal(self: Any, other: Any) -> Any:
        return getattr(other, "_values", None) == self._values or spelled_out(self, other)

    changes: dict[Any, dict[str, Any]] = {
        TargetConfig: {"__eq__": is_equal, "__hash__": lambda self: hash_of(type(self))},
        Record: {"__repr__": lambda self: named(self)},
    }
    for kind, methods in changes.items():
        for name, method in methods.items():
            setattr(kind, name, method)


def _is_plain(code: CodeType) -> bool:
    """Whether a function has nothing in it that only Numba's rarer stages understand."""
    raises = dis.opmap["RAISE_VARARGS"] in code.co_code[::2]
    has_functions = any(isinstance(each, CodeType) for each in code.co_consts)
    return not (code.co_exceptiontable or raises or has_functions or RARE.intersection(code.co_names))


@cache
def _few_stages() -> Any:
    """The stages of Numba that a plain function needs, which are half of them: the others look for something in vain,
    and after each of them Numba analyses the function again."""
    from numba.core import typed_passes as typed
    from numba.core import untyped_passes as untyped
    from numba.core.compiler_machinery import PassManager

    chosen = PassManager("rules")
    for stage in (
        untyped.TranslateByteCode,
        untyped.FixupArgs,
        untyped.IRProcessing,
        untyped.RewriteSemanticConstants,
        untyped.DeadBranchPrune,
        untyped.GenericRewrites,
        untyped.ReconstructSSA,
        untyped.DeadBranchPrune,
        typed.NopythonTypeInference,
        typed.PreLowerStripPhis,
        typed.InlineOverloads,
        typed.NopythonRewrites,
        typed.NoPythonSupportedFeatureValidation,
        typed.IRLegalization,
        typed.AnnotateTypes,
        typed.NativeLowering,
        typed.NoPythonBackend,
    ):
        chosen.add_pass(stage, stage.name())
    chosen.finalize()
    return chosen


try:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler
except ImportError:
    RuleCompiler = EntryCompiler = SeldomCompiler = None  # which stands for the usual one
else:

    class _Compiler(Compiler):  # type: ignore[misc]
        """Numba's compiler; while drafting, its output goes into other kinds of libraries."""

        def define_pipelines(self) -> Any:
            """The usual stages."""
            if _drafting:
                with suppress(AttributeError, TypeError):
                    self._draft(self.state)
                with suppress(AttributeError, ImportError):
                    if _is_plain(self.state.func_id.code):
                        return [_few_stages()]
            return super().define_pipelines()

        def _draft(self, state: Any) -> None:
            raise NotImplementedError

    class RuleCompiler(_Compiler):  # type: ignore[no-redef]
        """How a rule is compiled: a draft has no wrappers for Python and C."""

        def _draft(self, state: Any) -> None:
            state.library = Draft(state.targetctx.codegen(), state.func_id.func_qualname)
            state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True

    class _Finishing(_Compiler):
        """How something is compiled that can be called from outside and is kept on disk."""

        def _draft(self, state: Any) -> None:
            library = self._kind()(state.targetctx.codegen(), state.func_id.func_qualname)
            library.enable_object_caching()
            state.library = library

        def _kind(self) -> Any:
            raise NotImplementedError

    class EntryCompiler(_Finishing):  # type: ignore[no-redef]
        """How an entry or a kernel is compiled."""

        def _kind(self) -> Any:
            return Whole

    class SeldomCompiler(_Finishing):  # type: ignore[no-redef]
        """How an entry is compiled that is called so seldom that it need not be as fast."""

        def _kind(self) -> Any:
            return WholeAtOnce

    class Draft(JITCodeLibrary):  # type: ignore[misc]
        """A rule, optimised by itself, with drafts of everything it calls, to be linked into its callers."""

        def finalize(self) -> None:
            """Optimise the rule, then add what it calls."""
            super()._optimize_final_module()
            super().finalize()

        def _optimize_functions(self, module: Any) -> None:
            """Nothing yet: the rule is optimised when it is complete."""

        def _optimize_final_module(self) -> None:
            """Nothing more: a rule and what it calls are optimised together in the entry."""

        def _finalize_final_module(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            """Where the machine code is: there is none."""
            self._ensure_finalized()
            return 0

        @property
        def codegen(self) -> Any:
            """Where Numba sets the environment of machine code: here."""
            return self

        def set_env(self, name: str, environment: Any) -> None:
            """Do nothing: only machine code needs it."""

    class WholeAtOnce(JITCodeLibrary):  # type: ignore[misc]
        """An entry, optimised together with drafts of everything it calls."""

    class Whole(WholeAtOnce):
        """An entry or a kernel that is as fast as can be."""

        def _optimize_final_module(self) -> None:
            """Optimise twice: once is not enough for rules that were optimised without their callers."""
            super()._optimize_final_module()
            if LANE == "compiled":
                super()._optimize_final_module()


def _flatten_quickly() -> None:
    """Let machine code lay an array out in one row by itself.

    For `planes.reshape(size)` Numba calls a function that finds out how any shape can become any other. That took a
    tenth of a step of Minefield; of an array in one piece, only the size has to be looked at.
    """
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import lower_builtin
    from numba.np.arrayobj import array_reshape_vararg, make_array, populate_array

    @lower_builtin("array.reshape", types.Array, types.Integer)  # type: ignore[untyped-decorator]
    def flatten(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, size = signature.args
        if kind.layout != "C":
            return array_reshape_vararg(context, builder, signature, arguments)
        given, flat = make_array(kind)(context, builder, arguments[0]), make_array(signature.return_type)
        wanted = context.cast(builder, arguments[1], size, types.intp)
        rest = builder.icmp_signed("==", wanted, wanted.type(-1))  # -1 stands for as much as there is
        with builder.if_then(builder.not_(builder.or_(rest, builder.icmp_signed("==", wanted, given.nitems)))):
            context.call_conv.return_user_exc(builder, ValueError, ("total size of new array must be unchanged",))
        made = flat(context, builder)
        whole = {name: getattr(given, name) for name in ("data", "itemsize", "meminfo", "parent")}
        populate_array(made, shape=[given.nitems], strides=[given.itemsize], **whole)
        return impl_ret_borrowed(context, builder, signature.return_type, made._getvalue())


with suppress(AttributeError, ImportError):
    _flatten_quickly()


def with_wide_numbers(compiled: Any) -> Any:
    """Let rules pass whole numbers to each other only as 64-bit ones.

    Numba compiles a function once for every combination of argument types, and a constant, a member of an enumeration
    and an element of an array of small numbers each have their own type: most rules would be compiled many times.
    """
    with suppress(AttributeError):
        fold = compiled._compiler.fold_argument_types
        compiled._compiler.fold_argument_types = lambda args, kws: _widened(*fold(args, kws))
    return compiled


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
        key = local_array

    @lower(local_array, types.IntegerLiteral, types.Any)  # type: ignore[untyped-decorator]
    def make_room(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = cuda_local_array_integer(context, builder, signature, arguments)
        array = make_array(signature.return_type)(context, builder, value=made)
        size = context.get_abi_sizeof(context.get_data_type(signature.return_type.dtype))
        length = signature.args[0].literal_value * size
        cgutils.memset(builder, array.data, context.get_constant(types.intp, length), 0)
        return made

    registry.register(LocalArray)
    registry.register_global(local_array, types.Function(LocalArray))


def _plain_index(place: Any) -> Any:
    """The type of an index, with that of a number for that of a member of an enumeration."""
    if isinstance(place, types.BaseTuple):
        return types.Tuple([_plain_index(part) for part in place])
    return types.intp if isinstance(place, types.IntEnumMember) else place
