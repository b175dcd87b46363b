"""Messages with which people end a match, agree on something or talk: a part of those in `messages.py`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from garrison.play.server.wire.wire_types import Sent

# --- Browser to server.


class Ready(Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """Nothing covers the board any more: in a match against bots, the clock begins to run."""

    id: str


class Resign(Struct, frozen=True, tag="resign", forbid_unknown_fields=True):
    """Give up: of two players, the other one wins. Where more people play, leave."""

    id: str
    player: Sent


class Draw(Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Offer a draw to the other of two players, or agree to one. `wanted` false declines."""

    id: str
    wanted: bool = True


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Leave for good. Of two players, the other one wins; where more play, a bot goes on; in a match that has not
    filled, the seat is free again."""

    id: str
    player: Sent


class Claim(Struct, frozen=True, tag="claim", forbid_unknown_fields=True):
    """Say that another player, who has been gone for too long, has left."""

    id: str
    player: Sent


class Remove(Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Remove a match that nobody has joined (the host)."""

    id: str


class TakeBack(Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """Ask the others to let one take back a complete move, or agree that `player` does. `wanted` false declines."""

    id: str
    player: Sent
    wanted: bool = True


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to the other players: at most 200 characters."""

    id: str
    player: Sent
    text: str


class Again(Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Play another match with the same people, whose seats are rotated: it begins once all of them have asked for it.
    The tokens stay the same. `wanted` false declines."""

    id: str
    wanted: bool = True


# --- Server to browser.


class WishView(Struct, frozen=True):
    """Something that some players want and everybody has to agree to. Sending the same message is agreeing."""

    about: Literal["pause", "instant", "bot", "draw", "undo", "again"]
    player: int  # the seat that a bot would play, or whose move would be taken back; -1 otherwise
    bot: str
    agreed: list[int]  # the players who want it
    asked: list[int]  # those who have not agreed yet


class Remark(Struct, frozen=True):
    """Something that a player has said."""

    number: int  # in the order in which they were made
    player: int
    text: str
    said: str  # ISO 8601, UTC


class Said(Struct, frozen=True, tag="said"):
    """Somebody has said something."""

    remarks: list[Remark]
