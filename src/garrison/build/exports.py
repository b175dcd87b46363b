"""What a library offers: the entries of a game, or the kernels of some modules."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numba
from numba import types

from garrison.build.lower import Export
from garrison.core.engine import rng
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.entries import RETURNING, entry_of
from garrison.core.engine.kernel import KERNELS
from garrison.core.engine.record import DICE
from garrison.core.engine.store import Origin

# The types behind the words that `kernel` takes.
KINDS = {
    "ref": types.intp,
    "whole": types.intp,
    "seed": types.uint64,
    "rows": types.Array(types.uint8, 2, "C"),
    "masks": types.Array(types.uint8, 2, "C"),
    "wholes": types.Array(types.int64, 1, "C"),
    "given": types.Array(types.int64, 1, "A", readonly=True),
    "seeds": types.Array(types.uint64, 1, "C"),
    "planes": types.Array(types.uint8, 4, "C"),
    "scores": types.Array(types.float64, 2, "C"),
    "counts": types.Array(types.int64, 2, "C"),
    "dice": types.Array(numba.from_dtype(DICE), 1, "C"),
}


# How a page in a browser begins a game, and mixes secret bits into its generator.
CHANCE = (
    Export("seeded", rng.seeded, (types.uint64,), True),
    Export("stirred", rng.stirred, (types.uint64, types.uint64), True),
)


def exports_of(recipe: Blueprint | Origin) -> list[Export]:
    """The functions of a library."""
    return _entries(recipe) if isinstance(recipe, Blueprint) else _kernels(recipe)


def _entries(game: Blueprint) -> list[Export]:
    shapes = game.shapes()
    entries = [_entry(name, rule, shapes) for name, rule in {**game.functions(), **game.skills()}.items()]
    return [*entries, *CHANCE]


def _entry(name: str, rule: Any, shapes: dict[str, Any]) -> Export:
    entry = entry_of(name, rule, shapes)
    return Export(name, entry, (types.intp,) * entry.__code__.co_argcount, name in RETURNING)


def _kernels(origin: Origin) -> list[Export]:
    for module in origin.modules:
        import_module(module)
    kernels = KERNELS.get(origin, {}).values()
    return [
        Export(each.name, each.function, tuple(KINDS[word] for word in each.words), each.returns) for each in kernels
    ]
