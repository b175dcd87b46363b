"""Boneyard's options: the number of players, and the traps (B5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from garrison.core.seeds import draws
from garrison.errors import BadOption, shown
from garrison.games.boneyard import TRAP_BUTTONS
from garrison.games.boneyard.state import BASIC, EIGHT, MOST_PLAYERS, MOST_TRAPS, Trap

SETS: dict[str, Sequence[Trap]] = {"eight": EIGHT, "basic": BASIC, "all": tuple(Trap)}
WEEKLY = "weekly"
WEEKLY_KINDS = 6
NAMES = {trap.name.lower(): trap for trap in Trap}


def scenario(players: int = 2, traps: str | Sequence[str] = "basic") -> dict[str, Any]:
    """The parameters of a game: `players` and the list of traps, spelled out.

    >>> scenario(players=3, traps="wall,wall,bomb")
    {'players': 3, 'traps': [1, 1, 5]}
    """
    if isinstance(players, bool) or not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise BadOption(f"boneyard options: players must be a number from 1 to {MOST_PLAYERS}, not {shown(players)}.")
    return {"players": players, "traps": [int(trap) for trap in trap_set(traps)]}


def trap_set(traps: str | Sequence[str]) -> Sequence[Trap]:
    """B5: a set by its name, the set of a week, or a list of traps."""
    if not isinstance(traps, str):
        return named(traps)
    word, _, day = traps.partition(":")
    if word.strip() == WEEKLY:
        return weekly(_date(day.strip()))
    return SETS.get(traps.strip()) or named(traps.split(","))


def named(words: Sequence[str]) -> list[Trap]:
    """B5: a list by hand, 1 to 14 traps, each as often as you like."""
    try:
        names = [str(word).strip().lower() for word in words]
    except TypeError:
        raise BadOption(f"boneyard options: traps must be a text or a list of names, not {shown(words)}.") from None
    for name in names:
        if name not in NAMES:
            choices = ", ".join([*SETS, WEEKLY, f"{WEEKLY}:YEAR-MONTH-DAY", *NAMES])
            raise BadOption(f"boneyard options: there is no trap called {shown(name)}; there are: {choices}.")
    if not 1 <= len(names) <= MOST_TRAPS:
        raise BadOption(f"boneyard options: a game has 1 to {MOST_TRAPS} traps, not {len(names)}.")
    return [NAMES[name] for name in names]


def weekly(day: date) -> list[Trap]:
    """B5: six different kinds, the same for everybody in that ISO week.

    >>> weekly(date(2026, 11, 15)) == weekly(date(2026, 11, 9))
    True
    """
    year, week, _ = day.isocalendar()
    left = list(Trap)
    numbers = draws(year * 100 + week, range(len(left), len(left) - WEEKLY_KINDS, -1))
    return sorted(left.pop(number) for number in numbers)


def meanings_today() -> dict[str, dict[str, str]]:
    """B5: which traps the set of this week has; today's meaning of that value."""
    traps = [TRAP_BUTTONS[trap - 1].label.lower() for trap in weekly(date.today())]
    return {"traps": {WEEKLY: f"This week: {', '.join(traps[:-1])} and {traps[-1]}, the same for everybody."}}


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text) if text else date.today()
    except ValueError:
        raise BadOption(f"boneyard options: {shown(text)} is not a date; write it like 2026-11-15.") from None
