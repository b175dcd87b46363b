"""Databases of the first version become those of today, also when the server is killed on the way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import first_version
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from databases import cluster
from serving import Player, threaded
from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text

from garrison.core.replay import Move
from garrison.play import scores
from garrison.play.server.match import lists
from garrison.play.server.store import cleanup, histories, migrations, replay_rows, tables
from garrison.play.server.store.database import make_tables, open_engine
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.wire.settings import Settings

KILLED_AFTER = """
import os, signal, sys
from sqlalchemy import Engine, event
from garrison.play.server.wire.settings import Settings
from garrison.play.server.store.store_kinds import open_store

@event.listens_for(Engine, "after_cursor_execute")
def kill(connection, cursor, statement, *rest):
    if statement.lstrip().startswith(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)

open_store(Settings(database=sys.argv[1])).make_ready()
"""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a PostgreSQL."""
    with cluster() as one:
        yield one.url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.sqlite'}"
    own: str = request.getfixturevalue("server")
    name = f"database_{abs(hash(request.node.name))}"
    administration = create_engine(own.replace("postgresql", "postgresql+psycopg", 1), isolation_level="AUTOCOMMIT")
    with administration.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    administration.dispose()
    return own.rpartition("/")[0] + f"/{name}"


@pytest.fixture
def old(url: str) -> Iterator[Engine]:
    """A database of the first version."""
    engine = open_engine(url)
    with engine.begin() as connection:
        first_version.build(connection)
    yield engine
    engine.dispose()


def differences(engine: Engine) -> list[object]:
    """Where the tables are not those of `tables.py`."""
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), tables.metadata))


def test_a_database_of_the_first_version_plays_on(old: Engine, url: str, tmp_path: Path) -> None:
    assert differences(old)
    with threaded(tmp_path, database=url) as site:
        one = Player(site, first_version.PLAYING, tokens=[first_version.TOKEN])
        assert (one.number, one.scene["steps"]) == (first_version.MOVES, first_version.MOVES)
        assert one.act(one.legal()[0])["number"] > first_version.MOVES
        assert one.act(0, at=0, message_id="m3")["number"] == 3  # a message of then is answered as it was
        assert len(site.ask(f"/api/matches/{first_version.FINISHED}/replay")["actions"]) == first_version.MOVES
        assert site.ask(f"/api/replays/{first_version.REPLAY}")["length"] == first_version.MOVES
        assert site.ask("/api/scores")[0]["lines"][0]["score"] == 7
    assert differences(old) == []
    with old.connect() as connection:
        assert connection.execute(select(tables.about.c.version)).scalars().all() == [tables.VERSION]
        kept = connection.execute(select(tables.replays)).one()
    assert kept.size == len(kept.text)
    assert kept.used > "2025"


def test_a_new_database_is_like_one_that_was_brought_up_to_date(url: str) -> None:
    store = open_store(Settings(database=url))
    store.make_ready()
    store.make_ready()
    assert differences(store.engine) == []
    store.stop()


KILLED_AT = ["ALTER TABLE", "CREATE INDEX", "UPDATE history_entries", "UPDATE alembic_version", "DELETE FROM about"]


@pytest.mark.parametrize("statement", KILLED_AT)
def test_a_server_that_is_killed_on_the_way_starts_again(old: Engine, url: str, statement: str) -> None:
    command = [sys.executable, "-c", KILLED_AFTER, url, statement]
    done = subprocess.run(command, env=os.environ, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not inspect(old).has_table("alembic_version"), "everything happens in one transaction"
    with old.connect() as connection:
        assert connection.execute(select(tables.about.c.version)).scalar() == 1
    store = open_store(Settings(database=url))
    store.make_ready()
    assert differences(store.engine) == []
    with store.engine.connect() as connection:
        assert len(connection.execute(select(tables.history_entries)).all()) == 2 * first_version.MOVES
    store.stop()


@pytest.fixture
def sixth(old: Engine) -> Engine:
    """A database of version 6, whose entries are called events; one of them takes another back."""
    told = {"hidden": True, "bits": str(2**64 - 1), "late": True, "message": "a b", "ms": 2**40}
    entry = {"match": first_version.PLAYING, "player": 0, **told}
    with old.begin() as connection:
        config = Config()
        config.set_main_option("script_location", migrations.__path__[0])
        config.attributes["connection"] = connection
        command.stamp(config, migrations.FIRST)
        command.upgrade(config, "0006")
        connection.execute(text("UPDATE about SET version = 6"))
        first_version.insert(
            connection, "events", {**entry, "number": first_version.MOVES + 1, "undo": True, "action": -1}
        )
        first_version.insert(
            connection, "events", {**entry, "number": first_version.MOVES + 2, "undo": False, "action": 0}
        )
    return old


def rows_of(engine: Engine, table: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    with engine.connect() as connection:
        found = connection.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2")).mappings()
        return [dict(row) for row in found]


def test_entries_get_their_name_and_undo_one_form(sixth: Engine) -> None:
    others = ("matches", "seats", "replays", "remarks", "analyses")
    before, rest = rows_of(sixth, "events"), {name: rows_of(sixth, name) for name in others}
    assert len(before) == 2 * first_version.MOVES + 2
    with sixth.begin() as connection:
        make_tables(connection)
    expected = [{name: value for name, value in row.items() if name != "undo"} for row in before]
    assert rows_of(sixth, "history_entries") == expected
    assert {name: rows_of(sixth, name) for name in others} == rest
    assert differences(sixth) == []
    assert not inspect(sixth).has_table("events")
    with sixth.connect() as connection:
        moves, _ = histories.load_moves(connection, first_version.PLAYING)
    assert len(moves) == first_version.MOVES
    assert moves[-1] == Move(0, 0, 2**40, 2**64 - 1, True)


def test_the_table_of_entries_is_like_a_new_one(sixth: Engine) -> None:
    """Also in what the comparison of tables does not see: how SQLite stores it, how PostgreSQL calls its key."""
    with sixth.begin() as connection:
        make_tables(connection)
        if connection.dialect.name == "sqlite":
            query = "SELECT sql FROM sqlite_master WHERE name = 'history_entries'"
            assert connection.execute(text(query)).scalar_one().strip().endswith("WITHOUT ROWID")
        else:
            assert inspect(connection).get_pk_constraint("history_entries")["name"] == "history_entries_pkey"


def test_what_alembic_does_not_know_is_told(old: Engine) -> None:
    from garrison.errors import BadOption

    with old.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('9999')"))
    with pytest.raises(BadOption, match="can't be brought up to date"), old.begin() as connection:
        make_tables(connection)


WHAT_STRANGERS_ASK: list[Callable[[Connection], Any]] = [
    *(
        lambda connection, over=over, game=game, variant=variant: lists.public_matches(connection, game, variant, over)
        for over in (False, True)
        for game, variant in (("", ""), ("siege", ""), ("siege", "standard"))
    ),
    lambda connection: scores.all_tables(connection, "loop"),
    lambda connection: replay_rows.forget_replays(connection, "2020", 10),
    lambda connection: cleanup.unplayed(connection, "2020"),
    lambda connection: cleanup.orphans(connection),
]


def test_no_question_looks_at_every_match(url: str) -> None:
    """Lists, high scores and sweeps are answered from indexes, in whose order the answers come."""
    store = open_store(Settings(database=url))
    store.make_ready()
    asked: list[tuple[str, Any]] = []
    with store.engine.connect() as connection:
        explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
        if explain == "EXPLAIN":  # a table with no rows is quickest read as a whole
            connection.execute(text("SET enable_seqscan = off"))
            connection.execute(text("SET enable_bitmapscan = off"))
        event.listen(connection, "before_cursor_execute", lambda *given: asked.append((given[2], given[3])))
        for work in WHAT_STRANGERS_ASK:
            work(connection)
        for statement, given in [one for one in asked if "SELECT" in one[0]]:
            plan = "\n".join(str(row[-1]) for row in connection.exec_driver_sql(f"{explain} {statement}", given))
            assert not re.search(r"SCAN (matches|history_entries|seats|replays)(?! USING)|Seq Scan", plan), statement
            assert "LIMIT" not in statement or not re.search("Sort|TEMP B-TREE", plan), statement
    store.stop()
