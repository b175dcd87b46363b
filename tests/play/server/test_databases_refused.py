"""Databases that can't be used: a sentence, exit status 2, and nothing is touched."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from garrison.errors import BadOption
from garrison.play.server.http import serve
from garrison.play.server.store import store as stores
from garrison.play.server.store import tables
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.wire.settings import Settings
from starting import refusal


def garbage(file: Path) -> None:
    file.write_bytes(os.urandom(5000))


def nearly_a_database(file: Path) -> None:
    file.write_bytes(b"SQLite format 3\x00" + os.urandom(5000))


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE about (version INTEGER)")
        connection.execute(f"INSERT INTO about VALUES ({tables.VERSION + 1})")
        connection.commit()


def of_version(version: object) -> Callable[[Path], None]:
    def damaged(file: Path) -> None:
        newer(file)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("UPDATE about SET version = ?", (version,))
            connection.commit()

    return damaged


def newer_with_a_log(file: Path) -> None:
    """As `newer`, and left by a server that was killed: all of it is in the log beside the file."""
    own = file.with_name("own")
    with closing(sqlite3.connect(own)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE about (version INTEGER)")
        connection.execute(f"INSERT INTO about VALUES ({tables.VERSION + 1})")
        connection.commit()
        for ending in ("", "-wal", "-shm"):
            file.with_name(file.name + ending).write_bytes(own.with_name(own.name + ending).read_bytes())
    own.unlink()


def of_another_program(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")


def sums(folder: Path) -> dict[str, str]:
    """What lies in a folder, to the byte; the index of a log is made again by whoever reads it."""
    files = [file for file in folder.iterdir() if not file.name.endswith("-shm")]
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def without_locks(folder: Path) -> dict[str, str]:
    """The same, less what a program keeps there only while it runs."""
    return {name: told for name, told in sums(folder).items() if not name.endswith(".lock")}


def use(file: Path) -> None:
    """What a server does first with its database."""
    store = open_store(Settings(database=f"sqlite:///{file}"))
    try:
        store.make_ready()
    finally:
        store.stop()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (garbage, "can't be used (the file is not a database)"),
        (nearly_a_database, "can't be used (file is not a database)"),
        (newer, f"tables of version {tables.VERSION + 1}"),
        (newer_with_a_log, f"tables of version {tables.VERSION + 1}"),
        *((of_version(version), "The database is damaged") for version in ("two", -5, 0, 1.5, None)),
        *((of_version(version), "older than Garrison 0.1.0") for version in (1, tables.OLDEST - 1)),
        (of_another_program, "can't be used (it belongs to another program)"),
        (Path.mkdir, "can't be used (Is a directory)"),
    ],
)
def test_a_database_that_cannot_be_used_is_not_touched(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    file = tmp_path / "matches.sqlite"
    make(file)
    before = sums(tmp_path) if file.is_file() else {}
    with pytest.raises(BadOption, match=re.escape(words)):
        use(file)
    assert not before or without_locks(tmp_path) == before


def test_a_server_says_in_one_sentence_that_its_database_cannot_be_used(tmp_path: Path) -> None:
    newer(tmp_path / "matches.sqlite")
    before = sums(tmp_path)
    said = refusal(tmp_path, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'matches.sqlite'}")
    assert f"tables of version {tables.VERSION + 1}" in said
    assert sums(tmp_path) == before


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_database_that_somebody_writes_to_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr(stores, "WAIT", 50)
    file = tmp_path / "matches.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as somebody:
        somebody.execute(f"PRAGMA journal_mode={mode}")
        somebody.execute("CREATE TABLE about (version INTEGER)")
        somebody.execute("BEGIN IMMEDIATE")
        before = sums(tmp_path)
        with pytest.raises(BadOption, match="database is locked"):
            use(file)
        assert without_locks(tmp_path) == before


def test_a_server_that_is_refused_builds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would leave processes and threads behind, which end with the program in the middle of something."""
    monkeypatch.setattr(serve.preload, "build_missing", lambda: pytest.fail("it builds"))
    monkeypatch.setattr(serve.logs, "set_up", lambda log_json: None)
    monkeypatch.setattr(serve.sys, "setswitchinterval", lambda seconds: None)
    with pytest.raises(BadOption, match="not an address to listen on"):
        serve.serve(Settings(database="sqlite://"), "ä" * 100, 0, open_browser=False)
    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr(serve, "listen", lambda host, port: listening)
    with listening, pytest.raises(BadOption, match="database"):
        serve.serve(Settings(database="nonsense"), "127.0.0.1", 0, open_browser=False)
