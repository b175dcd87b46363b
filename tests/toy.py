"""A tiny game in a package of its own, to be found through its entry point: count to three in turns."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from operator import itemgetter
from pathlib import Path

from garrison.core.engine import store

FACTS = """
from garrison.core.facts import Button

TITLE, SUMMARY = "Counting", "Count to three in turns."
BOARD, PLANES, REASONS = (1, 3), ("count",), ("", "limit", "counted")
SEATS = ("First", "Second")
FIELDS, BUTTONS = 0, (Button("count", "Count", ("c",)), Button("wait", "Wait"))
"""
STATE = """
from garrison.core.engine.events import EventKind, kind
from garrison.core.engine.record import Array, StateRecord, number, numbers
from garrison.core.parameters import ParameterRecord, parameter


class Happening(EventKind):
    COUNTED = kind(1, "number")


class State(StateRecord, events=1):
    total: int = number(0, 100)


class Rules(ParameterRecord):
    target: int = parameter(3, 1, 9, "the last number")
    max_steps: int = parameter(50, 1, 100, "limit")
"""
RULES = """
from garrison.core.engine.events import finish, log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from PACKAGE.state import Happening, Rules, State


@rule
def new(p: Rules, s: State) -> None:
    s.waiting = 1


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    mask[:] = 1


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    s.waiting = 2 >> player
    if action == 0:
        s.total += 1
        log(s, Happening.COUNTED, s.total)
    if s.total == p.target:
        finish(s, 2, 1 << player)
    s.turn += 1


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    planes[0, 0, 0] = s.total


@rule
def score(p: Rules, s: State, out: Array) -> None:
    out[0] = s.winners & 1
    out[1] = s.winners >> 1
"""
SCENE = """
from garrison.look.scene import Board, Scene, Terrain


def scene(p, s, player):
    return Scene(boards=(Board(1, 3, ("...",), {".": Terrain("floor", "floor", ".")}),), prompt=f"{s.total} so far")


def describe(event):
    return f"{event.number}!"
"""
BOTS = """
BOTS = {"counter": lambda position, player, dice: 0}
"""


def install(folder: Path, name: str = "counting", **changed: str) -> dict[str, str]:
    """Put the package and what an installer leaves beside it into a folder; the environment in which it is found.

    A part without a text is left out.
    """
    files = {"__init__": FACTS, "state": STATE, "rules": RULES, "show": SCENE, "bots": BOTS} | changed
    package = folder / f"{name}_game"
    package.mkdir(parents=True)
    for part, text in filter(itemgetter(1), files.items()):
        (package / f"{part}.py").write_text(text.replace("PACKAGE", package.name))
    (package / "README.md").write_text("# Counting\n")
    information = folder / f"{name}_game-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}_game\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[garrison.games]\n{name} = {name}_game\n")
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def own_cache(folder: Path) -> dict[str, str]:
    """A cache folder that goes away with the toys; what is compiled once for all games is brought along."""
    for name in ("engine", "encoding", "fastcall", "notes", "search"):
        for shared in store.root().glob(f"libraries-*/{name}-*"):
            place = folder / "cache" / shared.parent.name
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy2(shared, place)
    return {"GARRISON_CACHE_DIR": str(folder / "cache")}


def python(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
