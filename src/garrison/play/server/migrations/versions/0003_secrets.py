"""Entries know whether they were hidden from others for a while, and which secret bits went into the generator."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Two columns. Of what is there already nothing was hidden, and no bits were used."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("events")}
    if "hidden" not in columns:
        op.add_column("events", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    if "bits" not in columns:
        op.add_column("events", sa.Column("bits", sa.String(20)))
