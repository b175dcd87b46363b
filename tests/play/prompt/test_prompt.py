"""A match at a plain prompt: questions, moves, bots, pipes, narrow lines, games in real time, games of others."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bare
import garrison
import toy
from garrison.core.replay import parse
from garrison.play.match import Match, Seat
from garrison.play.prompt.answers import answer, answer_in_time
from garrison.play.prompt.console import converse, say
from garrison.play.prompt.dialogue import Dialogue
from playing import NAMES, game_of


def talk_of(name: str, bots: tuple[str, ...] = (), **options: Any) -> Dialogue:
    game = garrison.load(name, **options)
    return Dialogue(Match(game, 7, [*[Seat()] * (game.players - len(bots)), *map(Seat, bots)]), 40)


def test_questions_are_answered_without_a_move() -> None:
    talk = talk_of("skirmish", ("random",))
    assert answer(talk, "board").splitlines()[1] == "    0 1 2 3 4 5 6 7"
    assert answer(talk, "moves E0").startswith("E0 ")
    assert answer(talk, "what attacks 6,4") == "Nothing that is known attacks 6,4."
    assert "G0 at 0,2 could come there" in answer(talk, "what attacks 4,3")
    assert answer(talk, "what is at 7,3").startswith("E0, Elf, 70 of 70 health")
    assert answer(talk, "what is at 9,9") == "The board has no field 9,9."
    assert answer(talk, "last") == "Nothing has happened yet."
    assert answer(talk, "score").startswith("Calliance: 0.5. Zorde: 0.5.")
    assert answer(talk, "list").startswith("Yours: H0")
    assert "the outermost ring of the board burns" in answer(talk, "rules fire")
    assert answer(talk, "undo").startswith("There is nothing to take back")
    assert "save FILE" in answer(talk, "help")
    assert talk.match.replay.moves == []


def test_a_move_is_played_and_the_bot_answers() -> None:
    talk = talk_of("skirmish", ("random",))
    said = answer(talk, "H0 61-51-41")
    assert said.startswith("H0 moves")
    assert talk.match.position.waiting == (0,)
    assert talk.match.position.state["moves"][0] == 2
    assert answer(talk, "last") == " ".join(talk.news)
    assert "is not a move now" in answer(talk, "fly away")


def test_a_part_of_a_move_can_be_taken_back() -> None:
    talk = talk_of("skirmish", ("random",))
    answer(talk, "H0 61")
    assert len(talk.match.replay.moves) == 2
    assert answer(talk, "undo").startswith("Taken back.")
    assert len(talk.match.replay.moves) == 1


def test_a_hint_is_a_move_that_can_be_typed() -> None:
    talk = talk_of("skirmish", setup="duel")
    notation = answer(talk, "hint").partition(":")[0]
    assert talk.match.position.parse(notation, 0).actions


def test_several_people_type_in_turn() -> None:
    talk = talk_of("boneyard", players=2)
    assert talk.prompt.startswith("Ash: Round 1")
    assert answer(talk, "11 -").splitlines()[-1].startswith("Bramble: Round 1")
    assert answer(talk, "11 -").splitlines()[-1].startswith("Ash: Round ")


def test_a_game_is_saved(tmp_path: Path) -> None:
    talk = talk_of("minefield")
    answer(talk, "right x2")
    file = tmp_path / "game.json"
    assert answer(talk, f"save {file}") == f"Saved in {file}."
    assert len(parse(file.read_text()).moves) == 2
    assert answer(talk, "save") == "save needs the name of a file, such as save game.json."


@pytest.mark.parametrize("name", NAMES)
def test_games_are_played_through_a_pipe(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    game, dice = game_of(name, rules={"max_steps": 60}), Random(1)
    lines = [dice.choice(["board", "moves", "last", "forecast", "", "x" * 5000]) for _ in range(6)]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, "quit"]) + "\n"))
    converse(Match(game, 3, [Seat(), *[Seat("random")] * (game.players - 1)]), 40)
    printed = capsys.readouterr().out
    assert printed.rstrip().endswith("Goodbye.")
    assert max(len(line.removeprefix("> ")) for line in printed.splitlines()) <= 40


@pytest.mark.parametrize("name", NAMES)
def test_games_are_played_to_the_end_by_typing(name: str) -> None:
    game, dice = game_of(name, rules={"max_steps": 120}), Random(2)
    talk = Dialogue(Match(game, 3, [Seat(), *[Seat("random")] * (game.players - 1)]))
    while not talk.is_over:
        assert talk.player == 0
        before = len(talk.match.replay.moves)
        answer(talk, dice.choice(talk.view.moves).notation)
        assert len(talk.match.replay.moves) > before
    assert answer(talk, "up").startswith(("The game is over", "'up' is not"))


def test_in_real_time_the_clock_waits_or_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = talk_of("minefield")
    assert talk.match.position.steps == 0
    answer(talk, "right x3")
    assert talk.match.position.steps == 3
    answer_in_time(talk, "right x2")
    assert talk.match.position.steps == 3
    for _ in range(4):
        talk.tick()
    assert talk.match.position.steps == 7
    assert [move.action for move in talk.match.replay.moves] == [2, 2, 2, 2, 2, 0, 0]


def test_a_clock_is_for_real_time_only() -> None:
    with pytest.raises(garrison.errors.BadOption, match="is not a game in real time"):
        converse(Match(garrison.load("skirmish"), 1), 40, 100)
    with pytest.raises(garrison.errors.BadOption, match="20 to 1000 characters wide, not 5"):
        converse(Match(garrison.load("skirmish"), 1), 5)


def test_lines_fit(capsys: Any) -> None:
    say("one two three four five", 10)
    assert capsys.readouterr().out.splitlines() == ["one two", "  three", "  four", "  five"]


def test_games_of_others_are_played_by_typing(tmp_path: Path) -> None:
    toy.install(tmp_path)
    environment = {**toy.install(tmp_path, "bare", **bare.BARE), "GARRISON_LANE": "interpreted"}
    play = "import io, sys; sys.stdin = io.StringIO({0!r}); from garrison.cli import main; main({1!r})"
    for name, lines, end in (
        ("counting", "count\nboard\nwait\ncount\ncount\n", "First: 0. Second: 1."),
        ("bare", "0,0\n" * 6, "Player 1: 0. Player 2: 0."),
    ):
        command = ["play", name, "--text", "--width", "40"]
        done = toy.python(environment, "-c", play.format(lines, command))
        assert done.returncode == 0, done.stderr
        assert done.stdout.rstrip().endswith(end)
