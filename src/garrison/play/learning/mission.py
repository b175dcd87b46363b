"""A game's missions, as data: `missions.toml` in its folder, in the order of difficulty. Each teaches one idea, and is
worth one to three stars; tools/missions.py checks them all and looks for solutions.

rules_version = 1                   # they hold for these rules

[[missions]]                        # each as in challenge.py, and with these
title = "Boxed in"
why = "..."                         # the idea, in a sentence
opponent = "easy"                   # who plays the others, where there are any (opponent.py)
two = { words = "In four turns.", goal = ["turns <= 4"] }    # what else earns a second star, and a third
three = { words = "In three turns.", goal = ["turns <= 3"] }
"""

from __future__ import annotations

from garrison.core import discovery
from garrison.core.discovery import GamePackage, find
from garrison.errors import BadFile
from garrison.play.learning.challenge import Challenge
from garrison.play.learning.collection import read_collection

FILE = "missions.toml"


def has_missions(package: GamePackage) -> bool:
    """Whether a game has a file of missions; they are not read."""
    return (package.folder / FILE).exists()


def missions_of(package: GamePackage) -> tuple[Challenge, ...]:
    """A game's missions, the easiest first; none for a game without a file of them."""
    return read_collection(package.name, FILE, "missions")


def all_missions() -> tuple[Challenge, ...]:
    """The missions of all games."""
    return tuple(mission for package in discovery.installed()[0] for mission in missions_of(package))


def find_mission(game: str, name: str) -> Challenge:
    """A mission by its game and its name."""
    for mission in missions_of(find(game)):
        if mission.id == name:
            return mission
    raise BadFile(f"{find(game).facts.title} has no such mission.")
