"""M3, M4 and M13: chance, tested with many games and fixed seeds (M12's is in test_minefield_walls)."""

import numpy as np
import pytest
from minefield_drawing import CELL, FROZEN, branches, draw, field_of_cores
from minefield_odds import assert_fits

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.games.minefield.state import Object

pytestmark = pytest.mark.once

FULL_SIZE = 50_000 if COMPILED else 3_000
SIZES = [pytest.param(250, id="moderate"), pytest.param(FULL_SIZE, id="full-size", marks=pytest.mark.long)]
NUMBERS = (Object.ONE, Object.TWO, Object.THREE)


@pytest.fixture(scope="module", params=SIZES)
def starts(request):
    """The records of many games at their start."""
    return garrison.load("minefield", variant="former").batch(request.param, seed=11).states


def regions():
    """Parts of the field: insides and sides of the cores, row of cores by row, and two kinds of corridors."""
    parts = np.full((23, 53), -1)
    parts[1:22, 1:52] = 0
    parts[[1, 6, 11, 16, 21], 1:52] = 1
    for i in range(4):
        for j in range(10):
            row, column = 2 + 5 * i, 2 + 5 * j
            parts[row : row + 4, column : column + 4] = 2 + i
            parts[row + 1 : row + 3, column + 1 : column + 3] = 6 + j // 5
    return parts.reshape(-1)


def patches():
    """The field cut into 3 x 7 parts."""
    rows, columns = np.divmod(np.arange(23 * 53), 53)
    return (rows - 1) // 7 * 7 + (columns - 1) * 7 // 51


def assert_uniform(places, free, parts, each=1):
    """The places are as likely as any other free square: `free` has a row of squares for each, or for this many."""
    totals = free.sum(axis=1)
    names = np.unique(parts[free.any(axis=0)])
    expected = [each * (free[:, parts == name].sum(axis=1) / totals).sum() for name in names]
    counts = [np.count_nonzero(parts[places] == name) for name in names]
    assert_fits(counts, expected)


def test_M3_the_14_patterns_of_walls_are_equally_likely(starts):
    counts = np.bincount(starts["cores"].reshape(-1), minlength=16)
    assert counts[0] == counts[15] == 0
    assert_fits(counts[1:15], [counts.sum() / 14] * 14)


def test_M3_every_core_is_drawn_on_its_own(starts):
    """In each core and between neighbours: how often they have a wall on the same side."""
    up = starts["cores"] & 1
    for core in range(40):
        count = int(up[:, core].sum())
        assert_fits([count, len(up) - count], [len(up) / 2] * 2)
    same = np.count_nonzero(up[:, :-1] == up[:, 1:])
    total = up[:, 1:].size
    assert_fits([same, total - same], [total / 2] * 2)


@pytest.mark.parametrize("parts", [regions(), patches()], ids=["regions", "patches"])
def test_M4_p_stands_on_any_empty_square(starts, parts):
    free = starts["squares"] != Object.WALL
    assert_uniform(starts["player"], free, parts)


@pytest.mark.parametrize("parts", [regions(), patches()], ids=["regions", "patches"])
def test_M4_enemies_stand_on_any_empty_square(starts, parts):
    rows = np.arange(len(starts))
    free = starts["squares"] != Object.WALL
    free[rows, starts["player"]] = False
    for index in range(4):
        places = starts["enemy_squares"][:, index]
        assert_uniform(places, free, parts)
        free[rows, places] = False


@pytest.mark.parametrize("parts", [regions(), patches()], ids=["regions", "patches"])
def test_M4_numbers_stand_on_any_empty_square(starts, parts):
    """Each of the 20 is as likely as any other square that neither walls nor P and the enemies take."""
    squares = starts["squares"]
    numbers = np.isin(squares, NUMBERS)
    _, places = np.nonzero(numbers)
    assert_uniform(places, (squares == Object.EMPTY) | numbers, parts, each=20)


def test_M4_the_odds_of_the_numbers(starts):
    counts = [np.count_nonzero(starts["squares"] == number) for number in NUMBERS]
    assert sum(counts) == 20 * len(starts)
    assert_fits(counts, [sum(counts) * share for share in (0.6, 0.3, 0.1)])


def appeared(position, count, seed, marks):
    """What came in one time unit in many copies of a position: its kinds and squares."""
    squares = branches(position, count, seed).states["squares"]
    before = position.state["squares"]
    game, places = np.nonzero((squares != before) & np.isin(squares, marks))
    assert list(game) == list(range(count))
    return squares[game, places], places


SPARSE = field_of_cores("####\n....\n....\n....", top="P")
DENSE = field_of_cores(FROZEN, top="P").replace(".", "1").replace("11", "1.", 40)


@pytest.mark.parametrize("count", [pytest.param(400, id="moderate"), SIZES[1]])
@pytest.mark.parametrize("field", [SPARSE, DENSE], ids=["sparse", "dense"])
def test_M13_a_number_on_any_empty_square_by_its_odds(field, count):
    position = draw(field, turn=9, number_period=10)
    kinds, places = appeared(position, count, 21, NUMBERS)
    assert_fits([np.count_nonzero(kinds == kind) for kind in NUMBERS], [count * share for share in (0.6, 0.3, 0.1)])
    free = np.broadcast_to(position.state["squares"] == Object.EMPTY, (count, 23 * 53))
    assert_uniform(places, free, regions() if field == SPARSE else np.arange(23 * 53) // 53 % 3)


@pytest.mark.parametrize("count", [pytest.param(400, id="moderate"), SIZES[1]])
def test_M13_an_enemy_on_any_empty_square_x_and_y_with_even_odds(count):
    position = draw(CELL, turn=149, enemy_period=150)
    kinds, places = appeared(position, count, 22, (Object.X, Object.Y))
    assert_fits([np.count_nonzero(kinds == kind) for kind in (Object.X, Object.Y)], [count / 2] * 2)
    free = np.broadcast_to(position.state["squares"] == Object.EMPTY, (count, 23 * 53))
    assert_uniform(places, free, patches())
    assert_uniform(places[kinds == Object.X], free[kinds == Object.X], patches() // 7)
