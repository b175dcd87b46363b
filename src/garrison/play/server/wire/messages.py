"""Everything that travels between server and browser, as types. The client's TypeScript types are generated from these.

A match's WebSocket carries `ClientMessage`s one way and `ServerMessage`s the other, as JSON text, told apart by their
`type`. The rest are bodies of HTTP requests and responses.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from garrison.play.server.wire.arrival_messages import NameSeat as NameSeat
from garrison.play.server.wire.arrival_messages import QrWish as QrWish
from garrison.play.server.wire.arrival_messages import ReachView as ReachView
from garrison.play.server.wire.arrival_messages import TakenSeat as TakenSeat
from garrison.play.server.wire.arrival_messages import TakeSeat as TakeSeat
from garrison.play.server.wire.catalogue_messages import BotView as BotView
from garrison.play.server.wire.catalogue_messages import GameView as GameView
from garrison.play.server.wire.catalogue_messages import LevelView as LevelView
from garrison.play.server.wire.catalogue_messages import OptionView as OptionView
from garrison.play.server.wire.catalogue_messages import VariantView as VariantView
from garrison.play.server.wire.catalogue_messages import VersionView as VersionView
from garrison.play.server.wire.exercise_messages import AboutView as AboutView
from garrison.play.server.wire.exercise_messages import ExerciseView as ExerciseView
from garrison.play.server.wire.exercise_messages import ExerciseWish as ExerciseWish
from garrison.play.server.wire.exercise_messages import MissionView as MissionView
from garrison.play.server.wire.exercise_messages import PuzzlesView as PuzzlesView
from garrison.play.server.wire.exercise_messages import PuzzleView as PuzzleView
from garrison.play.server.wire.meeting_messages import (
    Again,
    Claim,
    Draw,
    Leave,
    Ready,
    Remark,
    Remove,
    Resign,
    Said,
    Say,
    TakeBack,
    WishView,
)
from garrison.play.server.wire.new_match_messages import MadeMatch as MadeMatch
from garrison.play.server.wire.new_match_messages import NewMatch as NewMatch
from garrison.play.server.wire.new_match_messages import SeatWish as SeatWish
from garrison.play.server.wire.study_messages import Answered, Ask, Hint, Hinted
from garrison.play.server.wire.wire_types import SceneView, Sent

# --- A match, as everyone who may see it sees it.


class SeatView(Struct, frozen=True):
    """Who sits in a seat, and whether they are there."""

    player: int
    label: str  # the game's name for the seat: Blue
    colour: str  # of the seat's plate, a name of the palette
    kind: Literal["person", "bot", "open"]
    name: str  # the display name; a bot's name
    named: bool  # whether somebody has told that name; otherwise it stands for one
    bot: str  # the bot that plays this seat, or ""
    present: bool
    away: bool = False  # away for so long that the others may let a bot play
    claimable: bool = False  # away for so long that another player may say that they have left
    left_ms: int | UnsetType = UNSET  # what is left of this player's time, in all or of a decision
    ticking: bool = False  # whether it is running out


class MatchView(Struct, frozen=True):
    """A match without its position."""

    id: str
    game: str
    title: str
    variant: str
    options: dict[str, str | int]
    seats: list[SeatView]
    number: int  # how many entries of its history one may know: others' choices may still be secret
    status: Literal["open", "playing", "over", "read-only"]  # open: a seat is free
    sentence: str  # why it can't be continued, or ""
    private: bool
    undo: bool  # whether complete moves may be taken back; against people, once they agree
    undoable: list[int]  # one's own players whose last action can be taken back now
    askable: list[int]  # one's own players who may ask the others to let them take back a complete move
    bots: bool  # whether people may hand their seats to bots, once the others agree
    open_talk: bool  # whether those who watch can read what the players say
    instant: bool  # whether bots play without a pause
    gone_after: int  # seconds after which a player who is gone can be said to have left; 0: never
    timer_ms: int  # for each decision; 0: people have all the time they want
    bank_ms: int  # for all decisions; 0: people have all the time they want
    increment_ms: int  # added to that for each decision
    held: bool  # whether the clock waits for `Ready` or the first action
    tick_ms: int  # 0: not real time
    tick_range: list[int]
    paused: bool
    waits_for_input: bool  # real time that starts, or resumes after everybody was gone, with a player's next input
    seed: str  # the seed that its maker chose, or that of the replay it continues, a 64-bit number; "" if it is secret
    wishes: list[WishView]  # what the players are being asked to agree to
    next: str  # the match that follows this one, once its players want to play again
    series: list[int]  # how often each seat's player has won in a series of matches, this one included; [] in the first
    created: str  # ISO 8601, UTC
    reason: str  # why it is over: resigned, draw agreed, left, out of time, given up, or the game's own reason
    winners: list[int]
    scores: list[float]
    hints: int  # that its player has asked for
    spectators: int = 0  # who are connected and play no seat
    waiting: list[int] = []  # whose turn it is, of a match that somebody has looked at lately


# --- Browser to server, over the WebSocket of a match.


class Join(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """The first message of a connection: which seats it plays (by their tokens) and what it wants to hear.

    `view` "scenes" is for screens; "moves" is much lighter, for programs that know the rules.
    """

    tokens: list[str] = []
    host: str = ""  # the host's token, if this is the host
    invite: str = ""  # lets one see a private match
    view: Literal["scenes", "moves"] = "scenes"
    seen: Sent = 0  # how many entries of the history a "moves" client with the same tokens already knows


class Act(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Play an action. A repeated `id` is answered again but not played again."""

    id: str
    player: Sent
    action: Sent
    at: Sent  # how many entries of the history the sender had seen when choosing


class Undo(Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the last action."""

    id: str
    player: Sent
    at: Sent


class Change(Struct, frozen=True, tag="change", forbid_unknown_fields=True):
    """Pause or resume, set another tick, or let bots play without pauses (anyone with a seat); set who may watch (the
    host). Where several people play, a pause begins, and bots play without pauses, once all of them have asked for it;
    false ends or declines it."""

    id: str
    paused: bool | UnsetType = UNSET
    tick_ms: Sent | UnsetType = UNSET
    private: bool | UnsetType = UNSET
    instant: bool | UnsetType = UNSET


class Replace(Struct, frozen=True, tag="replace", forbid_unknown_fields=True):
    """Let a bot play one's seat, or play it oneself again (`bot` ""). Where others play, they have to agree by asking
    for the same bot, and `bot` "" declines it. For somebody who has been away for a long time, all the others can ask.
    The host fills free seats."""

    id: str
    player: Sent
    bot: str


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage = (
    Join
    | Act
    | Undo
    | Ready
    | Resign
    | Draw
    | Leave
    | Claim
    | Remove
    | TakeBack
    | Say
    | Change
    | Replace
    | Again
    | Hint
    | Ask
    | Ping
)

# --- Server to browser, over the WebSocket of a match.


class TrailBoard(Struct, frozen=True):
    """What a step touched on a board."""

    owner: int
    marked_fields: list[int]


class TrailStep(Struct, frozen=True):
    """A position on the way to the present one: who was to act, and what the step before had touched."""

    waiting: list[int]
    boards: dict[str, TrailBoard]


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to `Join`: everything there is to know."""

    match: MatchView
    players: list[int]  # the seats that this connection plays
    host: bool
    number: int
    log: list[str]  # the latest sentences, oldest first
    remarks: list[Remark]  # what has been said lately, if one may read it
    trail: list[TrailStep]  # the positions of the last move that everybody knows
    scene: SceneView | UnsetType = UNSET
    moves: list[list[int]] | UnsetType = UNSET  # the entries from `seen` on, as in `Moves`


class Update(Struct, frozen=True, tag="update"):
    """The match has moved on to `number`: what happened, in sentences, and a JSON merge patch for the scene."""

    number: int
    log: list[str]
    patch: Any
    undoable: list[int]  # one's own players whose last action can be taken back now
    askable: list[int]  # one's own players who may ask the others to let them take back a complete move
    notice: str = ""  # what everybody should be told: time was up, and the clock chose
    undone: bool = False  # something was taken back: `log` then replaces everything before
    trail: list[TrailStep] = []  # the positions in between, where this tells of several actions


class Moves(Struct, frozen=True, tag="moves"):
    """For clients that asked for moves: the latest entries of the history up to `number`, each [player, action].
    Action -1 is an undo: it takes that player's last action back. With one of -2 to -6 players end the match: that one
    resigned, agreed on a draw, left, ran out of time, or gave up. What others choose at the same time is sent once all
    have chosen, so one's own choices come first."""

    number: int
    moves: list[list[int]]


class Changed(Struct, frozen=True, tag="changed"):
    """Something else about the match has changed: seats, presence, time, pause."""

    match: MatchView


class Acknowledged(Struct, frozen=True, tag="ack"):
    """What message `id` asked for is done and on disk: it is entry `number` of those that one may know."""

    id: str
    number: int


class Refused(Struct, frozen=True, tag="refused"):
    """Message `id` changed nothing; a sentence says why. `id` is "" when the message could not be read."""

    id: str
    reason: Literal["stale", "illegal", "seat", "message", "rate", "read-only", "gone", "busy"]
    sentence: str
    number: int


class Pong(Struct, frozen=True, tag="pong"):
    """I am."""


ServerMessage = Welcome | Update | Moves | Changed | Said | Acknowledged | Refused | Hinted | Answered | Pong

# --- Bodies of HTTP requests and responses.


class Problem(Struct, frozen=True):
    """The answer to every refused request."""

    sentence: str


class ReplayView(Struct, frozen=True):
    """A replay: of a finished match (`m-` and its id) or of an opened file (`f-` and a checksum)."""

    id: str
    game: str
    title: str
    variant: str
    seats: list[SeatView]
    named: bool  # whether the seats say who played; a file's do not
    length: int
    warning: str  # not "" if it was played under other rules, so it can be watched but not continued
    reason: str  # why it is over, or ""
    winners: list[int]
    scores: list[float]
