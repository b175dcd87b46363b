"""Replays as lists of moves: written, read back, with comments, and refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

import garrison
from garrison.core.ending import Ending
from garrison.core.replay import Move, Replay, parse
from garrison.core.words.move_list import from_moves, to_moves
from garrison.errors import BadReplay
from playing import NAMES, game_of, numbers_of, play_on
from starting import answer_here


def random_game(name: str, count: int = 60) -> Replay:
    game = game_of(name)
    position = game.new(5)
    moves = play_on(position, numbers_of(5, count))
    return Replay(game, 5, moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_list_reads_back_to_the_same_replay(name: str) -> None:
    replay = random_game(name)
    text = to_moves(replay)
    assert from_moves(text).to_json() == replay.to_json()
    assert to_moves(from_moves(text)) == text


def test_times_stirs_and_how_it_ended_are_kept() -> None:
    replay = random_game("skirmish", 12)
    replay.moves = [move._replace(ms=100 * place) for place, move in enumerate(replay.moves)]
    replay.end = Ending("resigned", 0)
    again = from_moves(to_moves(replay))
    assert again.to_json() == replay.to_json()
    stirred = Replay(garrison.load("minefield"), 3, [Move(0, 1), Move(0, 2, bits=99), Move(0, 3, late=True)])
    assert from_moves(to_moves(stirred)).moves == stirred.moves


def test_moves_of_several_clicks_are_one_line_and_comments_are_read_over() -> None:
    game = garrison.load("skirmish")
    replay = Replay(game, 7, [Move(0, 58), Move(0, 49), Move(0, 41), Move(0, 33), Move(1, 3), Move(1, 3)])
    lines = to_moves(replay).splitlines()
    assert lines[-2:] == ["1. Calliance: H0 61-51-41", "2. Zorde: O0."]
    commented = to_moves(replay).replace("H0 61-51-41", "h0 61 51 41 {bold} {or rash}") + "{the end}\n"
    assert from_moves(commented).moves == replay.moves


@pytest.mark.parametrize(("change", "words"), [
    (("[seed 7]", "[seed seven]"), "'seven' is not a value as in JSON."),
    (("[seed 7]\n", ""), r"the tag \[seed ...\] is missing."),
    (("Calliance: H0", "Caliance: H0"), "line .*is not a move like Calliance: ..."),
    (("H0 61", "H0 99"), "line .*'99' is not a field of the board"),
    (("H0 61", "fly"), "line .*'fly"),
])  # fmt: skip
def test_what_is_wrong_is_one_sentence(change: tuple[str, str], words: str) -> None:
    game = garrison.load("skirmish")
    text = to_moves(Replay(game, 7, [Move(0, 58), Move(0, 49), Move(0, 41), Move(0, 33)]))
    with pytest.raises(BadReplay, match=words):
        from_moves(text.replace(*change), "list")


def test_the_command_writes_and_reads_lists(tmp_path: Path) -> None:
    replay = random_game("boneyard", 20)
    (tmp_path / "game.json").write_text(replay.to_json())
    text = answer_here(tmp_path, "replay", str(tmp_path / "game.json"), "--moves")
    assert text == to_moves(replay)
    (tmp_path / "game.moves").write_text(text)
    again = answer_here(tmp_path, "replay", str(tmp_path / "game.moves"), "--json")
    assert parse(again).to_json() == replay.to_json()


def test_several_moves_may_stand_in_a_line() -> None:
    game = garrison.load("siege", map="meadow")
    head = "\n".join(to_moves(Replay(game, 1, [])).splitlines())
    lines = ["Blue: castle 5,18", "Red: castle 11,3", "Red: end; castle barracks 8,6; barracks 2 inf; end {a turn}"]
    replay = from_moves("\n".join([head, *lines]))
    assert len(replay.moves) == 12
    assert from_moves(to_moves(replay)).to_json() == replay.to_json()
    assert to_moves(replay).splitlines()[-1] == "6. Red: end"
    with pytest.raises(BadReplay, match=r"line .*: Skipped 'k1 1,1': 'k1 1,1' is not a move now: you have nothing"):
        from_moves("\n".join([head, *lines, "Blue: end; k1 1,1"]))
