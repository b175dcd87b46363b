"""Which of a game's tools an action uses, for machine code: the game's tools as arrays of numbers.

What `Toolbox` finds by name is found here by its place in the record's bytes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from garrison.core.engine.rule import rule
from garrison.core.game import Game
from garrison.lab.notes.toolbox import CACHED_GAMES, NONE, toolbox_of

Array = np.ndarray[Any, Any]
TOOL, FAMILY, PLACE, IS_CLICK = range(4)  # what is known of an action: its tool, or where in the record to look for it
START, SIZE, HAS_SIGN = range(3)  # where numbers lie in a record, and what they look like
SECOND = 3  # and those that they lead to
WHEN = 3  # which number it has to be
BITS, MOST_BYTES = 8, 8
NOWHERE = (-1, 0, 0)


class ToolCodes(NamedTuple):
    """The tools of a game as numbers."""

    actions: Array  # a row an action: TOOL, FAMILY, PLACE, IS_CLICK
    families: Array  # a row for all tools that are found in the same part of the record, or the same two
    kinds: Array  # a row a family: the tool of each kind
    when: Array  # which number of the record has to be WHEN for clicks to count


@rule
def number_at(records: Any, row: Any, start: Any, size: Any, has_sign: Any) -> Any:
    """The whole number in this many bytes of a record, one of the rows."""
    number = np.int64(0)
    for byte in range(size):
        number |= np.int64(records[row, start + byte]) << np.int64(BITS * byte)
    if has_sign == 1 and size < MOST_BYTES and number >> np.int64(BITS * size - 1) == 1:
        number -= np.int64(1) << np.int64(BITS * size)
    return number


@rule
def is_clickable(when: Any, records: Any, row: Any) -> Any:
    """Whether a click means one of the tools now."""
    return when[START] < 0 or number_at(records, row, when[START], when[SIZE], when[HAS_SIGN]) == when[WHEN]


@rule
def tool_of(actions: Any, families: Any, kinds: Any, when: Any, records: Any, row: Any, action: Any) -> Any:
    """The tool that an action uses, or NONE."""
    family, place = actions[action, FAMILY], actions[action, PLACE]
    if family < 0:
        return actions[action, TOOL]
    if actions[action, IS_CLICK] == 1 and not is_clickable(when, records, row):
        return NONE
    own = families[family]
    kind = number_at(records, row, own[START] + place * own[SIZE], own[SIZE], own[HAS_SIGN])
    if own[SECOND + START] >= 0:
        if kind < 1:
            return NONE
        start, size = own[SECOND + START], own[SECOND + SIZE]
        kind = number_at(records, row, start + (kind - 1) * size, size, own[SECOND + HAS_SIGN])
    return kinds[family, kind] if 0 <= kind < kinds.shape[1] else NONE


@lru_cache(CACHED_GAMES)
def tool_codes(game: Game) -> ToolCodes:
    """A game's tools as numbers."""
    box = toolbox_of(game)
    holds = sorted({tool.holds for tool in box.tools if tool.holds})
    kinds = np.full((max(len(holds), 1), 1 + max((tool.kind for tool in box.tools), default=0)), NONE, dtype=np.int64)
    for index, tool in enumerate(box.tools):
        if tool.holds:
            kinds[holds.index(tool.holds), tool.kind] = index
    actions = np.full((game.facts.actions, 4), NONE, dtype=np.int64)
    if box.click_tool is not None:
        for field in range(game.facts.fields):
            actions[field] = NONE, holds.index(box.click_tool.holds), field, 1
    for action, (slot, part) in box.slots.items():
        if (part,) in holds:
            actions[action] = NONE, holds.index((part,)), slot, 0
    for action, index in box.button_tools.items():
        actions[action] = index, NONE, 0, 0
    families = [[*_place(game, parts[0]), *(_place(game, parts[1]) if parts[1:] else NOWHERE)] for parts in holds]
    part, value = box.click_tool.when if box.click_tool is not None else ("", 0)
    when = np.array([*(_place(game, part) if part else NOWHERE), value], dtype=np.int64)
    return ToolCodes(actions, np.array(families or [[*NOWHERE, *NOWHERE]], dtype=np.int64), kinds, when)


def _place(game: Game, part: str) -> tuple[int, int, int]:
    """Where the numbers of a part of the record lie, and what they look like."""
    kind, start = game.state_dtype.fields[part][:2]
    return int(start), int(kind.base.itemsize), int(kind.base.kind == "i")
