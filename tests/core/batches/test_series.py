"""Series: rules that leave nobody anything to do are noticed, and slices change nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from garrison.bots.search import policy_games
from garrison.build import at_once
from garrison.core.batches import series as module
from garrison.core.batches.series import Pace, Series
from garrison.core.engine.lane import LANE
from garrison.core.engine.rule import rule
from garrison.core.game import Game
from garrison.core.seeds import seeds_of
from garrison.errors import BadRules
from garrison.lab.speed import bench
from playing import NAMES, game_of

pytestmark = pytest.mark.lane


@rule
def nothing_new(p, s):
    s.turn = 0


@rule
def over_at_once(p, s):
    s.over = 1


@rule
def nothing_legal(p, s, player, mask):
    mask[0] = 0


@rule
def marks_of_two(p, s, player, mask):
    mask[5] = 2


@rule
def nothing_happens(p, s, player, action):
    s.steps = 0
    s.turn = action


@rule
def divides_by_nothing(p, s, player, action):
    s.turn += 1
    s.winners = 1 // (s.turn - 3)  # in the third step


@rule
def a_stranger_is_to_act(p, s, player, action):
    s.waiting = 4


def with_entry(name: str, function: Any, **options: Any) -> Game:
    """A game in which one entry is another."""
    game = game_of("skirmish", **options)
    entry = at_once.entry(name, function, game.package.blueprint().shapes())
    game.__dict__["table"] = replace(game.table, **{name: entry}, direct={**game.table.direct, name: entry})
    game.__dict__.pop("handle", None)
    return game


STUCK = {
    "nobody may act, though the game is not over.": ("new", nothing_new),
    "player 0 is to act and has no legal action.": ("legal", nothing_legal),
}


@pytest.mark.parametrize("words", STUCK)
def test_a_series_stops_where_nothing_can_be_done(words: str) -> None:
    with pytest.raises(BadRules) as refused:
        Series(with_entry(*STUCK[words]), 9, 5).play(3, 9)
    assert str(refused.value) == f"The rules of skirmish get stuck (seed {seeds_of(5, 9)[3]}, step 0): {words}"


def test_a_series_stops_where_somebody_is_to_act_who_does_not_take_part() -> None:
    with pytest.raises(BadRules, match=r"step 1\): somebody is to act who does not take part \(waiting is 4\)\."):
        Series(with_entry("step", a_stranger_is_to_act), 9, 5).play(0, 9)


@pytest.mark.skipif(LANE == "interpreted", reason="plain Python raises by itself")
def test_a_series_stops_where_a_rule_fails() -> None:
    with pytest.raises(BadRules) as refused:
        Series(with_entry("step", divides_by_nothing), 9, 5).play(3, 9)
    where = f"seed {seeds_of(5, 9)[3]}, step 3"
    assert str(refused.value) == f"The rules of skirmish fail ({where}): step divides by zero."


@pytest.mark.parametrize("words", STUCK)
def test_a_batch_and_a_measurement_stop_there_too(words: str) -> None:
    game, seed = with_entry(*STUCK[words]), seeds_of(5, 9)[0]
    for stops in (game.batch(9, 5).random_actions, lambda: bench.Churner(game, 5, False).run(3)):
        with pytest.raises(BadRules, match=rf"\(seed {seed}, step 0\): {words}"):
            stops()


@pytest.mark.once
@pytest.mark.parametrize("words", STUCK)
def test_games_of_policies_stop_there_too(words: str) -> None:
    game = with_entry(*STUCK[words])
    with pytest.raises(BadRules, match=rf"\(seed 8, step 0\): {words}"):
        policy_games(game, [8], [[0, 0]], [[Random(1), Random(2)]]).run()


def test_a_batch_names_the_seed_that_it_was_reset_to() -> None:
    batch = with_entry("legal", nothing_legal).batch(3)
    batch.reset(np.array([7, 8, 9]))
    batch.states["over"][0] = 1
    with pytest.raises(BadRules, match=r"\(seed 8, step 0\)"):
        batch.random_actions()


def test_a_game_that_is_over_at_once_can_be_simulated_but_not_measured() -> None:
    game = with_entry("new", over_at_once)
    played = Series(game, 4, 1)
    played.play(0, 4)
    assert not played.counts.any()
    with pytest.raises(BadRules, match="the game is over as soon as it begins"):
        bench.Churner(game, 5, False).run(3)


def test_a_mark_of_two_is_no_way_out_of_the_mask() -> None:
    played = Series(with_entry("legal", marks_of_two, rules={"max_steps": 4}), 3, 1)
    played.game.__dict__["table"] = replace(played.game.table, step=with_entry("step", nothing_happens).table.step)
    played.play(0, 3)
    assert played.counts[:, 0].tolist() == [4, 4, 4]


def test_steps_count_and_end_the_game_whatever_the_rules_write() -> None:
    played = Series(with_entry("step", nothing_happens, rules={"max_steps": 25}), 3, 1)
    played.play(0, 3)
    assert played.counts.tolist() == [[25, 1, 0]] * 3


@pytest.mark.parametrize("name", NAMES)
def test_slices_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, results = game_of(name, rules={"max_steps": 30}), []
    for amount in (1, 7, 100_000):
        monkeypatch.setattr(module, "Pace", lambda amount=amount: Fixed(amount))
        played = Series(game, 3, 4)
        played.play(0, 3)
        results.append((played.counts.tolist(), played.scores.tolist()))
    assert results[0] == results[1] == results[2]


class Fixed(Pace):
    """Always the same amount."""

    def __init__(self, amount: int) -> None:
        super().__init__()
        self.amount = amount

    def __exit__(self, *_: object) -> None:
        pass


def test_a_series_that_is_stopped_plays_no_more() -> None:
    played = Series(game_of("skirmish"), 2, 1)
    played.stop()
    played.play(0, 2)
    assert not played.counts.any()


def test_slices_grow_and_shrink_with_the_time_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.001, 1.0, 1.001, 2.0, 2.5, 3.0, 3.04])
    monkeypatch.setattr(module.time, "perf_counter", lambda: next(times))
    pace, amounts = Pace(), []
    for _ in range(4):
        with pace as amount:
            amounts.append(amount)
    assert amounts == [1, 2, 4, 2]
    assert pace.amount == 2
