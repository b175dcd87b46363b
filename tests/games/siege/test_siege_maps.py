"""Maps: those that come with the game, files, and maps from the seed (G1)."""

import re
from functools import cache

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from siege_drawing import fields

import garrison
from garrison.errors import BadFile, BadOption, shown
from garrison.games.siege.state import FIELD_CAPACITY
from garrison.games.siege.state.terrain import Ground

pytestmark = pytest.mark.lane

NAMES = ["plain", "river", "islands", "pass"]
SIGNS = ".~^"
SEEDS = range(24)


def ground(position):
    s = position.state[0]
    return np.array(s.ground[: s.rows * s.columns]).reshape(s.rows, s.columns)


def file_with(tmp_path, rows):
    path = tmp_path / "field.txt"
    path.write_text("\n".join(rows) + "\n")
    return str(path)


@pytest.mark.parametrize("mode", ["standard", "siege"])
@pytest.mark.parametrize("name", NAMES)
def test_G1_the_maps_have_room_for_both_modes(name, mode):
    position = garrison.load("siege", map=name, mode=mode).new(1)
    rows, columns = ground(position).shape
    assert 24 <= max(rows, columns) <= 40
    assert position.waiting == (0,)


def test_G1_the_maps_are_what_their_names_say():
    grounds = {name: ground(garrison.load("siege", map=name).new(1)) for name in NAMES}
    assert (grounds["plain"] == 0).mean() > 0.9
    assert (grounds["river"] == 1).any()
    assert (grounds["islands"] == 1).mean() > 0.2
    assert (grounds["pass"] == 2).any()
    for name, found in grounds.items():
        assert (found == found[::-1, ::-1]).all() or (found == found[::-1]).all() or (found == found[:, ::-1]).all(), (
            name
        )


def test_G1_a_map_file_is_read_sign_by_sign(tmp_path):
    rows = ["." * 30] * 24
    rows[2] = "~^" + "." * 28
    path = file_with(tmp_path, rows)
    position = garrison.load("siege", map=path).new(1)
    assert ["".join(SIGNS[number] for number in row) for row in ground(position)] == rows


@pytest.mark.parametrize(
    "rows, words",
    [
        (
            ["." * 24] * 3 + ["." * 5 + "x" + "." * 18] + ["." * 24] * 20,
            "line 4, column 6: 'x' is not a kind of ground",
        ),
        (
            ["." * 24] * 7 + ["." * 23] + ["." * 24] * 16,
            "line 8, column 24: this line has 23 fields, not 24 as the first",
        ),
        (
            ["." * 24] * 7 + ["." * 26] + ["." * 24] * 16,
            "line 8, column 25: this line has 26 fields, not 24 as the first",
        ),
        (["." * 24] * 41, "line 41, column 1: a map has at most 40 rows, not 41"),
        (["." * 41] * 24, "line 1, column 41: a map has at most 40 columns, not 41"),
        (
            ["." * 23] * 23,
            "line 23, column 23: a map of 23 x 23 is too small: it must be 24 fields long in one direction",
        ),
        ([""], "line 1, column 1: a map begins with its first row of fields"),
    ],
)
def test_G1_a_bad_map_is_refused_with_line_and_column(tmp_path, rows, words):
    with pytest.raises(BadFile, match=re.escape(words)):
        garrison.load("siege", map=file_with(tmp_path, rows))


def test_G1_a_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(BadFile, match="can't be read"):
        garrison.load("siege", map=str(tmp_path / "none.txt"))
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile, match="not UTF-8"):
        garrison.load("siege", map=str(tmp_path / "odd.txt"))
    with pytest.raises(BadFile, match="can't be read"):
        garrison.load("siege", map="x" * 300 + ".txt")
    with pytest.raises(BadFile, match="can't be the name of a file"):
        garrison.load("siege", map="no\0map.txt")


def test_G1_unknown_maps_and_modes_are_refused(tmp_path):
    for name in ("moon", "", str(tmp_path), "x" * 300, "no\0map", "\ud800"):  # also what can't be a file's name
        words = f"There is no map called {shown(name)}; there are islands, meadow, pass, plain, random,"
        with pytest.raises(BadOption, match=re.escape(words)):
            garrison.load("siege", map=name)
    with pytest.raises(BadOption, match="There is no mode called 'night'; there are standard and siege"):
        garrison.load("siege", mode="night")


@pytest.mark.parametrize("rows, columns", [(20, 20), (24, 0)])
def test_G1_a_map_of_parameters_has_the_same_sizes(rows, columns):
    with pytest.raises(BadOption, match=f"a map of {rows} x {columns} is too small"):
        garrison.load("siege", rules={"rows": rows, "columns": columns})


@pytest.mark.parametrize(
    "rows, words",
    [
        (["^" * 24] * 24, "no room for two castles at distance 16 (G23)"),
        (["." * 5 + "^" * 19] * 3, "no room for two castles"),
        (
            ["..." + "^" * 17 + "..." + "^"] * 3,
            "no room for a castle, barracks or a camp, and camps at distance 16 (G24)",
        ),
        (["...^.." + "^" * 15 + "...^"] * 3, "barracks or a camp, and camps at distance 16 (G24)"),
    ],
)
def test_G24_a_map_on_which_a_mode_cannot_be_begun_is_refused(tmp_path, rows, words):
    """On the third there is no room for a barracks, on the fourth none for the second camp."""
    with pytest.raises(BadOption, match=re.escape(words)):
        garrison.load("siege", map=file_with(tmp_path, rows))


def test_G24_the_smallest_map_that_can_be_begun(tmp_path):
    rows = ["...^.." + "^" * 15 + "...^..."] * 3
    position = garrison.load("siege", map=file_with(tmp_path, rows), mode="siege").new(1)
    assert fields(position) == [(0, 0)]
    poor = {"start_coins": 7}
    with pytest.raises(BadOption, match="camps at distance"):
        garrison.load("siege", map=file_with(tmp_path, rows), mode="siege", rules=poor)
    assert garrison.load("siege", map=file_with(tmp_path, rows), rules=poor)


def test_G23_the_check_of_maps_and_the_rules_agree():
    """A castle has a place in exactly the maps that are accepted; tried on maps with little grass."""
    dice = np.random.default_rng(5)
    accepted = 0
    for _ in range(30):
        found = np.full((24, 26), 2)
        for _ in range(int(dice.integers(3, 9))):
            row, column = dice.integers(0, 22), dice.integers(0, 23)
            found[row : row + int(dice.integers(2, 5)), column : column + int(dice.integers(2, 6))] = 0
        number = [*found.reshape(-1).tolist()]
        rules = {"rows": 24, "columns": 26, "ground": number + [Ground.GRASS] * (FIELD_CAPACITY - len(number))}
        try:
            game = garrison.load("siege", mode="siege", rules=rules)
        except BadOption:
            continue
        accepted += 1
        position = game.new(1)
        row, column = fields(position)[0]
        position.play(0, row * 26 + column)
        assert position.actions(0)
    assert 3 < accepted < 28


# --- Maps from the seed


@cache
def drawn(seed, mode="standard"):
    """The ground of a map from the seed; each is drawn once for all tests."""
    return ground(garrison.load("siege", map="random", mode=mode).new(seed))


def test_G1_a_map_from_the_seed_looks_the_same_from_either_end():
    sizes, kinds = set(), set()
    for seed in SEEDS:
        found = drawn(seed)
        assert (found == found[::-1, ::-1]).all()
        assert not found[:10, :10].any()
        sizes.add(found.shape)
        kinds |= set(found.reshape(-1).tolist())
    assert kinds == {0, 1, 2}
    assert len(sizes) > 12
    assert all(24 <= length <= 40 and length % 2 == 0 for shape in sizes for length in shape)


def test_G1_a_map_comes_from_the_seed_alone():
    assert all((drawn(seed) == drawn(seed, "siege")).all() for seed in SEEDS[:4])


def reached(land):
    """The fields of a land, a table of truths, that can be reached from its first corner."""
    seen, todo = np.zeros_like(land), [(0, 0)]
    while todo:
        row, column = todo.pop()
        if 0 <= row < land.shape[0] and 0 <= column < land.shape[1] and land[row, column] and not seen[row, column]:
            seen[row, column] = True
            todo += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return seen


@pytest.mark.parametrize("seed", SEEDS)
def test_G1_a_map_from_the_seed_has_a_broad_way_and_no_land_beyond_reach(seed):
    """Else a castle could stand where nobody gets at it, or a few units could bar the only way."""
    grass = drawn(seed) == 0
    assert (reached(grass) == grass).all()
    squares = sliding_window_view(grass, (5, 5)).all(axis=(2, 3))
    assert reached(squares)[-1, -1]  # an army five abreast comes through


def test_G1_a_map_from_the_seed_needs_room_too():
    with pytest.raises(BadOption, match="no room for two castles at distance 60"):
        garrison.load("siege", map="random", rules={"castle_distance": 60})
