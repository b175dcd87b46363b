"""M15 and M16: enemies that rest, and that come sooner and sooner."""

from itertools import pairwise

import pytest
from minefield_drawing import CELL, arrivals, draw, field, marks_in, picture, played, value

import garrison

pytestmark = pytest.mark.lane

MANY = 64


def places_in(position, units):
    """The column of the only enemy, time unit by time unit."""
    return [arrivals(played(position, "stay"))[0][2] for _ in range(units)]


def test_M15_enemies_rest_in_every_so_many_th_time_unit():
    assert places_in(draw("P.........X", enemy_rest=4), 8) == [29, 28, 27, 27, 26, 25, 24, 24]


def test_M15_units_are_counted_from_the_start_of_the_game():
    assert places_in(draw("P.........X", enemy_rest=4, turn=6), 4) == [29, 29, 28, 27]


def test_M15_an_enemy_beside_p_catches_nobody_while_it_rests():
    position = played(draw("PX", enemy_rest=2, turn=1), "stay")
    assert not position.over
    assert picture(position) == field("PX")
    assert played(position, "stay").over


def test_M15_p_may_still_run_into_one_that_rests():
    assert played(draw("PX", enemy_rest=1), "right").over


def test_M15_all_else_goes_on_while_they_rest():
    position = draw("P.........X", enemy_rest=1, number_period=1, enemy_period=1)
    played(position, "right")
    assert value(position, "energy") == 4
    assert marks_in(picture(position), "123").total() == 1
    assert len(arrivals(position)) == 2


def test_M15_by_default_they_never_rest():
    assert places_in(draw("P.........X"), 4) == [29, 28, 27, 26]


def units_of_arrivals(units, **rules):
    """The time units in which an enemy appeared."""
    position, seen = draw(CELL, **rules), []
    for _ in range(units):
        before = value(position, "enemy_count")
        if value(played(position, "stay"), "enemy_count") > before:
            seen.append(value(position, "turn"))
    return seen


def test_M16_each_enemy_comes_so_much_sooner_after_the_one_before():
    assert units_of_arrivals(60, enemy_period=20, enemy_haste=3) == [20, 37, 51]


def test_M16_but_never_less_than_the_least_period_after_it():
    units = units_of_arrivals(120, enemy_period=20, enemy_haste=3, least_enemy_period=15)
    assert units == [20, 37, 52, 67, 82, 97, 112]


def test_M16_the_least_is_ten_time_units_unless_the_rules_say_otherwise():
    units = units_of_arrivals(90, enemy_period=30, enemy_haste=15)
    assert [late - early for early, late in pairwise(units)] == [15, 10, 10, 10, 10]


def test_M16_a_period_below_the_least_stays_as_it_is():
    assert units_of_arrivals(20, enemy_period=6, enemy_haste=2) == [6, 12, 18]


def test_M16_without_a_period_nobody_comes_and_without_haste_it_stays_as_it_is():
    assert units_of_arrivals(40, enemy_period=0, enemy_haste=2) == []
    assert units_of_arrivals(40, enemy_period=12) == [12, 24, 36]


def test_M13_M16_in_standard_nobody_is_there_at_first_and_the_first_comes_after_24_seconds():
    position = garrison.load("minefield", rules={"wall_period": 0}).new(seed=5)
    seen = []
    while not position.over and value(position, "turn") < MANY * 4:
        before = value(position, "enemy_count")
        position.play(0, "stay")
        if value(position, "enemy_count") > before:
            seen.append(value(position, "turn"))
    assert seen[0] == 120
