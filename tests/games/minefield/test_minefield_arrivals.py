"""M13 and M14: numbers and enemies appear, and how a game ends in time."""

import pytest
from minefield_drawing import (
    CELL,
    FROZEN,
    INNER,
    arrivals,
    branches,
    draw,
    drawings_in,
    field,
    field_of_cores,
    inner,
    marks_in,
    picture,
    played,
    quiet_game,
    value,
)

import garrison

pytestmark = pytest.mark.lane

FULL = "\n".join(["#" * 53, *["#" + "1" * 51 + "#"] * 21, "#" * 53])


def full_but(*lines):
    """A whole field of numbers, with a drawing in it that has P."""
    whole = FULL.split("\n")
    for down, line in enumerate(lines):
        whole[8 + down] = whole[8 + down][:20] + line + whole[8 + down][20 + len(line) :]
    return "\n".join(whole)


def units_with_more(position, marks, units):
    """The time units in which there were more of these marks than before."""
    found = []
    for _ in range(units):
        before = marks_in(picture(position), marks).total()
        played(position, "stay")
        if marks_in(picture(position), marks).total() > before:
            found.append(value(position, "turn"))
    return found


def test_M13_every_10th_time_unit_a_number_appears():
    assert units_with_more(quiet_game(number_period=10).new(seed=4), "123", 45) == [10, 20, 30, 40]


def test_M13_every_150th_time_unit_an_enemy_appears():
    position = draw(CELL, enemy_period=150)
    assert units_with_more(position, "XY", 310) == [150, 300]


def test_M13_these_are_the_periods_of_the_standard_rules():
    rules = garrison.load("minefield", variant="former").parameters
    assert (rules["wall_period"], rules["number_period"], rules["enemy_period"]) == (1, 10, 150)
    position = garrison.load("minefield", variant="former", rules={"start_x": 0, "start_y": 0}).new(seed=8)
    assert units_with_more(position, "123", 149) == list(range(10, 150, 10))
    assert units_with_more(position, "XY", 1) == [150]


@pytest.mark.parametrize("draw_of_100, number", [(0, "1"), (59, "1"), (60, "2"), (89, "2"), (90, "3"), (99, "3")])
def test_M4_M13_a_number_has_the_odds_of_set_up(draw_of_100, number):
    position = draw("P.", at=(1, 1), turn=9, number_period=10, chance=[(INNER, inner(1, 3)), (100, draw_of_100)])
    assert picture(played(position, "stay")) == field(f"P.{number}", at=(1, 1))


@pytest.mark.parametrize("kind", list("XY"))
def test_M13_an_enemy_is_x_or_y(kind):
    chance = [(2, "XY".index(kind)), (INNER, inner(21, 51))]
    position = played(draw("P", at=(1, 1), turn=149, enemy_period=150, chance=chance), "stay")
    assert arrivals(position) == [(kind, 21, 51)]
    assert picture(position).split("\n")[21] == "#" + "." * 50 + kind + "#"


@pytest.mark.parametrize("taken", list("P2#+XY"))
def test_M13_what_appears_comes_onto_an_empty_square_only(taken):
    """The square that chance names first is taken; the next one is empty."""
    top = "P##" + taken.replace("P", ".") + "#"
    column = 1 if taken == "P" else 4
    chance = [(INNER, inner(1, column)), (INNER, inner(1, 6))]
    position = draw(top, at=(1, 1), turn=9, number_period=10, number_odds=(1, 0, 0), chance=chance)
    assert picture(played(position, "stay")) == field(top + "1", at=(1, 1))


def test_M13_the_last_empty_squares_are_found_and_all_of_them_used():
    before = full_but("P.1.", "1+..")
    batch = branches(draw(before, turn=9, number_period=10, number_odds=(1, 0, 0)), 60)
    expected = {full_but("P11.", "1+.."), full_but("P.11", "1+.."), full_but("P.1.", "1+1."), full_but("P.1.", "1+.1")}
    assert set(drawings_in(batch)) == expected


def test_M13_without_an_empty_square_nothing_appears():
    position = played(draw(full_but("P"), number_period=1, enemy_period=1), "stay", "stay")
    assert picture(position) == full_but("P")
    assert value(position, "enemy_count") == 0
    assert not position.over
    assert position.events == ()


def test_M13_in_unit_150_the_number_comes_first():
    """There is one empty square: the number gets it, and no enemy appears."""
    before = full_but("P.")
    position = played(draw(before, turn=149, number_period=10, enemy_period=150, number_odds=(0, 0, 1)), "stay")
    assert picture(position) == full_but("P3")
    assert value(position, "enemy_count") == 0


def test_M13_in_unit_150_both_appear():
    position = played(draw(CELL, turn=149, number_period=10, enemy_period=150), "stay")
    assert marks_in(picture(position), "123").total() == 1
    assert marks_in(picture(position), "XY").total() == 1


def test_M12_M13_what_appears_comes_after_the_walls_have_changed():
    """Only the wall that goes makes room for the number."""
    core = "####\n1111\n1111\n####"
    before = field_of_cores("####\n1111\n1111\n1111", {(1, 2): core}).replace(".", "1")
    before = before[:54] + "#P" + before[56:]
    position = played(draw(before, turn=9, wall_period=1, number_period=10), "stay")
    assert picture(position).count(".") == 3
    assert picture(position).count("#") == before.count("#") - 4


def test_M13_a_new_enemy_waits_for_the_next_time_unit_and_moves_last():
    chance = [(2, 0), (INNER, inner(8, 25))]
    position = draw("P..X.", turn=149, enemy_period=150, chance=chance)
    assert picture(played(position, "stay")) == field("P.X..X")
    assert [column for _, _, column in arrivals(position)] == [22, 25]
    assert list(position.state["enemy_serials"][0, :2]) == [1, 2]


SIXTY_FOUR = "\n".join(["X" * 16] * 4)


@pytest.mark.parametrize("enemies, after", [(63, 64), (64, 64)])
def test_M13_with_64_enemies_no_enemy_appears(enemies, after):
    crowd = SIXTY_FOUR if enemies == 64 else SIXTY_FOUR[:-1] + "."
    top = "P" + "." * 15 + "\n" + "#" * 16 + "\n"
    position = played(draw(top + crowd, enemy_period=1), "stay")
    assert value(position, "enemy_count") == after
    assert marks_in(picture(position), "XY").total() == after
    assert len(set(arrivals(position))) == after


def test_M13_with_64_enemies_numbers_still_appear():
    position = played(draw("P\n#\n" + SIXTY_FOUR, number_period=1), "stay")
    assert marks_in(picture(position), "123").total() == 1


def test_M13_a_blown_up_enemy_makes_room_for_another():
    """The 64th goes into a mine in the same time unit."""
    lines = (SIXTY_FOUR[:-1] + ".").split("\n")
    position = draw("P...+X\n" + "#" * 16 + "\n" + "\n".join(lines), enemy_period=1)
    assert value(position, "enemy_count") == 64
    played(position, "stay")
    assert value(position, "points") == 300
    assert value(position, "enemy_count") == 64
    serials = list(position.state["enemy_serials"][0])
    assert serials == sorted(set(serials))
    assert serials[-1] == 65


def test_M14_the_score_is_the_points():
    assert draw("P", points=1234).scores == (1234.0,)
    assert played(draw("P3"), "right").scores == (90.0,)


@pytest.mark.parametrize("limit", [1, 3])
def test_M14_a_game_can_be_limited_to_a_number_of_time_units(limit):
    position = draw("P", time_limit=limit)
    for _ in range(limit):
        assert not position.over
        played(position, "stay")
    assert position.over
    assert position.outcome.reason == "time"
    assert position.actions(0) == []
    assert value(position, "turn") == limit


def test_M14_the_last_time_unit_is_complete():
    """P takes a number, the enemy moves, a wall rises, a number and an enemy appear; then it is over."""
    only_down_free = "####\n1..1\n....\n...."
    before = field_of_cores(FROZEN, {(1, 2): only_down_free}, top="P3......X")
    rules = {"wall_period": 1, "number_period": 1, "enemy_period": 1, "time_limit": 10}
    position = played(draw(before, turn=9, **rules), "right")
    after = field_of_cores(FROZEN, {(1, 2): "####\n1..1\n....\n####"}, top=".P.....X.")
    seen = picture(position)
    differences = [(old, new) for old, new in zip(after, seen, strict=True) if old != new]
    assert len(differences) == 2
    assert all(old == "." for old, _ in differences)
    assert sorted(new in "XY" for _, new in differences) == [False, True]
    assert position.outcome.reason == "time"
    assert value(position, "points") == 90


def test_M14_without_a_limit_the_game_goes_on():
    position = played(draw("P"), *["stay"] * 50)
    assert not position.over
    assert garrison.load("minefield", variant="former").parameters["time_limit"] == 0


def test_M14_p_caught_in_the_last_time_unit_is_caught():
    assert played(draw("PX", time_limit=1), "stay").outcome.reason == "caught"
