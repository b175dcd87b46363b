"""The internals of Numba that the build relies on.

Numba compiles for this processor and this process. The build wants modules of LLVM that any processor's code can be
made from, without optimisation, without Python, and without what finds no use in a library. So Numba's libraries keep
what is put into them, and nothing more; faults are numbers; and no wrapper is made.
"""

from __future__ import annotations

import dis
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from types import CodeType
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import MinimalCallConv
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.cpu import CPUContext
from numba.core.errors import NumbaWarning, UnsupportedError
from numba.core.runtime import rtsys

from garrison.core.engine.faults import CODES, OTHER

RARE = {"hasattr", "isinstance", "literal_unroll", "literally"}  # what a stage of its own looks for
# Calls that LLVM makes of loops, but that are not everywhere.
FOREIGN = ("strlen", "wcslen", "bcmp", "memset_pattern4", "memset_pattern8", "memset_pattern16")


def open_doors() -> None:
    """From now on, let Numba only translate."""
    warnings.simplefilter("ignore", NumbaWarning)  # about records that begin like others, which is what they are for
    CPUContext.call_conv = property(Convention)
    CPUContext.post_lowering = CPUContext.create_cpython_wrapper = CPUContext.create_cfunc_wrapper = _nothing
    CPUContext.apply_target_attributes = _mark_foreign
    JITCodeLibrary.add_ir_module, JITCodeLibrary.finalize = _keep_module, _finish
    JITCodeLibrary.get_pointer_to_function = lambda self, name: 0
    JITCodeLibrary.codegen = property(lambda self: self)
    JITCodeLibrary.set_env = _nothing
    rtsys.initialize = _nothing
    _flatten_quickly()
    _reshape_rows()
    for quicken in (_compare_quickly, _remember_calls):
        with suppress(AttributeError, ImportError):
            quicken()


def _nothing(*args: Any, **kws: Any) -> None:
    """What is left out."""


def _keep_module(self: Any, module: Any) -> None:
    """Keep what a function became; what it calls is in other libraries."""
    vars(self).setdefault("parts", []).append(cgutils.normalize_ir_text(str(module)))


def _finish(self: Any) -> None:
    self._finalized = True


def parts_of(library: Any) -> Iterator[str]:
    """Everything that a function and what it calls became, each once."""
    todo, ids = [library], {id(library)}
    while todo:
        each = todo.pop()
        yield from vars(each).get("parts", ())
        for other in each._linking_libraries:
            if id(other) not in ids:
                ids.add(id(other))
                todo.append(other)


def _mark_foreign(self: Any, function: Any, *args: Any, **kws: Any) -> None:
    for name in FOREIGN:
        set.add(function.attributes, f'"no-builtin-{name}"')


class Convention(MinimalCallConv):
    """How functions call each other: each returns a number, which is that of a fault or 0."""

    def _make_call_helper(self, builder: Any) -> Any:
        return self

    def _add_exception(self, kind: type[BaseException], arguments: Any, place: Any) -> int:
        return next((code for code, fault in CODES.items() if issubclass(kind, fault)), OTHER)

    def return_dynamic_user_exc(self, builder: Any, kind: Any, arguments: Any, kinds: Any, **place: Any) -> None:
        """Return a fault whose words would only be known when it happens."""
        self.return_user_exc(builder, kind)


def _remember_calls() -> None:
    """Let Numba choose a form of one of its own functions once for the same types of arguments.

    It tries dozens of them in turn, for every `+` and every comparison: that is a twentieth of all its work.
    """
    from numba.core.types.functions import BaseFunction

    chosen_by_trying: Any = BaseFunction.get_call_type
    calls: dict[Any, Any] = {}

    def call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        call = (self, context, args, tuple(dict(kws).items()))
        answer = calls.get(call)
        if answer is None:
            answer = calls[call] = chosen_by_trying(self, context, args, kws)
        return answer

    setattr(BaseFunction, "get_call_type", call_type)  # noqa: B010 (a method, which mypy would not let us assign)


def _compare_quickly() -> None:
    """Let Numba compare its options, and name the types of records, without spelling them out each time.

    It does so at every call that it looks at and in every stage of every function, which is a tenth of all its work.
    Options are equal where those that were set are; and their hash has always been that of their names alone.
    """
    from numba.core.targetconfig import TargetConfig
    from numba.core.types import Record

    spelled_out, name_of = TargetConfig.__eq__, cache(Record.__repr__)
    hash_of: Any = cache(lambda kind: hash(tuple(sorted(kind.options))))

    def is_equal(self: Any, other: Any) -> Any:
        return getattr(other, "_values", None) == self._values or spelled_out(self, other)

    changes: dict[Any, dict[str, Any]] = {
        TargetConfig: {"__eq__": is_equal, "__hash__": lambda self: hash_of(type(self))},
        Record: {"__repr__": lambda self: name_of(self)},
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

    stages = PassManager("rules")
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
        stages.add_pass(stage, stage.name())
    stages.finalize()
    return stages


class RuleCompiler(Compiler):
    """How a rule is compiled: without the stages that look for what it does not have."""

    def define_pipelines(self) -> Any:
        """The stages."""
        with suppress(AttributeError, ImportError):
            if _is_plain(self.state.func_id.code):
                return [_few_stages()]
        return super().define_pipelines()


def _flatten_quickly() -> None:
    """Let machine code lay an array out in one row by itself.

    For `planes.reshape(size)` Numba calls a function that finds out how any shape can become any other. That took a
    tenth of a step of Minefield; of an array in one piece, only the size has to be looked at.
    """
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import lower_builtin
    from numba.np.arrayobj import array_reshape_vararg, make_array, populate_array

    @lower_builtin("array.reshape", types.Array, types.Integer)
    def flatten(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, size = signature.args
        if kind.layout != "C":
            return array_reshape_vararg(context, builder, signature, arguments)
        array, flat = make_array(kind)(context, builder, arguments[0]), make_array(signature.return_type)
        length = context.cast(builder, arguments[1], size, types.intp)
        rest = builder.icmp_signed("==", length, length.type(-1))  # -1 stands for as much as there is
        with builder.if_then(builder.not_(builder.or_(rest, builder.icmp_signed("==", length, array.nitems)))):
            context.call_conv.return_user_exc(builder, ValueError, ("total size of new array must be unchanged",))
        row = flat(context, builder)
        whole = {name: getattr(array, name) for name in ("data", "itemsize", "meminfo", "parent")}
        populate_array(row, shape=[array.nitems], strides=[array.itemsize], **whole)
        return impl_ret_borrowed(context, builder, signature.return_type, row._getvalue())


def _reshape_rows() -> None:
    """Let an array in one piece take another shape by itself: its strides follow from the shape."""
    from numba.np import arrayobj

    def strides_of(context: Any, builder: Any, kind: Any, array: Any, dimensions: int, shape: Any, strides: Any) -> Any:
        if kind.layout != "C":
            raise UnsupportedError("Machine code can't give another shape to an array that is not in one piece.")
        stride = array.itemsize
        for place in reversed(range(dimensions)):
            builder.store(stride, cgutils.gep_inbounds(builder, strides, 0, place))
            stride = builder.mul(stride, builder.load(cgutils.gep_inbounds(builder, shape, 0, place)))
        return ir.IntType(32)(1)

    setattr(arrayobj, "_attempt_nocopy_reshape", strides_of)  # noqa: B010
