"""M1-M4: the field, the cores and what stands on them at the start."""

import numpy as np
import pytest
from minefield_drawing import PATTERNS, arrivals, core_drawing, marks_in, picture, played, quiet_game, sides_in, value

import garrison

pytestmark = pytest.mark.lane

SEEDS = range(12)


@pytest.fixture(scope="module")
def starts():
    game = garrison.load("minefield", variant="former")
    return [game.new(seed) for seed in SEEDS]


def squares_of_core(i, j):
    return {(2 + 5 * i + down, 2 + 5 * j + right) for down in range(4) for right in range(4)}


CORE_SQUARES = set().union(*(squares_of_core(i, j) for i in range(4) for j in range(10)))


def test_M1_the_field_has_23_rows_and_53_columns_with_outer_walls(starts):
    for position in starts:
        lines = picture(position).split("\n")
        assert [len(line) for line in lines] == [53] * 23
        assert lines[0] == lines[22] == "#" * 53
        assert all(line[0] == line[52] == "#" for line in lines)


def test_M1_time_units_count_from_1():
    position = quiet_game(number_period=1).new(seed=1)
    assert value(position, "turn") == 0
    assert marks_in(picture(position), "123").total() == 0
    assert marks_in(picture(played(position, "stay")), "123").total() == 1
    assert value(position, "turn") == 1


def test_M1_every_square_without_an_object_is_empty(starts):
    for position in starts:
        drawing = picture(position).replace("\n", "")
        objects = 1 + 4 + 20
        assert drawing.count(".") == 23 * 53 - drawing.count("#") - objects
        assert set(drawing) <= set(".#PXY123")


@pytest.mark.once
def test_M1_M4_every_square_without_an_object_can_be_taken_also_inside_cores():
    """With all squares wanted, numbers fill the whole field, and each square takes one object only."""
    position = quiet_game(start_numbers=23 * 53).new(seed=3)
    drawing = picture(position)
    assert "." not in drawing
    lines = drawing.split("\n")
    inside = [
        lines[2 + 5 * i + 1 + a][2 + 5 * j + 1 + b] for i in range(4) for j in range(10) for a in (0, 1) for b in (0, 1)
    ]
    assert set(inside) <= set("123P")
    assert len(inside) == 160


def test_M1_each_object_has_a_square_of_its_own(starts):
    for position in starts:
        drawing = picture(position).split("\n")
        for kind, row, column in arrivals(position):
            assert drawing[row][column] == kind
        row, column = divmod(value(position, "player"), 53)
        assert drawing[row][column] == "P"


def test_M2_cores_stand_at_row_2_plus_5i_and_column_2_plus_5j(starts):
    """Each core looks like one of the 14 patterns of walls of 4 squares with shared corners."""
    for position in starts:
        lines = picture(position).split("\n")
        for i in range(4):
            for j in range(10):
                core = [line[2 + 5 * j : 6 + 5 * j] for line in lines[2 + 5 * i : 6 + 5 * i]]
                walls = "\n".join("".join("#" if mark == "#" else "." for mark in line) for line in core)
                assert walls == core_drawing(sides_in(picture(position), i, j))


def test_M2_a_corridor_one_square_wide_runs_around_every_core(starts):
    inner = {(row, column) for row in range(1, 22) for column in range(1, 52)}
    corridors = {(row, column) for row, column in inner if row % 5 == 1 or column % 5 == 1}
    assert inner - corridors == CORE_SQUARES
    for position in starts:
        lines = picture(position).split("\n")
        assert all(lines[row][column] != "#" for row, column in corridors)


@pytest.mark.parametrize(
    "sides, walls",
    [("up", 4), ("up right", 7), ("up down", 8), ("left right", 8), ("up right down", 10)],
)
def test_M2_neighbouring_sides_share_the_corner_square(sides, walls):
    """The same count in a set-up: a core with these sides has this many squares of wall."""
    game = quiet_game()
    for seed in range(400):
        drawing = picture(game.new(seed))
        for i in range(4):
            for j in range(10):
                if sides_in(drawing, i, j) == frozenset(sides.split()):
                    lines = drawing.split("\n")[2 + 5 * i : 6 + 5 * i]
                    assert sum(line[2 + 5 * j : 6 + 5 * j].count("#") for line in lines) == walls
                    return
    pytest.fail("no core of 400 games has these sides")


def test_M3_every_core_has_1_to_3_walls_and_every_pattern_comes_up(starts):
    seen = {sides_in(picture(position), i, j) for position in starts for i in range(4) for j in range(10)}
    assert seen == set(PATTERNS)


def test_M3_the_cores_remember_their_walls(starts):
    for position in starts:
        drawing = picture(position)
        for core in range(40):
            sides = sides_in(drawing, core // 10, core % 10)
            bits = int(position.state["cores"][0, core])
            assert bits == sum(1 << ("up", "right", "down", "left").index(side) for side in sides)


def test_M4_the_start_has_p_2_x_2_y_and_20_numbers(starts):
    for position in starts:
        drawing = picture(position)
        assert (drawing.count("P"), drawing.count("X"), drawing.count("Y")) == (1, 2, 2)
        assert marks_in(drawing, "123").total() == 20
        assert "+" not in drawing


def test_M4_the_x_arrive_before_the_y(starts):
    for position in starts:
        assert [kind for kind, _, _ in arrivals(position)] == ["X", "X", "Y", "Y"]
        assert list(position.state["enemy_serials"][0, :4]) == [1, 2, 3, 4]


def test_M4_p_starts_with_200_energy_no_mines_and_no_points_facing_right(starts):
    for position in starts:
        assert [value(position, name) for name in ("energy", "mines", "points")] == [200, 0, 0]
        assert value(position, "facing") == 1
        assert position.scores == (0.0,)
        assert position.waiting == (0,)
        assert not position.over


def test_M4_the_squares_are_random(starts):
    assert len({value(position, "player") for position in starts}) > len(SEEDS) // 2
    assert len({arrivals(position)[0] for position in starts}) > len(SEEDS) // 2


def test_M4_set_up_leaves_no_events(starts):
    assert all(position.events == () for position in starts)


def steps_to_enemies(position):
    row, column = divmod(value(position, "player"), 53)
    count = value(position, "enemy_count")
    squares = [divmod(int(square), 53) for square in position.state["enemy_squares"][0, :count]]
    return [abs(row - down) + abs(column - across) for down, across in squares]


def test_M4_with_a_start_distance_enemies_start_at_least_that_many_steps_away():
    head_start, farthest = (
        garrison.load("minefield", variant="former", rules={"start_distance": steps}) for steps in (12, 30)
    )
    for seed in SEEDS:
        near = steps_to_enemies(head_start.new(seed))
        assert len(near) == 4
        assert min(near) >= 12
        assert all(steps >= 30 for steps in steps_to_enemies(farthest.new(seed)))


def test_M4_by_default_enemies_may_start_anywhere():
    game = garrison.load("minefield", variant="former")
    assert (game.variant, game.parameters["start_distance"]) == ("former", 0)
    assert min(min(steps_to_enemies(game.new(seed))) for seed in range(60)) < 12


@pytest.mark.once
def test_M4_the_variant_with_a_head_start_keeps_enemies_away():
    assert garrison.load("minefield", variant="head_start").parameters["start_distance"] == 12


@pytest.mark.once
def test_M4_where_no_square_is_far_enough_no_enemy_appears():
    position = garrison.load(
        "minefield", variant="former", rules={"start_distance": 30, "start_x": 32, "start_y": 32}
    ).new(seed=3)
    assert all(steps >= 30 for steps in steps_to_enemies(position))
    assert value(position, "enemy_count") <= 64


@pytest.mark.parametrize("variant, least", [("seed", 1), ("former", 1), ("head_start", 12)])
def test_M4_two_x_and_two_y_anywhere_in_seed(variant, least):
    game, steps = garrison.load("minefield", variant=variant), set()
    for seed in range(60):
        s = game.new(seed).state[0]
        assert s.enemy_kinds[: s.enemy_count].tolist() == [7, 7, 8, 8]
        rows, columns = np.divmod(s.enemy_squares[: s.enemy_count].astype(int), 53)
        steps |= set((abs(rows - s.player // 53) + abs(columns - s.player % 53)).tolist())
    assert min(steps) >= least
    assert (min(steps) < 12) == (least < 12)
