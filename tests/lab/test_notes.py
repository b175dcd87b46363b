"""What is noted of games besides their ends: by machine code, and the same as by looking at every position."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from garrison.core.engine import memory
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.lab.notes import game_notes as notes
from garrison.lab.notes.counts import SELDOM, SPREAD
from garrison.lab.notes.game_notes import Course, Notes, notes_of, own_part
from garrison.lab.notes.tool_codes import number_at
from garrison.lab.notes.toolbox import NONE, toolbox_of
from playing import NAMES, game_of


def random_moves(game: Game, seed: int, most: int) -> np.ndarray[Any, Any]:
    """The moves of a random game, as far as it is looked at."""
    position, dice, moves = game.new(seed), Random(seed), list[tuple[int, int]]()
    while not position.over and len(moves) < most:
        player = position.waiting[0]
        moves.append((player, dice.choice(position.actions(player))))
        position.play(*moves[-1])
    return np.array(moves, dtype=np.int64)


def looked_at(game: Game, seed: int, moves: np.ndarray[Any, Any], most_points: int) -> Notes:
    """The same notes, taken at one position after the other by the names in the record."""
    position, box, shape = game.new(seed), toolbox_of(game), (game.players, len(game.facts.tools))
    offers, uses, looks, values = np.zeros(shape, bool), np.zeros(shape, np.int32), list[int](), list[Any]()
    boards, thirds, secrets, turn_before = list[Any](), np.zeros((3, 2), dtype=int), 0, -1
    noted, every, out = int(position.state["turn"][0]), 1, np.zeros((1, game.facts.players[1]))
    for number, (player, action) in enumerate(moves.tolist()):
        used = box.tool_of(position, action)
        if used != NONE:
            uses[player, used] += 1
            offers[player, used] = True
        if turn_before != int(position.state["turn"][0]):
            turn_before = int(position.state["turn"][0])
            boards.append(position.observe(0))
        if number * SPREAD >> 8 & SELDOM == 0:
            thirds[3 * number // len(moves)] += 1, len(position.actions(player))
            secrets += is_something_hidden(position, player)
            marks = position.mask(player).tobytes()
            looks.append(marks.count(1))
            offers[player, list(box.tools_among(position, marks))] = True
        turn = int(position.state["turn"][0])
        if turn >= noted + every:
            noted = turn
            value = getattr(game.skill.value, "ctypes", game.skill.value)
            value(game.reference, memory.reference(position.state), memory.reference(out))
            values.append(out[0, : game.players].copy())
            if len(values) > most_points:
                values, every = values[1::2], 2 * every
        position.play(player, action)
    ahead = np.array(values, dtype=np.float32).reshape(-1, game.players)
    repeats = len(boards) - len({board.tobytes() for board in boards})
    coverage = float(np.any([(board != boards[0]).any(axis=0) for board in boards], axis=0).mean())
    course = Course(tuple(tuple(third) for third in thirds.tolist()), secrets, len(boards), repeats, coverage)
    return Notes(len(looks), sum(count > 1 for count in looks), sum(looks), ahead, offers, uses, course)


def is_something_hidden(position: Position, player: int) -> bool:
    known, start = position.known_to(player, seed=1), own_part(position.game)
    waiting = known.waiting != position.waiting
    return waiting or known.state.tobytes()[start:] != position.state.tobytes()[start:]


@pytest.mark.parametrize("name", NAMES)
def test_they_are_what_one_sees_at_every_position(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_POINTS", 7)  # so that some are left out again
    game, seeds = game_of(name), [3, 4]
    moves = [random_moves(game, seed, 400) for seed in seeds]
    found = notes_of(game, seeds, moves).single()
    assert list(map(str, found)) == [str(looked_at(game, seed, own, 7)) for seed, own in zip(seeds, moves, strict=True)]
    assert any(one.uses.any() for one in found) or not game.facts.tools


def test_a_game_without_a_value_is_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("minefield")
    monkeypatch.setattr(notes, "has_value", lambda game: False)
    monkeypatch.setattr(notes, "worths", lambda position, number: (position.steps + number / 100,))
    moves = random_moves(game, 3, 12)
    first, both = notes_of(game, [3], [moves]).single(), notes_of(game, [3, 3], [moves, moves]).single()
    assert first[0].values[:3, 0].tolist() == pytest.approx([1, 2.01, 3.02])
    assert list(map(str, both)) == [str(first[0])] * 2


def test_numbers_in_a_record_are_read_with_their_sign() -> None:
    for kind in ("i1", "u1", "i2", "u2", "i4", "i8"):
        numbers = np.array([[-3 if kind[0] == "i" else 253, 7]], dtype=kind)
        size, signed = numbers.itemsize, int(kind[0] == "i")
        raw = numbers.view(np.uint8).reshape(1, -1)
        assert [number_at(raw, 0, place * size, size, signed) for place in range(2)] == numbers[0].tolist()
