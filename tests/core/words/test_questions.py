"""What somebody who plays by text may ask."""

from __future__ import annotations

import pytest

import garrison
from garrison.core.words.questions import HELP, QUESTIONS, answer
from playing import NAMES, game_of


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_has_an_answer_from_the_first_to_the_last_position(name: str, question: str) -> None:
    position = game_of(name, rules={"max_steps": 40}).new(seed=3)
    while not position.over:
        said = {answer(position, player, f"{question} 1,1") for player in range(-1, position.game.players)}
        assert all(said)
        for _ in range(20):
            if not position.over:
                position.play(position.waiting[0], position.actions(position.waiting[0])[-1])
    assert answer(position, 0, question)


def test_a_move_is_no_question_and_a_mark_makes_it_one() -> None:
    position = garrison.load("skirmish").new(seed=7)
    assert answer(position, 0, "7,2>5,5") is None
    assert answer(position, 0, "7,2") is None
    assert answer(position, 0, "? 7,2") == HELP
    assert answer(position, 0, "") == HELP
    assert answer(position, 0, "?Score") == answer(position, 0, "score")


def test_a_button_that_is_called_like_a_question_is_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    position = garrison.load("minefield").new(seed=1)
    name = position.game.facts.buttons[1].name
    monkeypatch.setitem(QUESTIONS, name, lambda view, rest, since: "an answer")
    assert answer(position, 0, name) is None
    assert answer(position, 0, f"?{name}") == "an answer"


def test_who_attacks_a_field() -> None:
    position = garrison.load("skirmish", setup="duel").new(seed=7)
    assert answer(position, 0, "what attacks 0,0").startswith(("Nothing that is known", "0,0: T0 at"))
    assert answer(position, 0, "what attacks everybody") == "Say which field: what attacks 6,4."
    assert answer(position, 0, "what attacks 99,99") == "Say which field: what attacks 6,4."


def test_the_rulebook_by_chapter_or_word() -> None:
    position = garrison.load("boneyard").new(seed=7)
    chapters = answer(position, 0, "rules")
    assert "The rulebook has: " in chapters
    first = chapters.removeprefix("The rulebook has: ").split(", ")[1]
    assert answer(position, 0, f"rules {first}").startswith(first)
    assert "catapult" in answer(position, 0, "rules catapult").lower()


def test_moves_that_begin_so() -> None:
    position = garrison.load("skirmish").new(seed=7)
    lines = answer(position, 0, "moves").splitlines()
    assert lines
    start = position.moves(0)[0].notation[:2].lower()
    assert all(line.lower().startswith(start) for line in answer(position, 0, f"moves {start}").splitlines())
    assert answer(position, 0, "moves xyzzy") == "No move begins with xyzzy."
    assert answer(position, 1, "moves").startswith("It is not your turn")
