"""Databases of earlier versions become those of today, step by step; Alembic keeps count of the steps.

A step may be killed in the middle and is begun again at the next start, so each looks first what is there already.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect

FIRST = "0001"  # the tables as they were before there were any migrations


def note_new(connection: Connection) -> None:
    """The tables have just been made as they are today."""
    command.stamp(_config(connection), "head")


def upgrade(connection: Connection) -> None:
    """Bring tables of an earlier version up to date."""
    config = _config(connection)
    if not inspect(connection).has_table("alembic_version"):
        command.stamp(config, FIRST)
    command.upgrade(config, "head")


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
