"""What a player's own board loses in this round as its traps lie."""

from __future__ import annotations

from typing import Any

from garrison.games.boneyard.show.foresight import Foresight
from garrison.games.boneyard.state import NOTHING, Phase, Press

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def outlook(p: Any, s: Any, who: int) -> str:
    """The layers and houses that go, or "nothing"; "" where the round is over for this board, or asks.

    The rules play it out on a copy: without a trap or with the one that this player has just chosen, and with the hero
    where it stands. Nothing in it depends on what others choose.
    """
    if s.over or s.asks[who] or s.phase not in (Phase.HERO, Phase.TRAPS):
        return ""
    choice = int(s.choices[who]) if s.phase == Phase.TRAPS else NOTHING
    ahead = Foresight(p, s, who, int(Press.PASS) if choice == NOTHING else choice)
    if ahead.has_riders:
        return "your dragon decides"
    losses = {"layer": s.layers[who] - ahead.s.layers[who], "house": s.houses[who] - ahead.s.houses[who]}
    words = [_counted(int(number), name) for name, number in losses.items() if number > 0]
    return " and ".join(words) or "nothing"


def _counted(number: int, name: str) -> str:
    """
    >>> _counted(1, "house"), _counted(12, "layer")
    ('one house', '12 layers')
    """
    return f"{NUMBERS.get(number, number)} {name}{'s' if number > 1 else ''}"
