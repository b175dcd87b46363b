"""Lists, high scores and sweeps have indexes of their own, and only the scores of one person alone count. What earlier
versions left behind is removed: entries without a match, and analyses without a replay."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

matches = sa.table("matches", sa.column("id"), sa.column("finished"), sa.column("score"))
for flag in ("private", "counted"):
    matches.append_column(sa.column(flag, sa.Boolean))
seats = sa.table("seats", sa.column("match"), sa.column("player"))
events = sa.table("events", sa.column("match"))
analyses = sa.table("analyses", sa.column("id"))
replays = sa.table("replays", sa.column("id"))

UNFINISHED = matches.c.finished.is_(None)
PLAYED = sa.and_(matches.c.private.is_(False), UNFINISHED)
OVER = sa.and_(matches.c.private.is_(False), matches.c.finished.is_not(None))
SCORED = sa.and_(matches.c.counted.is_(True), matches.c.finished.is_not(None))
INDEXES: dict[str, tuple[Any, list[Any]]] = {
    "matches_unfinished": (UNFINISHED, ["created", "id"]),
    "matches_played": (PLAYED, ["created"]),
    "matches_played_by_game": (PLAYED, ["game", "created"]),
    "matches_played_by_variant": (PLAYED, ["game", "table_name", "created"]),
    "matches_over": (OVER, ["finished"]),
    "matches_over_by_game": (OVER, ["game", "finished"]),
    "matches_over_by_variant": (OVER, ["game", "table_name", "finished"]),
    "high_scores": (SCORED, ["game", "table_name", sa.text("score DESC"), "finished"]),
}


def upgrade() -> None:
    """New indexes for old ones; a second seat makes a match one that does not count."""
    op.execute(events.delete().where(events.c.match.not_in(sa.select(matches.c.id))))
    of_file = analyses.c.id.startswith("f-")
    op.execute(analyses.delete().where(of_file, analyses.c.id.not_in(sa.select(replays.c.id))))
    several = sa.exists().where(seats.c.match == matches.c.id, seats.c.player == 1)
    op.execute(matches.update().where(several).values(counted=False))
    there = sa.inspect(op.get_bind())
    known = {index["name"]: index["column_names"] for index in there.get_indexes("matches")}
    for name in {"matches_by_game", "matches_by_score"} & known.keys():
        op.drop_index(name, "matches")
    for name, (holds, columns) in INDEXES.items():
        if name not in known:
            op.create_index(name, "matches", columns, sqlite_where=holds, postgresql_where=holds)
    used = {index["name"]: index["column_names"] for index in there.get_indexes("replays")}
    if used.get("replays_by_use") == ["used"]:
        op.drop_index("replays_by_use", "replays")
    if used.get("replays_by_use") != ["used", "size"]:
        op.create_index("replays_by_use", "replays", ["used", "size"])
