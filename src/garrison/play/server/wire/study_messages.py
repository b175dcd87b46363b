"""The messages of people who want to know more about a game: hints, the turns of a replay, what a search thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from garrison.core.replay_turns import Turn
from garrison.play.server.wire.wire_types import SceneView, Sent, sent_type


class Hint(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """What would a strong player do? Only where no other people play; hints are counted."""

    id: str
    player: Sent


class Hinted(Struct, frozen=True, tag="hinted"):
    """A hint: the actions of a good move after `number` entries, and what they would do, in sentences."""

    player: int
    number: int
    actions: list[int]
    words: str
    notation: str  # how the move is typed


class Ask(Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A line that somebody typed: a question about the position, a move in words, or "" to go on with that move. A
    watcher, who has no seat, asks as player -1."""

    id: str
    player: Sent
    line: str


class NamedMoveView(Struct, frozen=True):
    """A move that may be typed, and what it does."""

    notation: str
    words: str


class Answered(Struct, frozen=True, tag="answered"):
    """What a line came to: words, and for a move the next action to play, after which it may go on."""

    id: str
    player: int
    number: int  # of entries when it was asked
    text: str
    action: int  # -1: none, or none until others have acted
    goes_on: bool
    moves: list[NamedMoveView]  # what may be typed now; empty while a move goes on


if TYPE_CHECKING:
    TurnView = Turn
else:
    TurnView = sent_type(Turn, "TurnView")


class JudgedView(Struct, frozen=True):
    """A player's decision that a search has thought about; values go from -1 (lost) to 1 (won)."""

    first: int
    last: int
    player: int
    words: str
    notation: str  # how it is typed; "" where somebody only waited
    values: list[float]  # what the position after it is worth to each player
    loss: float  # how much worse for its player than the best that was found
    better: list[int]  # the actions of that best move; [] where this was one
    better_words: str
    better_notation: str
    reason: str = ""  # what was lost, and what the best move would have kept


class AnalysisView(Struct, frozen=True):
    """What a search thinks of a replay, as far as it has got."""

    state: Literal["none", "running", "done", "failed"]
    share: float  # that is done, from 0 to 1
    sentence: str  # why it failed
    turns: list[JudgedView]
    mistakes: list[int]  # the first actions of the turns that cost most, the worst first


class StirView(Struct, frozen=True):
    """Secret bits that the server mixed into the generator before an action, a 64-bit number as text."""

    place: int
    bits: str


class VerificationView(Struct, frozen=True):
    """What it takes to play a replay again and compare: what it began with, its actions, and what they led to."""

    game: str
    rules: str  # where its rules for browsers are; "" if this server has none
    rules_version: int
    parameters: bytes  # the record of the rules
    seed: str  # a 64-bit number
    columns: int  # of the board that is clicked: fields are named by row and column
    moves: list[list[int]]  # [player, action]
    stirs: list[StirView]
    checksums: str  # four hexadecimal digits for each position
    final: bytes  # the record of the last position


class Frame(Struct, frozen=True):
    """One place in a replay, as a patch to the frame before it."""

    number: int
    patch: Any


class Frames(Struct, frozen=True):
    """A stretch of a replay: the whole scene at `first`, then a patch for every action after it."""

    first: int
    scene: SceneView
    frames: list[Frame]
