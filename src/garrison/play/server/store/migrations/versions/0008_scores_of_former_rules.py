"""What `standard` is has changed: scores of what it was stay in tables of their own, named after their rules."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """As for rules that people changed: the variant, and the start of the rules' hash."""
    op.execute("UPDATE matches SET table_name = 'standard+' || substr(rules_hash, 1, 8) WHERE table_name = 'standard'")
