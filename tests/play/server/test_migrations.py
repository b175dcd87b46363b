"""Databases of the first release become those of today, also when the server is killed on the way."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import first_release
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from databases import cluster
from serving import Player, threaded
from sqlalchemy import Connection, Engine, create_engine, event, select, text

from garrison.errors import BadOption
from garrison.play import scores
from garrison.play.server.match import lists
from garrison.play.server.store import cleanup, migrations, replay_rows, tables
from garrison.play.server.store.database import make_tables
from garrison.play.server.store.store_kinds import open_engine, open_store
from garrison.play.server.wire.settings import Settings

KILLED_AFTER = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from garrison.play.server.wire.settings import Settings
from garrison.play.server.store import migrations, tables
from garrison.play.server.store.store_kinds import open_store

migrations.SCRIPTS, tables.VERSION = Path(sys.argv[3]), int(sys.argv[4])

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
    """A database of the first release."""
    engine = open_engine(url)
    with engine.begin() as connection:
        first_release.build(connection)
    yield engine
    engine.dispose()


def differences(engine: Engine) -> list[object]:
    """Where the tables are not those of `tables.py`."""
    with engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), tables.metadata))


def test_a_database_of_the_first_release_plays_on(old: Engine, url: str, tmp_path: Path) -> None:
    with threaded(tmp_path, database=url) as site:
        one = Player(site, first_release.PLAYING, tokens=[first_release.TOKEN])
        assert (one.number, one.scene["steps"]) == (first_release.MOVES, first_release.MOVES)
        assert one.act(one.legal()[0])["number"] > first_release.MOVES
        assert one.act(0, at=0, message_id="m3")["number"] == 3  # a message of then is answered as it was
        assert len(site.ask(f"/api/matches/{first_release.FINISHED}/replay")["actions"]) == first_release.MOVES
        assert site.ask(f"/api/replays/{first_release.REPLAY}")["length"] == first_release.MOVES
        assert site.ask("/api/scores")[0]["lines"][0]["score"] == 7
    assert differences(old) == []
    with old.connect() as connection:
        assert connection.execute(select(tables.about.c.version)).scalars().all() == [tables.VERSION]
        assert connection.execute(select(tables.remarks.c.text)).scalar_one() == "Hello"


def test_scores_of_what_was_standard_have_a_table_of_their_own(old: Engine, url: str) -> None:
    """Other rules have scores that can't be compared."""
    store = open_store(Settings(database=url))
    store.make_ready()
    row = rows_of(old, "matches")[0]
    name = f"standard+{row['rules_hash'][:8]}"
    assert {one["table_name"] for one in rows_of(old, "matches")} == {name}
    with old.connect() as connection:
        assert [table.variant for table in scores.all_tables(connection, "minefield")] == [name]
    store.stop()


@pytest.mark.parametrize("version", [1, first_release.VERSION - 1])
def test_an_older_database_is_refused_and_stays(old: Engine, version: int) -> None:
    with old.begin() as connection:
        connection.execute(text(f"UPDATE about SET version = {version}"))
    before = rows_of(old, "matches")
    sentence = rf"^The database has tables of version {version}, older than Garrison 0\.1\.0"
    with pytest.raises(BadOption, match=sentence), old.begin() as connection:
        make_tables(connection)
    with old.connect() as connection:
        assert connection.execute(select(tables.about.c.version)).scalar_one() == version
    assert rows_of(old, "matches") == before


def test_a_new_database_is_like_one_that_was_brought_up_to_date(url: str) -> None:
    store = open_store(Settings(database=url))
    store.make_ready()
    store.make_ready()
    assert differences(store.engine) == []
    assert rows_of(store.engine, "alembic_version") == [{"version_num": f"{tables.VERSION:04}"}]
    store.stop()


NEXT = tables.VERSION + 1
NEXT_STEP = f'''"""A step of a version to come."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT:04}"
down_revision = "{tables.VERSION:04}"


def upgrade() -> None:
    op.add_column("seats", sa.Column("color", sa.String(8), nullable=False, server_default=""))
    op.create_index("seats_by_color", "seats", ["color"])
    op.execute("UPDATE seats SET color = name")
'''
KILLED_AT = ["ALTER TABLE", "CREATE INDEX", "UPDATE seats", "UPDATE alembic_version", "DELETE FROM about"]


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """Our steps, and one more."""
    folder = Path(shutil.copytree(migrations.SCRIPTS, tmp_path / "scripts"))
    (folder / "versions" / f"{NEXT:04}_colors.py").write_text(NEXT_STEP, encoding="utf-8")
    return folder


@pytest.mark.parametrize("statement", KILLED_AT)
def test_a_server_that_is_killed_on_the_way_starts_again(
    old: Engine, url: str, statement: str, scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [sys.executable, "-c", KILLED_AFTER, url, statement, str(scripts), str(NEXT)]
    process = subprocess.run(words, env=os.environ, capture_output=True, text=True)
    assert process.returncode == -signal.SIGKILL, process.stderr
    with old.connect() as connection:
        assert connection.execute(select(tables.about.c.version)).scalar() == first_release.VERSION
    assert "color" not in rows_of(old, "seats")[0], "everything happens in one transaction"
    monkeypatch.setattr(migrations, "SCRIPTS", scripts)
    monkeypatch.setattr(tables, "VERSION", NEXT)
    store = open_store(Settings(database=url))
    store.make_ready()
    assert [row["color"] for row in rows_of(store.engine, "seats")] == ["Ada", "Ada"]
    assert rows_of(store.engine, "alembic_version") == [{"version_num": f"{NEXT:04}"}]
    assert len(rows_of(store.engine, "history_entries")) == 2 * first_release.MOVES
    store.stop()


def rows_of(engine: Engine, table: str) -> list[dict[str, Any]]:
    """The rows of a table."""
    with engine.connect() as connection:
        return [dict(row) for row in connection.execute(text(f"SELECT * FROM {table} ORDER BY 1")).mappings()]


def test_a_step_of_somebody_else_is_refused(old: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "VERSION", NEXT)
    with old.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
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
