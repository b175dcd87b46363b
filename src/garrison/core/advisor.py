"""Who gives advice on positions. The search is in a layer above this one, so `garrison` itself installs it here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from garrison.errors import GarrisonError

if TYPE_CHECKING:
    from garrison.core.position import Position

Adviser = Callable[["Position", int, float], list[Any]]  # of a position, a player and seconds
advisers: list[Adviser] = []


def install(adviser: Adviser) -> None:
    """Let `position.advise` ask this one from now on."""
    advisers[:] = [adviser]


def advise(position: Position, player: int, seconds: float) -> list[Any]:
    """What the installed adviser says about a position, the best first."""
    if not advisers:
        raise GarrisonError("No adviser is installed.")
    return advisers[0](position, player, seconds)
