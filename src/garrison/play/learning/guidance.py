"""Help with a challenge: the next action of its solution, and all of it."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from garrison.play.learning.challenge import Challenge

ON = "Look for the ring."
BACK = "From here it is hard to tell. Take back {}, then ask again."
LAST = "There is nothing more to do than you have done."


class Guidance(NamedTuple):
    """What is said, and the action that it is about; -1: none."""

    words: str
    action: int


def next_step(challenge: Challenge, actions: tuple[int, ...]) -> Guidance:
    """What the solution does next or, off its way, how far to go back."""
    way = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(actions, challenge.solution, strict=False))))
    off = len(actions) - way
    if off:
        return Guidance(BACK.format("a step" if off == 1 else f"{off} steps"), -1)
    return Guidance(ON, challenge.solution[way]) if way < len(challenge.solution) else Guidance(LAST, -1)
