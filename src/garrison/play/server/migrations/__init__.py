"""Databases of earlier versions become those of today, step by step; Alembic keeps count of the steps.

All steps run in one transaction, together with the note of the new version: whenever the server is killed, the database
is of the old version or of the new one. (A database other than SQLite and PostgreSQL may commit each change of a table
at once; so each step looks first what is there already.)

Whoever changes `tables.py` for a version that has not been released extends the latest step. After a release: raise
`tables.VERSION` and add `versions/0003_what_changes.py`, with `revision = "0003"` and `down_revision = "0002"`. A step
describes its tables itself and imports nothing of ours, since `tables.py` will go on changing. New columns need a
`server_default` where the table may have rows. The tests build a database of the first version, start a server on it,
and compare what has become of its tables with `tables.metadata`: a column that was forgotten fails there.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect

from garrison.core.errors import BadOption

FIRST = "0001"  # the tables as they were before there were any migrations


def note_new(connection: Connection) -> None:
    """The tables have just been made as they are today."""
    command.stamp(_config(connection), "head")


def upgrade(connection: Connection) -> None:
    """Bring tables of an earlier version up to date."""
    config = _config(connection)
    try:
        if not inspect(connection).has_table("alembic_version"):
            command.stamp(config, FIRST)
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadOption(f"The database can't be brought up to date ({error}): use another one.") from error


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
