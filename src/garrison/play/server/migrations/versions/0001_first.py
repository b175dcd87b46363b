"""The tables of the first version, which are there already."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing is to be done."""
