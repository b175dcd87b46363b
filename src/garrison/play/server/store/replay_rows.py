"""Replays that people opened, and what was thought of replays, to and from the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, insert, select, update

from garrison.play.server.store.queries import now
from garrison.play.server.store.tables import analyses, replays


def keep_replay(connection: Connection, name: str, text: str, most: int) -> None:
    """Keep a replay that somebody opened; beyond `most` bytes in all, the least recently used go."""
    if use_replay(connection, name):
        return
    total = connection.execute(select(func.sum(replays.c.size))).scalar() or 0
    while most and total + len(text) > most:
        oldest = connection.execute(select(replays.c.id, replays.c.size).order_by(replays.c.used).limit(1)).first()
        if oldest is None:
            break
        remove(connection, [oldest.id])
        total -= oldest.size
    connection.execute(insert(replays), {"id": name, "text": text, "size": len(text), "used": now()})


def use_replay(connection: Connection, name: str) -> bool:
    """Note that a replay is being looked at; whether there is one of that name."""
    return connection.execute(update(replays).where(replays.c.id == name).values(used=now())).rowcount > 0


def load_replay(connection: Connection, name: str) -> str | None:
    """A replay that somebody opened."""
    return connection.execute(select(replays.c.text).where(replays.c.id == name)).scalar()


def forget_replays(connection: Connection, before: str, most: int) -> int:
    """Remove replays that nobody has looked at since a time, the oldest first and not more than `most`; how many."""
    old = select(replays.c.id).where(replays.c.used < before).order_by(replays.c.used).limit(most)
    return remove(connection, list(connection.execute(old).scalars()))


def remove(connection: Connection, names: Sequence[str]) -> int:
    """Remove replays, and what was thought of them; how many there were."""
    connection.execute(delete(analyses).where(analyses.c.id.in_(names)))
    return connection.execute(delete(replays).where(replays.c.id.in_(names))).rowcount


def keep_analysis(connection: Connection, name: str, text: str) -> None:
    """Keep the analysis of a replay, in place of an older one; of a file, only if that is still there."""
    connection.execute(delete(analyses).where(analyses.c.id == name))
    if not name.startswith("f-") or use_replay(connection, name):
        connection.execute(insert(analyses), {"id": name, "text": text})


def load_analysis(connection: Connection, name: str) -> str | None:
    """The analysis of a replay."""
    return connection.execute(select(analyses.c.text).where(analyses.c.id == name)).scalar()
