"""What a server offers, as types: its games, their variants, options and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from garrison.bots.ladder import Rung
from garrison.play.server.wire.codec import sent_type


class VersionView(Struct, frozen=True):
    """Which versions a server runs."""

    version: str  # of Garrison
    api: str
    rules: dict[str, int]  # each game's


class OptionView(Struct, frozen=True):
    """An option of a game, with values to offer."""

    name: str
    values: list[str]  # the first is the default
    meanings: list[str]  # what each value means, in a sentence or ""


class VariantView(Struct, frozen=True):
    """A named set of rules."""

    name: str
    summary: str
    options: dict[str, str]  # the values of options that belong to it


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
    variants: list[VariantView]
    bots: list[str]  # the levels first, in order
    levels: list[LevelView]  # the easiest first
    tick_ms: int
    tick_range: list[int]
    timeout_ms: int
    lesson: str  # the title of its first lesson; "" if it has none
    has_scores: bool  # whether a single player can set a high score
    bottom: int  # whose side is at the bottom of the board, which turns round for the others; -1: it never turns
    usual: str  # the variant that people are offered first


class PreparationView(Struct, frozen=True):
    """How far along a game is: a server started for the first time compiles its rules."""

    game: str
    state: Literal["waiting", "compiling", "ready", "failed"]
    share: float  # from 0 to 1, by expected time
    sentence: str  # why it failed
