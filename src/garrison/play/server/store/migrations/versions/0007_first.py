"""The tables of Garrison 0.1.0, which already exist: steps 1 to 6 came before any release."""

revision = "0007"
down_revision = None


def upgrade() -> None:
    """Nothing to do."""
