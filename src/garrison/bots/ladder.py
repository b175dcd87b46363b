"""How strong each bot of a game is, as measured by `benchmarks/ladder.py`, and what it is in a sentence."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from garrison import bots
from garrison.bots.level_bots import further_levels, levels_of

if TYPE_CHECKING:
    from garrison.core.discovery import GamePackage

FILE = Path(__file__).with_name("ladder.json")
SENTENCES = {
    "random": "Plays anything that is legal.",
    "still": "Does nothing, as far as it may.",
    "expert": "Plays what a trained network likes best.",
}


@dataclass(frozen=True)
class Rung:
    """A bot of a game, and how strong it is: its rating, or its median score in a game for one, with a 95% interval."""

    name: str
    sentence: str  # what it is; may be ""
    games: int = 0  # that were played to find that out; 0: it is not rated yet
    rating: float = 0.0
    low: float = 0.0
    high: float = 0.0
    milliseconds: float = 0.0  # a decision took on average


class Measured(TypedDict, total=False):
    """What was measured of a bot, as far as a rung has it."""

    games: int
    rating: float
    low: float
    high: float
    milliseconds: float


@cache
def measured(file: Path = FILE) -> dict[str, dict[str, Measured]]:
    """What was measured, by game and bot; nothing where there is no file."""
    bots_by_game: dict[str, dict[str, Measured]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return bots_by_game


def ladder_of(package: GamePackage, file: Path = FILE) -> list[Rung]:
    """All bots of a game, the strongest first; those that are not rated yet come last.

    >>> from garrison.core.discovery import find
    >>> {rung.name: rung.sentence for rung in ladder_of(find("skirmish"))}["random"]
    'Plays anything that is legal.'
    """
    figures, sentences = measured(file).get(package.name, {}), sentences_of(package)
    rungs = [Rung(name, sentences.get(name, ""), **figures.get(name, {})) for name in bots.names(package)]
    return sorted(rungs, key=lambda rung: (rung.games == 0, -rung.rating))


def sentences_of(package: GamePackage) -> dict[str, str]:
    """What each bot is: a level says it itself, and for its other bots a game has a table ABOUT."""
    own: dict[str, str] = getattr(package.module("bots"), "ABOUT", {}) if package.has("bots") else {}
    levels = {name: level.sentence for name, level in {**levels_of(package), **further_levels(package)}.items()}
    return {**SENTENCES, **own, **levels}
