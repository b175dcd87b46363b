"""How large batches treat memory: whichever way a pass goes, it writes the same bytes; the fastest way is kept."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from garrison.core.batches.advance import FEW
from garrison.core.batches.memory_trial import ROUNDS, WAYS, MemoryTrial
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import CACHE_LINE
from garrison.core.game import load
from playing import NAMES, game_of

COUNT, PASSES = 300, 20  # more than four blocks of positions, and not a whole number of them


def played(name: str, way: tuple[int, int], threads: int, **options: Any) -> list[bytes]:
    """All bytes that a batch writes when its passes go one way."""
    game = game_of(name)
    batch = game.batch(COUNT, 5, threads, autoreset="same_step", illegal="replace", **options)
    everyone = bool(options.get("every_player"))
    actions = np.random.default_rng(1).integers(0, game.facts.actions, (PASSES, COUNT, game.players))
    batch.look()
    arguments: Any = batch.ready_pass().arguments
    arguments.ahead, arguments.past = way
    for wanted in actions:
        brought = batch.advance(wanted if everyone else wanted[:, 0])
    return [batch.states.tobytes(), *(array.tobytes() for array in brought)]


@pytest.mark.skipif(not COMPILED, reason="interpreted, there is one way")
@pytest.mark.parametrize("name", NAMES)
def test_every_way_writes_the_same(name: str) -> None:
    expected = played(name, (0, 0), 1)
    assert all(played(name, way, threads) == expected for way in WAYS for threads in (1, 3))


@pytest.mark.skipif(not COMPILED, reason="interpreted, there is one way")
def test_every_way_writes_the_same_where_everyone_acts() -> None:
    expected = played("boneyard", (0, 0), 1, every_player=True)
    assert all(played("boneyard", way, threads, every_player=True) == expected for way in WAYS for threads in (1, 3))


@pytest.mark.parametrize("fastest", range(len(WAYS)))
def test_the_fastest_way_is_kept(fastest: int) -> None:
    arguments = SimpleNamespace()
    trial = MemoryTrial(arguments)
    for number in range(ROUNDS * len(WAYS)):
        assert not trial.is_over
        way = (arguments.ahead, arguments.past)
        assert way == WAYS[number % len(WAYS)]
        is_disturbed = number < len(WAYS)  # one slow pass says nothing
        trial.note(9.0 if is_disturbed else 1.0 if way == WAYS[fastest] else 2.0)
    assert trial.is_over
    assert (arguments.ahead, arguments.past) == WAYS[fastest]


@pytest.mark.skipif(not COMPILED, reason="interpreted, there is one way")
def test_only_large_batches_try() -> None:
    game = load("minefield")
    small, large = game.batch(64), game.batch(1024)
    for batch in (small, large):
        for number in range(ROUNDS * len(WAYS) + 1):
            assert (batch.ready_pass().direct_count < 0) == (batch is large and number < ROUNDS * len(WAYS))
            batch.advance(np.zeros(len(batch), dtype=np.int64))


@pytest.mark.skipif(not COMPILED, reason="interpreted, nothing is asked for")
def test_memory_is_asked_for_where_there_is_something() -> None:
    game = load("siege")
    batch = game.batch(128, 1, autoreset="same_step", illegal="replace")
    batch.look()
    run = batch.ready_pass()
    arguments: Any = run.arguments
    arguments.ahead = 1
    for _ in range(20):
        batch.advance(np.zeros(128, dtype=np.int64))
    asked = run.arrays["lines"][: arguments.lines_count]
    assert 0 < len(asked) < game.state_dtype.itemsize // CACHE_LINE // 2
    assert asked.min() == 0
    assert asked.max() < game.state_dtype.itemsize
    for name in game.facts.seldom:
        start, size = game.state_dtype.fields[name][1], game.state_dtype[name].itemsize
        assert not np.any((asked > start + CACHE_LINE) & (asked < start + size - CACHE_LINE))


@pytest.mark.parametrize("name", NAMES)
def test_a_few_positions_go_on_like_many(name: str) -> None:
    game = game_of(name)
    few, many = (game.batch(FEW, 3, 1, autoreset="same_step", illegal="replace") for _ in range(2))
    for wanted in np.random.default_rng(1).integers(0, game.facts.actions, (20, FEW)):
        brought, other = few.advance(wanted), many.advance(wanted.astype(np.int32))  # which goes the long way
        assert all(one.tobytes() == two.tobytes() for one, two in zip(brought, other, strict=True))
    assert few.states.tobytes() == many.states.tobytes()
