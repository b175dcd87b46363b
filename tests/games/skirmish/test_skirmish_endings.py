"""S8, S9: the end of the game, turns, and the edge of the board."""

import pytest
from skirmish_drawing import board, choose, draw, drawn, field_of, go, is_moving, move, placed

from garrison import load
from garrison.core.position import Outcome
from garrison.errors import IllegalAction

pytestmark = pytest.mark.lane


def test_S8_the_game_ends_when_a_side_has_nobody_left():
    position = draw("H0 G0 ..")
    move(position, "H0", "right")
    assert position.over
    assert position.outcome == Outcome("elimination", (0,))
    assert position.scores == (1.0, 0.0)
    assert position.waiting == ()
    assert position.actions(0) == position.actions(1) == []


def test_S8_zorde_wins():
    position = draw("T0 E0 ..", to_move="zorde")
    move(position, "T0", "right")
    assert position.outcome == Outcome("elimination", (1,))
    assert position.scores == (0.0, 1.0)


def test_S8_a_side_can_lose_its_last_character_in_its_own_move():
    position = draw("G0 H0 ..", to_move="zorde")
    move(position, "G0", "right")
    assert position.outcome == Outcome("elimination", (0,))


def test_S8_the_game_goes_on_while_both_sides_have_somebody():
    position = draw("H0 G0 .. .. G1")
    move(position, "H0", "right")
    assert not position.over
    assert position.outcome is None
    assert position.scores == (0.5, 0.5)
    assert position.waiting == (1,)


def test_S8_an_attack_can_end_the_game():
    position = draw("H0 .. .. .. G0 ..", health={"G0": 30})
    move(position, "H0", "right", "right", "right")
    assert position.outcome == Outcome("elimination", (0,))


def test_S8_a_shot_can_end_the_game():
    position = draw("E0 .. .. .. .. .. G0", health={"G0": 15})
    move(position, "E0", "right", "right", "right", "right")
    assert position.outcome == Outcome("elimination", (0,))


def test_S8_a_character_that_kills_the_last_enemy_walks_its_remaining_steps():
    position = draw("G0 .. E0 .. .. .. ..", health={"E0": 10}, to_move="zorde")
    choose(position, "G0")
    for _ in range(3):
        go(position, "G0", "right")
        assert position.state["living"][0].tolist() == [0, 1]
        assert is_moving(position)
        assert not position.over
        assert position.waiting == (1,)
    go(position, "G0", "right")
    assert position.outcome == Outcome("elimination", (1,))
    assert drawn(position) == board(".. .. .. .. G0 .. ..")


def test_S8_the_move_may_also_be_stopped_after_the_last_enemy_died():
    position = draw("G0 .. E0 .. ..", health={"E0": 10}, to_move="zorde")
    move(position, "G0", "right")
    assert not position.over
    go(position, "G0", "stay")
    assert position.outcome == Outcome("elimination", (1,))


def test_S8_if_both_sides_are_gone_it_is_a_draw():
    position = draw("H0 T0 ..", health={"T0": 130})
    move(position, "H0", "right")
    assert position.outcome == Outcome("elimination", ())
    assert position.scores == (0.5, 0.5)
    assert position.state["living"][0].tolist() == [0, 0]


def test_S8_nothing_can_be_played_after_the_end():
    position = draw("H0 G0 ..")
    move(position, "H0", "right")
    with pytest.raises(IllegalAction):
        position.play(0, field_of(position, "H0"))


# --- S9

FACING = """
H0 .. .. ..
.. .. .. ..
.. .. .. ..
.. .. .. T0
"""


@pytest.mark.parametrize("setup", ["duel", "classic", "war", "random"])
def test_S9_calliance_begins(setup):
    assert load("skirmish", variant="former", setup=setup).new(seed=3).waiting == (0,)


@pytest.mark.parametrize("setup", ["duel", "random"])
def test_S9_unless_the_variant_says_otherwise(setup):
    position = load("skirmish", variant="former", setup=setup, rules={"first_side": 1}).new(seed=3)
    assert position.waiting == (1,)
    assert position.actions(0) == []


def test_S9_the_variant_in_which_zorde_begins():
    assert load("skirmish", variant="zorde_first").new().waiting == (1,)


def test_S9_the_variant_may_be_a_file(tmp_path):
    variant = tmp_path / "mine.toml"
    variant.write_text('[rules]\nfirst_side = 1\n[options]\nsetup = "duel"\n')
    assert load("skirmish", variant=str(variant)).new().waiting == (1,)


@pytest.mark.parametrize("first, second", [("H0", "T0"), ("T0", "H0")])
def test_S9_the_sides_alternate(first, second):
    position = draw(FACING, to_move="calliance" if first == "H0" else "zorde")
    for number in range(6):
        mover = (first, second)[number % 2]
        assert position.waiting == ((0,) if mover == "H0" else (1,))
        move(position, mover, "stay")
    assert position.state["moves"][0] == 6


def test_S9_nobody_moves_out_of_turn():
    position = draw(FACING)
    with pytest.raises(IllegalAction):
        move(position, "T0", "stay")
    move(position, "H0", "right", "right", "right")
    with pytest.raises(IllegalAction):
        move(position, "H0", "stay")


@pytest.mark.parametrize("row", range(4))
@pytest.mark.parametrize("column", range(4))
def test_S9_a_step_that_would_leave_the_board_is_not_legal(row, column):
    """From every field: exactly the fields of the board at most one row and one column away, itself included."""
    other = (3 - row, 3 - column)
    position = draw(placed(4, {"T0": (row, column), "H0": other}), to_move="zorde")
    choose(position, "T0")
    expected = [r * 4 + c for r in range(4) for c in range(4) if abs(r - row) <= 1 and abs(c - column) <= 1]
    assert position.actions(1) == expected


def test_S9_at_a_later_step_the_board_has_the_same_edge():
    position = draw(FACING)
    move(position, "H0", "right", "down")
    go(position, "H0", "up")
    move(position, "T0", "up")
    choose(position, "H0")
    assert position.actions(0) == [0, 1, 2, 4, 5, 6]


def test_S9_after_200_moves_of_both_sides_it_is_a_draw():
    position = load("skirmish", variant="former", setup="duel").new()
    for number in range(200):
        assert not position.over
        assert position.state["moves"][0] == number
        move(position, ("H0", "T0")[number % 2], "stay")
    assert position.outcome == Outcome("moves", ())
    assert position.scores == (0.5, 0.5)
    assert position.waiting == ()


def test_S9_a_win_with_the_last_move_is_a_win():
    position = draw("H0 G0 ..", rules={"max_moves": 1})
    move(position, "H0", "right")
    assert position.outcome == Outcome("elimination", (0,))


def test_S9_the_number_of_moves_is_a_parameter():
    position = draw(FACING, rules={"max_moves": 3})
    move(position, "H0", "stay")
    move(position, "T0", "stay")
    assert not position.over
    move(position, "H0", "stay")
    assert position.outcome == Outcome("moves", ())


@pytest.mark.parametrize("variant, is_over", [("former", True), ("seed", False)])
def test_S9_in_seed_a_game_goes_on_until_a_side_has_nobody_left(variant, is_over):
    position = load("skirmish", variant=variant, setup="duel").new()
    for number in range(200):
        move(position, ("H0", "T0")[number % 2], "stay")
    assert position.over == is_over


@pytest.mark.parametrize("variant", ["standard", "former", "seed"])
def test_S9_calliance_begins_and_the_sides_alternate_in_seed_too(variant):
    game = load("skirmish", variant=variant)
    assert game.new(3).waiting == (0,)
    assert (game.parameters["alternate"], len(game.parameters["army_kinds"])) == (True, 8)


def test_S9_without_a_number_of_moves_there_is_no_such_draw():
    position = draw(FACING, rules={"max_moves": 0})
    for number in range(210):
        move(position, ("H0", "T0")[number % 2], "stay")
    assert not position.over


@pytest.mark.parametrize("steps", [1, 5, 6])
def test_S9_max_steps_ends_any_game_with_the_reason_limit(steps):
    """Also in the middle of a move."""
    position = draw(FACING, rules={"max_steps": steps})
    clicks = [("H0", "choose"), ("H0", "right"), ("H0", "right"), ("H0", "right"), ("T0", "choose"), ("T0", "up")]
    for name, click in clicks[:steps]:
        assert not position.over
        choose(position, name) if click == "choose" else go(position, name, click)
    assert position.steps == steps
    assert position.outcome == Outcome("limit", ())
    assert position.scores == (0.5, 0.5)
    assert position.waiting == ()


def test_S9_a_win_with_the_last_step_is_a_win():
    position = draw("H0 G0 ..", rules={"max_steps": 2})
    move(position, "H0", "right")
    assert position.outcome == Outcome("elimination", (0,))
