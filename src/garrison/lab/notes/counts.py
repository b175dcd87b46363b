"""Playing games again in machine code, and counting what happens in them, in one pass over their moves.

The kernel takes a single record with the addresses of a game's entries and of all arrays, as the search's network does.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from garrison.core.engine import memory
from garrison.core.engine.calls import ask, entry_address, tell
from garrison.core.engine.kernel import kernel
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import array_at, copy_bytes, digest, header, record_at, row
from garrison.core.engine.record import record
from garrison.core.engine.rng import stirred
from garrison.core.engine.rule import rule
from garrison.core.engine.store import Origin
from garrison.core.game import Game
from garrison.core.libraries import need
from garrison.lab.notes.tool_codes import tool_of

Array = np.ndarray[Any, Any]
ORIGIN = Origin("notes", Path(__file__).parent, parts=(), modules=("garrison.lab.notes.counts",))
SPREAD, SELDOM = 0x9E3779B1, 3  # of all decisions, spread irregularly, one of four is looked at closely
DECISIONS, CHOICES, LEGAL, POINTS, HIDDEN = range(5)  # what is counted,
THIRDS, COUNTED = 5, 11  # and the decisions and what is legal in each third of a game
MASK = (1 << 62) - 1

ENTRIES = ("legal", "step", "value", "observe", "hide", "parameters")
# `records` are the bytes of the states, `moves` those of all games, each a player and an action, `bits` what was
# stirred into the generator before each (0: nothing), and `ends` where those of each game end. There is room for
# equally many values of each game, and for all players' tools. `sight` is what the first player sees of a board and
# `begin` what it was at first; `boards` have a number for each board at the beginning of a turn, 0 in the middle of
# one; `coverage` marks the fields of each game that ever look different. `scratch` has a position as a player knows it.
ARRAYS = (
    "states",
    "records",
    "mask",
    "worths",
    "moves",
    "bits",
    "ends",
    "counts",
    "values",
    "offers",
    "uses",
    "sight",
    "begin",
    "boards",
    "coverage",
    "scratch",
)
TOOLS = ("actions", "families", "kinds", "when")  # a ToolCodes
SIZES = (
    "games",
    "players",
    "seats",
    "all_moves",
    "all_actions",
    "all_families",
    "all_kinds",
    "tools",
    "most",
    "record_size",
    "own",
    "planes",
    "rows",
    "columns",
)
ARGUMENTS = record([(name, np.int64) for name in (*ENTRIES, *ARRAYS, *TOOLS, *SIZES)])


class NoteArguments:
    """What the kernel takes, by name; whoever makes it keeps the arrays."""

    def __init__(self, game: Game, arrays: Mapping[str, Array], sizes: Mapping[str, int]) -> None:
        self._records = np.zeros(1, dtype=ARGUMENTS)
        own: Any = self._records[0] if COMPILED else SimpleNamespace()
        self.reference = memory.whole(self._records) if COMPILED else own
        own.parameters, own.value = game.reference, entry_address(game.skill.value)
        own.legal, own.step = entry_address(game.table.legal), entry_address(game.table.step)
        own.observe, own.hide = entry_address(game.table.observe), entry_address(game.skill.hide)
        for name, array in arrays.items():
            setattr(own, name, memory.whole(array))
        for name, size in sizes.items():
            setattr(own, name, size)


@rule
def tool_in(a: Any, game: Any, action: Any) -> Any:
    """The tool that an action of a game would use now, or NONE."""
    actions, families = (
        array_at(a.actions, (a.all_actions, 4), np.int64),
        array_at(a.families, (a.all_families, 6), np.int64),
    )
    kinds, when = array_at(a.kinds, (a.all_families, a.all_kinds), np.int64), array_at(a.when, 4, np.int64)
    return tool_of(
        actions, families, kinds, when, array_at(a.records, (a.games, a.record_size), np.uint8), game, action
    )


@rule
def look(a: Any, game: Any, player: Any, third: Any) -> None:
    """Count what a player may do, and mark the tools that are among it."""
    marks, counts = array_at(a.mask, a.all_actions, np.uint8), array_at(a.counts, (a.games, COUNTED), np.int64)
    offers = array_at(a.offers, (a.games * a.players, a.tools), np.uint8)
    legal = 0
    for action in range(a.all_actions):
        if marks[action] == 1:
            legal += 1
            tool = tool_in(a, game, action)
            if tool >= 0:
                offers[game * a.players + player, tool] = 1
    counts[game, DECISIONS] += 1
    counts[game, LEGAL] += legal
    counts[game, THIRDS + 2 * third] += 1
    counts[game, THIRDS + 2 * third + 1] += legal
    if legal > 1:
        counts[game, CHOICES] += 1


@rule
def is_looked_at(number: Any) -> Any:
    """Whether this decision of a game is one of those that are looked at closely."""
    return ((number * SPREAD) >> 8) & SELDOM == 0


@rule
def every_second(values: Any, first: Any, count: Any) -> Any:
    """Keep every second one of these rows: how many remain."""
    for place in range(1, count, 2):
        for column in range(values.shape[1]):
            values[first + place // 2, column] = values[first + place, column]
    return count // 2


@rule
def note_worths(a: Any, game: Any) -> Any:
    """Note what a position is worth to everybody; 2 if there was no more room, so that only every second is kept."""
    worths, counts = array_at(a.worths, a.seats, np.float64), array_at(a.counts, (a.games, COUNTED), np.int64)
    values = array_at(a.values, (a.games * a.most, a.players), np.float64)
    for player in range(a.players):
        values[game * a.most + counts[game, POINTS], player] = worths[player]
    counts[game, POINTS] += 1
    if counts[game, POINTS] < a.most:
        return 1
    counts[game, POINTS] = every_second(values, game * a.most, a.most)
    return 2


@rule
def note_use(a: Any, game: Any, player: Any, action: Any) -> None:
    """Note the tool that an action uses."""
    tool = tool_in(a, game, action)
    if tool >= 0:
        array_at(a.uses, (a.games * a.players, a.tools), np.int64)[game * a.players + player, tool] += 1
        array_at(a.offers, (a.games * a.players, a.tools), np.uint8)[game * a.players + player, tool] = 1


@rule
def note_secrets(a: Any, game: Any, state: Any, player: Any) -> None:
    """Note whether there is something that a player does not know."""
    view = row(a.scratch, 0, a.record_size)
    copy_bytes(view, state, a.record_size)
    tell(a.hide, (a.parameters, view, player))
    if digest(view, a.own, a.record_size) != digest(state, a.own, a.record_size):
        array_at(a.counts, (a.games, COUNTED), np.int64)[game, HIDDEN] += 1


@rule
def note_board(a: Any, game: Any, state: Any, number: Any, is_first: Any) -> None:
    """Note the board as the first player sees it, and where it is not what it was at first."""
    tell(a.observe, (a.parameters, state, 0, a.sight, a.planes, a.rows, a.columns))
    shape = (a.planes, a.rows, a.columns)
    sight, begin = array_at(a.sight, shape, np.uint8), array_at(a.begin, shape, np.uint8)
    coverage, mark = array_at(a.coverage, (a.games, a.rows, a.columns), np.uint8), 0
    for plane in range(a.planes):
        for line in range(a.rows):
            for column in range(a.columns):
                value = int(sight[plane, line, column])
                mark = (mark * 1_000_003 + value) & MASK
                if is_first:
                    begin[plane, line, column] = value
                elif value != begin[plane, line, column]:
                    coverage[game, line, column] = 1
    array_at(a.boards, a.all_moves, np.int64)[number] = mark + 1


@kernel("ref", ORIGIN)
def take_notes(arguments: Any) -> None:
    """Play games again and note what happens."""
    a = record_at(arguments, ARGUMENTS)
    moves, ends = array_at(a.moves, (a.all_moves, 2), np.int64), array_at(a.ends, a.games, np.int64)
    bits, number = array_at(a.bits, a.all_moves, np.uint64), 0
    for game in range(a.games):
        state, first = row(a.states, game, a.record_size), number
        s, last_turn, every, length, board_turn = header(state), header(state).turn, 1, ends[game] - number, -1
        while number < ends[game]:
            player, action = moves[number, 0], moves[number, 1]
            note_use(a, game, player, action)
            if is_looked_at(number - first):
                ask(a.legal, (a.parameters, state, player, a.mask))
                look(a, game, player, 3 * (number - first) // length)
                note_secrets(a, game, state, player)
            if s.turn != board_turn:
                note_board(a, game, state, number, number == first)
                board_turn = s.turn
            if s.turn >= last_turn + every:
                last_turn = s.turn
                tell(a.value, (a.parameters, state, a.worths))
                every *= note_worths(a, game)
            if bits[number] != 0:
                s.rng = stirred(s.rng, bits[number])
            tell(a.step, (a.parameters, state, player, action))
            number += 1


@cache
def have_kernel() -> None:
    """See to it that there is machine code of it."""
    need(ORIGIN)
