"""Entries in the database that belong to no match: a long match is written a slice at a time, its entries first, and
a server that is killed in between leaves them behind."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, func, select

from garrison.play.server.tables import entries, matches

SLICE = 500  # entries removed at a time, so that others' moves get their turn in between


def find(connection: Connection) -> set[str]:
    """The names of matches that have entries and nothing else; one that is being written is among them."""
    query = select(entries.c.match).where(entries.c.match.not_in(select(matches.c.id))).distinct()
    return set(connection.execute(query).scalars())


def forget(connection: Connection, match: str) -> int:
    """Remove the first entries of a match, unless it has become one; how many."""
    if connection.execute(select(matches.c.id).where(matches.c.id == match)).first() is not None:
        return 0
    own = entries.c.match == match
    first = connection.execute(select(func.min(entries.c.number)).where(own)).scalar()
    if first is None:
        return 0
    return connection.execute(delete(entries).where(and_(own, entries.c.number < first + SLICE))).rowcount
