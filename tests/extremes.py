"""Games whose rule parameters are at the ends of their ranges, one at a time and together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from garrison.core.game import Game, game_with
from garrison.core.parameters import Parameter, parameters_of
from garrison.errors import BadOption
from playing import game_of

LENGTH = "max_steps"  # at its low end a game is over before it can show anything


def ends(parameter: Parameter) -> tuple[Any, Any]:
    """A parameter at its low and at its high end; a list has all its numbers there."""
    if parameter.is_switch:
        return False, True
    if parameter.shape:
        return tuple(np.full(parameter.shape, end).tolist() for end in (parameter.low, parameter.high))  # type: ignore[return-value]
    return parameter.low, parameter.high


def one_at_a_time(name: str) -> Iterator[Game]:
    """A game for each end of each parameter, as far as its rules allow them."""
    usual = game_of(name)
    for parameter in parameters_of(usual.state_module):
        for end in ends(parameter):
            yield from _allowed(usual, {parameter.name: end})


def together(name: str, count: int, seed: int = 1) -> Iterator[Game]:
    """Games with some of their parameters at random ends, or anywhere in their ranges."""
    usual, dice = game_of(name), Random(seed)
    parameters = [parameter for parameter in parameters_of(usual.state_module) if parameter.name != LENGTH]
    for _ in range(count):
        chosen = dice.sample(parameters, dice.choice((2, 3, 5, len(parameters) // 2)))
        yield from _allowed(usual, {parameter.name: _somewhere(parameter, dice) for parameter in chosen})


def _somewhere(parameter: Parameter, dice: Random) -> Any:
    if parameter.is_switch or dice.random() < 0.6:
        return dice.choice(ends(parameter))
    if not parameter.shape:
        return dice.randint(parameter.low, parameter.high)
    return [dice.choice((parameter.low, parameter.high)) for _ in range(int(np.prod(parameter.shape)))]


def _allowed(usual: Game, changed: dict[str, Any]) -> Iterator[Game]:
    """The game with these parameters, unless they contradict each other."""
    try:
        yield game_with(usual.name, {**usual.parameters, **changed}, f"{usual.name} rules")
    except BadOption:
        return
