"""Every step leaves its events in a small log inside the record: a kind and four numbers each.

The log feeds texts and animations and nothing else. When it is full, the rest of the step is dropped and a flag is
set, so no rule may depend on it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from garrison.core.engine.rule import rule


class Event(NamedTuple):
    """One event as Python sees it."""

    kind: int
    a: int
    b: int
    c: int
    d: int


@rule
def log(s: Any, kind: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0) -> None:
    """Note an event of this step."""
    count = s.event_count
    if count >= s.events.shape[0]:
        s.event_overflow = 1
        return
    s.events[count, 0] = kind
    s.events[count, 1] = a
    s.events[count, 2] = b
    s.events[count, 3] = c
    s.events[count, 4] = d
    s.event_count = count + 1


@rule
def begin_step(s: Any) -> None:
    """Empty the log and count the step: every game's `step` begins with this."""
    s.event_count = 0
    s.event_overflow = 0
    s.steps += 1


@rule
def finish(s: Any, reason: Any, winners: Any) -> None:
    """End the game: nobody may act any more."""
    s.over = 1
    s.reason = reason
    s.winners = winners
    s.waiting = 0


LIMIT = 1  # the reason of every game that its parameter max_steps ended


@rule
def end_at_limit(p: Any, s: Any) -> None:
    """Every game ends after `max_steps` actions, with nobody winning: every game's `step` ends with this."""
    if s.over == 0 and s.steps >= p.max_steps:
        finish(s, LIMIT, 0)


def events_of(s: Any) -> tuple[Event, ...]:
    """The last step's events."""
    return tuple(Event(*(int(number) for number in row)) for row in s.events[: int(s.event_count)])
