"""What was thought of replays, to and from the database."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from garrison.play.server.tables import analyses


def keep(connection: Connection, name: str, text: str) -> None:
    """Keep the analysis of a replay, in place of an older one."""
    connection.execute(delete(analyses).where(analyses.c.id == name))
    connection.execute(insert(analyses), {"id": name, "text": text})


def load(connection: Connection, name: str) -> str | None:
    """The analysis of a replay."""
    return connection.execute(select(analyses.c.text).where(analyses.c.id == name)).scalar()
