"""A game's puzzles, as data: `puzzles.toml` in its folder, found by tools/puzzles.py in games that were played.

rules_version = 1                   # they hold for these rules

[[puzzles]]                         # each as in challenge.py
...
"""

from __future__ import annotations

from datetime import date

from garrison.core import discovery
from garrison.core.discovery import GamePackage, find
from garrison.errors import BadFile
from garrison.play.learning.challenge import Challenge
from garrison.play.learning.collection import read_collection

FILE = "puzzles.toml"
STRIDE = 37  # puzzles from one day to the next, so that games alternate; no number of puzzles may be a multiple of it


def puzzles_of(package: GamePackage) -> tuple[Challenge, ...]:
    """A game's puzzles; none for a game without a file of them, or whose rules have changed since."""
    return read_collection(package.name, FILE, "puzzles")


def all_puzzles() -> tuple[Challenge, ...]:
    """The puzzles of all games, always in the same order."""
    return tuple(puzzle for package in discovery.installed()[0] for puzzle in puzzles_of(package))


def find_puzzle(game: str, name: str) -> Challenge:
    """A puzzle by its game and its name."""
    for puzzle in puzzles_of(find(game)):
        if puzzle.id == name:
            return puzzle
    raise BadFile(f"{find(game).facts.title} has no such puzzle.")


def daily(day: date) -> Challenge | None:
    """The puzzle of a day, the same for everybody."""
    puzzles = all_puzzles()
    return puzzles[day.toordinal() * STRIDE % len(puzzles)] if puzzles else None
