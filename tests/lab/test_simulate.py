"""Simulations: the same games on any number of cores, and a summary of all of them."""

from __future__ import annotations

import json

import pytest

from garrison.core.batches.series import Series
from garrison.errors import BadOption
from garrison.lab.games import simulate as module
from garrison.lab.games.simulate import MOST_GAMES, simulate
from playing import NAMES, game_of

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_cores_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name, rules={"max_steps": 60})
    results = []
    for threads in (1, 2, 7):
        monkeypatch.setattr(module, "cores", lambda threads=threads: threads)
        results.append(simulate(game, 40, seed=5))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", NAMES)
def test_the_size_of_the_parts_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(name, rules={"max_steps": 30})
    whole = simulate(game, 13, seed=5)
    for parts in (1, 5, 13):
        monkeypatch.setattr(module, "PARTS", parts)
        assert simulate(game, 13, seed=5) == whole


@pytest.mark.parametrize("name", NAMES)
def test_a_summary_says_what_happened(name: str) -> None:
    game = game_of(name, rules={"max_steps": 40})
    summary = simulate(game, 25, seed=2)
    series = Series(game, 25, 2)
    series.play(0, 25)
    assert (summary.game, summary.games, summary.seed) == (name, 25, 2)
    assert summary.mean_length == series.counts[:, 0].mean()
    assert 1 <= summary.mean_length <= 40
    assert summary.mean_scores == series.scores[:, : game.players].mean(axis=0).tolist()
    assert sum(summary.outcomes.values()) == 25
    assert list(summary.outcomes.values()) == sorted(summary.outcomes.values(), reverse=True)
    assert (summary.variant, summary.rules_hash) == (game.variant, game.rules_hash)


def test_a_summary_is_plain_data() -> None:
    summary = json.loads(json.dumps(simulate(game_of("skirmish"), 10, seed=1).to_dict()))
    assert list(summary)[:6] == ["game", "games", "seed", "mean_length", "mean_scores", "outcomes"]
    assert len(summary["mean_scores"]) == 2


def test_endings_name_the_winner_or_a_draw() -> None:
    outcomes = simulate(game_of("skirmish", rules={"max_moves": 12}), 60, seed=1).outcomes
    assert set(outcomes) <= {"elimination: Calliance", "elimination: Zorde", "elimination: draw", "moves: draw"}
    assert len(outcomes) > 1


def test_a_game_of_one_ends_for_a_reason_only() -> None:
    assert simulate(game_of("minefield", rules={"max_steps": 1}), 3).outcomes == {"limit": 3}


@pytest.mark.parametrize("name", NAMES)
def test_seeds_and_games_differ(name: str) -> None:
    game = game_of(name, rules={"max_steps": 40_000})
    assert simulate(game, 20, seed=1) != simulate(game, 20, seed=2)
    series = Series(game, 20, 1)
    series.play(0, 20)
    assert (
        len({(*row, *scores) for row, scores in zip(series.counts.tolist(), series.scores.tolist(), strict=True)}) > 1
    )


def test_progress_hears_of_every_game_once() -> None:
    told: list[int] = []
    simulate(game_of("skirmish", rules={"max_steps": 5}), 250, progress=told.append)
    assert sum(told) == 250
    assert len(told) > 50


@pytest.mark.parametrize("games", [0, -5, MOST_GAMES + 1, 10**18])
def test_an_impossible_number_of_games_is_refused(games: int) -> None:
    with pytest.raises(BadOption, match=f"A simulation plays 1 to 100,000,000 games, not {games}"):
        simulate(game_of(NAMES[0]), games)


def test_an_impossible_seed_is_refused() -> None:
    with pytest.raises(BadOption, match="A seed is a whole number"):
        simulate(game_of(NAMES[0]), 1, seed=-1)
