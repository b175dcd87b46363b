"""Who may know of a match. To those who are not invited, a private match answers exactly as if it did not exist: with
the same words, after the same work, before anything else is done."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from garrison.errors import GarrisonError
from garrison.play.server.store.tables import matches, seats
from garrison.play.server.wire.tokens import is_same

NO_MATCH = "There is no such match here."
NOBODYS = "0" * 64  # the hash of no secret


class NoMatch(GarrisonError):
    """There is no such match, as far as the caller may know."""


class Access(NamedTuple):
    """What a caller has to show to get in: hashes of secrets."""

    exists: bool
    private: bool
    host: str
    invite: str
    seats: list[str]  # of the players' tokens

    def players(self, tokens: list[str]) -> tuple[int, ...]:
        """The seats that belong to some tokens."""
        few = tokens[: len(self.seats)]
        return tuple(player for player, seat in enumerate(self.seats) if any(is_same(one, seat) for one in few))

    def check(self, invite: str, host: str = "", tokens: list[str] | None = None) -> None:
        """Raise if there is no such match, as far as this caller may know."""
        rights = [is_same(invite, self.invite), is_same(host, self.host), bool(self.players(tokens or []))]
        if not self.exists or (self.private and not any(rights)):
            raise NoMatch(NO_MATCH)


def access_of(connection: Connection, match: str) -> Access:
    """What a caller of a match has to show, even of one that does not exist."""
    columns = (matches.c.private, matches.c.host, matches.c.invite)
    row = connection.execute(select(*columns).where(matches.c.id == match)).first()
    rows = connection.execute(select(seats.c.token).where(seats.c.match == match).order_by(seats.c.player)).scalars()
    tokens = list(rows)
    if row is None:
        return Access(False, True, NOBODYS, NOBODYS, [NOBODYS])
    return Access(True, row.private, row.host, row.invite, tokens)
