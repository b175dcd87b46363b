"""From rules to a module of LLVM that no processor is known to: the first half of the build."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

from garrison.build import numba_doors
from garrison.core.engine.numba_rules import OPTIONS, Forms

NUMBER, BYTE = ir.IntType(64), ir.IntType(8)
REPORT = "garrison_report"  # where a program puts the address of what it wants to be told of faults; 0: nothing


@dataclass(frozen=True)
class Export:
    """A function of a library: by which name it is called from outside, and what it takes and returns."""

    name: str
    function: Callable[..., Any]
    kinds: tuple[Any, ...]  # whole numbers and arrays
    returns: bool  # a whole number


class Lowering:
    """Translates functions that share what they call."""

    def __init__(self) -> None:
        numba_doors.open_doors()
        self._forms = Forms(by_address=True, pipeline_class=numba_doors.RuleCompiler)

    def module(self, exports: Sequence[Export], tell: Callable[[float], None]) -> str:
        """One module for all of these functions and what they call, which can be emitted for any target.

        `tell` gets the share that is done.
        """
        texts: dict[str, None] = {}
        for number, export in enumerate(exports):
            texts.update(dict.fromkeys(self._texts(export)))
            tell((number + 1) / len(exports))
        texts[_definitions()] = None
        whole, *others = map(binding.parse_assembly, texts)
        for other in others:
            whole.link_in(other)
        whole.verify()
        return str(whole)

    def _texts(self, export: Export) -> list[str]:
        dispatcher = njit(pipeline_class=numba_doors.RuleCompiler, **OPTIONS)(self._forms.function(export.function))
        result = dispatcher._compiler.compile(export.kinds, None)
        return [*numba_doors.parts_of(result.library), _wrapper(export, result.fndesc)]


def _definitions() -> str:
    module = _empty("definitions")
    report = ir.GlobalVariable(module, NUMBER, REPORT)
    report.initializer = NUMBER(0)
    return str(module)


def _empty(name: str) -> Any:
    return cpu_target.target_context.create_module(name)


def _wrapper(export: Export, descriptor: Any) -> str:
    """A function over addresses and 64-bit numbers; an array is its address, its shape and, if need be, its strides."""
    context = cpu_target.target_context
    module, convention = _empty(f"export.{export.name}"), context.call_conv
    signature = convention.get_function_type(descriptor.restype, descriptor.argtypes)
    callee = ir.Function(module, signature, descriptor.llvm_func_name)
    count = sum(_width(kind) for kind in export.kinds)
    outer = ir.Function(
        module, ir.FunctionType(NUMBER if export.returns else ir.VoidType(), [NUMBER] * count), export.name
    )
    builder, numbers = ir.IRBuilder(outer.append_basic_block()), iter(outer.args)
    values = [_value(context, builder, kind, numbers) for kind in export.kinds]
    status, out = convention.call_function(builder, callee, descriptor.restype, descriptor.argtypes, values)
    with builder.if_then(status.is_error, likely=False):
        _report(module, builder, export.name, status.code)
    if export.returns:
        builder.ret(context.cast(builder, out, descriptor.restype, types.int64))
    else:
        builder.ret_void()
    return str(module)


def _width(kind: Any) -> int:
    """How many numbers stand for an argument."""
    if not isinstance(kind, types.Array):
        return 1
    return 1 + kind.ndim * (1 if kind.layout == "C" else 2)


def _value(context: Any, builder: Any, kind: Any, numbers: Any) -> Any:
    if not isinstance(kind, types.Array):
        return next(numbers)
    array = make_array(kind)(context, builder)
    data = builder.inttoptr(next(numbers), array.data.type)
    shape = [next(numbers) for _ in range(kind.ndim)]
    size = NUMBER(context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [next(numbers) for _ in shape] if kind.layout != "C" else _strides(builder, shape, size)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()


def _strides(builder: Any, shape: list[Any], size: Any) -> list[Any]:
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    return strides


def _report(module: Any, builder: Any, name: str, code: Any) -> None:
    """Report a fault with the function's name, if somebody wants to be told."""
    report = ir.GlobalVariable(module, NUMBER, REPORT)
    address = builder.load(report)
    with builder.if_then(builder.icmp_unsigned("!=", address, NUMBER(0))):
        kind = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), ir.IntType(32)])
        text = cgutils.global_constant(module, f"name.{name}", cgutils.make_bytearray(name.encode() + b"\0"))
        builder.call(builder.inttoptr(address, kind.as_pointer()), [builder.bitcast(text, BYTE.as_pointer()), code])
