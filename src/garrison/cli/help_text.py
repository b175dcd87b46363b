"""The help of a command, as wide as the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from garrison.cli.command_line import Sections
    from garrison.cli.options import CommandParameter

WIDEST = 100
SHOW_HELP = ("--help", "Show this message and exit.")


def help_text(title: str, about: str, parameters: Sequence[CommandParameter], more: Sections) -> str:
    """What a command does, its arguments and options, and further sections."""
    width = min(WIDEST, max(40, shutil.get_terminal_size().columns))
    arguments = [each for each in parameters if not each.flags]
    tables = {
        "Arguments": [_row(each) for each in arguments],
        "Options": [*(_row(each) for each in parameters if each.flags), SHOW_HELP],
        **{name: list(rows()) for name, rows in more.items()},
    }
    usage = f"Usage: {' '.join([title, *map(_usage, arguments), '[OPTIONS]'])}"
    paragraphs = [textwrap.fill(" ".join(part.split()), width) for part in about.split("\n\n")]
    sections = [f"{name}:\n{_table(rows, width)}" for name, rows in tables.items() if rows]
    return "\n\n".join([usage, *paragraphs, *sections])


def _usage(argument: CommandParameter) -> str:
    name = argument.metavar if argument.is_needed else f"[{argument.metavar}]"
    return f"{name}..." if argument.takes_many else name


def _row(parameter: CommandParameter) -> tuple[str, str]:
    """An argument or an option, and what it is."""
    name = ", ".join(parameter.flags) or parameter.metavar
    value = f" {parameter.metavar}" if parameter.flags and parameter.kind is not bool else ""
    usual = " [required]" if parameter.is_needed and parameter.flags else ""
    if not parameter.is_needed and not any(parameter.default is each for each in (None, False, "", ())):
        usual = f" [default: {parameter.default}]"
    return f"{name}{value}", f"{parameter.note.help}{usual}"


def _table(rows: Sequence[tuple[str, str]], width: int) -> str:
    """Two columns; a left side that is too long has a line to itself."""
    column = min(max((len(left) for left, _ in rows), default=0), 28) + 4
    return "\n".join(_lines(left, right, column, width) for left, right in rows)


def _lines(left: str, right: str, column: int, width: int) -> str:
    indent = " " * column
    text = textwrap.fill(right, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return f"  {left}\n{text}" if len(left) + 4 > column else f"{f'  {left}':<{column}}{text[column:]}"
