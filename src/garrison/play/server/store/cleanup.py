"""Removing from the database what nobody needs any more: replays and matches that nobody has used for a long time, and
entries that belong to no match. (A long match is written a slice at a time, its entries first; a server that is killed
in between leaves them behind.) Each sweep looks at a limited number of rows and goes on where the last one stopped, so
however much there is, none of them takes long."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection, and_, delete, exists, func, select, tuple_

from garrison.errors import GarrisonError
from garrison.play.server.store import queries, replay_rows
from garrison.play.server.store.store import Store
from garrison.play.server.store.tables import UNFINISHED, history_entries, matches
from garrison.play.server.wire.settings import Settings

LOOK = 1000  # matches that a sweep looks at
SLICE = 500  # rows removed at a time, so that others' moves get their turn in between
Place = tuple[str, str]  # when a match was made, and its name
START: Place = ("", "")
HAS_ENTRIES = exists().where(history_entries.c.match == matches.c.id).correlate(matches)


class Tidying:
    """What the sweeps of a process know; `used` holds the names of the matches in its memory, which stay."""

    def __init__(self, store: Store, settings: Settings, names_in_use: Container[str]) -> None:
        self._store, self._settings, self._names_in_use = store, settings, names_in_use
        self._place = START  # up to which matches were looked at
        self._name = ""  # up to which entries were looked at
        self.orphans: set[str] = set()  # matches of which there were only entries at the last round
        self._new_orphans: set[str] = set()  # the same, in this round

    async def sweep(self) -> None:
        """Look at some of it; if something fails now, the next sweep tries again."""
        with suppress(GarrisonError):
            if self._settings.replays_kept:
                old = partial(replay_rows.forget_replays, before=before(self._settings.replays_kept), most=SLICE)
                await self._store.write(old)
            if self._settings.matches_kept:
                await self._forget_unplayed(before(self._settings.matches_kept))
            await self._forget_orphans()

    async def _forget_unplayed(self, made_before: str) -> None:
        names, self._place = await self._store.read(lambda database: unplayed(database, made_before, self._place))
        unused = [name for name in names if name not in self._names_in_use]
        for first in range(0, len(unused), SLICE):
            await self._store.write(partial(remove_unplayed, names=unused[first : first + SLICE]))

    async def _forget_orphans(self) -> None:
        """A match that is being written looks the same; but what looked like that in the last round, too, will never be
        finished."""
        names, self._name = await self._store.read(lambda database: orphans(database, self._name))
        lasting = names & self.orphans
        self._new_orphans |= names - lasting
        if not self._name:
            self.orphans, self._new_orphans = self._new_orphans, set()
        for match in lasting:
            while await self._store.write(partial(forget_orphan, match=match)):
                """Slice after slice, between other people's moves."""


def before(days: float) -> str:
    """The time this many days ago, as it is stored."""
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def unplayed(connection: Connection, made_before: str, after: Place = START) -> tuple[list[str], Place]:
    """Among the unfinished matches after a place, those in which nobody has done anything, and where to go on."""
    place = tuple_(matches.c.created, matches.c.id)
    old = and_(UNFINISHED, matches.c.created < made_before, place > tuple_(*after))
    query = select(matches.c.created, matches.c.id, HAS_ENTRIES).where(old).order_by(*place).limit(LOOK)
    rows = connection.execute(query).all()
    names = [name for _, name, is_played in rows if not is_played]
    return names, (rows[-1].created, rows[-1].id) if len(rows) == LOOK else START


def remove_unplayed(connection: Connection, names: list[str]) -> int:
    """Remove those of some matches in which still nobody has done anything; how many."""
    still = select(matches.c.id).where(matches.c.id.in_(names), UNFINISHED, ~HAS_ENTRIES)
    return queries.remove(connection, list(connection.execute(still).scalars()))


def orphans(connection: Connection, after: str = "") -> tuple[set[str], str]:
    """Among the matches with entries whose names follow, those that have nothing else, and where to go on. One that is
    being written is among them. Each name is found from the one before, without looking at all entries."""
    first = select(func.min(history_entries.c.match).label("match")).where(history_entries.c.match > after)
    names = first.cte("names", recursive=True)
    following = (
        select(func.min(history_entries.c.match)).where(history_entries.c.match > names.c.match).scalar_subquery()
    )
    names = names.union_all(select(following).where(names.c.match.is_not(None)))
    page = list(connection.execute(select(names.c.match).where(names.c.match.is_not(None)).limit(LOOK)).scalars())
    names_of_matches = connection.execute(select(matches.c.id).where(matches.c.id.in_(page))).scalars()
    return set(page) - set(names_of_matches), page[-1] if len(page) == LOOK else ""


def forget_orphan(connection: Connection, match: str) -> int:
    """Remove the first entries of a match, unless it has become one; how many."""
    if connection.execute(select(matches.c.id).where(matches.c.id == match)).first() is not None:
        return 0
    own = history_entries.c.match == match
    first = connection.execute(select(func.min(history_entries.c.number)).where(own)).scalar()
    if first is None:
        return 0
    return connection.execute(
        delete(history_entries).where(and_(own, history_entries.c.number < first + SLICE))
    ).rowcount
