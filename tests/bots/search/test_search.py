"""The search: the same answer from the same seed, on any number of threads, and never by looking at what is hidden."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.bots.search import METHODS, Budget, Choice, method
from garrison.bots.search.beam import Pool
from garrison.bots.search.mind import Judge
from garrison.bots.search.playouts import Playouts
from garrison.core.position import Position
from garrison.errors import BadOption
from playing import NAMES, game_of

SIMULATIONS = 120
SETTINGS: dict[str, dict[str, Any]] = {
    "policy": {},
    "halving": {"plans": 8, "turns": 2, "steps": 30},
    "beam": {"width": 2, "moves": 4, "answers": 1, "plies": 2},
    "playouts": {"width": 2, "moves": 4, "answers": 1, "turns": 1, "steps": 2},
    "decoupled": {"turns": 2, "steps": 30, "style": 1, "each": 60},
}


def thought(position: Position, name: str, player: int, threads: int = 1, seed: int = 5) -> list[Choice]:
    """What a fresh search comes to."""
    thinker = method(name, position.game, SETTINGS.get(name, {}))
    return thinker.think(position, player, Budget(simulations=SIMULATIONS, threads=threads), seed)


def somewhere(name: str, steps: int, **options: Any) -> Position:
    """A position some random steps into a game, or just before its end."""
    position, dice = game_of(name, **options).new(3), Random(steps)
    for _ in range(steps):
        after, player = position.copy(), dice.choice(position.waiting)
        after.play(player, dice.choice(position.actions(player)))
        if after.over:
            break
        position = after
    return position


@pytest.mark.parametrize("name", METHODS)
def test_a_search_gives_legal_actions_and_leaves_the_position_alone(name: str) -> None:
    position = somewhere("skirmish", 9)
    before, player = position.to_bytes(), position.waiting[0]
    choices = thought(position, name, player)
    assert {choice.action for choice in choices} <= set(position.actions(player))
    assert sum(choice.share for choice in choices) == pytest.approx(1)
    assert all(-1 <= choice.value <= 1 for choice in choices)
    assert position.to_bytes() == before


@pytest.mark.parametrize("name", METHODS)
def test_the_same_seed_and_simulations_give_the_same_on_any_number_of_threads(name: str) -> None:
    position = somewhere("minefield", 1)
    once = thought(position, name, 0)
    assert once == thought(position, name, 0) == thought(position, name, 0, threads=2)


def with_other_dice(position: Position) -> Position:
    """The same position, in which everything that is left to chance will come differently."""
    other = position.copy()
    other.state["rng"] += np.uint64(12345)
    return other


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("game", NAMES)
def test_nothing_is_read_from_the_dice_of_the_game(name: str, game: str) -> None:
    """Two positions that differ only in their generators get the same answer."""
    for steps in (1, 12):
        position = somewhere(game, steps)
        player = position.waiting[0]
        assert thought(position, name, player) == thought(with_other_dice(position), name, player)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("game", NAMES)
def test_no_level_reads_the_dice_of_the_game(level: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is a bot of the game's own; what counts is what it decides with, not for how long."""
    monkeypatch.setattr(LevelBot, "budget_of", lambda self, level: Budget(simulations=60))
    position = somewhere(game, 5)
    player, bot = position.waiting[0], bots.find(level, position.game.package)
    answers = [bot(each, player, Random(7)) for each in (position, with_other_dice(position))]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", METHODS)
def test_nothing_is_read_from_what_others_have_chosen(name: str) -> None:
    """The last player to choose gets the same answer whatever the others have chosen, and whether they have."""
    undecided = somewhere("boneyard", 0, players=3)
    answers = [thought(undecided, name, 2)]
    for choice in (0, -1):
        position = undecided.copy()
        for player in (0, 1):
            position.play(player, position.actions(player)[choice])
        answers.append(thought(position, name, 2))
    assert answers[0] == answers[1] == answers[2]


def test_a_move_that_was_begun_is_followed_and_a_new_turn_is_thought_about() -> None:
    position = somewhere("skirmish", 0, setup="classic")
    player = position.waiting[0]
    thinker = method("halving", position.game, {"plans": 8, "turns": 2})
    assert thinker.follow(position, player) is None
    position.play(player, thinker.think(position, player, Budget(simulations=SIMULATIONS), 1)[0].action)
    followed = thinker.follow(position, player)
    assert followed in position.actions(player)
    while player in position.waiting:
        position.play(player, thinker.follow(position, player))
    assert thinker.follow(position, position.waiting[0]) is None


@pytest.mark.parametrize("name", ["decoupled", "halving"])
def test_nobody_follows_what_somebody_else_has_begun(name: str) -> None:
    position = somewhere("boneyard", 0, players=2)
    thinker = method(name, position.game, SETTINGS[name])
    for seed in range(40):
        player = position.waiting[0]
        action = thinker.think(position, player, Budget(simulations=SIMULATIONS), seed)[0].action
        position.play(player, action)
        assert all(thinker.follow(position, other) is None for other in position.waiting if other != player)


def test_whoever_chooses_last_thinks_again_as_the_others_do() -> None:
    """A choice is complete when something has happened: what the last player does next is not the rest of it."""
    position = somewhere("boneyard", 0, players=2)
    thinker = method("decoupled", position.game, SETTINGS["decoupled"])
    for player in (0, 1):
        action = thinker.think(position, player, Budget(simulations=SIMULATIONS), player)[0].action
        position.play(player, action)
    assert position.events
    assert [thinker.follow(position, player) for player in position.waiting] == [None, None]


def test_several_clicks_of_a_choice_are_thought_of_once() -> None:
    position, count = somewhere("boneyard", 2, players=2), 0
    thinker = method("decoupled", position.game, SETTINGS["decoupled"])
    for seed in range(40):
        trial = position.copy()
        trial.play(0, thinker.think(trial, 0, Budget(simulations=SIMULATIONS), seed)[0].action)
        count += 0 in trial.waiting and thinker.follow(trial, 0) in trial.actions(0)
    assert count > 0


@pytest.mark.parametrize("each", [1, 3, 5])
def test_so_many_moves_that_begin_alike_are_considered_and_no_more(each: int) -> None:
    position = somewhere("skirmish", 0, setup="classic")
    pool = Pool(position.game, (6,), (12,), Judge(position.game), each=each)
    firsts = Counter(pool.path(move)[0] for move in pool.find(position, position.waiting[0], seed=1))
    assert max(firsts.values()) == each


def test_a_plan_that_is_not_to_be_followed_is_thought_over() -> None:
    position = somewhere("skirmish", 0, setup="classic")
    player = position.waiting[0]
    thinker = method("halving", position.game, {"plans": 8, "turns": 2, "followed": 0})
    position.play(player, thinker.think(position, player, Budget(simulations=SIMULATIONS), 1)[0].action)
    assert player in position.waiting
    assert thinker.follow(position, player) is None


def test_a_plan_can_be_followed_for_several_turns() -> None:
    position = somewhere("minefield", 1)
    thinker = method("halving", position.game, {**SETTINGS["halving"], "followed": 3})
    position.play(0, thinker.think(position, 0, Budget(simulations=SIMULATIONS), 1)[0].action)
    for _ in range(2):
        position.play(0, thinker.follow(position, 0))
    assert not position.over
    assert thinker.follow(position, 0) is None


def test_a_budget_of_time_is_kept_to() -> None:
    position = somewhere("minefield", 1)
    thinker = method("halving", position.game, SETTINGS["halving"])
    assert thinker.think(position, 0, Budget(milliseconds=2), 1)[0].action in position.actions(0)


def test_simulations_end_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    position = somewhere("minefield", 1)
    thinker = method("halving", position.game, SETTINGS["halving"])
    monkeypatch.setattr("time.perf_counter", iter(range(10**6)).__next__)  # every look at the clock takes a second
    choices = thinker.think(position, 0, Budget(simulations=10**6, milliseconds=5), 1)
    assert choices[0].action in position.actions(0)


@pytest.mark.parametrize("given", [{}, {"simulations": 5, "milliseconds": -5}, {"simulations": 5, "threads": 0}])
def test_a_budget_that_says_nothing_or_less_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(BadOption, match=r"A search takes"):
        Budget(**given)


def test_an_unknown_method_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOption, match=r"There is no search called 'luck'; there are: policy, halving, beam"):
        method("luck", game_of("skirmish"))


def played_out(position: Position, **settings: Any) -> Playouts:
    made = method("playouts", position.game, settings)
    assert isinstance(made, Playouts)
    return made


def test_where_more_can_be_done_fewer_moves_are_played_out() -> None:
    """A bound of half the steps that the beam tries leaves half of the simulations."""
    position = somewhere("skirmish", 9)
    settings = SETTINGS["playouts"]
    _, effort = played_out(position, **settings).candidates(position, position.waiting[0], Budget(1), 5)
    bounded = [
        played_out(position, work=work, **settings).simulations_within(100, effort) for work in (0, effort, effort // 2)
    ]
    assert bounded == [100, 100, 100 * (effort // 2) // effort]


def test_several_styles_play_moves_out_by_turns() -> None:
    position = somewhere("skirmish", 9)
    player, settings = position.waiting[0], {**SETTINGS["playouts"], "style": 1, "turns": 6, "steps": 60}

    def totals(*styles: int) -> list[float]:
        made = played_out(position, styles=styles, **settings)
        moves, _ = made.candidates(position, player, Budget(1), 5)
        trial = made.trial_of(moves[:3], player, 5)
        for number in range(2):
            trial.run([0, 1, 2], number, 1)
        return [float(total) for total in trial.totals]

    assert totals() == totals(1) == totals(1, 1)
    assert totals(1, 0) != totals(1)
    both = [one + other for one, other in zip(totals(1, 0), totals(0, 1), strict=True)]
    assert both == pytest.approx([one + other for one, other in zip(totals(1), totals(0), strict=True)])
