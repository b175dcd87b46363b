"""The entries of histories are no longer called events, which are what happens in a game; and an undo is stored in one
way, as the action -1."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

entries = sa.table("history_entries", sa.column("undo", sa.Boolean), sa.column("action"))


def upgrade() -> None:
    """A table gets another name and loses a column; every entry stays."""
    if sa.inspect(op.get_bind()).has_table("events"):
        op.rename_table("events", "history_entries")
    if "undo" in {column["name"] for column in sa.inspect(op.get_bind()).get_columns("history_entries")}:
        op.execute(entries.update().where(entries.c.undo.is_(True), entries.c.action != -1).values(action=-1))
        _drop_undo()
    if op.get_context().dialect.name == "postgresql":
        op.execute("ALTER INDEX IF EXISTS events_pkey RENAME TO history_entries_pkey")


def _drop_undo() -> None:
    """SQLite drops columns only since version 3.35; Alembic copies the table there, which any version can do."""
    with op.batch_alter_table("history_entries", table_kwargs={"sqlite_with_rowid": False}) as table:
        table.drop_column("undo")
