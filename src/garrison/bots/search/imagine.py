"""The steps that all methods share: imagining a position, and playing on in it."""

from __future__ import annotations

from typing import Any

from garrison.core.engine import rng
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.memory import at, copy, header
from garrison.core.engine.rule import rule


@rule
def imagine(hide: Any, parameters: Any, states: Any, index: Any, source: Any, player: Any, seed: Any) -> None:
    """Copy a position as its player knows it: with dice of its own, and without what the others hide."""
    imagine_one(hide, parameters, states, index, source, 0, player, seed)


@rule
def imagine_one(
    hide: Any, parameters: Any, states: Any, index: Any, source: Any, place: Any, player: Any, seed: Any
) -> None:
    """The same for one of several positions."""
    copy(states, index, source, place)
    header(at(states, index)).rng = rng.seeded(seed)
    hide(parameters, at(states, index), player)


@rule
def play_by_policy(
    legal: Any, step: Any, policy: Any, parameters: Any, state: Any, mask: Any, dice: Any, index: Any, style: Any
) -> Any:
    """The lowest player who may act does what the policy says with dice number `index`; the action, or -1 for none."""
    waiting = header(state).waiting
    if waiting == 0:
        return -1
    player = first_waiting(waiting)
    tally = legal(parameters, state, player, at(mask, 0))
    if tally == 0:
        return -1
    action = policy(parameters, state, player, at(mask, 0), tally, at(dice, index), style)
    step(parameters, state, player, action)
    return action
