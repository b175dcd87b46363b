"""The numbers of an observation, for a game that has none: its planes say everything."""

from __future__ import annotations

from typing import Any

from garrison.core.engine.rule import rule


@rule
def without_numbers(p: Any, s: Any, player: Any, numbers: Any) -> None:
    """There is nothing to write."""
