"""What a server leaves in the database when it is killed while it writes a long match is removed by the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Boolean, Connection, Integer, insert, select

from garrison.play.server import orphans, queries
from garrison.play.server.registry import Registry
from garrison.play.server.settings import Settings
from garrison.play.server.stores import open_store
from garrison.play.server.tables import analyses, entries, matches

ROW = {
    column.name: False if isinstance(column.type, Boolean) else 0 if isinstance(column.type, Integer) else ""
    for column in matches.columns
    if not column.nullable
}


def write(connection: Connection, match: str, first: int, count: int) -> None:
    rows = [queries.entry_row(match, first + number, 0, 0, 0) for number in range(count)]
    connection.execute(insert(entries), rows)


@contextmanager
def opened(folder: Path) -> Iterator[Registry]:
    """A registry that sweeps only when it is told to."""
    settings = Settings(database=f"sqlite:///{folder / 'matches.sqlite'}")
    store = open_store(settings)
    store.start()
    try:
        yield Registry(store, settings)
    finally:
        store.stop()


async def left(registry: Registry) -> list[tuple[str, int]]:
    query = select(entries.c.match, entries.c.number).order_by("match", "number")
    return await registry.store.read(lambda connection: [(row.match, row.number) for row in connection.execute(query)])


def test_entries_without_a_match_go_at_the_second_sweep(tmp_path: Path) -> None:
    async def swept() -> None:
        with opened(tmp_path) as registry:
            await registry.store.write(lambda connection: write(connection, "lost", 1, 2 * orphans.SLICE + 1))
            await registry._forget()
            assert len(await left(registry)) == 2 * orphans.SLICE + 1
            await registry.store.write(lambda connection: write(connection, "new", 1, 3))
            await registry._forget()
            assert await left(registry) == [("new", 1), ("new", 2), ("new", 3)]
            await registry._forget()
            assert await left(registry) == []
            await registry._forget()
            assert registry._orphans == set()

    asyncio.run(swept())


def test_a_match_that_was_finished_in_the_meantime_stays(tmp_path: Path) -> None:
    async def kept() -> None:
        with opened(tmp_path) as registry:
            await registry.store.write(lambda connection: write(connection, "long", 1, 3))
            await registry._forget()
            await registry.store.write(lambda connection: connection.execute(insert(matches), {**ROW, "id": "long"}))
            await registry._forget()
            assert await registry.store.write(lambda connection: orphans.forget(connection, "long")) == 0
            assert len(await left(registry)) == 3

    asyncio.run(kept())


def test_a_match_that_is_removed_takes_along_what_was_thought_of_it(tmp_path: Path) -> None:
    def removed(connection: Connection) -> list[str]:
        connection.execute(insert(matches), {**ROW, "id": "gone"})
        connection.execute(insert(analyses), [{"id": "m-gone", "text": ""}, {"id": "m-here", "text": ""}])
        assert queries.remove(connection, ["gone"]) == 1
        return list(connection.execute(select(analyses.c.id)).scalars())

    async def thought() -> list[str]:
        with opened(tmp_path) as registry:
            return await registry.store.write(removed)

    assert asyncio.run(thought()) == ["m-here"]
