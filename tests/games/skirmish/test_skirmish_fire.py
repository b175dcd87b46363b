"""S19: the fire that comes from the edge of the board."""

import pytest
from skirmish_drawing import draw, field_of, health_of, move

from garrison import load
from garrison.core.plain import plain
from garrison.core.position import Outcome
from garrison.games.skirmish.rules.fire import burning_rings, ring, size_class

pytestmark = pytest.mark.lane

FIRST_MOVE = {"fire_moves": [1] * 4, "fire_gap": [2] * 4}
FACING = """
H0 .. .. .. .. D0
.. .. .. .. .. ..
.. .. .. E0 .. ..
.. .. .. .. .. ..
.. .. .. .. .. ..
T0 .. G0 .. .. O0
"""
QUIET = {"heals": [0] * 6}


def fire(position):
    """The board's ground as a player sees it."""
    return position.scene(0).boards[0].terrain


def test_S19_whoever_of_the_side_that_has_moved_stands_on_the_edge_loses_health():
    position = draw(FACING, rules=FIRST_MOVE)
    move(position, "E0", "stay")
    assert [health_of(position, name) for name in ("H0", "D0", "E0")] == [90, 110, 70]
    assert [health_of(position, name) for name in ("T0", "G0", "O0")] == [150, 80, 200], "it was not their move"


def test_S19_so_does_the_other_side_when_it_has_moved():
    position = draw(FACING, rules=FIRST_MOVE | QUIET)
    move(position, "E0", "stay")
    move(position, "T0", "stay")
    assert [health_of(position, name) for name in ("T0", "G0", "O0")] == [140, 70, 190]
    assert [health_of(position, name) for name in ("H0", "D0")] == [90, 110]


def test_S19_whoever_leaves_the_fire_with_this_move_does_not_burn():
    position = draw(FACING, rules=FIRST_MOVE)
    move(position, "D0", "left", "down")
    assert health_of(position, "D0") == 120
    assert health_of(position, "H0") == 90


def test_S19_nothing_burns_before_the_first_move_of_fire():
    position = draw(FACING, rules={"fire_moves": [3] * 4} | QUIET)
    move(position, "H0", "stay")
    move(position, "T0", "stay")
    assert [health_of(position, name) for name in ("H0", "T0")] == [100, 150]
    move(position, "H0", "stay")
    assert health_of(position, "H0") == 90


@pytest.mark.parametrize("variant", ["seed", "former", "even", "zorde_first"])
def test_S19_without_its_parameters_nothing_ever_burns(variant):
    position = load("skirmish", variant=variant, setup="duel").new()
    while position.state["moves"][0] < 60 and not position.over:
        move(position, ("H0", "T0")[position.waiting[0]], "stay")
    assert [health_of(position, name) for name in ("H0", "T0")] == [100, 150]


def test_S19_a_ring_more_burns_after_every_gap():
    p = load("skirmish", variant="former", rules={"fire_moves": [5] * 4, "fire_gap": [3] * 4}).record[0]
    rings = [plain(burning_rings)(p, 7, moves) for moves in range(30)]
    assert rings[:11] == [0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert rings[-1] == 4, "a board of 7 x 7 has four rings, the last of which is one field"


@pytest.mark.parametrize(("width", "size"), [(1, 0), (8, 0), (9, 1), (10, 1), (11, 2), (13, 2), (14, 3), (32, 3)])
def test_S19_the_size_of_the_board_decides_when_it_burns(width, size):
    assert plain(size_class)(width) == size
    p = load("skirmish", variant="former", rules={"fire_moves": [1, 2, 3, 4], "fire_gap": [9] * 4}).record[0]
    assert next(moves for moves in range(6) if plain(burning_rings)(p, width, moves)) == size + 1


def test_S19_the_rings_lie_in_each_other():
    rings = [[plain(ring)(5, 5 * row + column) for column in range(5)] for row in range(5)]
    assert rings == [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 2, 1, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]]


def test_S19_whoever_burns_to_death_leaves_the_board_and_may_lose_the_game():
    position = draw("H0 .. .. T0", health={"H0": 10}, rules=FIRST_MOVE)
    field = field_of(position, "H0")
    move(position, "H0", "stay")
    assert position.outcome == Outcome("elimination", (1,))
    assert position.state["standing"][0][field] == 0
    assert position.state["living"][0].tolist() == [0, 1]
    assert [position.game.describe(event) for event in position.events][-3:] == [
        "H0 burns for 10; 0 left.",
        "H0 dies on 0,0.",
        "Zorde wins.",
    ]


def test_S19_to_kill_the_last_enemy_and_then_burn_is_a_draw():
    position = draw("H0 G0 ..", health={"H0": 60, "G0": 80}, rules=FIRST_MOVE)
    move(position, "H0", "right")
    assert position.outcome == Outcome("elimination", ())


def test_S19_an_ork_heals_before_it_burns():
    position = draw("O0 .. .. H0", to_move="zorde", health={"O0": 50}, rules=FIRST_MOVE | {"fire_harm": 25})
    move(position, "O0", "stay")
    assert health_of(position, "O0") == 50 + 10 - 25


def test_S19_a_character_that_dies_in_its_own_move_does_not_burn():
    position = draw("G0 H0 .. ..\n.. .. .. ..\n.. .. .. ..\nT0 .. .. ..", to_move="zorde", rules=FIRST_MOVE)
    move(position, "G0", "right")
    assert health_of(position, "T0") == 140
    assert sum(event.kind.name == "BURNT" for event in position.events) == 1


def test_S19_embers_are_seen_a_round_before_and_fire_from_the_move_that_may_burn():
    position = draw(FACING, rules={"fire_moves": [4] * 4, "fire_gap": [4] * 4})
    grounds, prompts = [], []
    for name in ("H0", "T0", "H0", "T0", "H0", "T0"):
        grounds.append(fire(position)[0])
        prompts.append(position.scene(0).prompt)
        move(position, name, "stay")
    assert grounds == [".,.,.,", "eeeeee", "eeeeee", "ffffff", "ffffff", "ffffff"]
    assert prompts[0].endswith("In 3 moves the edge of the board burns.")
    assert prompts[3].endswith("In 4 moves the next ring burns.")
    assert fire(position)[1] == "feeeef"


def test_S19_when_everything_burns_nothing_more_is_announced():
    position = draw("H0 .. .. T0", rules=FIRST_MOVE)
    for name in ("H0", "T0", "H0"):
        move(position, name, "stay")
    assert set("".join(fire(position))) == {"f"}
    assert "burns" not in position.scene(0).prompt


@pytest.mark.parametrize("setup", ["small", "classic", "duel", "war", "random"])
def test_S19_every_game_of_standard_ends_even_if_nobody_wants_to_fight(setup):
    position = load("skirmish", setup=setup).new(5)
    while not position.over:
        player = position.waiting[0]
        field = position.actions(player)[0]
        position.play(player, field)
        if not position.over and position.waiting == (player,):
            position.play(player, field)
    assert position.outcome.reason == "elimination"
    assert position.state["moves"][0] < 200
