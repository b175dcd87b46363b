"""Every number declares its range: records that leave one are found, and named."""

from __future__ import annotations

import numpy as np
import pytest

from garrison.core.engine import memory
from garrison.core.engine.record import Number, number_record, state_layout
from garrison.core.ranges import Ranges
from garrison.core.soundness import out_of_range
from playing import NAMES, game_of, played

pytestmark = pytest.mark.lane
NUMBERS = (
    Number("small", -1, 1, np.int8),
    Number("whole", 0, 1000),
    Number("bits", 1, 2**64 - 2, np.uint64),
    Number("grid", 0, 9, np.uint8, (2, 3)),
    Number("short", -5, 5, np.int16, 3),
)
DTYPE = number_record(NUMBERS)
RANGES = Ranges(DTYPE, NUMBERS)


def records(count: int = 1) -> np.ndarray:
    made = memory.empty(DTYPE, count)
    made["bits"] = 1
    return made


def test_records_within_their_ranges_have_no_breach() -> None:
    one = records()
    assert RANGES.breach(one) is None
    one["small"], one["whole"], one["bits"], one["grid"], one["short"] = -1, 1000, 2**64 - 2, 9, -5
    assert RANGES.breach(one) is None


@pytest.mark.parametrize(
    "name, place, value, sentence",
    [
        ("small", 0, 2, "small is 2 and must be from -1 to 1"),
        ("whole", 0, -1, "whole is -1 and must be from 0 to 1000"),
        ("bits", 0, 0, f"bits is 0 and must be from 1 to {2**64 - 2}"),
        ("bits", 0, 2**64 - 1, f"bits is {2**64 - 1} and must be from 1 to {2**64 - 2}"),
        ("grid", (0, 1, 2), 10, "grid[1, 2] is 10 and must be from 0 to 9"),
        ("short", (0, 2), 6, "short[2] is 6 and must be from -5 to 5"),
    ],
)
def test_a_breach_names_the_number(name: str, place: object, value: int, sentence: str) -> None:
    one = records()
    one[name][place] = value
    assert str(RANGES.breach(one)) == sentence


def test_of_many_records_the_one_is_named() -> None:
    many = records(5)
    assert RANGES.breach(many) is None
    many["short"][3, 1] = 6
    breach = RANGES.breach(many)
    assert breach is not None
    assert (breach.record, breach.name, breach.value) == (3, "short[1]", 6)


def test_bytes_between_the_fields_are_zero() -> None:
    one = records()
    one.view(np.uint8)[3] = 1
    assert str(RANGES.breach(one)) == "between the fields, a byte[2] is 1 and must be from 0 to 0"


@pytest.mark.parametrize("name", NAMES)
def test_random_play_keeps_to_the_ranges(name: str) -> None:
    position = played(name)
    assert out_of_range(position.game, position.state) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_every_game_is_held_against_its_range(name: str) -> None:
    position = played(name)
    for number in state_layout(position.game.state_module).numbers:
        limits = np.iinfo(number.kind)
        for wrong in (number.low - 1, number.high + 1):
            if number.name != "events" and limits.min <= wrong <= limits.max:
                other = position.copy()
                other.state[number.name].reshape(-1)[-1] = wrong
                breach = out_of_range(other.game, other.state)
                assert breach is not None
                assert breach.name.split("[")[0] == number.name
                assert breach.value == wrong


@pytest.mark.parametrize("name", NAMES)
def test_ranges_fit_the_types_of_the_numbers(name: str) -> None:
    for number in state_layout(game_of(name).state_module).numbers:
        limits = np.iinfo(number.kind)
        assert limits.min <= number.low <= number.high <= limits.max


@pytest.mark.parametrize("name", NAMES)
def test_events_are_of_kinds_that_there_are(name: str) -> None:
    position = played(name)
    position.state["event_count"] = 1
    for kind in (0, max(position.game.event_kinds) + 1, -5):
        position.state["events"][0, 0, 0] = kind
        breach = out_of_range(position.game, position.state)
        assert breach is not None
        assert breach.name == "events[0, 0]"


@pytest.mark.parametrize("name", NAMES)
def test_events_name_what_there_is(name: str) -> None:
    position = played(name)
    position.state["event_count"] = 1
    ranges = position.game.state_module.EVENT_RANGES
    kind, place = next((k, k.names.index(n) + 1) for k in position.game.event_kinds for n in k.names if n in ranges)
    position.state["events"][0, 0] = (kind, 0, 0, 0, 0)
    position.state["events"][0, 0, place] = ranges[kind.names[place - 1]][0] - 1
    breach = out_of_range(position.game, position.state)
    assert breach is not None
    assert breach.name.startswith("events[0, ")
