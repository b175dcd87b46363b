"""What is compiled where a game has no skill of its own, for the search, or no numbers to observe."""

from __future__ import annotations

from garrison.core.engine.record import Array, Dice, Record, StateRecord
from garrison.core.engine.rule import rule


@rule
def value(p: Record, s: StateRecord, out: Array) -> None:
    """Who is ahead, from -1 to 1 for each player: here only who has won."""
    for player in range(out.shape[0]):
        out[player] = 0.0
        if s.winners != 0:
            out[player] = 2.0 * ((s.winners >> player) & 1) - 1.0


@rule
def policy(p: Record, s: StateRecord, player: int, mask: Array, dice: Dice, style: int) -> int:
    """A quick sensible action; -1 stands for any legal one."""
    return -1


@rule
def hide(p: Record, s: StateRecord, player: int) -> None:
    """Take out of the record what this player cannot know: here nothing."""


@rule
def cues(p: Record, s: StateRecord, player: int, out: Array) -> None:
    """What a network is told of a position besides what the player sees, each of the game's CUES: here nothing."""


@rule
def without_numbers(p: Record, s: StateRecord, player: int, numbers: Array) -> None:
    """The numbers of an observation, for a game whose planes say everything: there is nothing to write."""


DEFAULT_SKILL = {"value": value, "policy": policy, "hide": hide, "cues": cues}
