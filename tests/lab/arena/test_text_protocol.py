"""Protocol llm-v1: what readers are measured by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from garrison.cli import main
from garrison.core.game import load
from garrison.errors import BadFile, BadOption
from garrison.lab.arena import text_protocol
from garrison.lab.arena.text_protocol import (
    ReadingSetup,
    RungScore,
    Shift,
    evaluate_reader,
    rating_of,
    setups_of,
    shifted,
)
from playing import NAMES, game_of

READER = f"reader:{Path(__file__).parents[3] / 'examples/simple_reader.py'}"
DUEL = ReadingSetup("duel", game_of("skirmish"), 40)
ALONE = ReadingSetup("alone", load("minefield", rules={"max_steps": 20}), 4)


def test_every_game_is_played_as_the_protocol_says() -> None:
    frozen = {
        "boneyard": [("two", 2, 40), ("three", 3, 40)],
        "loop": [("medium", 1, 30)],
        "minefield": [("alone", 1, 30)],
        "siege": [("meadow", 2, 12)],
        "skirmish": [("small", 2, 40)],
    }
    for name in NAMES:
        setups = setups_of(name)
        assert [(setup.name, setup.game.players, setup.games) for setup in setups] == frozen[name]
    (siege,) = setups_of("siege")
    assert siege.game.parameters["max_turns"] == 40


def test_a_reader_meets_every_rung_in_every_seat(tmp_path: Path) -> None:
    result = evaluate_reader(READER, DUEL, 4, ("still", "random"), replays=tmp_path, processes=0)
    assert [(rung.opponent, rung.games) for rung in result.rungs] == [("still", 4), ("random", 4)]
    assert result.rating is not None
    assert result.reader is not None
    assert (result.reader.games, result.reader.defaults) == (8, 0)
    lines = [json.loads(line) for file in sorted(tmp_path.glob("*.jsonl")) for line in file.read_text().splitlines()]
    assert {line["seat"] for line in lines} == {0, 1}
    assert str(result).startswith(f"{READER}: skirmish (duel), protocol llm-v1")
    assert json.loads(json.dumps(result.to_dict()))["rungs"][0]["games"] == 4


def test_it_stops_when_it_is_settled() -> None:
    (rung,) = evaluate_reader("medium", setups_of("skirmish")[0], rungs=("still",), processes=0).rungs
    assert (rung.games, rung.score) == (8, 1.0)


def test_in_games_for_one_scores_on_the_same_seeds_are_compared() -> None:
    result = evaluate_reader("random", ALONE, rungs=("still", "random"), processes=0)
    assert [(rung.games, rung.score) for rung in result.rungs] == [(4, result.rungs[0].score), (4, 0.5)]
    assert result.rating is None


def test_seeds_can_be_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = evaluate_reader("random", ALONE, rungs=("random",), processes=0)
    monkeypatch.setenv("GARRISON_HELD_BACK", "a word")
    other = evaluate_reader("random", ALONE, rungs=("random",), processes=0)
    assert usual.held_back == ""
    assert len(other.held_back) == 16
    assert "a word" not in json.dumps(other.to_dict())


@pytest.mark.parametrize("name", NAMES)
def test_shifted_games_have_other_numbers_the_same_for_everybody(name: str) -> None:
    for setup in setups_of(name, is_shifted=True):
        one, again, other = setup.game_of(5), setup.game_of(5), setup.game_of(6)
        assert one == again != other
        changed = {key for key, value in one.parameters.items() if value != setup.game.parameters[key]}
        assert changed
        assert changed <= set(setup.shift)
        position = one.new(5)
        position.play(position.waiting[0], position.actions(position.waiting[0])[0])


def test_what_is_nothing_stays_nothing_and_what_is_something_stays_something() -> None:
    shift = {"unit_cost": Shift(0.01, 0.02), "engine_cost": Shift(99.0, 1e6), "ram_breaks": Shift(1.0, 1.0)}
    game = shifted(load("siege"), shift, 3)
    assert game.parameters["unit_cost"] == [1, 1, 1]
    assert max(game.parameters["engine_cost"]) < 10**6
    assert game.parameters["ram_breaks"] == load("siege").parameters["ram_breaks"]


def test_numbers_are_drawn_or_put_in_another_order() -> None:
    usual = load("boneyard").parameters
    shift = {"arrows": Shift(way="order"), "points": Shift(3, 4, "any"), "tie_breaks": Shift(0, 1, "any")}
    games = [shifted(load("boneyard"), shift, seed).parameters for seed in range(8)]
    for game in games:
        assert game["arrows"] != usual["arrows"]
        assert sorted(filter(None, game["arrows"])) == sorted(filter(None, usual["arrows"]))
    assert {points for game in games for points in game["points"]} == {3, 4}
    assert {game["tie_breaks"] for game in games} == {False, True}


def test_ratings_are_on_the_ladders_scale() -> None:
    game = load("skirmish")

    def rating(score: float) -> tuple[float, float, float]:
        figures = rating_of(game, [RungScore("random", 40, score, 0, 1), RungScore("still", 40, 1.0, 0, 1)])
        assert figures
        return figures

    assert rating(0.5)[0] == pytest.approx(0, abs=1)
    assert rating(0.75)[0] == pytest.approx(191, abs=10)
    low, high = rating(0.75)[1:]
    assert low < 191 < high
    assert rating_of(game, [RungScore("still", 40, 1.0, 0, 1)]) is None


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("x = 1")
    with pytest.raises(BadFile, match="defines no function read"):
        evaluate_reader(f"reader:{tmp_path / 'none.py'}", DUEL, 1, processes=0)
    with pytest.raises(BadOption, match="There is no bot called 'nobody'"):
        evaluate_reader("nobody", DUEL, 1, processes=0)


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_protocol, "setups_of", lambda name, is_shifted=False: [ALONE])
    words = ["evaluate", "still", "--protocol", "llm-v1", "--game", "minefield", "-n", "2", "--ladder", "random"]
    with pytest.raises(SystemExit) as end:
        main([*words, "--processes", "0", "--json"])
    assert end.value.code == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert (result["protocol"], result["rungs"][0]["games"]) == ("llm-v1", 2)
    with pytest.raises(SystemExit) as end:
        main([*words, "--setup", "large"])
    assert end.value.code == 2
    assert "has no set-up large of minefield; there is alone" in capsys.readouterr().err
