"""Evaluation by protocol, and data sets: the same for the same policy, and complete enough to repeat."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

import garrison
from garrison.cli import main
from garrison.core.position import Position
from garrison.errors import BadFile, BadOption
from garrison.lab.arena.evaluation import evaluate, policy_in, rungs_of
from garrison.lab.data.dataset import Dataset, DatasetSize, make

DUEL = garrison.load("skirmish", setup="duel", rules={"max_moves": 20})
ALONE = garrison.load("minefield", rules={"max_steps": 40})


def first(position: Position, player: int, dice: Random) -> int:
    return position.actions(player)[0]


def test_an_evaluation_says_all_that_is_needed_to_repeat_it() -> None:
    one, two = (evaluate(first, DUEL, games=12, ladder=("random",)) for _ in range(2))
    assert one == two
    assert (one.protocol, one.rules_hash, one.garrison) == ("v2", DUEL.rules_hash, garrison.__version__)
    rung = one.rungs[0]
    assert (rung.opponent, rung.games) == ("random", 12)
    assert 0 <= rung.low <= rung.score <= rung.high <= 1
    assert json.loads(json.dumps(one.to_dict()))["rungs"][0]["games"] == 12
    assert "random" in str(one)


def test_a_policy_against_itself_is_even() -> None:
    seats = []

    def noted(position: Position, player: int, dice: Random) -> int:
        seats.append(player)
        return int(dice.choice(position.actions(player)))

    evaluate(noted, DUEL, games=4, ladder=("random",))
    assert set(seats) == {0, 1}  # seats in rotation


def test_a_player_alone_has_a_mean_score() -> None:
    (rung,) = garrison.evaluate("random", ALONE, games=20).rungs
    assert rung.opponent == "alone"
    assert rung.low <= rung.score <= rung.high
    assert rung.low < rung.high


def test_the_same_comes_out_on_any_number_of_cores(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(position, player, dice):\n    return dice.choice(position.actions(player))\n")
    alone, spread_out = (evaluate(file, DUEL, games=6, ladder=("random",), processes=count) for count in (0, 2))
    assert alone == spread_out
    with pytest.raises(BadOption, match="Only a bot's name, a file, or a function of a module"):
        evaluate(lambda position, player, dice: 0, DUEL, games=1, processes=2)


def test_the_rungs_of_each_protocol() -> None:
    steady = ("random", "easy", "medium", "hard")
    assert rungs_of(DUEL, "v1") == steady
    assert rungs_of(garrison.load("boneyard"), "v2") == (*steady, "expert")
    assert rungs_of(DUEL, "v2") == steady  # in a game without an expert
    assert rungs_of(DUEL, "v2", ("easy",)) == ("easy",)
    assert rungs_of(ALONE, "v2", ("easy",)) == ("alone",)


@pytest.mark.parametrize(("protocol", "knows"), [("v1", True), ("v2", False)])
def test_a_policy_cannot_try_out_the_dice(protocol: str, knows: bool) -> None:
    expected: list[bytes] = []
    hits: list[bool] = []

    def prophet(position: Position, player: int, dice: Random) -> int:
        """Plays an action on a copy, and looks whether that is what happens: positions without their generator."""
        seen = position.copy()
        seen.state["rng"] = 0
        if position.steps > 0:
            hits.append(seen.to_bytes() == expected[-1])
        action = int(dice.choice(position.actions(player)))
        after = position.copy()
        after.play(player, action)
        after.state["rng"] = 0
        expected.append(after.to_bytes())
        return action

    evaluate(prophet, garrison.load("minefield", rules={"max_steps": 400}), protocol, games=10)
    assert len(hits) > 20
    assert all(hits) == knows


@pytest.mark.parametrize(("protocol", "knows"), [("v1", True), ("v2", False)])
def test_a_policy_does_not_learn_what_others_have_chosen(protocol: str, knows: bool) -> None:
    game = garrison.load("boneyard", players=2, rules={"max_rounds": 4})
    phases: list[bool] = []

    def spy(position: Position, player: int, dice: Random) -> int:
        other = 1 - player
        asked = [who for who in (0, 1) if position.measure(who)[game.numbers.index("own asks")]]
        phases.append(position.state["choices"][0, other] >= 0 or (not asked and other not in position.waiting))
        return int(dice.choice(position.actions(player)))

    evaluate(spy, game, protocol, games=2, ladder=("random",))
    assert any(phases) == knows


def test_a_policy_cannot_change_the_game() -> None:
    def vandal(position: Position, player: int, dice: Random) -> int:
        action = position.actions(player)[0]
        position.play(player, action)
        position.state["over"] = 1
        return action

    assert evaluate(vandal, DUEL, games=2, ladder=("random",)) == evaluate(first, DUEL, games=2, ladder=("random",))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"protocol": "v9"}, "There is no protocol 'v9'"), ({"games": 0}, "play 1 to 1,000 of them, not 0")],
)
def test_what_no_protocol_has(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        evaluate("random", ALONE, **wrong)  # type: ignore[arg-type]


def test_a_file_with_a_policy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("GAME = 'minefield'\n\ndef policy(position, player, dice):\n    return 0\n")
    with pytest.raises(SystemExit, match="0"):
        main(["evaluate", str(file), "-n", "3", "--rule", "max_steps=30", "--json"])
    assert json.loads(capsys.readouterr().out)["rungs"][0]["games"] == 3
    assert policy_in(file)[1] == "minefield"


@pytest.mark.parametrize(
    ("text", "words"),
    [("1 / 0", "can't be run .ZeroDivisionError"), ("policy = 3", "defines no function policy"), (None, "mine.py")],
)
def test_a_file_without_one(tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadFile, match=words):
        policy_in(file)


def test_a_game_must_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def policy(position, player, dice):\n    return 0\n")
    with pytest.raises(SystemExit, match="2"):
        main(["evaluate", str(file)])
    assert "names no GAME" in capsys.readouterr().err


# --- Data sets


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_a_data_set_can_be_played_again(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'garrison[envs]'")
    path = str(tmp_path / f"games{suffix}")  # a string will do, as everywhere in Python
    rows = make(DUEL, ["random"], 6, 3, path).decisions
    data = Dataset(path)
    assert Dataset(Path(path)).about == data.about
    assert len(data) == rows == len(data.columns["outcome"])
    assert data.game == DUEL
    assert set(np.unique(data.columns["outcome"])) <= {-1, 0, 1}
    frames = [
        (position.steps, player, action in position.actions(player)) for position, player, action, _ in data.frames()
    ]
    assert all(is_legal for _, _, is_legal in frames)
    assert [step for step, _, _ in frames] == data.columns["step"].tolist()


class Interrupted(Exception):
    """Somebody ends the program."""


def test_a_data_set_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    make(DUEL, ["random"], 8, 3, tmp_path / "whole.npz", processes=0)
    path, part = tmp_path / "games.npz", tmp_path / "games.npz.part"
    done: list[int] = []

    def interrupt(count: int) -> None:
        done.append(count)
        if len(done) == 6:
            raise Interrupted

    with pytest.raises(Interrupted):
        make(DUEL, ["random"], 8, 3, path, interrupt)
    assert not path.exists()
    part.write_bytes(part.read_bytes()[:-3])  # killed while it was writing
    resumed: list[int] = []
    make(DUEL, ["random"], 8, 3, path, resumed.append)
    assert resumed == [4, 1, 1, 1, 1]  # four of the five games were whole
    assert not part.exists()
    one, other = Dataset(tmp_path / "whole.npz"), Dataset(path)
    assert one.about == other.about
    assert all((one.columns[name] == other.columns[name]).all() for name in one.columns)


def test_games_of_another_data_set_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    with pytest.raises(Interrupted):
        make(DUEL, ["random"], 4, 3, path, progress=_interrupt)
    other_rules = garrison.load("skirmish", setup="duel", rules={"max_moves": 21})
    for game, seed in ((other_rules, 3), (DUEL, 4)):
        with pytest.raises(BadOption, match="holds games of another data set"):
            make(game, ["random"], 4, seed, path)
    (tmp_path / "games.npz.part").write_text('{"format"')  # killed at the very beginning
    assert make(DUEL, ["random"], 1, 3, path).games == 1
    with pytest.raises(BadFile, match="can't be used"):
        make(DUEL, ["random"], 1, 3, tmp_path / "nowhere" / "games.npz")


def _interrupt(count: int) -> None:
    raise Interrupted


def test_a_data_set_has_as_many_games_as_have_the_decisions(tmp_path: Path) -> None:
    path, same = tmp_path / "games.npz", tmp_path / "same.npz"
    size = make(DUEL, ["random"], DatasetSize(900, 10_000), 3, path, processes=0)
    games = Dataset(path).columns["game"]
    assert size.decisions >= 900 > np.searchsorted(games, size.games - 1)  # without the last game, they are too few
    make(DUEL, ["random"], size.games, 3, same, processes=0)
    one, other = Dataset(path), Dataset(same)
    assert one.about == other.about
    assert all((one.columns[name] == other.columns[name]).all() for name in one.columns)
    assert make(DUEL, ["random"], DatasetSize(900, 2), 3, path, processes=0).games == 2
    with pytest.raises(BadOption, match="up to 1,000,000,000 decisions, not -1"):
        make(DUEL, ["random"], DatasetSize(-1, 2), 3, path)


def test_a_data_set_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.npz"
    with pytest.raises(SystemExit, match="0"):
        main(["dataset", "minefield", "-o", str(path), "--bots", "random", "-n", "4", "--rule", "max_steps=20"])
    assert "decisions of 4 games" in capsys.readouterr().out
    assert Dataset(path).about["games"] == 4


def test_what_is_no_data_set(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    file.write_bytes(b"no")
    with pytest.raises(BadFile, match="is not a data set of Garrison"):
        Dataset(file)
    with pytest.raises(BadOption, match=r"ends in \.npz or \.parquet"):
        make(DUEL, ["random"], 1, 0, tmp_path / "games.csv")
    with pytest.raises(BadOption, match="A data set has 1 to 1,000,000 games, not 0"):
        make(DUEL, ["random"], 0, 0, file)
