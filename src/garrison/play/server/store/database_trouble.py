"""What is wrong with a database, in a sentence anybody may read: it does not reveal where the database is."""

from __future__ import annotations

import sqlite3
from typing import Any

from garrison.errors import GarrisonError

FULL = "The database's disk is full."
NEARLY_FULL = "The database's disk is nearly full: {:,} MB are left."
DAMAGED = "The database is damaged."
READ_ONLY = "The database is read-only."
LOST = "The database is gone, or can't be reached."
SLOW = "The database does not answer."
UNWRITABLE = "The database can't be written to."

OF_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: LOST,
}
OF_POSTGRESQL = {"53100": FULL, "XX001": DAMAGED, "XX002": DAMAGED, "25006": READ_ONLY}  # SQLSTATE


class DatabaseTrouble(GarrisonError):
    """The database can't be written to at the moment."""


def sentence_of(error: Any) -> str:
    """What a database's error means.

    >>> try:
    ...     sqlite3.connect("/nowhere/matches.sqlite")
    ... except sqlite3.Error as error:
    ...     sentence_of(error)
    "The database is gone, or can't be reached."
    """
    own = getattr(error, "orig", None) or error
    if isinstance(own, sqlite3.Error):
        return OF_SQLITE.get((getattr(own, "sqlite_errorcode", None) or 0) & 0xFF, UNWRITABLE)
    state = getattr(own, "sqlstate", None)
    return LOST if state is None else OF_POSTGRESQL.get(state, UNWRITABLE)
