"""Uploaded replays record their size and when somebody last looked at them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

replays = sa.table("replays", sa.column("text"), sa.column("size"), sa.column("used"))


def upgrade() -> None:
    """Two columns and an index; existing replays count as last looked at when this step runs."""
    there = sa.inspect(op.get_bind())
    columns = {column["name"] for column in there.get_columns("replays")}
    if "size" not in columns:
        op.add_column("replays", sa.Column("size", sa.Integer, nullable=False, server_default="0"))
    if "used" not in columns:
        op.add_column("replays", sa.Column("used", sa.String(32), nullable=False, server_default=""))
    if "replays_by_use" not in {index["name"] for index in there.get_indexes("replays")}:
        op.create_index("replays_by_use", "replays", ["used"])
    moment = sa.func.coalesce(sa.func.nullif(replays.c.used, ""), _now())
    op.execute(replays.update().values(size=sa.func.length(replays.c.text), used=moment))


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="milliseconds")
