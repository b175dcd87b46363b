"""The paragraph Parameters: every number of the rules can be changed."""

import pytest
from minefield_drawing import (
    CELL,
    FROZEN,
    INNER,
    arrivals,
    draw,
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
from garrison.errors import BadOption

pytestmark = pytest.mark.lane

MOST = 1_000_000_000


def test_parameters_have_the_rulebooks_defaults():
    rules = garrison.load("minefield", variant="former").parameters
    assert (rules["number_points"], rules["number_energy"]) == ([10, 30, 90], [0, 50, 200])
    assert rules["number_mines"] == [0, 0, 1]
    weights = rules["number_odds"]
    assert [weight / sum(weights) for weight in weights] == [0.6, 0.3, 0.1]
    assert (rules["start_energy"], rules["start_mines"]) == (200, 0)
    assert (rules["start_x"], rules["start_y"], rules["start_numbers"]) == (2, 2, 20)
    assert (rules["wall_period"], rules["number_period"], rules["enemy_period"]) == (1, 10, 150)
    assert (rules["enemy_points"], rules["stubborn"], rules["time_limit"]) == (300, False, 0)
    assert rules["max_steps"] == 100_000
    assert (rules["enemy_rest"], rules["enemy_haste"], rules["least_enemy_period"]) == (0, 0, 10)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_parameters_points_energy_and_mines_of_each_number(number):
    rules = {"number_points": (4, 5, 6), "number_energy": (7, 8, 9), "number_mines": (1, 2, 3)}
    position = played(draw(f"P{number}", energy=1, **rules), "right")
    assert [value(position, name) for name in ("points", "energy", "mines")] == [3 + number, 6 + number, number]


def test_parameters_start_energy_and_mines():
    position = quiet_game(start_energy=17, start_mines=3).new()
    assert (value(position, "energy"), value(position, "mines")) == (17, 3)


def test_parameters_enemies_at_the_start_are_counted_per_kind():
    position = quiet_game(start_x=3, start_y=1).new()
    assert [kind for kind, _, _ in arrivals(position)] == ["X", "X", "X", "Y"]
    assert marks_in(picture(position), "XY") == {"X": 3, "Y": 1}


def test_parameters_at_most_64_enemies_at_the_start():
    position = quiet_game(start_x=32, start_y=32).new()
    assert marks_in(picture(position), "XY") == {"X": 32, "Y": 32}
    for name in ("start_x", "start_y"):
        with pytest.raises(BadOption):
            garrison.load("minefield", variant="former", rules={name: 33})


def test_parameters_points_per_blown_up_enemy():
    assert value(played(draw("X+.P", enemy_points=77), "stay"), "points") == 77


@pytest.mark.parametrize("weights, drawn, number", [((1, 1, 2), 1, "2"), ((1, 1, 2), 2, "3"), ((5, 0, 2), 5, "3")])
def test_parameters_odds_are_weights(weights, drawn, number):
    chance = [(INNER, inner(1, 3)), (sum(weights), drawn)]
    position = draw("P", at=(1, 1), number_period=1, number_odds=weights, chance=chance)
    assert picture(played(position, "stay")) == field(f"P.{number}", at=(1, 1))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_parameters_a_weight_of_0_means_never(number):
    weights = tuple(int(other == number) for other in (1, 2, 3))
    drawing = picture(quiet_game(number_odds=weights, start_numbers=50).new())
    assert marks_in(drawing, "123") == {str(number): 50}


def test_parameters_weights_must_not_all_be_0():
    with pytest.raises(BadOption, match="number_odds"):
        garrison.load("minefield", variant="former", rules={"number_odds": [0, 0, 0]})


CHANGEABLE = field_of_cores(FROZEN, {(1, 2): "####\n#...\n#...\n#..."}, top="P")


def turns_with(units, look, position):
    """The time units in which `look` saw something else than before."""
    found = []
    for _ in range(units):
        before = look(position)
        played(position, "stay")
        if look(position) != before:
            found.append(value(position, "turn"))
    return found


@pytest.mark.parametrize("period", [0, 1, 3, 7])
def test_parameters_the_period_of_the_walls(period):
    expected = list(range(period, 15, period)) if period else []
    assert turns_with(14, picture, draw(CHANGEABLE, wall_period=period)) == expected


@pytest.mark.parametrize("period", [0, 1, 4])
def test_parameters_the_period_of_the_numbers(period):
    expected = list(range(period, 15, period)) if period else []

    def count(position):
        return marks_in(picture(position), "123").total()

    assert turns_with(14, count, draw("P", number_period=period)) == expected


@pytest.mark.parametrize("period", [0, 1, 5])
def test_parameters_the_period_of_the_enemies(period):
    expected = list(range(period, 15, period)) if period else []
    position = draw(CELL, enemy_period=period)
    assert turns_with(14, lambda position: value(position, "enemy_count"), position) == expected


def test_parameters_a_period_of_0_means_never():
    position = draw(CHANGEABLE)
    assert picture(played(position, *["stay"] * 310)) == CHANGEABLE


def test_parameters_energy_mines_and_points_stop_at_a_billion():
    position = draw("P3", energy=MOST - 100, mines=MOST, points=MOST - 89)
    played(position, "right")
    assert [value(position, name) for name in ("energy", "mines", "points")] == [MOST] * 3
    position = played(draw("P3", energy=MOST - 200, mines=MOST - 1, points=MOST - 90), "right")
    assert [value(position, name) for name in ("energy", "mines", "points")] == [MOST - 1, MOST, MOST]


def test_parameters_the_largest_gains_stop_at_a_billion():
    rules = {"number_points": (MOST,) * 3, "number_energy": (MOST,) * 3, "number_mines": (MOST,) * 3}
    position = played(draw("P11", **rules), "right", "right")
    assert [value(position, name) for name in ("energy", "mines", "points")] == [MOST] * 3


def test_parameters_points_for_enemies_stop_at_a_billion():
    assert value(played(draw("X+.P", points=MOST - 299), "stay"), "points") == MOST
    assert value(played(draw("X+.P", points=MOST - 300, enemy_points=299), "stay"), "points") == MOST - 1
    assert value(played(draw("X+.P", points=MOST, enemy_points=MOST), "stay"), "points") == MOST


def test_parameters_more_than_a_billion_is_refused():
    for name in ("start_energy", "start_mines", "enemy_points"):
        with pytest.raises(BadOption, match=name):
            garrison.load("minefield", variant="former", rules={name: MOST + 1})


def test_parameters_max_steps_ends_any_game():
    position = quiet_game(max_steps=5).new()
    assert not played(position, *["stay"] * 4).over
    played(position, "stay")
    assert position.outcome.reason == "limit"
    assert position.outcome.winners == ()
    assert position.actions(0) == []


def test_parameters_an_earlier_end_is_not_taken_for_the_limit():
    assert played(draw("P+", max_steps=1), "right").outcome.reason == "mine"
    assert played(draw("P", max_steps=1, time_limit=1), "stay").outcome.reason == "time"
