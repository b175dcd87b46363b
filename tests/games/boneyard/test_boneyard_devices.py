"""The traps one by one: palisade, spring, portal, ballista, fan, skeleton in distress, shield."""

import pytest
from boneyard_drawing import after, draw, field, picture, placed, stash, stocked, text, told, value

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
NO_ARROWS = {"arrows": [0] * 25}


def check(before, expected, *answers, other=EMPTY, **facts):
    """The picture after phase 3, and the other player's."""
    position = after(draw(before, rules={**NO_ARROWS, **facts.pop("rules", {})}, **facts), *answers)
    assert picture(position) == text(expected)
    if position.game.players > 1:
        assert picture(position, 1) == text(other)
    return position


# --- Palisade


@pytest.mark.parametrize(
    "before, expected",
    [
        ("G> I . . .", "G> I1 . . ."),
        ("G> I@ . . .", "G> I1@ . . ."),
        (". I G< . .\n. B^ . . .", ". I1 G< . .\n. B^ . . ."),
        ("I . . . .\nforest: Pv G>", "I1 . . . .\nforest: Pv G>"),
        ("G> I1 . . .", "G> . . . ."),
        ("G> I1 B< . .", "G> . B< . ."),
    ],
)
def test_palisade_keeps_skeletons_where_they_were_for_one_use_a_move(before, expected):
    check(before, expected)


def test_palisade_spends_one_use_in_the_move_and_one_in_a_pass():
    before = "G> \\ . . .\n. I . . .\n. B^ . . ."
    check(before, "G> \\1 . . .\n. . . . .\n. B^ . . .")


def test_palisade_stands_until_the_end_of_the_pass_in_which_it_spends_its_last():
    """Two walls send one skeleton each onto it in one pass."""
    check("G> \\ . . .\n. I1 . . .\nB> / . . .", "G> \\1 . . .\n. . . . .\nB> /1 . . .")


def test_palisade_destroyed_in_the_move_lets_the_pass_through():
    check("G> \\ . . .\n. I1 . . .\n. B^ . . .", ". \\1 . . .\n. Gv . . .\n. B^ . . .")


def test_palisade_with_a_shield_spends_the_shield_in_the_move():
    check("G> \\ . . .\n. I1+ . . .\n. B^ . . .", "G> \\1 . . .\n. . . . .\n. B^ . . .")


def test_palisade_under_a_skeleton_lets_it_go():
    check("IG> . . . .", "I G> . . .")


# --- Spring


@pytest.mark.parametrize(
    "before, expected",
    [
        ("G> S . . .", ". S1 . G> ."),
        (". S G< . .\n. . . . .\n. . . . .", ". S1 . . ."),
        ("Gv . . . .\nS . . . .", ". . . . .\nS1 . . . .\n. . . . .\nGv . . . ."),
    ],
)
def test_spring_throws_two_fields_on(before, expected):
    other = EMPTY + ("\nforest: Gv" if "G<" in before else "")
    check(before, expected, other=other)


@pytest.mark.parametrize("between", ["/", "D", "C", "T", "X", "L", "H", "I", "S", "O", "F^", "E"])
def test_spring_the_field_between_does_nothing(between):
    check(f"G> S {between} . .", f". S1 {between} G{'<' if between in 'TE' else '>'} .")


def test_spring_over_the_tower():
    position = check("\n".join([EMPTY] * 2 + ["G> S A< . ."]), "\n".join([EMPTY] * 2 + [". S1 A< G> ."]))
    assert value(position, "layers") == 90


def test_spring_throws_into_village_and_onto_the_tower():
    board = "\n".join([EMPTY] * 3 + ["Gv . . . .", "S . . . @"])
    assert value(check(board, "\n".join([EMPTY] * 4 + ["S1 . . . @"])), "houses") == 89
    board = "\n".join([EMPTY] * 2 + ["Gv . . . .", "S . . . ."])
    assert value(check(board, "\n".join([EMPTY] * 3 + ["S1 . . . ."])), "houses") == 89
    board = "\n".join([EMPTY] * 2 + ["S . . . .", EMPTY, "forest: R>"])
    assert value(check(board, "\n".join([EMPTY] * 2 + ["S1 . . . ."])), "layers") == 89


@pytest.mark.parametrize("column", [3, 4])
def test_spring_throws_off_the_board_from_both_last_columns(column):
    row = ["."] * 5
    row[column - 1], row[column] = "G>", "S"
    expected = ["."] * 5
    expected[column] = "S1"
    check(" ".join(row), " ".join(expected), other=EMPTY + "\nforest: Gv")


def test_spring_thrown_at_a_palisade_it_dies_and_the_palisade_spends_a_use():
    position = check("G> S . I .", ". S1 . I1 .")
    assert "Ash: a green skeleton is thrown at the palisade on 0,3 and breaks." in told(position)


def test_spring_under_the_hero_does_nothing():
    check("G> S@ . . .", ". S@ . . .")


@pytest.mark.parametrize("distance, expected", [(1, ". S1 G> . ."), (3, ". S1 . . G>"), (4, ". S1 . . .")])
def test_spring_distance_is_a_parameter(distance, expected):
    check("G> S . . .", expected, rules={"throw": distance}, other=EMPTY + ("\nforest: Gv" if distance == 4 else ""))


# --- Portal


def test_portal_sends_back_to_the_spawn_point_facing_the_first_direction():
    check("G> O . . .", ". O1 . . .\nforest: Gv")
    check("O . . . .\nG^l . . . .", "O1 . . . .\nforest: G>")


def test_portal_takes_a_stack_for_one_use():
    check("G>B>lP>r O . . .\n. Y^ . . .", ". O1 . . .\nforest: Gv B> P< Yv")


def test_portal_has_two_uses_and_rests_under_the_hero():
    check("G> O1 . . .", EMPTY + "\nforest: Gv")
    check("G> O@ . . .", ". O@ . . .")


# --- Ballista

SIDES = {
    "^": ". . . . .\n. . Gv . .\n. . {} . .",
    "v": ". . . . .\n. . . . .\n. . {} . .\n. . G^ . .",
    "<": ". . . . .\n. . . . .\n. G> {} . .",
    ">": ". . . . .\n. . . . .\n. . {} G< .",
}


@pytest.mark.parametrize("facing", SIDES)
@pytest.mark.parametrize("side", SIDES)
def test_ballista_kills_who_reaches_the_tower_from_the_side_it_faces(side, facing):
    uses = "1" if side == facing else ""
    position = check(SIDES[side].format(f"A{facing}"), f". . . . .\n. . . . .\n. . A{facing}{uses} . .")
    assert value(position, "layers") == (90 if side == facing else 89)


@pytest.mark.parametrize("side", SIDES)
def test_ballista_rests_while_the_hero_is_on_the_tower(side):
    position = check(SIDES[side].format(f"A{side}@"), f". . . . .\n. . . . .\n. . A{side}@ . .")
    assert value(position, "layers") == 90


def test_ballista_kills_several_for_one_use_and_is_gone_after_the_second():
    position = check(". . . . .\n. . GvBv . .\n. P> A^1 . .", EMPTY)
    assert value(position, "layers") == 89


@pytest.mark.parametrize("name, sign", [("up", "^"), ("right", ">"), ("down", "v"), ("left", "<")])
def test_ballista_and_fan_are_placed_facing_a_way(name, sign):
    position = placed(draw(EMPTY), "ballista", name)
    assert picture(position) == text(f". . . . .\n. . . . .\n. . A{sign} . .")
    assert picture(placed(draw(EMPTY), "fan", name, field(1, 1))) == text(f". . . . .\n. F{sign} . . .")


def test_ballista_looks_at_the_way_a_skeleton_came_not_at_how_it_faces():
    """A fan pushes it onto the tower from the left while it faces down."""
    before = ". . . . .\n. Gv . . .\nF> . A{} . ."
    assert value(check(before.format("<"), "\n".join([EMPTY] * 2 + [". . A<1 . ."])), "layers") == 90
    assert value(check(before.format("^"), "\n".join([EMPTY] * 2 + [". . A^ . ."])), "layers") == 89


# --- Fan


@pytest.mark.parametrize(
    "before, expected",
    [
        ("F> . . . .\nforest: Yv", ". . Yv . ."),
        (". . . . F<\nforest: Bv", ". . Bv . ."),
        (". . . . .\n. . . . .\nB> . . . .\n. F^ . . .", ". . . . .\n. B> . . .\n. . . . .\n. . . . ."),
        (". Fv . . .\nB> . . . .", ". . . . .\n. . . . .\n. B> . . ."),
    ],
)
def test_fan_pushes_one_field_without_turning(before, expected):
    check(before, expected)


def test_fan_pushes_only_what_is_in_front_of_it_and_waits_without():
    check("G> . . . .\n. F> . . .", ". G> . . .\n. F> . . .")


def test_fan_pushes_skeletons_that_stand_still():
    check("F> LG>! . . .", ". L G> . .")


def test_fan_pushes_off_the_board():
    check(". . . F> .\nforest: Gv", EMPTY, other=EMPTY + "\nforest: Gv")
    board = "\n".join([EMPTY] * 3 + ["Fv . . . .", ". . . . @"])
    check(board + "\nforest: P>", EMPTY)


def test_fan_does_not_reach_the_tower():
    """Who has come onto the tower stands in front of the fan, and is not pushed."""
    position = check(". . . . .\n. . Gv . .\n. F> . . .", "\n".join([EMPTY] * 2 + [". F> . . ."]))
    assert value(position, "layers") == 89


def test_fan_does_not_reach_the_forest():
    check("F^ . . . .\nforest: Y> Y>\n", "F^ . . . .\n" + "\n".join([EMPTY] * 2 + ["Y>lY>l . . . ."]))
    check("I . . . .\nF^ . . . .\nforest: Pv", "I1 . . . .\nF^ . . . .\nforest: Pv")
    check("I . . . F>\nforest: G>", "I1 . . . F>\nforest: G>")


def test_fan_under_the_hero_does_nothing():
    check("F>@ . . . .\nforest: Yv", "F>@ Yv . . .")


def test_fan_is_destroyed_by_a_skeleton_that_steps_on_it_with_no_other_effect():
    check("G> F^ . . .", ". G> . . .")


def test_fan_pushing_and_being_stepped_on_in_one_turn_cost_one_use_together():
    rules = {"uses": [2, 2, 2, 1, 1, 0, 0, 2, 2, 2, 2, 2, 1]}
    check("F>2 . . . .\nforest: Yv G>", "F>G>l . Yv . .", rules=rules)
    check("F>+ . . . .\nforest: Yv G>", "F>G>l . Yv . .")


def test_fan_push_stopped_by_a_palisade_spends_the_use_too():
    check("F> . I . .\nforest: Yv", ". Yv I1 . .")


def test_fan_pushes_only_those_that_have_not_moved_in_this_pass():
    """The left fan pushes it in front of the right one, whose turn is still to come in this pass."""
    check(". . . . .\nF> . O F< .\n. G^ . . .", ". . . . .\n. . O1 F< .\nforest: Gv")


def test_fan_pushes_back_in_the_next_pass():
    check(". . . . .\nF> . . F< .\n. G^ . . .", ". . . . .\n. G^ . . .")


def test_fan_may_push_in_the_next_pass_one_that_was_put_back():
    """Wall and palisade put it back in the first pass, in front of a fan that acts later in the same pass."""
    position = check("G> \\ . . .\nF^ I . . .", ". \\1 . . .\n. I1 . . .", other=EMPTY + "\nforest: Gv")
    assert value(position, "passes") == 3


def test_B12_a_fan_also_pushes_one_that_a_distress_called_in_the_same_pass():
    """The distress comes before the fan in reading order: it calls one, and the fan pushes both."""
    check("B>l E F< . .", "B>lBv . . . .")


# --- Skeleton in distress


def test_distress_calls_one_from_above_in_the_colour_of_the_lowest_kind_that_came():
    check("B>l E . . .", ". B>lBv . . .")
    check("B>l E G<r . .", ". B>lG<rBv . . .")
    check("R>r E P<l . .", ". R>rP<lPv . . .")


def test_distress_lures_like_a_treasure():
    check("G> . . . .\n. E . . .", ". Gv . . .\n. E . . .")
    check("G> . . . .\n. E@ . . .", ". Gv . . .\n. E@ . . .")
    position = placed(draw(". . . . .\n. . . . .\n. Yv . . .", rules=NO_ARROWS), "distress", field(1, 1))
    assert picture(position) == text(". . . . .\n. Y^Yv . . .")


def test_distress_saved_by_a_shield_calls_nobody():
    check("B> E+ . . .", ". EB> . . .")


def test_distress_under_the_hero_calls_nobody():
    check("B> E@ . . .", ". E@ . . .")


def test_B18_distress_may_call_the_highest_kind_that_came_or_nobody():
    check("R>r E P<l . .", ". R>rP<lRv . . .", rules={"distress_calls": 2})
    check("B>l E . . .", ". B>l . . .", rules={"distress_calls": 0})


@pytest.mark.parametrize("heading, sign", list(enumerate("^>v<")))
def test_B18_the_called_one_may_face_another_way(heading, sign):
    check("B>l E . . .", f". B>lB{sign} . . .", rules={"distress_heading": heading})


@pytest.mark.parametrize("reach, sign", [(1, ">"), (2, "v"), (4, "v")])
def test_B18_distress_may_lure_from_further_away(reach, sign):
    check("G> . . . .\n. . . . .\n. E . . .", f". G{sign} . . .\n. . . . .\n. E . . .", rules={"distress_reach": reach})


# --- Shield


@pytest.mark.parametrize("trap", ["/", "\\1", "D", "C", "T", "I", "S", "O", "F^", "E"])
def test_shield_goes_onto_another_trap(trap):
    position = stocked(draw(f". {trap} . . ."), "shield")
    position.play(0, "shield")
    assert [action for action in position.actions(0) if action < 25] == [1]
    position.play(0, 1)
    position.play(1, "pass")
    assert picture(position) == text(f". {trap}+ . . .")


def test_shield_goes_onto_the_ballista_and_under_the_hero():
    position = placed(draw("\n".join([EMPTY] * 2 + [". . A^@ . ."])), "shield", 12)
    assert picture(position) == text("\n".join([EMPTY] * 2 + [". . A^+@ . ."]))


@pytest.mark.parametrize("cell", ["H", "L", "X", "/+", "/G>", "."])
def test_shield_not_onto_hearse_labyrinth_bomb_shield_skeletons_or_grass(cell):
    position = stocked(draw(f". {cell} . . ."), "shield")
    assert not position.mask(0)[position.game.action("shield")]


def test_shield_comes_back_with_the_trap():
    position = draw(". /1+ . . .")
    position.play(0, 1)
    position.play(1, "pass")
    assert (picture(position), stash(position)) == (text(EMPTY), {"wall": 1, "shield": 1})
    assert value(position, "shielded") == 0


SHIELDED = {
    "wall": ("G> /1+ . . .", ". /1 . . .", (), "\nforest: Gv"),
    "dragon": ("G> D1+ . . .", ". D1 . . .\n. G> . . .", ("down",), ""),
    "catapult": ("G> C1+ . . .", ". C1 . . .", (), "\nforest: Gv"),
    "treasure": ("G> T+ . . .", ". TG> . . .", (), ""),
    "palisade": ("G> I1+ . . .", "G> I1 . . .", (), ""),
    "spring": ("G> S1+ . . .", ". S1 . G> .", (), ""),
    "portal": ("G> O1+ . . .", ". O1 . . .\nforest: Gv", (), ""),
    "ballista": (". . . . .\n. . Gv . .\n. . A^1+ . .", ". . . . .\n. . . . .\n. . A^1 . .", (), ""),
    "fan, stepped on": ("G> F^+ . . .", ". F^G> . . .", (), ""),
    "fan, pushing": ("F>+ . . . .\nforest: Yv", "F> . Yv . .", (), ""),
    "distress": ("G> E+ . . .", ". EG> . . .", (), ""),
}


@pytest.mark.parametrize("name", SHIELDED)
def test_shield_is_gone_in_place_of_the_next_use(name):
    before, expected, answers, other = SHIELDED[name]
    check(before, expected, *answers, other=EMPTY + other)
