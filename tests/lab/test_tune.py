"""The search for rules that meet a goal: how soon, how surely, and what is kept when it is stopped."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lab_toys import coin_flips, evidence_of

from garrison.errors import BadFile, BadOption
from garrison.lab.design import ledger, tune
from garrison.lab.design.goals import goals_of
from garrison.lab.design.run import Extent
from garrison.lab.design.surface import Surface
from garrison.lab.design.tune import Search, Tuner, variant_text
from garrison.lab.measures.evidence import Evidence
from playing import game_of

DUEL, SKIRMISH = game_of("skirmish"), game_of("skirmish", setup="classic")
GOAL = "win_rate[Calliance]=0.5±0.03"
Setting = dict[str, int]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Setting], float]], None]:
    """Makes a toy of Skirmish: how likely Calliance wins depends on the setting alone."""

    def make(chance: Callable[[Setting], float]) -> None:
        class Run:
            is_cut_short = False

            def __init__(self, game: Any, bot: str, extent: Extent, names: Any, changes: Any) -> None:
                self.extent, self.changes = extent, dict(changes)

            def go(self, pool: Any = None) -> Evidence:
                dice = np.random.default_rng([self.extent.seed, 7])
                found = evidence_of(coin_flips(dice, self.extent.games, chance(self.changes)))
                found.game.facts = replace(found.game.facts, seats=SKIRMISH.facts.seats)
                return found

        monkeypatch.setattr(tune, "Run", Run)
        monkeypatch.setattr(tune, "pool_of", lambda *told: nullcontext(None))

    return make


def health(middle: float, width: float) -> Callable[[Setting], float]:
    return lambda setting: 1 / (1 + exp((setting["health[0]"] - middle) / width))


def searched(
    rounds: int = 10, seed: int = 0, *, kept: Path | None = None, names: tuple[str, ...] = ("health[0]",)
) -> Search:
    extent = Extent(games=100, seed=seed)
    return Tuner(SKIRMISH, goals_of(GOAL, SKIRMISH), names, "random", extent, kept).go(rounds)


@pytest.mark.parametrize(("middle", "width"), [(260, 25), (150, 120), (330, 75)])
def test_one_number_is_met_within_ten_rounds_of_a_hundred_games(toy: Any, middle: float, width: float) -> None:
    toy(health(middle, width))
    found = [searched(seed=seed) for seed in range(12)]
    truths = [health(middle, width)(search.best.setting) for search in found]
    assert sum(abs(truth - 0.5) <= 0.03 for truth in truths) >= 9
    met = [truth for truth, search in zip(truths, found, strict=True) if search.is_met]
    assert len(met) >= 6
    assert np.mean([abs(truth - 0.5) <= 0.03 for truth in met]) >= 0.75


def test_two_numbers_are_met_too(toy: Any) -> None:
    toy(lambda setting: 1 / (1 + exp((setting["health[0]"] - 260) / 40 + (setting["attack[0]"] - 30) / 10)))
    found = searched(20, names=("health[0]", "attack[0]"))
    assert found.is_met, str(found)
    assert "with a probability of" in str(found)


def test_a_search_begins_with_todays_rules_and_says_each_part_of_the_goal_in_a_line(toy: Any) -> None:
    toy(health(260, 25))
    found = searched()
    assert [trial.setting["health[0]"] for trial in found.trials[:3]] == [175, 121, 229]
    assert len(found.finals) == 2
    assert "\n  win_rate[Calliance]=0.47..0.53: win_rate (Calliance): " in str(found)
    assert json.loads(json.dumps(found.to_dict()))["is_met"] == found.is_met


def test_a_search_that_is_interrupted_never_says_that_it_meets_the_goal(toy: Any) -> None:
    toy(health(200, 25))
    search = Tuner(SKIRMISH, goals_of(GOAL, SKIRMISH), ["health[0]"], "random", Extent(games=100))

    def stop(share: float) -> None:
        if len(search.search.trials) == 5 and share < 1:
            raise KeyboardInterrupt

    found = search.go(10, stop)
    assert found.is_cut_short
    assert not found.is_met
    assert found.verdict.startswith("Interrupted: this is the best so far, and meets win_rate")


def test_a_search_goes_on_where_it_stopped(toy: Any, tmp_path: Path) -> None:
    toy(health(260, 25))
    whole, kept = searched(), tmp_path / "search"
    searched(4, kept=kept)
    lines = kept.read_text().splitlines()[:4]
    kept.write_text("\n".join(lines) + '\n{"about": {"ga')  # where it was broken off
    assert searched(kept=kept).to_dict() == whole.to_dict()
    with pytest.raises(BadOption, match="holds the results of another search"):
        searched(seed=1, kept=kept)
    kept.write_text("something else\n")
    with pytest.raises(BadOption, match="does not hold results of a search"):
        searched(kept=kept)


def test_on_a_full_disk_one_sentence_says_so() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("there is no full disk to try")
    with pytest.raises(BadOption, match="is not a file"):
        ledger.Ledger(full, "search", {})
    with pytest.raises(BadFile, match="can't be written"):
        ledger.Ledger(Path("/nowhere/at/all"), "search", {})


def test_time_ends_a_search_and_leaves_some_for_the_finals(toy: Any) -> None:
    toy(health(260, 25))
    extent = Extent(games=100, seconds=1e-6)
    found = Tuner(SKIRMISH, goals_of(GOAL, SKIRMISH), ["health[0]"], "random", extent).go(1000)
    assert not found.trials
    with pytest.raises(BadOption, match="Nothing was tried"):
        _ = found.best


def test_the_model_knows_trends_and_how_uncertain_it_is() -> None:
    places = np.linspace(0, 1, 6)[:, None]
    surface = Surface(places, 0.2 + 0.5 * places[:, 0], np.full(6, 0.02))
    middles, errors = surface.at(np.array([[0.5], [2.0]]))
    assert middles[0] == pytest.approx(0.45, abs=0.02)
    assert errors[0] < 0.03 < errors[1]


def test_the_best_can_be_played(tmp_path: Path) -> None:
    text = variant_text(DUEL, {"max_moves": 11, "health[1]": 9}, {"setup": "duel"}, {"healing": 3}, 'a "short" game')
    (tmp_path / "best.toml").write_text(text)
    assert tomllib.loads(text)["summary"] == 'a "short" game'
    game = game_of("skirmish", variant=str(tmp_path / "best.toml"))
    assert (game.parameters["max_moves"], game.parameters["health"][1], game.parameters["healing"]) == (11, 9, 3)


def test_real_games_are_searched_within_the_bounds() -> None:
    extent = Extent(games=4, seed=1, processes=0)
    found = Tuner(DUEL, goals_of("length=10..12", DUEL), ["max_moves"], "random", extent).go(4)
    assert all(100 <= trial.setting["max_moves"] <= 400 for trial in found.trials)


def test_a_search_needs_parameters_that_can_be_turned() -> None:
    for names, why in (([], "Name the parameters"), (["army_kinds"], "no rule parameter to change")):
        with pytest.raises(BadOption, match=why):
            Tuner(DUEL, goals_of("length=10", DUEL), names, "random", Extent(games=4))
