"""M5-M7: P steps, pays for it, and takes numbers."""

import pytest
from minefield_drawing import WAYS, draw, field, picture, played, value

from garrison.errors import IllegalAction

pytestmark = pytest.mark.lane

STAYS = [0, 5]
EVERYTHING = list(range(10))
FOUR_WAYS = {"up": ".P.\n...\n...", "right": "...\n..P\n...", "down": "...\n...\n.P.", "left": "...\nP..\n..."}
MIDDLE = "...\n.P.\n..."


@pytest.mark.parametrize("way", WAYS)
def test_M5_p_steps_one_square_in_4_directions(way):
    assert picture(played(draw(MIDDLE), way)) == field(FOUR_WAYS[way])


def test_M5_p_may_stay():
    position = played(draw(MIDDLE), "stay")
    assert picture(position) == field(MIDDLE)
    assert value(position, "energy") == 5


@pytest.mark.parametrize("way", WAYS)
def test_M5_p_may_step_and_drop_a_mine_in_the_same_time_unit(way):
    position = played(draw(MIDDLE, mines=1), f"{way}+mine")
    assert picture(position) == field(FOUR_WAYS[way][:5] + "+" + FOUR_WAYS[way][6:])
    assert value(position, "turn") == 1


def test_M5_there_are_ten_buttons_and_no_field_clicks():
    position = draw(MIDDLE)
    names = ["stay", *WAYS, "mine", *(f"{way}+mine" for way in WAYS)]
    assert [position.game.action_name(action) for action in EVERYTHING] == names
    assert position.game.facts.fields == 0
    assert position.game.facts.actions == 10
    assert position.actions(0) == EVERYTHING


@pytest.mark.parametrize("way", WAYS)
def test_M5_a_step_into_a_wall_is_legal_and_only_turns_p(way):
    walled_in = ".#.\n#P#\n.#."
    position = draw(walled_in, facing=WAYS[WAYS.index(way) - 1])
    assert position.actions(0) == EVERYTHING
    played(position, way)
    assert picture(position) == field(walled_in)
    assert value(position, "energy") == 5
    assert value(position, "facing") == WAYS.index(way)


def test_M5_outer_walls_stop_p_too():
    position = played(draw("P.", at=(1, 1)), "left")
    assert picture(position) == field("P.", at=(1, 1))
    assert value(position, "facing") == WAYS.index("left")


def test_M5_p_acts_before_the_enemies():
    """P gets away from an enemy beside it, and the enemies go for where P is now."""
    position = played(draw("XP.."), "right")
    assert picture(position) == field(".XP.")
    assert not position.over
    before = """
        .P.
        ...
        .X.
    """
    after = """
        P..
        ...
        X..
    """
    assert picture(played(draw(before), "left")) == field(after)


def test_M6_a_step_costs_1_energy():
    position = played(draw("P..."), "right", "right")
    assert value(position, "energy") == 3


def test_M6_a_stay_and_a_drop_cost_nothing():
    position = played(draw(".P", mines=1), "stay", "mine")
    assert value(position, "energy") == 5


def test_M6_with_no_energy_p_steps_at_half_speed():
    position = draw("P....", energy=0)
    played(position, "right")
    assert position.actions(0) == STAYS
    played(position, "stay")
    assert position.actions(0) == EVERYTHING
    played(position, "right")
    assert position.actions(0) == STAYS
    assert picture(position) == field("..P..")
    assert value(position, "energy") == 0


def test_M6_a_tired_p_cannot_step():
    position = played(draw("P....", energy=0), "right")
    for way in WAYS:
        for action in (way, f"{way}+mine"):
            with pytest.raises(IllegalAction):
                position.play(0, action)
    assert picture(position) == field(".P...")
    assert value(position, "turn") == 1


def test_M6_a_tired_p_may_drop_a_mine():
    position = played(draw("P....", energy=0, mines=1), "right")
    assert position.actions(0) == STAYS
    assert value(position, "energy") == 0
    played(position, "mine")
    assert picture(position) == field("+P...")
    assert position.actions(0) == EVERYTHING


def test_M6_a_step_from_1_to_0_is_a_normal_one():
    position = played(draw("P....", energy=1), "right")
    assert value(position, "energy") == 0
    assert position.actions(0) == EVERYTHING
    played(position, "right")
    assert picture(position) == field("..P..")
    assert position.actions(0) == STAYS


@pytest.mark.parametrize("number, energy", [("2", 50), ("3", 200)])
def test_M6_the_energy_before_the_step_decides(number, energy):
    position = played(draw(f"P{number}...", energy=0), "right")
    assert value(position, "energy") == energy
    assert position.actions(0) == STAYS
    played(position, "stay", "right")
    assert value(position, "energy") == energy - 1
    assert position.actions(0) == EVERYTHING


def test_M6_a_step_from_1_onto_a_2_is_a_normal_one():
    position = played(draw("P2...", energy=1), "right")
    assert value(position, "energy") == 50
    assert position.actions(0) == EVERYTHING


@pytest.mark.parametrize("energy", [0, 1, 5])
def test_M6_a_bump_is_not_a_step(energy):
    position = played(draw("P#", energy=energy), "right")
    assert value(position, "energy") == energy
    assert position.actions(0) == EVERYTHING


def test_M6_a_stay_without_energy_does_not_block():
    position = played(draw("P..", energy=0), "stay")
    assert position.actions(0) == EVERYTHING


def test_M6_p_faces_the_way_of_its_last_step_or_bump():
    position = draw("...#\n.P.#\n....", energy=9, facing="left")
    moves = [("up", "up"), ("stay", "up"), ("left", "left"), ("down", "down"), ("right", "right"), ("right", "right")]
    for action, facing in [*moves, ("up", "up"), ("right", "right"), ("stay", "right"), ("mine", "right")]:
        played(position, action)
        assert value(position, "facing") == WAYS.index(facing)
    assert picture(position) == field("..P#\n...#\n....")


@pytest.mark.parametrize("number, points, energy, mines", [("1", 10, 0, 0), ("2", 30, 50, 0), ("3", 90, 200, 1)])
@pytest.mark.parametrize("way", WAYS)
def test_M7_p_takes_the_number_it_enters(way, number, points, energy, mines):
    before = FOUR_WAYS[way].replace("P", number)
    before = before[:5] + "P" + before[6:]
    position = played(draw(before, energy=5, mines=2, points=7), way)
    assert picture(position) == field(FOUR_WAYS[way])
    assert value(position, "points") == 7 + points
    assert value(position, "energy") == 5 - 1 + energy
    assert value(position, "mines") == 2 + mines
    assert position.scores == (7.0 + points,)


def test_M7_p_takes_nothing_by_standing_next_to_a_number():
    position = played(draw(".3.\n3P3\n.3."), "stay")
    assert picture(position) == field(".3.\n3P3\n.3.")
    assert [value(position, name) for name in ("energy", "mines", "points")] == [5, 0, 0]
