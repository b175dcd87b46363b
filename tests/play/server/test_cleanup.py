"""What nobody needs any more is removed from the database, a little at a time; the rest stays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Boolean, Connection, Integer, insert, select

from garrison.play.history import HistoryEntry
from garrison.play.server.store import cleanup, queries, replay_rows
from garrison.play.server.store.cleanup import SLICE, Tidying, forget_orphan
from garrison.play.server.store.store import Store
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.store.tables import analyses, history_entries, matches, replays, seats
from garrison.play.server.store.writer import entry_row
from garrison.play.server.wire.settings import Settings

ROW = {
    column.name: False if isinstance(column.type, Boolean) else 0 if isinstance(column.type, Integer) else ""
    for column in matches.columns
    if not column.nullable
}


def write(connection: Connection, match: str, first: int, count: int) -> None:
    rows = [entry_row(match, first + number, HistoryEntry(0, 0)) for number in range(count)]
    connection.execute(insert(history_entries), rows)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Store, Tidying]]:
    """A database that is swept only when it is told to; the match "used" is in memory."""
    settings = Settings(database=f"sqlite:///{folder / 'matches.sqlite'}")
    store = open_store(settings)
    store.start()
    try:
        yield store, Tidying(store, settings, {"used"})
    finally:
        store.stop()


async def left(store: Store) -> list[tuple[str, int]]:
    query = select(history_entries.c.match, history_entries.c.number).order_by("match", "number")
    return await store.read(lambda connection: [(row.match, row.number) for row in connection.execute(query)])


def test_entries_without_a_match_go_at_the_second_sweep(tmp_path: Path) -> None:
    async def swept() -> None:
        with opened(tmp_path) as (store, sweeper):
            await store.write(lambda connection: write(connection, "lost", 1, 2 * SLICE + 1))
            await sweeper.sweep()
            assert len(await left(store)) == 2 * SLICE + 1
            await store.write(lambda connection: write(connection, "new", 1, 3))
            await sweeper.sweep()
            assert await left(store) == [("new", 1), ("new", 2), ("new", 3)]
            await sweeper.sweep()
            assert await left(store) == []
            await sweeper.sweep()
            assert sweeper.orphans == set()

    asyncio.run(swept())


def test_a_match_that_was_finished_in_the_meantime_stays(tmp_path: Path) -> None:
    async def kept() -> None:
        with opened(tmp_path) as (store, sweeper):
            await store.write(lambda connection: write(connection, "long", 1, 3))
            await sweeper.sweep()
            row = {**ROW, "id": "long", "created": queries.now()}
            await store.write(lambda connection: connection.execute(insert(matches), row) and None)
            await sweeper.sweep()
            assert await store.write(lambda connection: forget_orphan(connection, "long")) == 0
            assert len(await left(store)) == 3

    asyncio.run(kept())


def test_a_sweep_looks_at_a_part_and_the_next_one_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleanup, "LOOK", 2)
    old = [f"old{number}" for number in range(4)] + ["used"]

    def fill(connection: Connection) -> None:
        connection.execute(insert(matches), [{**ROW, "id": name, "created": "2020"} for name in [*old, "played"]])
        connection.execute(
            insert(seats), {"match": "old0", "player": 0, "kind": "", "bot": "", "name": "", "token": ""}
        )
        for name in ("lost0", "lost1", "lost2", "played"):
            write(connection, name, 1, 2)

    async def swept() -> None:
        with opened(tmp_path) as (store, tidy):
            await store.write(fill)
            counts = []
            for _ in range(7):
                await tidy.sweep()
                counts.append(len(await store.read(lambda connection: connection.execute(select(matches.c.id)).all())))
            assert counts == [4, 2, 2, 2, 2, 2, 2], "two at a time; what was played or is in memory stays"
            assert await left(store) == [("played", 1), ("played", 2)]
            assert await store.read(lambda connection: connection.execute(select(seats)).all()) == []

    asyncio.run(swept())


def test_an_old_replay_takes_along_what_was_thought_of_it(tmp_path: Path) -> None:
    def forgotten(connection: Connection) -> list[str]:
        for name in ("f-old", "f-new"):
            replay_rows.keep_replay(connection, name, "text", 0)
            replay_rows.keep_analysis(connection, name, "{}")
        replay_rows.keep_analysis(connection, "f-gone", "{}")
        connection.execute(replays.update().where(replays.c.id == "f-old").values(used="2020"))
        assert replay_rows.forget_replays(connection, cleanup.before(1.0), 10) == 1
        return list(connection.execute(select(analyses.c.id)).scalars())

    async def thought() -> list[str]:
        with opened(tmp_path) as (store, _):
            return await store.write(forgotten)

    assert asyncio.run(thought()) == ["f-new"]


def test_a_match_that_is_removed_takes_along_what_was_thought_of_it(tmp_path: Path) -> None:
    def removed(connection: Connection) -> list[str]:
        connection.execute(insert(matches), {**ROW, "id": "gone"})
        connection.execute(insert(analyses), [{"id": "m-gone", "text": ""}, {"id": "m-here", "text": ""}])
        assert queries.remove(connection, ["gone"]) == 1
        return list(connection.execute(select(analyses.c.id)).scalars())

    async def thought() -> list[str]:
        with opened(tmp_path) as (store, _):
            return await store.write(removed)

    assert asyncio.run(thought()) == ["m-here"]
