"""Commands that take their options as records: every field of a dataclass becomes an option of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import typer

from garrison.core.settings import Setting


def flat_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as Typer takes it: in place of a parameter that is a dataclass, an option for each of its fields.

    Fields have options if they are annotated with a Setting, or as Typer has it. A parameter may also be a `partial` of
    a dataclass: then the command itself adds what has no option.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: group for name, hint in hints.items() if (group := _group(hint))}
    options: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        options += groups[name].options if name in groups else [_option(name, hints[name], parameter.default)]

    def run(**values: Any) -> None:
        records = {name: group.record(values) for name, group in groups.items()}
        command(**{**{name: value for name, value in values.items() if name in hints}, **records})

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {option.name: option.annotation for option in options}
    vars(run)["__signature__"] = Signature(options)
    return run


class OptionGroup(NamedTuple):
    """A record among the parameters of a command, and the options that are its fields."""

    make: Callable[..., Any]
    options: list[Parameter]

    def record(self, values: dict[str, Any]) -> Any:
        """The record with its part of a command line's values."""
        return self.make(**{option.name: values[option.name] for option in self.options})


def _group(hint: Any) -> OptionGroup | None:
    """The options of a parameter of this type; None if it is no record."""
    is_partial = get_origin(hint) is partial
    record = get_args(hint)[0] if is_partial else hint
    if not (isinstance(record, type) and is_dataclass(record)):
        return None
    hints = get_type_hints(record, include_extras=True)
    options = [
        _option(field.name, hints[field.name], field.default if field.default is not MISSING else Parameter.empty)
        for field in fields(record)
        if hints[field.name] is typer.Context or get_origin(hints[field.name]) is Annotated
    ]
    return OptionGroup(partial(partial, record) if is_partial else record, options)


def _option(name: str, hint: Any, default: Any) -> Parameter:
    """A parameter for Typer; a Setting becomes an option with the same words."""
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    kind = list[get_args(kind)] if get_origin(kind) is Sequence else kind  # type: ignore[misc]
    for setting in notes:
        if isinstance(setting, Setting):
            hint = Annotated[kind, typer.Option(*setting.flags, help=setting.help_with_range)]
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)
