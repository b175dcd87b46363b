"""Entries record whether they were hidden from others for a while, and which secret bits went into the generator;
matches record whether their seed was chosen, and what people have agreed on."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Four columns. In existing matches nothing was hidden, no bits were used, and nothing was agreed on."""
    _add("events", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    _add("events", sa.Column("bits", sa.String(20)))
    _add("matches", sa.Column("seed_chosen", sa.Boolean, nullable=False, server_default=sa.false()))
    _add("matches", sa.Column("agreements", sa.Text, nullable=False, server_default=""))


def _add(table: str, column: sa.Column) -> None:
    if column.name not in {there["name"] for there in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
