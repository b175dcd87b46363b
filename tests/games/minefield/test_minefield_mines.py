"""M8 and M9: P drops mines, and what P must not enter."""

import pytest
from minefield_drawing import FROZEN, WAYS, draw, field, field_of_cores, picture, played, value

from garrison.errors import IllegalAction

pytestmark = pytest.mark.lane

BEHIND = {"up": "...\n.P.\n.+.", "right": "...\n+P.\n...", "down": ".+.\n.P.\n...", "left": "...\n.P+\n..."}


def test_M8_a_mine_lands_on_the_square_p_has_just_left():
    position = played(draw("P..", mines=2, facing="up"), "right+mine")
    assert picture(position) == field("+P.")
    assert value(position, "mines") == 1


@pytest.mark.parametrize("facing", WAYS)
def test_M8_without_a_step_it_lands_opposite_to_where_p_faces(facing):
    position = played(draw("...\n.P.\n...", mines=2, facing=facing), "mine")
    assert picture(position) == field(BEHIND[facing])
    assert value(position, "mines") == 1


def test_M8_after_a_step_a_stay_drops_behind_that_step():
    position = played(draw("...\n.P.\n...\n...", mines=1, facing="left"), "up", "mine")
    assert picture(position) == field(".P.\n.+.\n...\n...")


def test_M8_after_a_bump_it_lands_opposite_to_the_bump():
    position = played(draw(".P#", mines=1, facing="up"), "right+mine")
    assert picture(position) == field("+P#")
    assert value(position, "mines") == 0


@pytest.mark.parametrize("behind", list("123+#"))
@pytest.mark.parametrize("action", ["mine", "right+mine"])
def test_M8_it_needs_an_empty_square(behind, action):
    drawing = f"{behind}P#"
    position = played(draw(drawing, mines=2), action)
    assert picture(position) == field(drawing)
    assert value(position, "mines") == 2


@pytest.mark.parametrize("enemy", list("XY"))
def test_M8_an_enemy_behind_p_leaves_no_room(enemy):
    position = played(draw(f"{enemy}P.", mines=1), "mine")
    assert value(position, "mines") == 1
    assert value(position, "points") == 0
    assert "+" not in picture(position)


@pytest.mark.parametrize("action, after", [("mine", ".P."), ("right+mine", "..P")])
def test_M8_it_needs_a_mine_in_stock(action, after):
    position = played(draw(".P.", mines=0), action)
    assert picture(position) == field(after)
    assert value(position, "mines") == 0


def test_M8_a_button_with_a_mine_is_legal_without_one():
    assert draw(".P.", mines=0).actions(0) == list(range(10))


def test_M8_a_mine_from_a_3_entered_now_can_be_dropped_now():
    position = played(draw("P3", mines=0), "right+mine")
    assert picture(position) == field("+P")
    assert value(position, "mines") == 0


def test_M8_without_the_button_no_mine_is_dropped():
    position = played(draw("P..", mines=3), "right", "stay")
    assert picture(position) == field(".P.")
    assert value(position, "mines") == 3


@pytest.mark.parametrize("deadly, reason", [("+", "mine"), ("X", "caught"), ("Y", "caught")])
@pytest.mark.parametrize("energy, left", [(5, 4), (1, 0), (0, 0)])
def test_M9_entering_a_mine_or_an_enemy_ends_the_game_and_the_energy_is_paid(deadly, reason, energy, left):
    position = played(draw(f"P{deadly}", energy=energy, points=7), "right")
    assert position.over
    assert position.outcome.reason == reason
    assert position.outcome.winners == ()
    assert value(position, "energy") == left
    assert value(position, "points") == 7
    assert picture(position).count("P") == 0


@pytest.mark.parametrize("way", WAYS)
def test_M9_in_every_direction(way):
    position = played(draw(".+.\n+P+\n.+."), way)
    assert position.over
    assert value(position, "facing") == WAYS.index(way)


@pytest.mark.parametrize("deadly", list("+XY"))
def test_M9_nothing_else_of_the_time_unit_happens(deadly):
    """No mine is dropped, no other enemy moves, no wall changes, nothing appears, and time does not run out."""
    open_core = """
        ####
        ....
        ....
        ....
    """
    cores = {(0, 0): open_core, (3, 5): open_core}
    before = field_of_cores(FROZEN, cores, top=f"P{deadly}.....X...Y")
    everything = {"wall_period": 1, "number_period": 1, "enemy_period": 1, "time_limit": 1}
    position = played(draw(before, mines=1, **everything), "right+mine")
    assert position.over
    assert position.outcome.reason != "time"
    assert value(position, "mines") == 1
    assert picture(position) == field_of_cores(FROZEN, cores, top=f".{deadly}.....X...Y")


def test_M9_nothing_can_be_played_after_the_end():
    position = played(draw("P+"), "right")
    assert position.actions(0) == []
    assert position.mask(0).sum() == 0
    assert position.waiting == ()
    with pytest.raises(IllegalAction, match="over"):
        position.play(0, "stay")


def test_M9_a_mine_just_dropped_is_as_deadly():
    position = played(draw("P...", mines=1), "right+mine", "left")
    assert position.outcome.reason == "mine"
