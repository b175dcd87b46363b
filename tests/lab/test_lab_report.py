"""A report from end to end: the same games anywhere, what is kept after Ctrl+C, a page that needs nothing else."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lab_toys import trace

import toy
from garrison.core.game import load
from garrison.core.position import Position
from garrison.errors import BadOption
from garrison.lab.design.amounts import seconds_of, values_of
from garrison.lab.design.experiments import experiments_for, king_tasks, tasks
from garrison.lab.design.run import Extent, Run
from garrison.lab.games import traces
from garrison.lab.games.changes import dial_of, dials_of, with_changes, with_values
from garrison.lab.games.players import player_of
from garrison.lab.games.traces import LabGame
from garrison.lab.notes.toolbox import NONE, toolbox_of
from garrison.lab.pages.report import LabReport, change_words, report_on
from garrison.lab.pages.report_page import page_of
from lab_cluster import Ray
from playing import NAMES, game_of

DUEL = game_of("skirmish")
FEW = ["win_rate", "luck", "weight", "use"]


@pytest.fixture(scope="module")
def found() -> LabReport:
    run = Run(DUEL, "random", Extent(games=8, seed=3, processes=0), FEW)
    run.go()
    return report_on(run)


def test_a_report_begins_with_a_verdict_and_has_every_measure(found: LabReport) -> None:
    assert [measure.name for measure in found.measures] == FEW
    assert found.verdict == ["Not measured yet: score by seat, luck, weight of every tool, use of every tool."]
    assert found.measure("win_rate").sentence == "Not measured yet: about 160 more games."
    told = json.loads(json.dumps(found.to_dict()))
    assert told["rules_hash"] == DUEL.rules_hash
    assert {"label", "value", "low", "high", "games", "unit", "flag"} == set(told["measures"][0]["figures"][0])
    assert found.verdict[0] in str(found)


def test_the_page_asks_nobody_for_anything_and_fits_both_themes(found: LabReport) -> None:
    page = page_of(found)
    assert not re.search(r"(src|href)=|@import|url\(", page)
    assert page.index("Verdict") < page.index("1 Score by seat")
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert 'name="viewport"' in page
    assert "<svg" in page
    assert page.count('class="wide"') == page.count('class="narrow"') > 0  # one of them for telephones


def test_changes_are_told_by_what_they_mean() -> None:
    game = with_changes(load("skirmish"), (("health[0]", 180), ("healing", 14)))
    assert change_words(game) == ["health of Ork: 180", "health that healing gives: 14"]
    assert change_words(load("skirmish")) == []
    assert change_words(DUEL) == ["another scenario"]


def test_the_same_seeds_give_the_same_report_here_in_other_processes_and_on_a_cluster(
    found: LabReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", Ray())  # type: ignore[arg-type]
    for plan in (Extent(games=8, seed=3, processes=1), Extent(games=8, seed=3, place="ray")):
        run = Run(DUEL, "random", plan, FEW)
        run.go()
        assert json.dumps(report_on(run).to_dict()) == json.dumps(found.to_dict())


def test_a_budget_of_time_ends_the_run_and_other_measures_get_their_part() -> None:
    told: list[float] = []
    run = Run(DUEL, "random", Extent(seconds=1.0, processes=0), ["win_rate", "weight", "kingmaking"])
    evidence = run.go(told.append)
    assert told == sorted(told)
    assert run.seconds < 5
    assert {"play", "without:human"} <= set(evidence.results)


def test_ctrl_c_keeps_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(DUEL, "random", Extent(games=40, processes=0), ["win_rate"])

    def tell(share: float) -> None:
        if run.evidence.games == 6:
            raise KeyboardInterrupt

    assert len(run.go(tell).of()) == 6
    assert run.is_cut_short
    assert any("stopped early" in note for note in report_on(run).notes)


def test_games_that_would_all_be_alike_begin_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    from garrison import bots

    def first(position: Position, player: int, dice: Random) -> int:
        return position.actions(player)[0]

    monkeypatch.setattr(bots, "own_bots", lambda package: {"first": first})
    player_of.cache_clear()
    run = Run(DUEL, "first", Extent(games=8, processes=0), ["win_rate"])
    assert len({one.digest for one in run.go().of()}) > 1
    assert run.opening == 2
    assert any("turns of each game are random" in note for note in report_on(run).notes)


@pytest.mark.parametrize("name", NAMES)
def test_what_counts_as_a_tool_is_data_of_the_game_and_all_of_it_can_be_found(name: str) -> None:
    game = game_of(name)
    box, facts = toolbox_of(game), game.facts
    assert len({tool.name for tool in box.tools}) == len(box.tools) > 0
    assert {button for tool in box.tools for button in tool.buttons} <= {button.name for button in facts.buttons}
    parts = {part for tool in box.tools for part in (*tool.holds, *filter(None, tool.when[:1]))}
    assert parts <= set(game.state_dtype.names)


def test_a_tool_is_found_by_a_click_and_nothing_in_the_middle_of_a_move() -> None:
    position, box = DUEL.new(1), toolbox_of(DUEL)
    player = position.waiting[0]
    action = position.actions(player)[0]
    used = box.tool_of(position, action)
    assert used in box.tools_among(position, position.mask(player).tobytes())
    position.play(player, action)
    assert box.tool_of(position, position.actions(player)[0]) == NONE


def test_a_tool_may_be_in_a_numbered_slot() -> None:
    position, box = game_of("loop").new(1), toolbox_of(game_of("loop"))
    position.state["cards"][0, 2] = 4
    assert box.tools[box.tool_of(position, position.game.action("card 3"))].name == "village"


def test_a_player_can_do_without_a_tool_think_less_or_be_replaced() -> None:
    position, dice = DUEL.new(1), Random(1)
    for tool in toolbox_of(DUEL).tools:
        player = player_of(f"random without {tool.name}", DUEL)
        for _ in range(5):
            action = player(position, 0, dice)
            others = [
                a for a in position.actions(0) if toolbox_of(DUEL).tools[toolbox_of(DUEL).tool_of(position, a)] != tool
            ]
            assert action in (others or position.actions(0))
    assert player_of("easy at 0.5", DUEL)(position, 0, dice) in position.actions(0)
    assert player_of("random then easy after 0", DUEL)(position, 0, dice) in position.actions(0)
    with pytest.raises(BadOption, match="no tool called 'spoon'"):
        player_of("random without spoon", DUEL)
    with pytest.raises(BadOption, match="share of its time"):
        player_of("easy at twice", DUEL)


def test_somebody_who_is_replaced_leaves_the_beginning_as_it_was() -> None:
    whole = traces.play(DUEL, LabGame(0, 5, ("random", "random")))
    late = traces.play(DUEL, LabGame(0, 5, ("random", f"random then easy after {whole.turns + 1}")))
    early = traces.play(DUEL, LabGame(0, 5, ("random", "random then easy after 1")))
    assert late.digest == whole.digest != early.digest


def test_kings_are_looked_for_in_games_that_were_played() -> None:
    values = [[0.2, 0.1, -0.3]] * 4
    made = king_tasks([trace(0, (0,), seats=("a", "b", "c"), values=values, turns=8)])
    assert made[0].seats == ("a", "b", "c then random after 6")


def test_everybody_sits_everywhere_and_all_experiments_use_the_same_seeds() -> None:
    made = experiments_for(DUEL, "hard", ["depth", "without", "style", "change", "strength"])
    kinds = {one.kind for one in made}
    assert kinds == {"play", "depth", "without", "style", "change", "strength"}
    seeds = {tuple(task.seed for task in tasks(DUEL, one, 0, 6, 9)) for one in made}
    assert len(seeds) == 1
    pair = next(one for one in made if one.kind == "depth")
    assert [task.seats for task in tasks(DUEL, pair, 0, 2, 9)] == list(pair.lineups)
    assert pair.lineups[0] == pair.lineups[1][::-1]


@pytest.mark.parametrize("name", NAMES)
def test_every_number_that_designers_turn_says_what_it_means_and_how_far(name: str) -> None:
    lacking = [dial.name for dial in dials_of(game_of(name)) if not dial.meaning or dial.high - dial.low > 100_000]
    assert lacking == []
    assert all(dial.low <= dial.value <= dial.high for dial in dials_of(game_of(name)))


def test_a_single_number_of_a_list_can_be_changed() -> None:
    game = with_values(DUEL, {"health[1]": 77, "alternate": 0})
    assert (game.parameters["health"][1], game.parameters["alternate"]) == (77, False)
    assert dial_of(DUEL, "health[0]").beside() == [157, 193]
    for name, why in (("health", "is a list"), ("helth[0]", "did you mean health"), ("spoon", "there are: ")):
        with pytest.raises(BadOption, match=why):
            dial_of(DUEL, name)
    with pytest.raises(BadOption, match="has 6 numbers"):
        with_values(DUEL, {"health[9]": 1})


def test_how_many_play_is_no_number_that_designers_turn(tmp_path: Path) -> None:
    """Not even where the parameter of an author's game does not say so: line-ups have a seat for each player."""
    facts = toy.FACTS.replace('("First", "Second")', '("First", "Second", "Third")') + "PLAYERS = (2, 3)\n"
    first = "class Rules(ParameterRecord):\n"
    state = toy.STATE.replace(first, f'{first}    players: int = parameter(3, 2, 3, "how many play")\n')
    rules = toy.RULES.replace("s.waiting = 2 >> player", "s.waiting = 1 << (player + 1) % p.players")
    environment = {**toy.install(tmp_path, __init__=facts, state=state, rules=rules), "GARRISON_LANE": "interpreted"}
    command = "lab report counting --bots random -n 3 --measure sensitivity --json"
    told = toy.python(environment, "-m", "garrison", *command.split())
    assert told.returncode == 0, told.stderr
    changed_numbers = {figure["label"].split(":")[0] for figure in json.loads(told.stdout)["measures"][0]["figures"]}
    assert not [name for name in changed_numbers if "players" in name or "how many" in name]


@pytest.mark.parametrize("text", ["", "soon", "-5m", "0s", "5 parsecs"])
def test_a_budget_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="A budget is a time"):
        seconds_of(text)


@pytest.mark.parametrize("text", ["attack", "attack=", "attack=1:2:3:4", "attack=9:1", "attack=1:9:0", "attack=a,b"])
def test_values_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="--rule takes NAME=FROM:TO:STEP"):
        values_of(text)


@pytest.mark.parametrize("given", [{}, {"games": -3}, {"games": 10**9}, {"games": 1, "place": "mars"}])
def test_plans_that_make_no_sense_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        Extent(**given)
