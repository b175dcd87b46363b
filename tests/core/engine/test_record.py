"""Records: fields are attributes, every position begins with the same header, and padding is always zero."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from garrison.core.discovery import find
from garrison.core.engine import memory
from garrison.core.engine.record import HEADER, Number, record, state_layout, state_record
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


def test_a_state_record_has_room_for_its_events() -> None:
    dtype = state_record([Number("energy", 0, 9)], events=8).dtype
    assert dtype["events"].shape == (8, 5)
    assert dtype.names[-1] == "energy"


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
