"""How functions look: nobody calls one that takes more than eight parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison

ROOT = Path(garrison.__file__).parent
MOST = 8


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[str]:
    """What a function takes, without the object whose method it is.

    >>> parameters(ast.parse("lambda self, a, /, b, *c, d=1, **e: 0", mode="eval").body)
    ['a', 'b', 'd', 'c', 'e']
    """
    own = function.args
    every = [*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg]
    names = [each.arg for each in every if each is not None]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def long_functions(tree: ast.AST) -> Iterator[str]:
    """The functions that take too much."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and len(parameters(node)) > MOST:
            yield getattr(node, "name", "lambda")


@pytest.mark.parametrize("folder", sorted({file.relative_to(ROOT).parts[0] for file in ROOT.rglob("*.py")}))
def test_no_function_takes_more_than_eight_parameters(folder: str) -> None:
    files = [ROOT / folder] if folder.endswith(".py") else (ROOT / folder).rglob("*.py")
    long = {
        f"{file.relative_to(ROOT).as_posix()} {name}"
        for file in files
        for name in long_functions(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert not long


def test_a_function_that_takes_nine_is_seen() -> None:
    nine = ", ".join("abcdefghi")
    assert [*long_functions(ast.parse(f"def long({nine}): pass\nclass A:\n def fine(self, {nine[3:]}): pass"))] == [
        "long"
    ]
