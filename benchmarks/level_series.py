"""The series of games that `levels.py` plays: who meets whom, where, and what is aimed at.

The levels and the bots written by hand come first. What each `expert` must show against `hard` is at the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from math import ceil
from typing import Any, NamedTuple

from garrison.bots.ladder import FILE
from garrison.core import discovery
from garrison.core.discovery import GamePackage
from garrison.lab.arena.fixtures import Fixture, fixtures

MAPS, MODES = ("plain", "river", "islands", "pass", "random"), ("standard", "siege")
GROUNDS = tuple({"map": name, "mode": mode} for mode in MODES for name in MAPS)
SHARE = "1.5 times its share"
LEVELS = (("medium", "easy"), ("hard", "medium"))


@dataclass(frozen=True)
class Series:
    """Bots that sit at every table, the one that is measured first, and the options of the game on each ground."""

    game: str
    bots: tuple[str, ...]
    where: str = ""  # in words
    options: dict[str, Any] = field(default_factory=dict)
    grounds: tuple[dict[str, Any], ...] = ({},)
    aim: str = ""
    share: float = 1.0  # of the games that a series has, where one takes longer and less is asked

    @property
    def name(self) -> str:
        """What it is called: its game, where it is played, and by whom."""
        return " ".join(filter(None, [self.game, self.where, "-".join(self.bots[:2])]))

    def tasks(self, games: int, seed: int) -> list[list[Task]]:
        """At least this many games, on each ground in order, in whole rounds with everybody in every seat."""
        lanes = len(self.grounds) * len(self.bots)
        each = max(1, ceil(games * self.share / lanes)) * len(self.bots)
        planned = [fixtures(self.bots, len(self.bots), each, seed + ground) for ground in range(len(self.grounds))]
        return [[Task(self, ground, fixture) for fixture in lane] for ground, lane in enumerate(planned)]


class Task(NamedTuple):
    """One game of a series."""

    series: Series
    ground: int
    fixture: Fixture

    @property
    def key(self) -> str:
        """What it is called where results are kept; when its bots are made from something else, it is another one."""
        version = _version(self.series.game)
        return f"{self.series.name}, {self.ground}, {self.fixture.number}, {self.fixture.seed}, {version}"


@cache
def _version(game: str) -> str:
    return version_of(discovery.find(game))


def version_of(package: GamePackage) -> str:
    """A hash of what a game's bots are made from."""
    folders = (FILE.parent, package.folder)
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in (".py", ".npz")]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def in_order(all_series: Iterable[Series], games: int, seed: int) -> list[Task]:
    """All games in the order in which they are begun: every series gets as far as the others."""
    placed = [
        (index / len(lane), task)
        for series in all_series
        for lane in series.tasks(games, seed)
        for index, task in enumerate(lane)
    ]
    return [task for _, task in sorted(placed, key=lambda one: one[0])]


def _boneyard(players: int, first: str, second: str, aim: str) -> Series:
    where = f"with {players}" if players > 1 else "alone"
    return Series("boneyard", (first, *[second] * (players - 1)), where, {"players": players}, aim=aim)


def _skirmish(first: str, second: str, aim: str) -> Series:
    return Series("skirmish", (first, second), "drawn set-ups", {"setup": "random"}, aim=aim)


def _minefield(bot: str, aim: str) -> Series:
    return Series("minefield", (bot,), "standard", {"variant": "standard"}, aim=aim)


def _loop(variant: str, bot: str, aim: str) -> Series:
    return Series("loop", (bot,), variant, {"variant": variant}, aim=aim)


def _siege(first: str, second: str, aim: str) -> Series:
    return Series("siege", (first, second), "all grounds", grounds=GROUNDS, aim=aim)


LEVEL_SERIES = (
    *(_boneyard(2, *pair, "75%") for pair in LEVELS),
    _boneyard(2, "hard", "keeper", "60%"),
    *(_boneyard(players, *pair, SHARE) for players in (3, 4) for pair in (*LEVELS, ("hard", "keeper"))),
    *(_boneyard(6, *pair, SHARE) for pair in LEVELS),
    _boneyard(1, "hard", "", "all survived"),
    _boneyard(1, "keeper", "", ""),
    *(_skirmish(*pair, "75%") for pair in LEVELS),
    _skirmish("hard", "veteran", "60%"),
    _minefield("easy", ""),
    _minefield("medium", "a median twice that of easy"),
    _minefield("hard", "a median twice that of medium"),
    _loop("standard", "random", "at most 8%"),
    _loop("standard", "easy", ""),
    _loop("standard", "medium", "20 points more than easy"),
    _loop("standard", "hard", ""),
    _loop("standard", "warden", ""),
    _loop("grim", "medium", ""),
    _loop("grim", "hard", "20 points more than medium"),
    _loop("grim", "warden", "at most 30%"),
    *(_siege(*pair, "75%") for pair in LEVELS),
    _siege("hard", "captain", "60%"),
)
EXPERTS = (
    replace(_boneyard(2, "expert", "hard", "60% for certain"), share=5.0),
    *(_boneyard(players, "expert", "hard", "1.4 times its share for certain") for players in (3, 4, 6)),
)
ALL = (*LEVEL_SERIES, *EXPERTS)
