"""SQLite files are looked at before anything touches them: one that this Garrison can't use stays as it is, to the
byte, and nothing is laid beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from garrison.core.errors import BadOption
from garrison.play.server import tables

MAGIC = b"SQLite format 3\x00"


def check_file(path: Path) -> None:
    """A sentence if a file is there that can't be ours, or is of a newer version; an empty one becomes a database."""
    try:
        if not path.exists() or not path.stat().st_size:
            return
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except OSError as error:
        raise unusable_file(path, error.strerror) from error
    if head != MAGIC:
        raise unusable_file(path, "the file is not a database")
    _check_tables(path)


def keep_private(path: Path) -> None:
    """Let nobody else read the file: the seeds of running matches are in it. What SQLite lays beside it is as private
    as the file is when it is laid there."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise unusable_file(path, error.strerror) from error
    for one in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        to_oneself(one)


def to_oneself(path: Path) -> None:
    """Take from others what they may do with a file, if it is there and ours."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _check_tables(path: Path) -> None:
    try:
        with closing(_untouched(path)) as connection:
            found = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            known = tables.about.name in found
            version = connection.execute("SELECT version FROM about").fetchone() if known else None
    except sqlite3.Error as error:
        raise unusable_file(path, error) from error
    if found and not found & tables.metadata.tables.keys():
        raise unusable_file(path, "it is another program's")
    if version is not None:
        check_version(version[0])


def _untouched(path: Path) -> sqlite3.Connection:
    """A connection that only reads. Where a server was killed, its last moves are in a log beside the file, and SQLite
    has to read both; otherwise it takes the file for one that never changes, and lays nothing beside it."""
    log = path.with_name(f"{path.name}-wal")
    alone = "" if log.exists() and log.stat().st_size else "&immutable=1"
    return sqlite3.connect(f"{_address(path)}?mode=ro{alone}", uri=True, timeout=0)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file this is, however it is called; None when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def look_at(path: Path) -> None:
    """Read a little of every table, from the disk."""
    with closing(sqlite3.connect(f"{_address(path)}?mode=ro", uri=True)) as connection:
        for name in tables.metadata.tables:
            connection.execute(f"SELECT * FROM {name} LIMIT 1").fetchone()


def _address(path: Path) -> str:
    return f"file:{quote(str(path.absolute()))}"


def unusable_file(path: Path, reason: object) -> BadOption:
    """The sentence about a file that can't be used."""
    return BadOption(f"{path}: the database can't be used ({reason}). Name another file with --database.")


def check_version(version: int) -> None:
    """Refuse tables of a newer version."""
    if version > tables.VERSION:
        raise BadOption(
            f"The database has tables of version {version}, and this Garrison knows those up to {tables.VERSION}: "
            "use a newer Garrison, or another database."
        )
