"""The tables of the first version, which already exist."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing to do."""
