"""What a server offers, as types: its games, their variants, options and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from garrison.bots.ladder import Rung
from garrison.play.server.wire.wire_types import sent_type


class VersionView(Struct, frozen=True):
    """Which versions a server runs."""

    version: str  # of Garrison
    api: str
    rules: dict[str, int]  # each game's
    evidence: bool  # whether finished matches may be measured, without names
    beside: dict[str, str]  # by game, the variant that half of those get who name none


class OptionView(Struct, frozen=True):
    """An option of a game, with values to offer."""

    name: str
    values: list[str]  # the first is the default
    meanings: list[str]  # what each value means, in a sentence or ""


class VariantView(Struct, frozen=True):
    """A named set of rules."""

    name: str
    summary: str
    options: dict[str, str]  # what each option is when nobody chooses
    first: dict[str, str]  # what some are in somebody's first match
    gentle: bool  # whether it is offered to somebody who has lost at once


class LevelView(Struct, frozen=True):
    """A level of a game's opponents."""

    name: str
    sentence: str


if TYPE_CHECKING:
    BotView = Rung
else:
    BotView = sent_type(Rung, "BotView")


class GameView(Struct, frozen=True):
    """A game, as the lobby shows it."""

    name: str
    title: str
    summary: str
    fewest: int
    most: int
    seats: list[str]
    colours: list[str]  # of the seats
    options: list[OptionView]
    variants: list[VariantView]  # first the one that is played when nobody says otherwise
    bots: list[str]  # the levels first, in order
    levels: list[LevelView]  # the easiest first
    tick_ms: int
    tick_range: list[int]
    timeout_ms: int
    lesson: str  # the title of its first lesson; "" if it has none
    missions: bool  # whether it has any
    has_scores: bool  # whether a single player can set a high score
    starter: bool  # whether somebody who knows none of the games should begin with it
    bottom: int  # whose side is at the bottom of the board, which turns round for the others; -1: it never turns
