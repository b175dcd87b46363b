"""A game's entries: the functions through which everything else calls its rules.

Each template below is made into an entry once per game, with that game's globals (`RULE`, `STATE`, ...) in place of
this module's: no closure, because Numba's cache on disk cannot recognise a closure over a compiled function. Compiled,
an entry is a C function over addresses, so that generic code is compiled once for all games.

What every game must do is done here: a step is counted, its events are its own, and it ends the game at the limit; a
mask is cleared before a game marks what is legal, and its marks are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, cast

import numpy as np

from garrison.core.engine.events import begin_step, end_at_limit, forget_events
from garrison.core.engine.masks import BUTTON, clear_marks, count_marks, random_mark
from garrison.core.engine.memory import Address, array_at, record_at
from garrison.core.engine.record import DICE, HEADER

RULE = cast("Callable[..., int]", None)
STATE = PARAMETERS = HEADER
FIELDS = 0
ACTIONS = PLAYERS = (0,)
REACH = (0, 0, 0)


def new(parameters: Address, state: Address) -> None:
    s = record_at(state, STATE)
    RULE(record_at(parameters, PARAMETERS), s)
    forget_events(s)


def legal(parameters: Address, state: Address, player: int, mask: Address) -> int:
    p, s, marks = record_at(parameters, PARAMETERS), record_at(state, STATE), array_at(mask, ACTIONS, np.uint8)
    clear_marks(marks)
    RULE(p, s, player, marks)
    return count_marks(marks, 0, FIELDS) + BUTTON * count_marks(marks, FIELDS, ACTIONS[0])


def step(parameters: Address, state: Address, player: int, action: int) -> None:
    p, s = record_at(parameters, PARAMETERS), record_at(state, STATE)
    count = begin_step(s)
    RULE(p, s, player, action)
    s.steps = count  # whatever the rules wrote there
    end_at_limit(p, s)


def observe(
    parameters: Address, state: Address, player: int, planes: Address, count: int, rows: int, columns: int
) -> None:
    array = array_at(planes, (count, rows, columns), np.uint8)
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player, array)


def measure(parameters: Address, state: Address, player: int, numbers: Address, count: int) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player, array_at(numbers, count, np.int64))


def muster(parameters: Address, state: Address, player: int, entities: Address, most: int, parts: int) -> int:
    table = array_at(entities, (most, parts), np.int16)
    count = RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player, table)
    table[count:] = 0
    return count


def score(parameters: Address, state: Address, out: Address) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), array_at(out, PLAYERS, np.float64))


def reach(parameters: Address, state: Address, player: int, field: int, planes: Address) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player, field, array_at(planes, REACH, np.uint8))


def clash(parameters: Address, state: Address) -> int:
    return RULE(record_at(parameters, PARAMETERS), record_at(state, STATE))


def value(parameters: Address, state: Address, out: Address) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), array_at(out, PLAYERS, np.float64))


def policy(
    parameters: Address, state: Address, player: int, mask: Address, tally: int, dice: Address, style: int
) -> int:
    p, s, marks = record_at(parameters, PARAMETERS), record_at(state, STATE), array_at(mask, ACTIONS, np.uint8)
    action = RULE(p, s, player, marks, record_at(dice, DICE), style)
    return action if action >= 0 else random_mark(marks, tally, record_at(dice, DICE))


def hide(parameters: Address, state: Address, player: int) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player)


def cues(parameters: Address, state: Address, player: int, out: Address, count: int) -> None:
    RULE(record_at(parameters, PARAMETERS), record_at(state, STATE), player, array_at(out, count, np.float64))


SKILLS = ("value", "policy", "hide", "cues")  # what a game may give to be played well; none of it is needed to play
FORMS = (new, legal, step, observe, measure, muster, score, reach, clash, value, policy, hide, cues)
TEMPLATES = {template.__name__: template for template in FORMS}
OPTIONAL = ("reach", "muster")  # the entries that a game need not have
RETURNING = ("legal", "muster", "clash", "policy")  # the entries that return a number


def entry_of(name: str, function: Callable[..., Any], shapes: dict[str, Any]) -> Callable[..., Any]:
    """One entry of a game from its rule, in plain Python.

    `shapes` holds what an entry needs to know to turn addresses into records: the two record types, the number of
    actions and players and the shapes of the planes.
    """
    template = TEMPLATES[name]
    entry = FunctionType(template.__code__, {**globals(), **shapes, "RULE": function}, name)
    entry.__qualname__ = f"entry_{name}"
    return entry
