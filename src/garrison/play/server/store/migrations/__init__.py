"""Bring databases of earlier versions up to date, step by step; Alembic keeps track of the steps.

All steps run in one transaction that also records the new version: whenever the server is killed, the database has
either the old version or the new one. (A database other than SQLite and PostgreSQL may commit each change to a table at
once, so each step first checks what is already there.)

The oldest tables that can be brought up to date are those of Garrison 0.1.0, `tables.OLDEST`. If you change `tables.py`
for a version that has not been released, extend the latest step, unless that is the first. After a release, raise
`tables.VERSION` and add a step such as `versions/0008_what_changes.py`, with `revision = "0008"` and
`down_revision = "0007"`. A step describes its tables itself and imports nothing of ours, since `tables.py` will keep
changing. New columns need a `server_default` where the table may have rows. The tests build a database of 0.1.0, start
a server on it, and compare the resulting tables with `tables.metadata`, so a forgotten column fails.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from garrison.errors import BadOption

SCRIPTS = Path(__file__).parent  # where Alembic looks for the steps


def upgrade(connection: Connection) -> None:
    """Bring tables of an earlier version up to date."""
    try:
        command.upgrade(_config(connection), "head")
    except CommandError as error:
        raise BadOption(f"The database can't be brought up to date ({error}). Use another one.") from error


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
