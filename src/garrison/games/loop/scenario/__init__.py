"""Loop's options: `world`, one that comes with the game or a file of your own, and `mode` (L34)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from garrison.core.files import names_file
from garrison.errors import BadOption, shown
from garrison.games.loop import MODES
from garrison.games.loop.scenario.world import check
from garrison.games.loop.scenario.worldfile import read_world

__all__ = ["check", "names", "scenario"]

WORLDS = Path(__file__).parents[1] / "worlds"


def names() -> tuple[str, ...]:
    """The worlds that `world` knows by name.

    >>> names()
    ('large', 'medium', 'small')
    """
    return tuple(sorted(file.stem for file in WORLDS.glob("*.json")))


def scenario(world: str = "medium", mode: str = "standard") -> dict[str, Any]:
    """The parameters of a world (L2), by name or by the path of a world file, and of a mode (L34)."""
    if mode not in MODES:
        raise BadOption(f"There is no mode called {shown(mode)}; there are: {', '.join(MODES)}.")
    return {**read_world(_file_of(str(world))), "mode": MODES.index(mode)}


def _file_of(world: str) -> Path:
    if world in names():
        return WORLDS / f"{world}.json"
    if names_file(world) or world.endswith(".json"):
        return Path(world)
    raise BadOption(f"There is no world called {shown(world)}; there are {', '.join(names())}, or give a world file.")
