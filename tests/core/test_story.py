"""Events of one step after another as sentences: a move that goes on is told once."""

from __future__ import annotations

from garrison.core.engine.events import Event, EventKind, Field, kind
from garrison.core.story import Story, goes_on, whole
from playing import game_of


class Happening(EventKind):
    """Events of a game that is nobody's."""

    WALKED = kind(1, "who", Field("start"), Field("end"))
    HIT = kind(2, "who", Field("field"))


def walked(who: int, start: int, end: int) -> Event:
    return Event(Happening.WALKED, who, start, end, width=lambda: 8)


def test_only_the_same_thing_goes_on_from_where_it_was() -> None:
    assert goes_on(walked(1, 0, 1), walked(1, 1, 9))
    assert not goes_on(walked(1, 0, 1), walked(2, 1, 9))
    assert not goes_on(walked(1, 0, 1), walked(1, 2, 9))
    assert not goes_on(Event(Happening.HIT, 1, 4), Event(Happening.HIT, 1, 4))
    both = whole(walked(1, 0, 1), walked(1, 1, 9))
    assert (both.numbers, both.at("start"), both.at("end")) == ((1, 0, 9), "0,0", "1,1")


def test_steps_of_one_move_are_one_sentence() -> None:
    position, lines = game_of("skirmish", variant="former", setup="small").new(7), list[str]()
    story = Story(position.game)
    for action in (58, 50, 42):
        position.play(0, action)
        story.tell(lines, position.events)
    assert lines == ["H0 moves from 7,2 to 5,2."]
    assert position.sentences == ("H0 moves from 6,2 to 5,2.",)


def test_a_step_without_events_changes_nothing() -> None:
    story = Story(game_of("skirmish"))
    assert story.add(()) == ([], False)
