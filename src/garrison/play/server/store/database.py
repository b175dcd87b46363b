"""Opening databases: SQLite files and others, with tables that this version of Garrison understands."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from sqlalchemy import Connection, delete, insert, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from garrison.errors import BadOption, shown
from garrison.play.server.store import tables
from garrison.play.server.store.sqlite_file import check_version, to_oneself

logger = logging.getLogger("garrison")


def parsed(url: str) -> URL:
    """The address of a database; an error if it is not one."""
    try:
        return make_url(url)
    except ArgumentError:
        what = "This" if "@" in url else shown(url)  # before an @ there may be a password
        raise BadOption(f"{what} is not the address of a database. An example is sqlite:///matches.sqlite.") from None


def driver_missing(url: URL, error: Exception) -> BadOption:
    """The sentence about a database whose driver is not installed, without its password."""
    return BadOption(
        f"{url.render_as_string(hide_password=True)}: the driver for this database is not installed ({error}); "
        "for PostgreSQL: pip install 'garrison[postgresql]'."
    )


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory."""
    name = parsed(url).database
    return Path(name) if name and name != ":memory:" else None


def lock_file(path: Path) -> int:
    """Keep other servers away from a file for as long as this process lives."""
    lock = path.with_name(path.name + ".lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        to_oneself(lock)
    except OSError as error:
        raise BadOption(f"{lock}: the file can't be opened ({error.strerror}).") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise BadOption(
            f"Another Garrison server is already running on {path}, and SQLite serves only one process. "
            "Stop that one, or name another database with --database."
        ) from None
    return handle


def make_tables(connection: Connection) -> None:
    """Create the tables where there are none, bring older ones up to date, and refuse the rest (`check_version`)."""
    version = _version(connection)
    if version == tables.VERSION:
        return
    if version is not None:
        check_version(version)
    if version is None:
        tables.metadata.create_all(connection)
        _note_new(connection)
    else:
        from garrison.play.server.store import migrations  # Alembic is rarely needed, and takes time and 8 MB

        logger.info("Bringing the database up to date, from version %d to %d.", version, tables.VERSION)
        migrations.upgrade(connection)
    connection.execute(delete(tables.about))
    connection.execute(insert(tables.about), {"version": tables.VERSION})


def _note_new(connection: Connection) -> None:
    """Record, as Alembic does, that the tables have just been created in their current form."""
    tables.steps.create(connection, checkfirst=True)
    connection.execute(delete(tables.steps))
    connection.execute(insert(tables.steps), {"version_num": f"{tables.VERSION:04}"})


def _version(connection: Connection) -> int | None:
    """The version of the tables; None when there are none, or creating them was interrupted."""
    if not inspect(connection).has_table(tables.about.name):
        return None
    return connection.execute(select(tables.about.c.version)).scalar()


def unusable(url: str, error: SQLAlchemyError) -> BadOption:
    """The sentence about a database that can't be used, without its password."""
    address = make_url(url).render_as_string(hide_password=True)
    return BadOption(f"{address}: the database can't be used ({reason_of(error)}).")


def reason_of(error: Exception) -> str:
    """The first line of what a database says."""
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0] if text else type(error).__name__
