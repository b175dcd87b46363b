"""What is noted of a game besides its end: who was ahead, how much there was to decide, what was offered and used.

It is taken from a game's moves when it is over, in one pass of machine code, so that it costs little beside the bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from garrison.bots.search.scratch import Horizon
from garrison.bots.whole_move import worth
from garrison.core.engine import memory
from garrison.core.engine.kernels import new_many
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.lab.notes.counts import (
    CHOICES,
    COUNTED,
    DECISIONS,
    HIDDEN,
    LEGAL,
    POINTS,
    THIRDS,
    NoteArguments,
    have_kernel,
    take_notes,
)
from garrison.lab.notes.tool_codes import tool_codes
from garrison.lab.notes.toolbox import CACHED_GAMES

Array = np.ndarray[Any, Any]
MOST_POINTS = 128  # of a game at which it is noted who is ahead; a longer game is noted every second turn, and so on
SIMULATIONS = 16  # that tell who is ahead, where the game itself does not
TO_THE_END = Horizon(turns=10_000)  # of each of them
FEW_POINTS = 16  # of a game at which that is done


@dataclass(frozen=True, slots=True)
class Course:
    """What was noted of the board and of the players' choices in the course of a game."""

    thirds: tuple[tuple[float, float], ...] = ()  # decisions that were looked at in each, and their legal actions
    secrets: int = 0  # of the decisions, with something that whoever made them did not know
    boards: int = 0  # turns
    repeats: int = 0  # of these, which began with a board that there had been before
    coverage: float = 0.0  # the share of the fields that ever looked different from the beginning


NO_COURSE = Course()


class Notes(NamedTuple):
    """What was noted of a game."""

    decisions: int  # that were looked at
    choices: int  # of these, with more than one legal action
    legal: int  # legal actions of these together
    values: Array  # points x players: how far ahead each is, from -1 to 1
    offers: Array  # players x tools: whether each was seen to be usable
    uses: Array  # players x tools
    course: Course = NO_COURSE


class NoteColumns(NamedTuple):
    """What was noted of several games."""

    counts: Array  # games x DECISIONS, CHOICES, LEGAL, POINTS, HIDDEN and the thirds
    values: Array  # the points of all games, one after the other
    offers: Array  # games x players x tools
    uses: Array  # games x players x tools
    boards: Array  # games x how many there were, and how many had been there before
    coverage: Array  # the share of each game's fields

    def single(self) -> list[Notes]:
        """The same game by game."""
        parts = np.split(self.values, np.cumsum(self.counts[:-1, POINTS]))
        columns = self.counts.tolist(), parts, self.offers, self.uses, self.courses()
        return [
            Notes(counts[DECISIONS], counts[CHOICES], counts[LEGAL], values, offers, uses, course)
            for counts, values, offers, uses, course in zip(*columns, strict=True)
        ]

    def courses(self) -> list[Course]:
        """What became of the boards and the choices of each game."""
        columns = self.counts.tolist(), self.boards.tolist(), self.coverage.tolist()
        return [
            Course(thirds_in(counts), counts[HIDDEN], boards, repeats, coverage)
            for counts, (boards, repeats), coverage in zip(*columns, strict=True)
        ]


def thirds_in(counts: Sequence[int]) -> tuple[tuple[float, float], ...]:
    """How many decisions of each third of a game were looked at, and their legal actions.

    >>> thirds_in([0] * THIRDS + [1, 9, 2, 8, 3, 7])
    ((1, 9), (2, 8), (3, 7))
    """
    return tuple((counts[place], counts[place + 1]) for place in range(THIRDS, COUNTED, 2))


def repeats_in(boards: Array, ends: Array) -> Array:
    """How many boards there were in each game, and how many of them had been there before.

    >>> repeats_in(np.array([5, 0, 6, 5, 5]), np.array([4, 5])).tolist()
    [[3, 1], [1, 0]]
    """
    games = [own[own > 0] for own in np.split(boards, ends[:-1])]
    return np.array([(len(own), len(own) - len(np.unique(own))) for own in games], dtype=np.int64).reshape(-1, 2)


def notes_of(game: Game, seeds: Sequence[int], moves: Sequence[Array], bits: Array | None = None) -> NoteColumns:
    """What is to be noted of games that began with these seeds and had these moves, with what was stirred in before
    each of them, if anything was."""
    have_kernel()
    arrays, shape = _arrays(game, seeds, moves, bits), (len(seeds), game.players, len(game.facts.tools))
    arguments = NoteArguments(game, arrays, _sizes(game, arrays))
    take_notes(arguments.reference)
    counts, offers, uses = arrays["counts"], arrays["offers"].reshape(shape), arrays["uses"].reshape(shape)
    if has_value(game):
        is_noted = np.arange(MOST_POINTS + 1) < counts[:, POINTS, None]
        values = arrays["values"].reshape(len(seeds), -1, game.players)[is_noted]
    else:
        parts = np.split(arrays["bits"], arrays["ends"][:-1])
        lines = [worths_along(game, *own) for own in zip(seeds, moves, parts, strict=True)]
        counts[:, POINTS] = [len(line) for line in lines]
        values = np.concatenate(lines)
    boards = repeats_in(arrays["boards"], arrays["ends"])
    coverage = arrays["coverage"].mean(axis=(1, 2))
    return NoteColumns(counts, values.astype(np.float32), offers > 0, uses.astype(np.int32), boards, coverage)


def _arrays(game: Game, seeds: Sequence[int], moves: Sequence[Array], bits: Array | None) -> dict[str, Array]:
    """All that the kernel reads and writes: games at their beginnings, their moves, and room for what is noted."""
    count, facts = len(seeds), game.facts
    states = memory.empty(game.state_dtype, count)
    new_many(game.handle.new, game.reference, memory.rows(states), np.array(seeds, dtype=np.uint64), 0, count)
    shape = count * game.players, len(facts.tools)
    return {
        "states": states,
        "records": states.view(np.uint8).reshape(count, -1),
        "mask": np.zeros(facts.actions, dtype=np.uint8),
        "worths": np.zeros(facts.players[1]),
        "moves": np.ascontiguousarray(moves[0] if count == 1 else np.concatenate(moves), dtype=np.int64),
        "bits": np.zeros(sum(map(len, moves)), dtype=np.uint64) if bits is None else bits,
        "ends": np.cumsum([len(own) for own in moves], dtype=np.int64),
        "counts": np.zeros((count, COUNTED), dtype=np.int64),
        "values": np.zeros((count * (MOST_POINTS + 1), game.players)),
        "offers": np.zeros(shape, dtype=np.uint8),
        "uses": np.zeros(shape, dtype=np.int64),
        "sight": np.zeros(game.planes_shape, dtype=np.uint8),
        "begin": np.zeros(game.planes_shape, dtype=np.uint8),
        "boards": np.zeros(sum(map(len, moves)), dtype=np.int64),
        "coverage": np.zeros((count, *game.board), dtype=np.uint8),
        "scratch": memory.empty(game.state_dtype),
        **tool_codes(game)._asdict(),
    }


def _sizes(game: Game, arrays: dict[str, Array]) -> dict[str, int]:
    families, kinds = arrays["kinds"].shape
    return {
        "games": len(arrays["states"]),
        "players": game.players,
        "seats": game.facts.players[1],
        "all_moves": len(arrays["moves"]),
        "all_actions": game.facts.actions,
        "all_families": families,
        "all_kinds": kinds,
        "tools": len(game.facts.tools),
        "most": MOST_POINTS + 1,
        "record_size": game.state_dtype.itemsize,
        "own": own_part(game),
        **dict(zip(("planes", "rows", "columns"), game.planes_shape, strict=True)),
    }


def own_part(game: Game) -> int:
    """Where a game's own numbers begin in a record, behind the header and the events."""
    kind, start = game.state_dtype.fields["events"][:2]
    return int(start + kind.itemsize)


@lru_cache(CACHED_GAMES)
def no_notes_of(game: Game) -> Notes:
    """Those of games of which only the end is noted: always the same ones, which are sent once."""
    shape = (game.players, len(game.facts.tools))
    nothing = np.zeros((0, game.players), dtype=np.float32)
    return Notes(0, 0, 0, nothing, np.zeros(shape, np.bool_), np.zeros(shape, np.int32))


@lru_cache(CACHED_GAMES)
def has_value(game: Game) -> bool:
    """Whether a game says itself who is ahead."""
    return game.package.has("skill") and hasattr(game.package.module("skill"), "value")


def worths_along(game: Game, seed: int, moves: Array, bits: Array) -> Array:
    """How far ahead each player is at a few points of a game, when simulations are played from there to the end."""
    position = game.new(seed)
    last_turn, every, values = int(position.state["turn"][0]), 1, list[tuple[float, ...]]()
    for (player, action), stirs in zip(moves.tolist(), bits.tolist(), strict=True):
        turn = int(position.state["turn"][0])
        if turn >= last_turn + every:
            last_turn = turn
            values.append(worths(position, len(values)))
            if len(values) > FEW_POINTS:
                values, every = values[1::2], 2 * every
        Move(player, action, bits=stirs).play(position)
    return np.array(values).reshape(-1, game.players)


def worths(position: Position, number: int) -> tuple[float, ...]:
    """How far ahead each player is when simulations are played to the end."""
    return tuple(worth(position, player, SIMULATIONS, number, TO_THE_END) for player in range(position.game.players))
