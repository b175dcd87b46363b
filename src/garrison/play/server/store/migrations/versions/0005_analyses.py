"""What a search thought of replays is kept, and matches count the hints that their players asked for."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """A table and a column. In existing matches nobody could ask for hints."""
    there = sa.inspect(op.get_bind())
    if not there.has_table("analyses"):
        op.create_table(
            "analyses",
            sa.Column("id", sa.String(64), primary_key=True),
            sa.Column("text", sa.Text, nullable=False),
        )
    if "hints" not in {column["name"] for column in there.get_columns("matches")}:
        op.add_column("matches", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
