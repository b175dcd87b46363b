"""What is noted of a game besides its end: who was ahead, how much there was to decide, what was offered and used.

It is taken from a game's moves when it is over, in one pass of machine code, so that it costs little beside the bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from garrison.bots.whole_move import worth
from garrison.core import preparation
from garrison.core.engine import memory
from garrison.core.engine.cache import Origin
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import new_many
from garrison.core.engine.memory import at, header, rows
from garrison.core.engine.rule import rule
from garrison.core.engine.warm import Kernels
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.lab.notes.tool_table import tool_of, tool_table
from garrison.lab.toolbox import KEPT_GAMES

Array = np.ndarray[Any, Any]
ORIGIN = Origin("notes", Path(__file__).parent, parts=(), module="garrison.lab.notes")
NOTES = Kernels(ORIGIN)
MOST_POINTS = 128  # of a game at which it is noted who is ahead; a longer game is noted every second turn, and so on
SIMULATIONS, TURNS = 16, 10_000  # of play to the end that tell who is ahead, where the game itself does not
FEW_POINTS = 16  # of a game at which that is done
SPREAD, SELDOM = 0x9E3779B1, 3  # of all decisions, spread irregularly, one of four is looked at closely
DECISIONS, CHOICES, LEGAL, POINTS = range(4)  # what is counted
TABLES = "counts counts counts wholes"  # what a ToolTable consists of, in the words of kernels


class Notes(NamedTuple):
    """What was noted of a game."""

    decisions: int  # that were looked at
    choices: int  # of these, with more than one legal action
    legal: int  # legal actions of these together
    values: Array  # points x players: how far ahead each is, from -1 to 1
    offers: Array  # players x tools: whether each was seen to be usable
    uses: Array  # players x tools


class NoteColumns(NamedTuple):
    """What was noted of several games."""

    counts: Array  # games x DECISIONS, CHOICES, LEGAL, POINTS
    values: Array  # the points of all games, one after the other
    offers: Array  # games x players x tools
    uses: Array  # games x players x tools

    def single(self) -> list[Notes]:
        """The same game by game."""
        parts = np.split(self.values, np.cumsum(self.counts[:-1, POINTS]))
        looks = self.counts.tolist()
        return [
            Notes(decisions, choices, legal, values, offers, uses)
            for (decisions, choices, legal, _), values, offers, uses in zip(
                looks, parts, self.offers, self.uses, strict=True
            )
        ]


@rule
def look(tools: Any, records: Any, game: Any, mask: Any, counts: Any, offers: Any, row: Any) -> None:
    """Count what a player may do, and mark the tools that are among it."""
    legal = 0
    for action in range(mask.shape[1]):
        if mask[0, action] == 1:
            legal += 1
            tool = tool_of(tools[0], tools[1], tools[2], tools[3], records, game, action)
            if tool >= 0:
                offers[row, tool] = 1
    counts[game, DECISIONS] += 1
    counts[game, LEGAL] += legal
    if legal > 1:
        counts[game, CHOICES] += 1


@rule
def is_looked_at(number: Any) -> Any:
    """Whether this decision of a game is one of those that are looked at closely."""
    return ((number * SPREAD) >> 8) & SELDOM == 0


@rule
def every_second(values: Any, first: Any, count: Any) -> Any:
    """Keep every second one of these rows: how many are left."""
    for row in range(1, count, 2):
        for column in range(values.shape[1]):
            values[first + row // 2, column] = values[first + row, column]
    return count // 2


@rule
def note_worths(out: Any, values: Any, counts: Any, game: Any, most: Any) -> Any:
    """Note what a position is worth to everybody; 2 if there was no more room, so that only every second is kept."""
    for player in range(values.shape[1]):
        values[game * most + counts[game, POINTS], player] = out[0, player]
    counts[game, POINTS] += 1
    if counts[game, POINTS] < most:
        return 1
    counts[game, POINTS] = every_second(values, game * most, most)
    return 2


@kernel(f"legal step value ref rows masks masks scores counts wholes {TABLES} counts scores masks counts", ORIGIN)
def take_notes(
    legal: Any,
    step: Any,
    value: Any,
    parameters: Any,
    states: Any,
    records: Any,
    mask: Any,
    out: Any,
    moves: Any,
    ends: Any,
    actions: Any,
    families: Any,
    kinds: Any,
    when: Any,
    counts: Any,
    values: Any,
    offers: Any,
    uses: Any,
) -> None:
    """Play games again and note what happens.

    `moves` are those of all games, each a player and an action, and `ends` where those of each game end; `records` are
    the bytes of the states. There is room for equally many values of each game, and for all players' tools.
    """
    most, players, number = len(values) // len(states), values.shape[1], 0
    tools = (actions, families, kinds, when)
    for game in range(len(states)):
        state, first = at(states, game), number
        s, noted, every = header(state), header(state).turn, 1
        while number < ends[game]:
            player, action = moves[number, 0], moves[number, 1]
            row = game * players + player
            used = tool_of(actions, families, kinds, when, records, game, action)
            if used >= 0:
                uses[row, used] += 1
                offers[row, used] = 1
            if is_looked_at(number - first):
                legal(parameters, state, player, at(mask, 0))
                look(tools, records, game, mask, counts, offers, row)
            if s.turn >= noted + every:
                noted = s.turn
                value(parameters, state, at(out, 0))
                every *= note_worths(out, values, counts, game, most)
            step(parameters, state, player, action)
            number += 1


def notes_of(game: Game, seeds: Sequence[int], moves: Sequence[Array]) -> NoteColumns:
    """What is to be noted of games that began with these seeds and had these moves."""
    have_kernel()
    states, facts, players, count = memory.empty(game.state_dtype, len(seeds)), game.facts, game.players, len(seeds)
    new_many(game.handle.new, game.reference, rows(states), np.array(seeds, dtype=np.uint64), 0, count)
    shape = count, players, len(facts.tools)
    counts, uses, offers = np.zeros((count, 4), dtype=np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.uint8)
    values = np.zeros((count * (MOST_POINTS + 1), players))
    take_notes(
        game.table.legal,
        game.table.step,
        game.skill.value,
        game.reference,
        rows(states),
        states.view(np.uint8).reshape(count, -1),
        np.zeros((1, facts.actions), dtype=np.uint8),
        np.zeros((1, facts.players[1])),
        moves[0] if count == 1 else np.concatenate(moves),
        np.cumsum([len(own) for own in moves]),
        *tool_table(game),
        counts,
        values,
        offers.reshape(count * players, -1) if facts.tools else np.zeros((count * players, 0), np.uint8),
        uses.reshape(count * players, -1) if facts.tools else np.zeros((count * players, 0), np.int64),
    )
    if not has_value(game):
        courses = [played_out(game, seed, own) for seed, own in zip(seeds, moves, strict=True)]
        counts[:, POINTS] = [len(course) for course in courses]
        return NoteColumns(counts, np.concatenate(courses).astype(np.float32), offers > 0, uses.astype(np.int32))
    is_noted = np.arange(MOST_POINTS + 1) < counts[:, POINTS, None]
    ahead = values.reshape(count, -1, players)[is_noted].astype(np.float32)
    return NoteColumns(counts, ahead, offers > 0, uses.astype(np.int32))


@cache
def have_kernel() -> None:
    """Compile it, unless that was done."""
    preparation.ensure(NOTES)


@lru_cache(KEPT_GAMES)
def no_notes_of(game: Game) -> Notes:
    """Those of games of which only the end is noted: always the same ones, which are sent once."""
    shape = (game.players, len(game.facts.tools))
    nothing = np.zeros((0, game.players), dtype=np.float32)
    return Notes(0, 0, 0, nothing, np.zeros(shape, np.bool_), np.zeros(shape, np.int32))


@lru_cache(KEPT_GAMES)
def has_value(game: Game) -> bool:
    """Whether a game says itself who is ahead."""
    return game.package.has("skill") and hasattr(game.package.module("skill"), "value")


def played_out(game: Game, seed: int, moves: Array) -> Array:
    """How far ahead each player is at a few points of a game, when simulations are played from there to the end."""
    position = game.new(seed)
    noted, every, values = int(position.state["turn"][0]), 1, list[tuple[float, ...]]()
    for player, action in moves.tolist():
        turn = int(position.state["turn"][0])
        if turn >= noted + every:
            noted = turn
            values.append(worths(position, len(values)))
            if len(values) > FEW_POINTS:
                values, every = values[1::2], 2 * every
        position.play(player, action)
    return np.array(values).reshape(-1, game.players)


def worths(position: Position, number: int) -> tuple[float, ...]:
    """How far ahead each player is when simulations are played to the end."""
    return tuple(worth(position, player, SIMULATIONS, number, TURNS) for player in range(position.game.players))
