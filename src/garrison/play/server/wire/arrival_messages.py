"""Messages about coming to a match: how others reach the server, seats that are taken, and names."""

from __future__ import annotations

from msgspec import Struct

from garrison.play.server.wire.wire_types import Sent


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat; `player` -1: any that is free. `own` are the tokens of other seats of the same person: they
    may have the same name."""

    player: Sent = -1
    name: str = ""
    invite: str = ""
    own: list[str] = []


class NameSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody is called; the token says which seat is theirs. `own` are the tokens of other seats of the same
    person: they may have the same name."""

    token: str
    name: str
    own: list[str] = []


class TakenSeat(Struct, frozen=True):
    """The seat and its token."""

    player: int
    token: str


class ReachView(Struct, frozen=True):
    """How others reach this server."""

    address: str  # at which other machines reach it; "" if it listens on its own machine only
    command: str  # that starts a server which lets others in


class QrWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of this server for a QR code to lead to: /m/abc#invite=..."""

    text: str
