"""Matches record what their makers decided and what is left of everybody's time, entries record whether the clock
chose, and what people say to each other has a table of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Three columns and a table. In existing matches nothing was decided, stored or said."""
    _add("matches", sa.Column("terms", sa.Text, nullable=False, server_default=""))
    _add("matches", sa.Column("clocks", sa.Text, nullable=False, server_default=""))
    _add("events", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
    if not sa.inspect(op.get_bind()).has_table("remarks"):
        op.create_table(
            "remarks",
            sa.Column("match", sa.String(16), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            sa.Column("player", sa.Integer, nullable=False),
            sa.Column("message", sa.String(64), nullable=False),
            sa.Column("text", sa.Text, nullable=False),
            sa.Column("said", sa.String(32), nullable=False),
            sqlite_with_rowid=False,
        )


def _add(table: str, column: sa.Column) -> None:
    if column.name not in {there["name"] for there in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
