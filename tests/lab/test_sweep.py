"""Sweeps, comparisons and searches: the same seeds for all, nothing measured twice, sentences for what is wrong."""

from __future__ import annotations

import csv
import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from lab_toys import coin_flips, evidence_of

from garrison.errors import BadOption, MissingExtra
from garrison.lab.design.compare import compare, differences
from garrison.lab.design.compare import game_of as variants_of
from garrison.lab.design.goals import goals_of
from garrison.lab.design.run import Extent, Run
from garrison.lab.design.sweep import Row, SweepTable, settings_of, sweep
from garrison.lab.design.tune import Tuner, variant_text
from garrison.lab.measures.evidence import Figure
from garrison.lab.measures.intervals import Estimate
from garrison.lab.pages import sweep_file
from playing import game_of

DUEL = game_of("skirmish")
PLAN = Extent(games=4, seed=1, processes=0)
AXES = {"healing": [5, 15], "max_moves": [20, 200]}


def test_a_grid_has_all_combinations_and_samples_are_spread_over_every_parameter() -> None:
    assert len(settings_of(AXES)) == 4
    samples = settings_of({"a": range(100), "b": range(100)}, samples=10, seed=3)
    for name in "ab":
        assert sorted(setting[name] // 10 for setting in samples) == list(range(10))
    for wrong in ({}, {"a": range(101), "b": range(101)}):
        with pytest.raises(BadOption, match="A sweep tries"):
            settings_of(wrong)


def test_a_sweep_goes_on_where_it_stopped_and_takes_no_other_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, played = tmp_path / "sweep.jsonl", list[dict[str, int]]()
    go = Run.go
    monkeypatch.setattr(Run, "go", lambda run, *a, **k: (played.append(dict(run._changes)), go(run, *a, **k))[1])
    whole = sweep(DUEL, AXES, ["win_rate"], "random", PLAN)
    sweep(DUEL, {**AXES, "healing": [5]}, ["win_rate"], "random", PLAN, results=kept)
    played.clear()
    kept.write_text(kept.read_text() + '{"about": {"ga')  # where it was broken off
    again = sweep(DUEL, AXES, ["win_rate"], "random", PLAN, results=kept)
    assert [setting["healing"] for setting in played] == [15, 15]
    assert again.to_list() == whole.to_list()
    with pytest.raises(BadOption, match="holds the results of another sweep"):
        sweep(game_of("skirmish", setup="classic"), AXES, ["win_rate"], "random", PLAN, results=kept)
    kept.write_text("something else\n")
    with pytest.raises(BadOption, match="does not hold results of a sweep"):
        sweep(DUEL, AXES, ["win_rate"], "random", PLAN, results=kept)


def test_ctrl_c_keeps_the_settings_that_were_measured(tmp_path: Path) -> None:
    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sweep(DUEL, AXES, ["win_rate"], "random", PLAN, results=tmp_path / "kept", progress=stop)
    assert len((tmp_path / "kept").read_text().splitlines()) == 1


def test_results_are_kept_in_plain_files_only(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="is not a file"):
        sweep(DUEL, AXES, ["win_rate"], "random", PLAN, results=tmp_path)


@pytest.mark.parametrize(
    ("axes", "why"), [({"spoon": [1]}, "no rule parameter called spoon"), ({"healing": [-1]}, "must be from 0 to")]
)
def test_unknown_parameters_and_values_out_of_bounds_are_refused_before_anything_is_played(
    axes: dict[str, list[int]], why: str
) -> None:
    with pytest.raises(BadOption, match=why):
        sweep(DUEL, axes, ["win_rate"], "random", PLAN)


def table_of(axes: dict[str, list[int]]) -> SweepTable:
    figure = Figure("Calliance", Estimate(0.5, 0.4, 0.6, 10))
    return SweepTable("skirmish", "easy", axes, [Row(setting, "win_rate", figure) for setting in settings_of(axes)])


def test_a_table_is_written_as_its_name_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = table_of(AXES)
    sweep_file.write(found, tmp_path / "t.csv")
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    assert (len(rows), rows[0]["healing"], rows[0]["value"], rows[0]["low"]) == (4, "5", "0.5", "0.4")
    sweep_file.write(found, tmp_path / "t.json")
    assert json.loads((tmp_path / "t.json").read_text()) == found.to_list()
    assert 'class="heat"' in sweep_file.as_page(found)
    assert 'class="curve"' in sweep_file.as_page(table_of({"healing": [5, 10, 15]}))
    assert "Calliance" in str(found)
    with pytest.raises(BadOption, match="a table's name ends with"):
        sweep_file.check_name(tmp_path / "t.xls")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="needs pyarrow"):
        sweep_file.check_name(tmp_path / "t.parquet")


def test_a_table_in_parquet_has_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    from pyarrow.parquet import read_table

    sweep_file.write(table_of(AXES), tmp_path / "t.parquet")
    assert read_table(tmp_path / "t.parquet").to_pylist() == table_of(AXES).to_list()


def test_equal_games_show_no_difference_and_say_how_many_games_would() -> None:
    dice = np.random.default_rng(1)
    fair, loaded = coin_flips(dice, 300), coin_flips(dice, 300, 0.8)
    same = {one.name: one for one in differences(evidence_of(fair), evidence_of(fair))}
    assert not any(one.is_seen for one in same.values())
    found = {one.name: one for one in differences(evidence_of(fair), evidence_of(loaded))}
    assert found["wins of Player 1"].is_seen
    assert found["wins of Player 1"].difference.value == pytest.approx(0.3, abs=0.1)
    assert not found["length"].is_seen
    assert "no difference seen" in str(same["wins of Player 1"])
    assert "would show one of 2 points" in str(same["wins of Player 1"])
    assert "points [" in str(found["wins of Player 1"])
    assert str(found["length"]) == "length: 10.0 turns and 10.0 turns; the same in every game"
    assert found["wins of Player 1"].games_needed > 1000
    assert json.dumps([one.to_dict() for one in found.values()])


def test_variants_are_compared_on_the_same_seeds(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[rules]\nhealing = 20\n")
    (tmp_path / "b.toml").write_text('game = "siege"\n')
    assert variants_of(str(tmp_path / "a.toml")) == "skirmish"
    assert variants_of(str(tmp_path / "b.toml")) == "siege"
    with pytest.raises(BadOption, match="Of which game"):
        variants_of("standard")
    with pytest.raises(BadOption, match="this is a variant of siege, not of skirmish"):
        game_of("skirmish", variant=str(tmp_path / "b.toml"))
    found = compare(DUEL, game_of("skirmish", rules={"healing": 20}), "random", PLAN, lambda share: None)
    assert found[0].difference.games == 2
    with pytest.raises(BadOption, match="Only variants of one game"):
        compare(DUEL, game_of("minefield"), "random", PLAN, lambda share: None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not nothing"),
        ("win_rate", "A goal is written like"),
        ("beauty=1", "no measure called beauty"),
        ("length=40..20", "goes from high to low"),
    ],
)
def test_a_goal_that_is_none_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        goals_of(text)


def test_a_goal_is_missed_by_how_far_it_is_away() -> None:
    goal = goals_of("win_rate[Zorde]=0.4..0.6")[0]
    assert goal.miss(Figure("Zorde", Estimate(0.5, 0, 1, 9))) == 0
    assert goal.miss(Figure("Zorde", Estimate(0.8, 0, 1, 9))) == pytest.approx(2)
    assert goals_of("length=100")[0].miss(Figure("median", Estimate(80, 0, 1, 9), "turns")) == pytest.approx(2)


class Optuna:
    """What is used of Optuna, proposing at random."""

    logging = SimpleNamespace(ERROR=0, set_verbosity=lambda level: None)
    trial = SimpleNamespace(TrialState=SimpleNamespace(FAIL="fail", PRUNED="pruned"))
    samplers = SimpleNamespace(TPESampler=lambda seed: Random(seed))
    pruners = SimpleNamespace(SuccessiveHalvingPruner=lambda reduction_factor: None)

    def create_study(self, sampler: Random, pruner: None) -> Any:
        self.dice, self.queue = sampler, list[dict[str, int]]()
        return self

    def enqueue_trial(self, setting: dict[str, int]) -> None:
        self.queue.append(setting)

    def ask(self) -> Any:
        self.asked = self.queue.pop(0) if self.queue else {}
        return self

    def suggest_int(self, name: str, low: int, high: int) -> int:
        return self.asked.get(name, self.dice.randint(low, high))

    def report(self, miss: float, rung: int) -> None:
        self.miss = miss

    def should_prune(self) -> bool:
        return self.miss > 20

    def tell(self, asked: Any, miss: float = 0.0, state: str = "") -> None:
        """It learns nothing."""


def searched(rounds: int) -> Any:
    tuner = Tuner(DUEL, goals_of("length=10..12"), ["max_moves"], "random", PLAN)
    return tuner.go(rounds)


def test_a_search_begins_with_todays_rules_and_its_best_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", Optuna())  # type: ignore[arg-type]
    found = searched(6)
    assert [trial.setting["max_moves"] for trial in found.trials[:3]] == [200, 140, 260]
    assert len(found.finals) == 3
    assert found.best.miss == min(trial.miss for trial in found.finals)
    assert found.to_dict()["best"]["setting"] == found.best.setting
    text = variant_text(DUEL, {"max_moves": 11, "health[1]": 9}, {"setup": "duel"}, {"healing": 3}, 'a "short" game')
    (tmp_path / "best.toml").write_text(text)
    assert tomllib.loads(text)["summary"] == 'a "short" game'
    game = game_of("skirmish", variant=str(tmp_path / "best.toml"))
    assert (game.parameters["max_moves"], game.parameters["health"][1], game.parameters["healing"]) == (11, 9, 3)


def test_a_search_says_whether_its_goal_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", Optuna())  # type: ignore[arg-type]
    found = searched(1)
    figure = found.best.figures[0]
    assert "comes nearer to length=10..12 than today's rules" in str(found)
    found.finals = [replace(found.best, setting={"max_moves": 11})]
    assert "does not meet the goal of length=10..12" in str(found)
    found.finals = [replace(found.best, figures=(replace(figure, estimate=Estimate(11.0, 10.0, 12.0, 9)),))]
    assert "It meets the goal of length=10..12." in str(found)
    assert figure.label == "length (median)"


def test_a_search_with_optuna_itself_tries_todays_rules_and_others_within_the_bounds() -> None:
    pytest.importorskip("optuna", reason="Optuna is not installed: garrison[lab]")
    found = searched(6)
    tried = [trial.setting["max_moves"] for trial in found.trials]
    assert tried[0] == 200
    assert len(set(tried)) > 3
    assert all(100 <= value <= 400 for value in tried)
    assert found.best in found.finals


def test_without_optuna_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(MissingExtra, match=r"install garrison\[lab\]"):
        searched(1)


def test_a_search_needs_parameters_that_can_be_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", Optuna())  # type: ignore[arg-type]
    for names, why in (([], "Name the parameters"), (["army_kinds"], "no rule parameter to change")):
        with pytest.raises(BadOption, match=why):
            Tuner(DUEL, goals_of("length=10"), names, "random", PLAN)
