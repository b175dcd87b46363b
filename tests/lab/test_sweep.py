"""Sweeps, comparisons and searches: the same seeds for all, nothing measured twice, sentences for what is wrong."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lab_toys import coin_flips, evidence_of

from garrison.errors import BadOption, MissingExtra
from garrison.lab.design.amounts import reach_of
from garrison.lab.design.compare import allowance, compare, differences
from garrison.lab.design.compare import game_of as variants_of
from garrison.lab.design.goals import goals_of, usual_goals
from garrison.lab.design.run import Extent, Run
from garrison.lab.design.sweep import Row, SweepOptions, SweepTable, settings_of, sweep
from garrison.lab.measures.evidence import Figure, seed_outcomes
from garrison.lab.measures.intervals import Estimate, paired_difference
from garrison.lab.pages import sweep_file
from playing import game_of

DUEL = game_of("skirmish")
DICE = np.random.default_rng(9)
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
    monkeypatch.setattr(Run, "go", lambda run, *a, **k: (played.append(dict(run.changes)), go(run, *a, **k))[1])
    whole = sweep(DUEL, AXES, ["win_rate"], "random", PLAN, SweepOptions(results=kept))
    kept.write_text("\n".join(kept.read_text().splitlines()[:3]) + '\n{"about": {"ga')  # where it was broken off
    played.clear()
    again = sweep(DUEL, AXES, ["win_rate"], "random", PLAN, SweepOptions(results=kept))
    assert len(played) == 3
    assert again.to_list() == whole.to_list()
    with pytest.raises(BadOption, match="holds the results of another sweep"):
        sweep(game_of("skirmish", setup="classic"), AXES, ["win_rate"], "random", PLAN, SweepOptions(results=kept))
    kept.write_text("something else\n")
    with pytest.raises(BadOption, match="does not hold results of a sweep"):
        sweep(DUEL, AXES, ["win_rate"], "random", PLAN, SweepOptions(results=kept))


def test_todays_rules_are_in_every_grid_and_all_others_are_compared_with_them() -> None:
    found = sweep(DUEL, {"max_moves": [20]}, ["win_rate", "length"], "random", replace(PLAN, games=40))
    assert found.axes == {"max_moves": [20, 200]}
    changes = {(row.setting["max_moves"], row.measure, row.figure.label): row.change for row in found.rows}
    assert changes[200, "length", "median"] is None
    length = changes[20, "length", "median"]
    assert length is not None
    assert length.is_seen
    assert length.second < length.first
    assert "*" in str(found)
    assert "that is seen, after allowing for all" in found.remark


def test_a_sweep_plays_until_it_is_sure_enough() -> None:
    def reach(plan: SweepOptions) -> float:
        return (
            sweep(DUEL, {"healing": [5]}, ["win_rate"], "random", replace(PLAN, games=8), plan)
            .rows[0]
            .figure.estimate.reach
        )

    assert reach(SweepOptions(until=20.0)) <= 0.2 < reach(SweepOptions())
    assert (reach_of("±3"), reach_of("")) == (3, 0)
    with pytest.raises(BadOption, match="--until takes a number"):
        reach_of("sure")


def test_ctrl_c_keeps_the_settings_that_were_measured_and_the_one_that_was_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(share: float) -> None:
        raise KeyboardInterrupt

    found = sweep(DUEL, AXES, ["win_rate"], "random", PLAN, SweepOptions(results=tmp_path / "kept"), stop)
    assert found.is_cut_short
    assert len((tmp_path / "kept").read_text().splitlines()) == 1 == len({str(row.setting) for row in found.rows})
    play = Run.play_batch

    def play_few(run: Run, pool: Any, batch: Any, progress: Any) -> None:
        play(run, pool, batch[:1], progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "play_batch", play_few)
    begun = sweep(DUEL, AXES, ["win_rate"], "random", PLAN)
    assert [row.is_whole for row in begun.rows] == [False, False]
    assert "unfinished" in str(begun)


def test_a_sweep_of_nothing_says_so_on_its_page() -> None:
    nothing = SweepTable("skirmish", "easy", {"healing": [5]}, [])
    assert "Nothing was measured" in str(nothing)
    assert "Nothing was measured" in sweep_file.as_page(nothing)


def test_results_are_kept_in_plain_files_only(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="is not a file"):
        sweep(DUEL, AXES, ["win_rate"], "random", PLAN, plan=SweepOptions(results=tmp_path))


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
    assert found["score of Player 1"].is_seen
    assert found["score of Player 1"].difference.value == pytest.approx(0.3, abs=0.1)
    assert not found["mean length"].is_seen
    assert "no difference seen" in str(same["score of Player 1"])
    assert "would show one of 2 points" in str(same["score of Player 1"])
    assert "points [" in str(found["score of Player 1"])
    assert str(found["mean length"]) == "mean length: 10.0 turns and 10.0 turns; the same in every game"
    assert found["score of Player 1"].games_needed > 1000
    assert json.dumps([one.to_dict() for one in found.values()], allow_nan=False)


def test_means_are_of_the_seeds_that_are_compared_and_all_quantities_are_allowed_for() -> None:
    first, second = evidence_of([*coin_flips(DICE, 60)]), evidence_of(coin_flips(DICE, 40))
    for one in differences(first, second):
        if one.difference.is_known:
            assert one.second - one.first == pytest.approx(one.difference.value)
    found = {one.name: one for one in differences(first, second)}
    alone = paired_difference(seed_outcomes(first.of()), seed_outcomes(second.of()), 1.0)
    assert found["score of Player 1"].difference.high > alone.high
    assert f"all {len(found)} quantities" in allowance(list(found.values()))


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
    assert str(found[0]) == "score of Calliance: Not measured yet: about 8 more games."
    with pytest.raises(BadOption, match="Only variants of one game"):
        compare(DUEL, game_of("minefield"), "random", PLAN, lambda share: None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not nothing"),
        ("win_rate", "A goal is written like"),
        ("beauty=1", "no measure called beauty"),
        ("length=40..20", "goes from high to low"),
        ("win_rate=50", "write 0.5 for 50%"),
        ("draws=0..20", "is a share"),
    ],
)
def test_a_goal_that_is_none_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadOption, match=why):
        goals_of(text, DUEL)


def test_a_single_number_means_what_can_be_told_apart_from_it() -> None:
    texts = ("win_rate=0.5", "win_rate=0.5±0.03", "win_rate=0.5+-0.03", "length=20", "length=20±2")
    assert [(goal.low, goal.high) for text in texts for goal in goals_of(text, DUEL)] == [
        (0.48, 0.52), (0.47, 0.53), (0.47, 0.53), (19, 21), (18, 22)
    ]  # fmt: skip
    assert goals_of("draws=0.1", DUEL)[0].chance(0.1, 0.02) == pytest.approx(0.683, abs=0.001)


def test_the_usual_goals_are_a_game_that_is_fair_decided_and_not_too_long() -> None:
    assert [goal.measure for goal in usual_goals(DUEL)] == ["win_rate", "draws", "cut_off", "length"]
    assert [goal.measure for goal in usual_goals(game_of("minefield"))] == ["cut_off", "length"]


def test_a_goal_is_missed_by_how_far_it_is_away() -> None:
    goal = goals_of("win_rate[Zorde]=0.4..0.6", DUEL)[0]
    assert goal.miss(Figure("Zorde", Estimate(0.5, 0, 1, 9))) == 0
    assert goal.miss(Figure("Zorde", Estimate(0.8, 0, 1, 9))) == pytest.approx(2)
    assert goals_of("length=100..110", DUEL)[0].miss(Figure("median", Estimate(78, 0, 1, 9), "turns")) == pytest.approx(
        2
    )
