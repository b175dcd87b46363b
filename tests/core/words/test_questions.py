"""What somebody who plays by text may ask."""

from __future__ import annotations

import re

import pytest

import garrison
from garrison.core.words.questions import HELP, QUESTIONS, answer
from playing import NAMES, game_of, numbers_of


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
    assert answer(position, 0, "what attacks 99,99") == "The board has no field 99,99."


def test_where_the_game_says_nothing_about_attacks_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    position = garrison.load("boneyard").new(seed=7)
    assert answer(position, -1, "what attacks 2,2") == (
        "Nobody says in Boneyard what attacks a field; coming says what is certain."
    )


@pytest.mark.parametrize(("name", "words"), [
    ("boneyard", r"2,2: (\d \w+ in \d(; )?)+\."),
    ("minefield", r"2,2: [XY] \d+,\d+ is \d+ steps away.*\."),
    ("loop", r"2,2: (Slug|Zombie) \d+ at \d+,\d+ would (begin|join) a battle.*\."),
])  # fmt: skip
def test_games_say_themselves_who_comes_to_a_field(name: str, words: str) -> None:
    position = garrison.load(name, rules={"start_x": 2} if name == "minefield" else None).new(seed=4)
    answers = set()
    for number in numbers_of(4, 400):
        if position.over:
            break
        player = position.waiting[number % len(position.waiting)]
        answers.add(answer(position, player, "what attacks 2,2"))
        legal = position.actions(player)
        position.play(player, legal[number % len(legal)])
    assert any(re.fullmatch(words, line or "") for line in answers), answers


def test_the_rulebook_by_chapter_or_word() -> None:
    position = garrison.load("boneyard").new(seed=7)
    chapters = answer(position, 0, "rules")
    assert "The rulebook has: " in chapters
    first = chapters.removeprefix("The rulebook has: ").split(", ")[1]
    assert answer(position, 0, f"rules {first}").startswith(first)
    assert "catapult" in answer(position, 0, "rules catapult").lower()
    assert answer(position, 0, "rules zebra").startswith("No rule has 'zebra'. The rulebook has: ")
    for chapter in chapters.removeprefix("The rulebook has: ").split(". Ask")[0].split(", "):
        text = answer(position, 0, f"rules {chapter}")
        assert not re.search(r"\*\*|`|\||!\[|^\s", text, re.MULTILINE), text


def test_moves_that_begin_so() -> None:
    position = garrison.load("skirmish").new(seed=7)
    lines = answer(position, 0, "moves").splitlines()
    assert lines
    start = position.moves(0)[0].notation[:2].lower()
    assert all(line.lower().startswith(start) for line in answer(position, 0, f"moves {start}").splitlines())
    assert answer(position, 0, "moves xyzzy") == "No move begins with xyzzy."
    assert answer(position, 1, "moves").startswith("It is not your turn")
