"""M12: the field changes."""

import pytest
from minefield_drawing import (
    FROZEN,
    PATTERNS,
    SIDES,
    WAYS,
    branches,
    core_drawing,
    draw,
    drawings_in,
    field_of_cores,
    picture,
    played,
    sides_in,
    value,
)
from minefield_odds import assert_fits

import garrison
from garrison.core.engine.lane import COMPILED

pytestmark = pytest.mark.lane

WALLS = 40 * 4  # every wall that there is or could be
ONLY_DOWN_FREE = """
    ####
    1..1
    ....
    ....
"""
DOWN_ADDED = """
    ####
    1..1
    ....
    ####
"""


def changed(before, **facts):
    return picture(played(draw(before, wall_period=1, **facts), "stay"))


def allowed_changes(drawing):
    """By the rulebook: every core, side and the drawing that the change leads to."""
    lines = drawing.split("\n")
    for i in range(4):
        for j in range(10):
            sides = sides_in(drawing, i, j)
            for side, squares in SIDES.items():
                marks = {lines[2 + 5 * i + down][2 + 5 * j + right] for down, right in squares}
                if 1 <= len(sides ^ {side}) <= 3 and (side in sides or marks <= {".", "#"}):
                    yield i, j, side


def drawing_after(drawing, i, j, side):
    """Walls where the remaining sides need them; everything else stays."""
    sides = sides_in(drawing, i, j)
    lines = [list(line) for line in drawing.split("\n")]
    squares = {square for wall in sides ^ {side} for square in SIDES[wall]}
    for down, right in {square for wall in sides | {side} for square in SIDES[wall]}:
        lines[2 + 5 * i + down][2 + 5 * j + right] = "#" if (down, right) in squares else "."
    return "\n".join("".join(line) for line in lines)


def test_M12_a_wall_is_added_where_all_its_squares_are_empty():
    before = field_of_cores(FROZEN, {(1, 2): ONLY_DOWN_FREE}, top="P")
    after = field_of_cores(FROZEN, {(1, 2): DOWN_ADDED}, top="P")
    assert changed(before) == after


def test_M12_a_wall_is_added_over_corners_that_are_walls_already():
    before = field_of_cores(FROZEN, {(3, 9): "#..1\n#...\n#...\n#..1"}, top="P")
    assert changed(before) == before  # a number on either corner is in the way
    before = field_of_cores(FROZEN, {(3, 9): "#..1\n#..1\n#...\n#..."}, top="P")
    assert changed(before) == field_of_cores(FROZEN, {(3, 9): "#..1\n#..1\n#...\n####"}, top="P")


@pytest.mark.parametrize("sides", PATTERNS, ids=lambda sides: "-".join(sorted(sides)))
def test_M12_the_core_keeps_1_to_3_walls_and_the_corners_they_need(sides):
    """All that can become of a core, when no other may change: one wall more or less, never none or four."""
    before = field_of_cores(FROZEN, {(2, 4): core_drawing(sides)}, top="P")
    expected = {
        field_of_cores(FROZEN, {(2, 4): core_drawing(sides ^ {side})}, top="P")
        for side in WAYS
        if 1 <= len(sides ^ {side}) <= 3
    }
    batch = branches(draw(before, wall_period=1), 80)
    assert set(drawings_in(batch)) == expected


@pytest.mark.parametrize("wall", range(4))
def test_M12_deleting_a_wall_leaves_the_corners_of_its_neighbours(wall):
    sides = frozenset(WAYS) - {WAYS[wall - 1]}
    before = field_of_cores(core_drawing(sides), top="P")
    after = field_of_cores(core_drawing(sides), {(1, 7): core_drawing(sides - {WAYS[wall]})}, top="P")
    assert changed(before, chance=[(WALLS, 17 * 4 + wall)]) == after


@pytest.mark.parametrize("square", range(4))
@pytest.mark.parametrize("thing", list("123+P"))
def test_M12_any_object_on_its_squares_keeps_a_wall_from_being_added(thing, square):
    bottom = "." * square + thing + "." * (3 - square)
    top = "" if thing == "P" else "P"
    before = field_of_cores(FROZEN, {(1, 2): f"####\n1..1\n....\n{bottom}"}, top=top)
    assert changed(before) == before


@pytest.mark.parametrize("enemy", list("XY"))
def test_M12_an_enemy_that_has_just_come_onto_its_squares_blocks_a_wall(enemy):
    before = field_of_cores(FROZEN, {(1, 2): f"####\n1P.1\n....\n....\n.{enemy}.."})
    after = field_of_cores(FROZEN, {(1, 2): f"####\n1P.1\n....\n.{enemy}..\n...."})
    assert changed(before) == after


@pytest.mark.parametrize("enemy", list("XY"))
def test_M12_the_field_changes_after_the_enemies_have_moved(enemy):
    """The enemy leaves the squares of the wall, which then rises."""
    before = field_of_cores(FROZEN, {(1, 2): f"####\n1P.1\n....\n.{enemy}.."})
    after = field_of_cores(FROZEN, {(1, 2): f"####\n1P.1\n.{enemy}..\n####"})
    assert changed(before) == after


def test_M12_objects_inside_a_core_and_around_it_do_not_matter():
    before = field_of_cores(FROZEN, {(1, 2): "####\n13+1\n.2..\n....\n1231"}, top="P")
    after = field_of_cores(FROZEN, {(1, 2): "####\n13+1\n.2..\n####\n1231"}, top="P")
    assert changed(before) == after


def test_M12_if_no_change_is_allowed_nothing_changes():
    before = field_of_cores(FROZEN, top="P")
    assert list(allowed_changes(before)) == []
    position = draw(before, wall_period=1)
    assert picture(played(position, *["stay"] * 5)) == before
    assert value(position, "turn") == 5
    assert position.events == ()


@pytest.mark.parametrize("seed", range(6))
def test_M12_every_time_unit_one_allowed_change(seed):
    position = garrison.load("minefield", variant="former", rules={"start_x": 0, "start_y": 0, "number_period": 0}).new(
        seed
    )
    for _ in range(20):
        before = picture(position)
        played(position, "stay")
        assert picture(position) in {drawing_after(before, *change) for change in allowed_changes(before)}
        for core in range(40):
            sides = sides_in(picture(position), core // 10, core % 10)
            assert int(position.state["cores"][0, core]) == sum(1 << WAYS.index(side) for side in sides)


def change_counts(before, count, seed):
    """How often each of the allowed changes comes: by core and side."""
    changes = {drawing_after(before, *change): change for change in allowed_changes(before)}
    found = drawings_in(branches(draw(before, wall_period=1), count, seed))
    assert set(found) <= set(changes)
    return {change: found[drawing] for drawing, change in changes.items()}


def assert_even(counts, before):
    """All changes are equally likely: each of them, added and deleted walls, the four sides, the rows of cores."""
    share = sum(counts.values()) / len(counts)

    def fits(part):
        names = sorted({part(*change) for change in counts})
        sizes = [sum(part(*change) == name for change in counts) for name in names]
        totals = [sum(count for change, count in counts.items() if part(*change) == name) for name in names]
        assert_fits(totals, [size * share for size in sizes])

    fits(lambda i, j, side: (i, j, side))
    fits(lambda i, j, side: side in sides_in(before, i, j))
    fits(lambda i, j, side: side)
    fits(lambda i, j, side: i)


FEW = field_of_cores(
    FROZEN, {(0, 0): core_drawing(("up", "right", "left")), (3, 9): core_drawing(("down", "left"))}, top="P"
)
MANY = field_of_cores("####\n#...\n#.1.\n#...", {(1, 1): FROZEN, (2, 6): ONLY_DOWN_FREE}, top="P")


@pytest.mark.once
@pytest.mark.parametrize("before, changes", [(FEW, 3 + 4), (MANY, 38 * 4 + 1)], ids=["few", "many"])
def test_M12_all_allowed_changes_are_equally_likely(before, changes):
    """Few: drawing by guessing rarely finds one of them. Many: it nearly always does."""
    counts = change_counts(before, 1000, seed=5)
    assert len(counts) == changes
    assert_even(counts, before)


@pytest.mark.long
@pytest.mark.parametrize("before", [FEW, MANY], ids=["few", "many"])
def test_M12_all_allowed_changes_are_equally_likely_full_size(before):
    count = 60_000 if COMPILED else 6_000
    assert_even(change_counts(before, count, seed=6), before)
