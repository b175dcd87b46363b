"""Records: fields are attributes, every position begins with the same header, and padding is always zero."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from garrison.core.discovery import find
from garrison.core.engine import memory
from garrison.core.engine.record import (
    DICE,
    HEADER,
    HEADER_NUMBERS,
    Array,
    Dice,
    Number,
    Record,
    StateRecord,
    event_log,
    int64,
    layout,
    number,
    number_record,
    numbers,
    record,
    state_layout,
)
from garrison.core.engine.rule import rule
from garrison.core.position import Position
from garrison.errors import BadOption
from playing import NAMES, game_of, played

pytestmark = pytest.mark.lane
UNEVEN = record([("small", np.int8), ("large", np.int64), ("odd", np.uint8, (3,))])


def padding(dtype: np.dtype) -> np.ndarray:
    """Which bytes of a record belong to no field."""
    free = np.ones(dtype.itemsize, dtype=bool)
    for kind, offset, *_ in dtype.fields.values():
        free[offset : offset + kind.itemsize] = False
    return free


def dirty_memory() -> None:
    """Leave freed memory full of ones, where the next small arrays are likely to be made."""
    for dtype in (HEADER, UNEVEN, *(state_layout(find(name).module("state")).dtype for name in NAMES)):
        for _ in range(20):
            np.full(dtype.itemsize, 255, dtype=np.uint8)


def test_fields_are_attributes() -> None:
    one = memory.empty(UNEVEN)
    one[0].large = 5
    assert one["large"][0] == 5
    assert one[0].odd.shape == (3,)


@pytest.mark.parametrize("name", ["size", "shape", "data", "copy", "item", "real"])
def test_a_field_may_not_have_the_name_of_an_attribute_of_numpy(name: str) -> None:
    with pytest.raises(BadOption, match=f"can't have a field called {name}"):
        record([(name, np.int64)])


def test_every_position_begins_with_the_header() -> None:
    for name in NAMES:
        dtype = state_layout(find(name).module("state")).dtype
        for field in HEADER.names:
            assert dtype.fields[field][:2] == HEADER.fields[field][:2]


class State(StateRecord, events=4):
    small: Array = numbers((2, 3), -1, 7, np.int8)
    large: int = number(0, 9)


def test_a_class_declares_the_same_record_as_its_numbers() -> None:
    own = [Number("small", -1, 7, np.int8, (2, 3)), Number("large", 0, 9)]
    every = (*HEADER_NUMBERS, event_log(4), *own)
    assert layout(State).numbers == every
    assert layout(State).dtype == State.dtype == number_record(every)
    assert State.dtype.fields == number_record(every).fields
    assert State.dtype.fields["events"][0].shape == (4, 5)


def test_every_position_has_the_fields_of_the_header_first() -> None:
    names = State.dtype.names
    assert names == (*HEADER.names, "events", "small", "large")
    assert (StateRecord.dtype, Dice.dtype) == (HEADER, DICE)
    assert HEADER.names[0] == "rng"


def test_a_record_extends_another() -> None:
    class Notes(Record):
        best: int = number()
        keys: Array = numbers(3, kind=np.float32)

    class MoreNotes(Notes):
        worst: int = number(kind=np.int16)

    plain = record([("best", np.int64), ("keys", np.float32, 3), ("worst", np.int16)])
    assert MoreNotes.dtype.fields == plain.fields
    assert Notes.dtype == number_record([Number("best", 0, 9), Number("keys", 0, 9, np.float32, 3)])


def test_only_records_have_the_fields() -> None:
    assert not hasattr(State, "large")
    assert not hasattr(StateRecord, "turn")


FIVE: Any = 5
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "without a range": (
        {"__annotations__": {"energy": "int"}},
        "State.energy has no range: write energy: int = number(low, high), "
        "or energy: Array = numbers(length, low, high).",
    ),
    "a value for a range": (
        {"__annotations__": {"energy": "int"}, "energy": FIVE},
        "State.energy has no range: write energy: int = number(low, high), or ",
    ),
    "a function": ({"total": lambda self: 5}, "State.total has no range: write total: int = number(low, high), or "),
    "half a range": (
        {"__annotations__": {"energy": "int"}, "energy": number(5)},
        "State.energy has no range: say what its smallest and its largest value are.",
    ),
    "beyond its type": (
        {"__annotations__": {"cells": "Array"}, "cells": numbers(9, 0, 200, np.int8)},
        "State.cells can't be from 0 to 200: int8 holds -128 to 127.",
    ),
    "without a type": (
        {"energy": number(0, 9)},
        "State.energy has no type: write energy: int = number(low, high), or ",
    ),
    "of the header": (
        {"__annotations__": {"turn": int}, "turn": number(0, 9)},
        "State.turn is a field of every StateRecord: it can't be declared again.",
    ),
    "the log of events": (
        {"__annotations__": {"events": int}, "events": number(0, 9)},
        "State.events is a field of every StateRecord: it can't be declared again.",
    ),
    "in two places": (
        {"__annotations__": {"one": int, "two": int}, "two": number(0, 9), "one": number(0, 9)},
        "State.one has its type and its range in different places: write both on one line.",
    ),
    "of NumPy": (
        {"__annotations__": {"size": int}, "size": number(0, 9)},
        "A record can't have a field called size: NumPy's records already have that attribute.",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_declaration_is_a_sentence(case: str) -> None:
    body, sentence = WRONG[case]
    with pytest.raises(BadOption) as caught:
        type("State", (StateRecord,), {"__module__": "chess.state", **body}, events=1)
    assert str(caught.value).removeprefix("chess.state: ").startswith(sentence)


def test_a_field_may_hide_the_function_that_declares_it_only_at_the_end() -> None:
    class Sound(StateRecord, events=1):
        energy: int = number(0, 9)
        number: int = number(0, 9)

    assert Sound.dtype.names[-1] == "number"
    with pytest.raises(BadOption, match="A field called number or numbers hides that function"):

        class Wrong(StateRecord, events=1):
            number: int = number(0, 9)
            energy: int = number(0, 9)


@rule
def add(s: Nowhere, amount: Unknown = 1) -> Nothing:  # type: ignore[name-defined]  # noqa: F821
    s.large += amount
    return int64(s.small[0, 0]) + amount


@rule
def add_twice(s: State) -> int:
    return add(s) + add(s, 2)  # type: ignore[no-any-return]


def test_the_types_of_rules_are_not_looked_at() -> None:
    positions = memory.empty(State.dtype)
    positions["small"] = 100
    assert add_twice(positions[0]) == 203
    assert positions["large"][0] == 3


def test_there_is_padding_to_be_tested() -> None:
    assert padding(UNEVEN).sum() > 0
    assert any(padding(state_layout(find(name).module("state")).dtype).any() for name in NAMES)


def test_copied_records_have_the_same_bytes() -> None:
    one = memory.empty(UNEVEN)
    one["large"], one["odd"] = 7, 9
    for _ in range(50):
        dirty_memory()
        assert memory.copied(one).tobytes() == one.tobytes()
        assert memory.from_bytes(one.tobytes(), UNEVEN).tobytes() == one.tobytes()


def copies_of(position: Position) -> list[Position]:
    """The same position, made in every way there is."""
    return [
        position.copy(),
        position.copy().copy(),
        position.game.from_bytes(position.to_bytes()),
        pickle.loads(pickle.dumps(position)),
        pickle.loads(pickle.dumps([position, position], protocol=2))[1],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_positions_keep_their_bytes_in_copies_and_pickles(name: str) -> None:
    position = played(name)
    free = padding(position.game.state_dtype)
    for _ in range(10):
        dirty_memory()
        for other in copies_of(position):
            assert other == position
            assert hash(other) == hash(position)
            assert other.to_bytes() == position.to_bytes()
            assert not np.frombuffer(other.state.tobytes(), dtype=np.uint8)[free].any()


@pytest.mark.parametrize("name", NAMES)
def test_copies_play_on_to_the_same_bytes(name: str) -> None:
    position = played(name, count=7)
    others = copies_of(position)
    player = position.waiting[0]
    action = position.actions(player)[-1]
    for each in (position, *others):
        each.play(player, action)
    assert len({each.to_bytes() for each in (position, *others)}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_games_keep_their_bytes_in_pickles(name: str) -> None:
    game = game_of(name, rules={"max_steps": 77})
    dirty_memory()
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.record.tobytes() == game.record.tobytes()
    assert not np.frombuffer(again.record.tobytes(), dtype=np.uint8)[padding(game.record.dtype)].any()
