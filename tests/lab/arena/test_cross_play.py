"""Cross-play and seats: every policy against every other, files among them, and what each seat brought."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import garrison
from garrison.cli import main
from garrison.core.game import load
from garrison.errors import BadOption
from garrison.lab.arena.cross_play import cross_play
from garrison.lab.arena.evaluation import evaluate

DUEL = garrison.load("skirmish", setup="duel", rules={"max_moves": 20})
FIRST = "def policy(position, player, dice):\n    return position.actions(player)[0]\n"
PEEK = "def policy(position, player, dice):\n    position.play(player, position.actions(player)[0])\n    return -1\n"


def test_every_two_policies_meet_and_shares_add_up(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    policies = (str(tmp_path / "first.py"), "random", "easy")
    result = cross_play(policies, DUEL, games=6, processes=0)
    assert [[rung.opponent for rung in one.rungs] for one in result.evaluations] == [["random", "easy"], ["easy"]]
    head, *rows = result.table
    assert head == ["", "first", "random", "easy", "others"]
    shares = [[float(cell.rstrip("%") or 50) for cell in row[1:4]] for row in rows]
    for one in range(3):
        for other in range(3):
            assert shares[one][other] + shares[other][one] == pytest.approx(100, abs=0.11)
    assert json.loads(json.dumps(result.to_dict()))["policies"][0].endswith("first.py")


def test_seats_are_told_apart_and_add_up_to_the_whole() -> None:
    game = load("boneyard", players=3, rules={"max_rounds": 3})
    (rung,) = evaluate("easy", game, games=7, ladder=("random",), processes=0).rungs
    assert [(one.seat, one.games) for one in rung.seats] == [(0, 3), (1, 2), (2, 2)]
    assert sum(one.score * one.games for one in rung.seats) == pytest.approx(rung.score * 7)
    assert "  seat 2" in str(rung)
    assert evaluate("random", load("minefield", rules={"max_steps": 9}), games=2, processes=0).rungs[0].seats == ()


def test_a_file_among_the_opponents_is_given_a_copy(tmp_path: Path) -> None:
    (tmp_path / "peek.py").write_text(PEEK)
    with pytest.raises(garrison.errors.IllegalAction):  # for what it returns, and not because it was not its turn
        evaluate("random", DUEL, games=1, ladder=(str(tmp_path / "peek.py"),), processes=0)


def test_the_command_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    words = ["evaluate", str(tmp_path / "first.py"), "--game", "skirmish", "--setup", "duel", "-n", "2"]
    with pytest.raises(SystemExit) as end:
        main([*words, "--cross", "random,still", "--processes", "0"])
    assert not end.value.code
    assert "others" in capsys.readouterr().out


def test_who_cannot_play_across_is_refused() -> None:
    with pytest.raises(BadOption, match="Minefield is played alone here"):
        cross_play(["easy", "random"], load("minefield"))
    for policies in (["easy"], ["easy", "easy"]):
        with pytest.raises(BadOption, match="between two policies or more, each named once"):
            cross_play(policies, DUEL)
