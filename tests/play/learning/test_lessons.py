"""Every game's lesson can be taken to its end, says something at every step, and ends well."""

from __future__ import annotations

import pytest

import garrison
from garrison.errors import IllegalAction
from garrison.play.learning.lesson import Lesson, lesson_of, lesson_title
from garrison.play.learning.lesson_attempt import Taking
from playing import NAMES

MOST = 60  # actions of a learner


def taken(lesson: Lesson) -> Taking:
    """A lesson that was taken to its end, always doing what it asks for."""
    taking = Taking(lesson)
    for _ in range(MOST):
        if taking.is_over:
            return taking
        assert taking.step is not None
        assert taking.ringed_fields or taking.ringed_buttons, f"nothing shows where: {taking.words}"
        assert taking.act(taking.step.actions[0])
        assert taking.frames
    raise AssertionError(f"{lesson.title} does not end: {taking.words}")


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_can_be_taken_to_its_end(name: str) -> None:
    lesson = lesson_of(name)
    taking = taken(lesson)
    assert 4 <= len(lesson.steps) <= 8
    assert taking.words == lesson.ends
    outcome = taking.position.outcome
    assert outcome is None or lesson.opening.player in outcome.winners, "a lesson ends well"
    assert not taking.ringed_fields
    assert not taking.ringed_buttons
    with pytest.raises(IllegalAction, match="is over"):
        taking.act(0)


@pytest.mark.parametrize("name", NAMES)
def test_it_goes_the_same_way_every_time(name: str) -> None:
    assert taken(lesson_of(name)).position == taken(lesson_of(name)).position


@pytest.mark.parametrize("name", NAMES)
def test_anything_else_changes_nothing_and_is_answered(name: str) -> None:
    taking = Taking(lesson_of(name))
    assert taking.step is not None
    before, wrong = taking.position, next(a for a in range(300) if a not in taking.step.actions)
    assert not taking.act(wrong)
    assert taking.position == before
    assert taking.place == 0
    assert taking.answer == taking.step.otherwise


@pytest.mark.parametrize("name", NAMES)
def test_sentences_are_sentences(name: str) -> None:
    lesson = lesson_of(name)
    said = [text for step in lesson.steps for text in (step.say, step.well, step.otherwise)]
    for text in (*said, lesson.ends):
        assert not text or text.endswith((".", "!", "?")), text
    assert lesson_title(garrison.load(name).package) == lesson.title
