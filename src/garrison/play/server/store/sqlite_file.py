"""SQLite files are checked before anything touches them: a file that this version of Garrison can't use stays as it is,
byte for byte, and no other file appears next to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from garrison.errors import BadOption, shown
from garrison.play.server.store import tables

MAGIC = b"SQLite format 3\x00"


def check_file(path: Path) -> None:
    """Raise if the file can't be ours or its version can't be read; an empty file becomes a database."""
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
    """Let nobody else read the file, since it contains the seeds of running matches. The files that SQLite creates next
    to it get the permissions that it has at that moment."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise unusable_file(path, error.strerror) from error
    for one in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        to_oneself(one)


def connect_to(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there: where it has been taken away, no empty one appears in its place."""
    return sqlite3.connect(f"{_address(path)}?mode=rw", uri=True, check_same_thread=False)


def to_oneself(path: Path) -> None:
    """Remove other users' permissions on a file, if it is there and ours."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)


def _check_tables(path: Path) -> None:
    try:
        with closing(read_only(path)) as connection:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            is_ours = tables.about.name in names
            version = connection.execute("SELECT version FROM about").fetchone() if is_ours else None
    except sqlite3.Error as error:
        raise unusable_file(path, error) from error
    if names and not names & tables.metadata.tables.keys():
        raise unusable_file(path, "it belongs to another program")
    if version is not None:
        check_version(version[0])


def read_only(path: Path) -> sqlite3.Connection:
    """A connection that only reads. If a server was killed, its last moves are in a log next to the file, and SQLite
    has to read both; otherwise it treats the file as one that never changes, and creates no files next to it."""
    log = path.with_name(f"{path.name}-wal")
    alone = "" if log.exists() and log.stat().st_size else "&immutable=1"
    return sqlite3.connect(f"{_address(path)}?mode=ro{alone}", uri=True, timeout=0)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file this is, whatever its name; None when there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def look_at(path: Path) -> None:
    """Read a little of every table, from disk."""
    with closing(sqlite3.connect(f"{_address(path)}?mode=ro", uri=True)) as connection:
        for name in tables.metadata.tables:
            connection.execute(f"SELECT * FROM {name} LIMIT 1").fetchone()


def _address(path: Path) -> str:
    return f"file:{quote(str(path.absolute()))}"


def unusable_file(path: Path, reason: object) -> BadOption:
    """The sentence about a file that can't be used."""
    return BadOption(f"{path}: the database can't be used ({reason}). Name another file with --database.")


def check_version(version: object) -> None:
    """Refuse tables of a newer version or from before the first release, and what is no version at all."""
    if not isinstance(version, int) or version < 1:
        raise BadOption(
            f"The database is damaged: the version of its tables is {shown(version)}. "
            "Restore a backup, or use another database."
        )
    if version < tables.OLDEST:
        raise BadOption(
            f"The database has tables of version {version}, older than Garrison 0.1.0, which can't be brought up to "
            "date. Use another database."
        )
    if version > tables.VERSION:
        raise BadOption(
            f"The database has tables of version {version}, but this Garrison only knows those up to {tables.VERSION}. "
            "Use a newer Garrison, or another database."
        )
