"""What is compiled where a game has no skill of its own, for the search, or no numbers to observe."""

from __future__ import annotations

from typing import Any

from garrison.core.engine.rule import rule


@rule
def value(p: Any, s: Any, out: Any) -> None:
    """Who is ahead, from -1 to 1 for each player: here only who has won."""
    for player in range(out.shape[0]):
        out[player] = 0.0
        if s.winners != 0:
            out[player] = 2.0 * ((s.winners >> player) & 1) - 1.0


@rule
def policy(p: Any, s: Any, player: Any, mask: Any, dice: Any, style: Any) -> Any:
    """A quick sensible action; -1 stands for any legal one."""
    return -1


@rule
def hide(p: Any, s: Any, player: Any) -> None:
    """Take out of the record what this player cannot know: here nothing."""


@rule
def cues(p: Any, s: Any, player: Any, out: Any) -> None:
    """What a network is told of a position besides what the player sees, each of the game's CUES: here nothing."""


@rule
def without_numbers(p: Any, s: Any, player: Any, numbers: Any) -> None:
    """The numbers of an observation, for a game whose planes say everything: there is nothing to write."""


DEFAULT_SKILL = {"value": value, "policy": policy, "hide": hide, "cues": cues}
