"""Numba's complaints in one line: where in the rules, and what is wrong.

Numba reports the whole path from the entry down to the line that it can't compile, in fifty lines or more.
`GARRISON_FULL_ERRORS=1` shows all of it.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from garrison.core.engine import store

NOISE = ("Failed in ", "- Resolution failure", "Overload of ", "There are ", "Rejected as", "Unknown error")
PLACE = re.compile(r'(?:File "|(?:at|from) )(?P<file>[^"\n]+?\.py)(?:", line | \()(?P<line>\d+)')
CALLEE = re.compile(r"<function (?P<name>\w+) at ")
# What means nothing to the author of the rule: all fields of a record, LLVM's own words.
SHORTER = (
    (re.compile(r"Record\(\[\(.*?\)\], \d+, (?:True|False)\)"), "a record"),
    (re.compile(r"(Cannot cast .*? to \w+):.*"), r"\1"),
    (re.compile(r", defined at .*"), ""),
    (re.compile(r"Untyped global name '(\w+)': .*<class 'function'>"), r"\1 is a plain function; it needs @rule"),
    (re.compile(r"\.?\. Raised from .*"), ""),
    (re.compile(r" due to \"TypeError: (.*?)\"\.?"), r": \1"),
)
LONGEST = 240  # characters


def complaint_of(error: Exception, folder: Path) -> str:
    """What is wrong with the rules in a game's folder; "" when the error is about something else."""
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    if isinstance(error, KeyError):  # Numba's own words for a field that a record does not have
        return _missing_field(str(error.args[0]), folder)
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return _missing_attribute(error, folder)
    if not isinstance(error, NumbaError | UnsupportedBytecodeError):
        return ""
    if os.environ.get("GARRISON_FULL_ERRORS"):
        print(error, file=sys.stderr)
    text = str(error)
    return f"{_place(text, folder)}{_useful_line(text)}"


def _useful_line(text: str) -> str:
    """The first line that is not about how Numba works; a call that can't be resolved comes with its arguments."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(NOISE)]
    line = lines[0] if lines else text.strip()
    if line.endswith("found for signature:") and len(lines) > 1:
        line += lines[1].removeprefix(">>>")
    for pattern, shorter in SHORTER:
        line = pattern.sub(shorter, line)
    line = line.rstrip(". ")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def _place(text: str, folder: Path) -> str:
    """The innermost place that Numba names; where it only names a function, the line where that is defined."""
    place, callee = PLACE.search(text), CALLEE.search(text)
    if callee and (place is None or callee.start() < place.start()):
        for file, node in _nodes(folder):
            if isinstance(node, ast.FunctionDef) and node.name == callee["name"]:
                return f"{file}, line {node.lineno}, in {node.name}: "
    if place is None:
        return ""
    name = f", in {callee['name']}" if callee else ""
    return f"{_short(Path(place['file']), folder)}, line {place['line']}{name}: "


def _missing_field(name: str, folder: Path) -> str:
    for file, node in _nodes(folder):
        if isinstance(node, ast.Attribute) and node.attr == name:
            return f"{file}, line {node.lineno}: the record has no field called {name}"
    return ""


def _missing_attribute(error: AttributeError, folder: Path) -> str:
    """Of a module that a rule uses, such as `np.foo`."""
    for file, node in _nodes(folder):
        if isinstance(node, ast.Attribute) and node.attr == error.name:
            return f"{file}, line {node.lineno}: {error}"
    return ""


def _nodes(folder: Path) -> Iterator[tuple[str, ast.AST]]:
    """Everything in the sources of a game's rules, with the file that it is in."""
    for file in store.sources(folder):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            yield _short(file, folder), node


def _short(file: Path, folder: Path) -> str:
    """A file's name as the author knows it; Numba writes it from the working directory."""
    whole = file if file.is_absolute() else Path.cwd() / file
    real_path = whole.resolve()
    return str(real_path.relative_to(folder.resolve())) if real_path.is_relative_to(folder.resolve()) else file.name
