"""How long compiling will take, estimated from the size of everything that an entry calls.

For games of all sizes, the time grows with the number of syntax nodes that can be reached from an entry. Only ratios
matter here: progress is measured by them, and the machine's speed is known as soon as the first piece is done.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from garrison.core.engine import cache as machine_code
from garrison.core.engine.warm import Job

START_SECONDS = 1.2  # of a process, before it compiles
NODE_SECONDS = 0.0008
ENGINE_SECONDS = 5.0


def expected_seconds(job: Job) -> float:
    """How long a piece takes, roughly."""
    origin = job.origin
    if origin.folder is None or job.game is None:
        return START_SECONDS + ENGINE_SECONDS
    return START_SECONDS + NODE_SECONDS * reached_nodes(origin.folder, job.parts, origin.parts)


def reached_nodes(folder: Path, entries: Sequence[str], parts: tuple[str, ...] = machine_code.COMPILED_PARTS) -> int:
    """How many syntax nodes the functions have that these entries call, directly or indirectly."""
    functions = _functions(folder, parts)
    found: set[str] = set()
    todo = set(entries)
    while todo := todo & functions.keys() - found:
        found |= todo
        todo = {name for function in todo for name in functions[function][1]}
    return sum(functions[name][0] for name in found)


@cache
def _functions(folder: Path, parts: tuple[str, ...]) -> dict[str, tuple[int, frozenset[str]]]:
    """The size of each function among a game's sources, and the names that it uses."""
    found = {}
    for file in machine_code.sources(folder, parts):
        for node in ast.walk(_parsed(file)):
            if isinstance(node, ast.FunctionDef):
                inside = list(ast.walk(node))
                found[node.name] = (len(inside), frozenset(_names(inside)))
    return found


def _parsed(file: Path) -> ast.Module:
    """A parsed source; nothing if it has an error, which compiling it will report."""
    with suppress(SyntaxError):
        return ast.parse(file.read_text(encoding="utf-8"))
    return ast.Module([], [])


def _names(nodes: list[ast.AST]) -> list[str]:
    names = [node.id for node in nodes if isinstance(node, ast.Name)]
    return names + [node.attr for node in nodes if isinstance(node, ast.Attribute)]
