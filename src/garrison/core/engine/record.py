"""The header that every position begins with, and the one way to make a record type."""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core.errors import BadOption

EVENT_WIDTH = 5  # the kind and four numbers

HEADER_FIELDS: list[tuple[Any, ...]] = [
    ("rng", np.uint64),  # the state of the generator (core.rng), never 0
    ("waiting", np.int64),  # one bit a player who may act now; 0 when the game is over
    ("over", np.int64),  # 0 or 1
    ("reason", np.int64),  # why it is over: an index of the game's REASONS, 0 while it is not
    ("winners", np.int64),  # one bit a player
    ("turn", np.int64),  # turns, rounds or time units begun
    ("steps", np.int64),  # actions played
    ("event_count", np.int64),  # events of the last step that are in the log
    ("event_overflow", np.int64),  # 1: the log was full and the rest of the last step's events is missing
]


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record type whose fields are attributes, interpreted and compiled.

    >>> record([("energy", np.int64)]).names
    ('energy',)
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            # The interpreted lane would read NumPy's own attribute in place of the field.
            raise BadOption(f"A record can't have a field called {name}: NumPy's records have that attribute already.")
    return np.dtype((np.record, np.dtype(fields, align=True)))


HEADER = record(HEADER_FIELDS)
DICE = record([("rng", np.uint64)])  # a generator outside any game


def parameter_record(parameters: list[tuple[str, Any, tuple[int, ...]]]) -> np.dtype[Any]:
    """The record type of a game's rule parameters: each a name, a kind of number and a shape, () for a single one.

    >>> parameter_record([("energy", np.int64, ()), ("odds", np.int64, (3,))])["odds"].shape
    (3,)
    """
    return record([(name, kind, shape) if shape else (name, kind) for name, kind, shape in parameters])


def state_record(fields: list[tuple[Any, ...]], events: int) -> np.dtype[Any]:
    """The record type of a game's positions: the header, room for `events` events a step, then the game's own fields.

    >>> state_record([("energy", np.int64)], events=8)["events"].shape
    (8, 5)
    """
    return record([*HEADER_FIELDS, ("events", np.int32, (events, EVENT_WIDTH)), *fields])
