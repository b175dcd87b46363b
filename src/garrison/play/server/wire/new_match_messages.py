"""Making a match, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from garrison.play.server.wire.wire_types import Sent


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit in a seat. "person" seats belong to the maker of the match."""

    kind: Literal["person", "bot", "open"]
    bot: str = ""


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """A match to make; with `replay`, one that continues after the first `number` of its actions."""

    game: str = ""
    variant: str = ""  # "": the one that is usual for the game
    options: dict[str, str | int] = {}
    seats: list[SeatWish] = []
    name: str = ""
    private: bool = False
    undo: bool | None = None  # None: unless a seat is open to somebody else
    bots: bool = True
    open_talk: bool = False
    instant: bool = False
    gone_after: Sent = 0  # seconds; 0: two minutes in a timed match
    timer_ms: Sent = -1  # -1: the game's default
    bank_ms: Sent = 0  # time in all, for two players; 0: none
    increment_ms: Sent = 0
    tick_ms: Sent = 0  # 0: the game's default
    rules: dict[str, Sent] = {}  # single numbers that differ from the variant, as in the lab: attack[2]
    seed: int | str | None = None  # 64 bits; as text where numbers have fewer. Only when nobody else plays
    replay: str = ""
    invite: str = ""  # the key of the private match that the replay is of
    number: Sent = 0


class MadeMatch(Struct, frozen=True):
    """A new match and its secrets: the maker's seats, the host's token and the key of the invitation link."""

    match: str
    host: str
    seats: dict[str, str]  # token by player
    invite: str
