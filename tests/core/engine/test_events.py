"""The log of a step: what fits is kept, what does not is dropped, and nothing else is touched."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from garrison.core.engine import memory
from garrison.core.engine.events import Event, begin_step, end_at_limit, events_of, finish, log
from garrison.core.engine.record import record, state_record
from garrison.core.engine.rule import rule

pytestmark = pytest.mark.lane

CAPACITY = 3
STATE = state_record([("guard", np.int32, (40,)), ("energy", np.int64)], events=CAPACITY)
RULES = record([("max_steps", np.int64)])


@rule
def log_many(s: Any, count: Any) -> None:
    for number in range(count):
        log(s, number + 1, 10 * number, -number)


@rule
def log_one_of_each_length(s: Any) -> None:
    log(s, 1)
    log(s, 2, 3, 4, 5, 6)


def state() -> Any:
    return memory.empty(STATE)


def test_events_are_kept_in_order_with_zeros_for_what_is_not_said() -> None:
    s = state()
    log_one_of_each_length(s[0])
    assert events_of(s[0]) == (Event(1, 0, 0, 0, 0), Event(2, 3, 4, 5, 6))


def test_a_full_log_is_not_an_overflow() -> None:
    s = state()
    log_many(s[0], CAPACITY)
    assert len(events_of(s[0])) == CAPACITY
    assert s[0].event_overflow == 0


def test_what_does_not_fit_is_dropped_and_flagged_and_the_memory_behind_is_untouched() -> None:
    s = state()
    s["guard"] = 77
    s["energy"] = 5
    log_many(s[0], CAPACITY + 40)
    assert events_of(s[0]) == tuple(Event(number + 1, 10 * number, -number, 0, 0) for number in range(CAPACITY))
    assert s[0].event_overflow == 1
    assert (s["guard"] == 77).all()
    assert s[0].energy == 5


def test_a_step_begins_with_an_empty_log_and_is_counted() -> None:
    s = state()
    log_many(s[0], CAPACITY + 1)
    begin_step(s[0])
    assert events_of(s[0]) == ()
    assert (s[0].event_overflow, s[0].steps) == (0, 1)


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
