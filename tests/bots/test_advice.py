"""Advice: legal actions with values, and whole moves in words, without a look at what is hidden."""

from __future__ import annotations

import time

import numpy as np
import pytest

from garrison.bots.advice import WHOLE, advise
from garrison.errors import BadOption
from playing import NAMES, game_of


@pytest.mark.parametrize("name", NAMES)
def test_advice_is_legal_and_tells_whole_moves(name: str) -> None:
    position = game_of(name).new(2)
    player = position.waiting[0]
    before, turn = position.to_bytes(), int(position.state["turn"][0])
    found = advise(position, player, simulations=60)
    assert position.to_bytes() == before
    assert {each.action for each in found} <= set(position.actions(player))
    assert sum(each.share for each in found) == pytest.approx(1)
    for each in found[:WHOLE]:
        assert each.move[0] == each.action
        assert each.words
        after = position.copy()
        for action in each.move:
            assert int(after.state["turn"][0]) == turn
            after.play(player, action)
        assert len(each.move) == 1 or after.over or player not in after.waiting or after.state["turn"][0] != turn


@pytest.mark.parametrize("name", NAMES)
def test_advice_knows_nothing_of_the_dice(name: str) -> None:
    position = game_of(name).new(2)
    other = position.copy()
    other.state["rng"] += np.uint64(999)
    player = position.waiting[0]
    assert advise(position, player, simulations=60) == advise(other, player, simulations=60)


def test_advice_takes_about_the_time_it_is_given() -> None:
    position = game_of("skirmish", setup="classic").new(2)
    advise(position, position.waiting[0], seconds=0.05)
    start = time.perf_counter()
    position.advise(position.waiting[0], seconds=0.2)
    assert time.perf_counter() - start < 2
    with pytest.raises(BadOption, match=r"Advice takes more than 0 seconds"):
        position.advise(position.waiting[0], seconds=0)
