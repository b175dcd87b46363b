"""The log of a step: what fits is kept, what does not is dropped; and events by the names that their kinds declare."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from garrison.core.engine import memory
from garrison.core.engine.events import (
    Code,
    Event,
    EventKind,
    Field,
    begin_step,
    end_at_limit,
    events_of,
    finish,
    forget_events,
    kind,
    log,
    touched_fields,
)
from garrison.core.engine.record import Array, StateRecord, number, numbers, record
from garrison.core.engine.rule import rule

pytestmark = pytest.mark.lane

CAPACITY = 3


class State(StateRecord, events=CAPACITY):
    guard: Array = numbers(40, 0, 9, np.int32)
    energy: int = number(0, 9)


RULES = record([("max_steps", np.int64)])


class Way(IntEnum):
    UP = 1
    DOWN = 2


class Happening(EventKind):
    SUNSET = kind(1)
    MOVED = kind(2, "who", Field("start"), Field("end"), "pace")
    COUNTED = kind(3, "number", "less", told=False)
    WAITED = kind(4, "who", Field("place"), marked=False)
    PUSHED = kind(5, Code("way", Way), Code("what", ("a wall", "a chest").__getitem__))


@rule
def log_many(s: Any, count: Any) -> None:
    for place in range(count):
        log(s, Happening.COUNTED, 10 * place, -place)


@rule
def log_one_of_each_length(s: Any) -> None:
    log(s, Happening.SUNSET)
    log(s, Happening.COUNTED, 7)
    log(s, Happening.MOVED, 3, 4, 5, 6)


def state() -> Any:
    return memory.empty(State.dtype)


def test_events_are_kept_in_order_with_zeros_for_what_is_not_said() -> None:
    s = state()
    log_one_of_each_length(s[0])
    expected = (Event(Happening.SUNSET), Event(Happening.COUNTED, 7, 0), Event(Happening.MOVED, 3, 4, 5, 6))
    assert events_of(s[0], Happening) == expected


def test_a_full_log_is_not_an_overflow() -> None:
    s = state()
    log_many(s[0], CAPACITY)
    assert len(events_of(s[0], Happening)) == CAPACITY
    assert s[0].event_overflow == 0


def test_what_does_not_fit_is_dropped_and_flagged_and_the_memory_behind_is_untouched() -> None:
    s = state()
    s["guard"] = 77
    s["energy"] = 5
    log_many(s[0], CAPACITY + 40)
    kept = tuple(Event(Happening.COUNTED, 10 * number, -number) for number in range(CAPACITY))
    assert events_of(s[0], Happening) == kept
    assert s[0].event_overflow == 1
    assert (s["guard"] == 77).all()
    assert s[0].energy == 5


def test_a_step_begins_with_an_empty_log_and_is_counted() -> None:
    s = state()
    log_many(s[0], CAPACITY + 1)
    begin_step(s[0])
    assert events_of(s[0], Happening) == ()
    assert (s[0].event_overflow, s[0].steps) == (0, 1)


def test_forgetting_the_events_of_the_set_up_counts_no_step() -> None:
    s = state()
    log_many(s[0], CAPACITY + 1)
    forget_events(s[0])
    assert events_of(s[0], Happening) == ()
    assert (s[0].event_overflow, s[0].steps) == (0, 0)


def test_an_events_numbers_have_the_names_that_its_kind_declares() -> None:
    moved = Event(Happening.MOVED, 1, 20, 30, 4)
    assert (moved.who, moved.start, moved.end, moved.pace) == (1, 20, 30, 4)
    assert repr(moved) == "MOVED(who=1, start=20, end=30, pace=4)"
    with pytest.raises(AttributeError, match=r"An event COUNTED has no number called 'who'\."):
        _ = Event(Happening.COUNTED, 1, 2).who


def test_an_event_is_printed_with_names_and_has_the_numbers() -> None:
    pushed = Event(Happening.PUSHED, 2, 1)
    assert repr(pushed) == "PUSHED(way=DOWN, what=a chest)"
    assert (pushed.way, pushed.what) == (2, 1)
    assert f"{pushed.kind}" == "PUSHED"
    assert repr(Event(Happening.PUSHED, 3, 9)) == "PUSHED(way=3, what=9)"  # what stands for nothing stays a number


def test_an_events_fields_are_the_numbers_declared_as_fields() -> None:
    assert Event(Happening.MOVED, 1, 20, 30, 4).fields == (20, 30)
    assert Event(Happening.MOVED, 1, -1, 30, 4).fields == (30,)  # a negative one stands for no field
    assert Event(Happening.COUNTED, 1, 2).fields == ()


def test_the_fields_that_boards_mark_are_those_of_kinds_that_say_so() -> None:
    s = memory.empty(State.dtype)[0]
    for place, event in enumerate(((2, 0, 9, 4, 1), (4, 0, 7, 0, 0), (2, 1, 4, 5, 1))):
        s.events[place] = event
    s.event_count = 3
    assert touched_fields(s, Happening) == (4, 5, 9)
    assert touched_fields(s, Happening, who=1) == (4, 5)
    assert touched_fields(s, Happening, who=2) == ()


def test_a_kind_is_its_number_and_says_whether_it_is_told() -> None:
    assert [int(each) for each in Happening] == [1, 2, 3, 4, 5]
    assert [each.told for each in Happening] == [True, True, False, True, True]
    assert [each.marked for each in Happening] == [True, True, True, False, True]


def test_equal_events_are_equal_and_hash_alike() -> None:
    one, same, other = (Event(Happening.COUNTED, 1, less) for less in (2, 2, 3))
    assert one == same != other
    assert len({one, same, other}) == 2
    assert one != (Happening.COUNTED, (1, 2))


@pytest.mark.parametrize("names", [("a", "b", "c", "d", "e"), ("kind",), ("who", "fields")])
def test_a_kind_with_too_many_numbers_or_a_taken_name_is_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(AssertionError):
        EventKind("Happening", {"BROKEN": kind(1, *names)})


def test_the_end_leaves_nobody_waiting() -> None:
    s = state()
    s["waiting"] = 3
    finish(s[0], 4, 2)
    assert (s[0].over, s[0].reason, s[0].winners, s[0].waiting) == (1, 4, 2, 0)


@pytest.mark.parametrize(("steps", "over"), [(9, 0), (10, 1), (11, 1)])
def test_a_game_ends_at_its_limit_without_winners(steps: int, over: int) -> None:
    s, p = state(), memory.empty(RULES)
    p["max_steps"], s["steps"], s["waiting"] = 10, steps, 1
    end_at_limit(p[0], s[0])
    assert (s[0].over, s[0].reason, s[0].winners) == (over, over, 0)


def test_the_limit_does_not_change_how_a_game_has_ended() -> None:
    s, p = state(), memory.empty(RULES)
    p["max_steps"], s["steps"] = 1, 5
    finish(s[0], 2, 1)
    end_at_limit(p[0], s[0])
    assert (s[0].reason, s[0].winners) == (2, 1)
