"""What people have said in a match, to and from the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select

from garrison.play.server.store.tables import remarks
from garrison.play.server.wire.messages import Remark

KEPT = 50  # lines of a match


def load(connection: Connection, match: str) -> list[Remark]:
    """The latest lines of a match, the oldest first."""
    query = select(remarks).where(remarks.c.match == match).order_by(remarks.c.number.desc()).limit(KEPT)
    return [remark_of(row) for row in reversed(connection.execute(query).all())]


def remark_of(row: Any) -> Remark:
    """A line, from its row."""
    return Remark(row.number, row.player, row.text, row.said)


def store(connection: Connection, match: str, player: int, message: str, text: str, when: str) -> Remark:
    """Store a line, unless that message is already stored; the oldest lines go."""
    here = remarks.c.match == match
    own = and_(here, remarks.c.player == player, remarks.c.message == message)
    before = connection.execute(select(remarks).where(own)).first()
    if before is not None:
        return remark_of(before)
    number = (connection.execute(select(func.max(remarks.c.number)).where(here)).scalar() or 0) + 1
    row = {"match": match, "number": number, "player": player, "message": message, "text": text, "said": when}
    connection.execute(insert(remarks), row)
    connection.execute(delete(remarks).where(and_(here, remarks.c.number <= number - KEPT)))
    return Remark(number, player, text, when)
