"""What a click would do is told before it is made, as far as it can be known."""

from __future__ import annotations

import garrison
from garrison.play.learning.lesson import lesson_of


def test_a_blow_is_foretold_where_it_would_be_dealt() -> None:
    position = lesson_of("skirmish").opening.position()
    assert not position.scene(0).boards[0].tips, "nothing has been begun"
    for action in (22, 17, 12):
        position.play(0, action)
    before = position.to_bytes()
    tips = {tip.field: tip.text for tip in position.scene(0).boards[0].tips}
    assert tips[7] == "H0 hits G0 for 30; 50 left."
    assert 16 not in tips, "a step that hits nobody needs no words"
    assert position.to_bytes() == before
    assert not position.scene(1).boards[0].tips, "it is the other's turn"
    assert not position.scene().boards[0].tips


def test_what_depends_on_dice_is_not_foretold() -> None:
    position = garrison.load("boneyard", players=1, traps="bomb").new(1)
    position.play(0, position.actions(0)[0])
    position.play(0, "bomb")
    words = {tip.text for tip in position.scene(0).boards[0].tips}
    assert words, "the game itself knows who comes"
    assert not any("appears" in text for text in words), "but not who appears afterwards"


def test_what_is_put_down_shows_its_size() -> None:
    position = garrison.load("siege").new(1)
    assert position.scene(0).boards[0].footprint == (3, 3)
    lesson = lesson_of("siege").opening
    begun = lesson.position()
    assert begun.scene(0).boards[0].footprint == ()
