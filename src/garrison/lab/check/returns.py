"""Rules that return something on one path and nothing on another: Numba compiles them, and they fail while they run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def half_returning(folder: Path, part: str) -> Iterator[str]:
    """Such rules in one part of a game, each in words with its place."""
    for file in sorted((folder / f"{part}.py", *(folder / part).rglob("*.py"))):
        if file.is_file():
            for rule in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(rule, ast.FunctionDef) and _is_half(rule):
                    place = f"{rule.name} ({file.name}, line {rule.lineno})"
                    yield f"{place} returns something on one path, nothing on another"


def _is_half(function: ast.FunctionDef) -> bool:
    """Whether a function has a value to return, and a way to end without one."""
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    with_value = [one for one in returns if one.value is not None]
    return bool(with_value) and (len(with_value) < len(returns) or not _always_returns(function.body))


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether no way leads past the end of these statements."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    is_endless = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value)
    return is_endless or isinstance(last, ast.Return | ast.Raise)
