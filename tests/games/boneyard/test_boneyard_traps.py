"""The traps one by one."""

import pytest
from boneyard_drawing import after, asked, draw, field, picture, placed, stash, stocked, text, told, value

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


def next_round(position, hero):
    """Both heroes go to that field, and both players pass."""
    for who in (0, 1):
        position.play(who, hero)
    return after(position)


# --- Wall


@pytest.mark.parametrize(
    "before, expected",
    [
        (". . . . .\nG> / . . .", ". G^ . . .\n. /1 . . ."),
        (". . . . .\n. / G< . .", ". . . . .\n. /1 . . .\n. Gv . . ."),
        (". Gv . . .\n. / . . .", ". . . . .\nG< /1 . . ."),
        (". . . . .\n. / . . .\n. G^ . . .", ". . . . .\n. /1 G> . ."),
        (". . . . .\nG> \\ . . .", ". . . . .\n. \\1 . . .\n. Gv . . ."),
        (". . . . .\n. \\ G< . .", ". G^ . . .\n. \\1 . . ."),
        (". Gv . . .\n. \\ . . .", ". . . . .\n. \\1 G> . ."),
        (". . . . .\n. \\ . . .\n. G^ . . .", ". . . . .\nG< \\1 . . ."),
    ],
)
def test_wall_reflects_by_90_degrees_and_moves_one_more_field(before, expected):
    check(before, expected)


def test_wall_has_two_uses():
    check("G> /1 . . .", EMPTY, other=EMPTY + "\nforest: Gv")


def test_wall_under_the_hero_does_nothing():
    check(". . . . .\nG> /@ . . .", ". . . . .\n. /@ . . .")


def test_wall_sends_a_skeleton_into_the_village_and_onto_the_tower():
    position = check(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\nG> \\ . . @", "\n".join([EMPTY] * 4 + [". \\1 . . @"])
    )
    assert value(position, "houses") == 89
    position = check(". . . . .\n. G> \\ . .", ". . . . .\n. . \\1 . .")
    assert value(position, "layers") == 89


def test_wall_sends_skeletons_to_the_neighbours():
    check("Gv . . . .\n/ . . . .", ". . . . .\n/1 . . . .", other=EMPTY + "\nforest: Gv")


def test_wall_reflects_each_by_its_own_direction():
    check(". Gv . . .\nB> / . . .", ". B^ . . .\nG< /1 . . .")


def test_wall_is_placed_in_one_of_two_ways():
    for name, sign in (("rising", "/"), ("falling", "\\")):
        assert picture(placed(draw(EMPTY), "wall", name, field(1, 1))) == text(f". . . . .\n. {sign} . . .")


# --- Dragon


@pytest.mark.parametrize(
    "direction, expected, other",
    [
        ("up", ". G> . . .\n. D1 . . .", EMPTY),
        ("right", ". . . . .\n. D1 G> . .", EMPTY),
        ("down", ". . . . .\n. D1 . . .\n. G> . . .", EMPTY),
        ("left", ". . . . .\nG> D1 . . .", EMPTY),
    ],
)
def test_dragon_puts_skeletons_on_a_field_of_choice_keeping_their_direction(direction, expected, other):
    check(". . . . .\nG> D . . .", expected, direction, other=other)


@pytest.mark.parametrize("direction", ["up", "left"])
def test_dragon_puts_them_into_the_forest_which_is_leaving_the_board(direction):
    check("D . . . .\nG^ . . . .", "D1 . . . .", direction, other=EMPTY + "\nforest: Gv")


def test_dragon_asks_for_the_graveyard_of_those_that_leave_above():
    position = draw("G> D . . .", players=3)
    after(position, "up", "graveyard 3")
    assert picture(position, 2) == text(EMPTY + "\nforest: Gv")


def test_dragon_reaches_tower_and_village():
    position = check(". . . . .\n. G> D . .", ". . . . .\n. . D1 . .", "down")
    assert value(position, "layers") == 89
    position = check("\n".join([EMPTY] * 4 + ["G> D . . @"]), "\n".join([EMPTY] * 4 + [". D1 . . @"]), "down")
    assert value(position, "houses") == 89


def test_dragon_reaches_the_tower_without_the_ballista_noticing():
    position = check(". . . . .\n. G> D . .\n. . A^ . .", ". . . . .\n. . D1 . .\n. . A^ . .", "down")
    assert value(position, "layers") == 89


def test_dragon_puts_a_skeleton_on_the_hero_and_it_dies_at_once():
    check("G> D @ . .", ". D1 @ . .", "right")
    position = check(". . . . .\n. G> D . .\n. . @ . .", ". . . . .\n. . D1 . .\n. . @ . .", "down")
    assert value(position, "layers") == 90


def test_dragon_asks_once_for_each_kind_and_direction():
    """Two kinds, one of them facing two ways: three questions, the lowest kind first."""
    position = draw("G> D . . .\n. G^ . . .\nforest: Yv Yv", rules=NO_ARROWS)
    for who in (0, 1):
        position.play(who, "pass")
    questions = []
    for direction in ("left", "down", "right"):
        questions.append(position.scene(0).prompt.partition(": where does it put ")[2])
        position.play(0, direction)
    assert questions == [
        "the 2 yellow skeletons facing down?",
        "the green skeleton facing up?",
        "the green skeleton facing right?",
    ]
    assert picture(position) == text("YvYv D1 G> . .\n. G^ . . .")


def test_dragon_all_of_a_kind_and_direction_cost_one_use():
    check("D . . . .\nG^G^G^ . . . .", "D1 G^G^G^ . . .", "right")


def test_dragon_is_destroyed_after_its_second_use():
    check("D1 . . . .\nG^ . . . .", ". G^ . . .", "right")


def test_dragon_acts_at_once_when_it_is_placed_on_skeletons():
    """In phase 2; then they move, as always."""
    position = placed(draw("\n".join([EMPTY] * 3 + [". G>G> . . ."]), rules=NO_ARROWS), "dragon", field(3, 1))
    assert asked(position) == (0,)
    assert picture(position) == text("\n".join([EMPTY] * 3 + [". DG>G> . . ."]))
    position.play(0, "down")
    assert picture(position) == text("\n".join([EMPTY] * 3 + [". D1 . . .", ". . G>G> . @"]))


def test_dragon_on_an_empty_field_waits():
    position = placed(draw(EMPTY), "dragon", field(1, 1))
    assert not asked(position)
    assert picture(position) == text(". . . . .\n. D . . .")


def test_dragon_under_the_hero_does_nothing():
    check("G> D@ . . .", ". D@ . . .")


def test_dragon_placed_above_asks_for_a_graveyard_in_phase_2():
    position = placed(draw("G> . . . .", players=3), "dragon", field(0, 0))
    position.play(0, "up")
    assert position.scene(0).prompt.endswith("A skeleton leaves above: to whose graveyard?")
    position.play(0, "graveyard 2")
    assert picture(position, 1) == text(EMPTY + "\nforest: Gv")
    assert picture(position) == text("D1 . . . .")


# --- Catapult


def test_catapult_hurls_to_the_graveyard_of_a_player_of_choice():
    for choice in (2, 3, 4):
        position = after(draw("G> C . . .", players=4), f"graveyard {choice}")
        assert picture(position) == text(". C1 . . .")
        assert picture(position, choice - 1) == text(EMPTY + "\nforest: Gv")


def test_catapult_with_two_players_needs_no_choice_and_alone_it_is_the_own_graveyard():
    check("G> C . . .", ". C1 . . .", other=EMPTY + "\nforest: Gv")
    assert picture(after(draw("G> C . . .", players=1))) == text(". C1 . . .\nforest: Gv")


def test_catapult_hurls_all_that_came_for_one_use():
    check("G> C B< . .\n. P^ . . .", ". C1 . . .", other=EMPTY + "\nforest: Pv Bv Gv")


def test_catapult_has_two_uses_and_rests_under_the_hero():
    check("G> C1 . . .", EMPTY, other=EMPTY + "\nforest: Gv")
    check("G> C@ . . .", ". C@ . . .")


# --- Treasure


def test_treasure_turns_the_skeletons_beside_it_when_it_is_placed():
    """They would all have walked away; now they come, and destroy it."""
    before = ". G^ . . .\nB< . P> . .\n. Yv . . ."
    position = placed(draw(before, rules=NO_ARROWS), "treasure", field(1, 1))
    assert picture(position) == text(". . . . .\n. GvB>P<Y^ . . .")
    assert stash(position) == {}


def test_treasure_turns_who_comes_beside_it():
    check("G> . . . .\n. T . . .", ". Gv . . .\n. T . . .")


def test_treasure_turns_who_stays_beside_it():
    check("I . . . .\nG^ T . . .", "I1 . . . .\nG> T . . .")


def test_treasure_does_not_reach_corners_or_the_forest():
    check("G> . . . .\n. . T . .\n. . . . .", ". G> . . .\n. . T . .")
    check("T . . . .\nforest: P< Y<", "T . . . P<r\n. . . . Y<r")
    position = placed(draw(". . . . .\nforest: B>", rules=NO_ARROWS), "treasure", field(1, 1))
    assert picture(position) == text(". . . . .\nB>l T . . .")


def test_treasure_is_destroyed_when_a_skeleton_steps_on_it_and_nothing_else_happens():
    check("G> T . . .", ". G> . . .")


@pytest.mark.parametrize(
    "lures, sign",
    [(((0, 1), (1, 2)), "^"), (((1, 2), (2, 1)), ">"), (((2, 1), (1, 0)), "v"), (((0, 1), (1, 0)), "^")],
)
def test_treasure_between_two_lures_the_first_of_up_right_down_left(lures, sign):
    """The skeleton stands on a labyrinth at (1, 1), facing away from both."""
    for letters in ("TT", "TE", "ET"):
        rows = [["."] * 5 for _ in range(5)]
        for letter, (row, column) in zip(letters, lures, strict=True):
            rows[row][column] = letter
        away = {"^": "v", ">": "<", "v": "^", "<": ">"}[sign]
        rows[1][1] = f"LG{away}!"
        expected = [line[:] for line in rows]
        expected[1][1] = f"LG{sign}"
        drawn = ["\n".join(" ".join(line) for line in board) for board in (rows, expected)]
        check(*drawn)


def test_treasure_lures_with_the_hero_on_it_and_is_not_destroyed_then():
    check("G> . . . .\n. T@ . . .", ". Gv . . .\n. T@ . . .")
    check("G> T@ . . .", ". T@ . . .")


def test_treasure_that_is_gone_lures_no_more():
    check("G> T . . .\nP> . . . .", ". G> . . .\n. P> . . .")


# --- Bomb


def test_bomb_kills_all_that_came_and_leaves_a_crater():
    check("G> X B< . .", ". o . . .")


def test_bomb_placed_on_skeletons_acts_at_once():
    position = placed(draw("G>B< . . . .\nP> . . . ."), "bomb", field(0, 0))
    assert picture(position) == text("o . . . .\n. P> . . .")


def test_bomb_on_an_empty_field_waits_and_rests_under_the_hero():
    assert picture(placed(draw(EMPTY), "bomb", field(1, 1))) == text(". . . . .\n. X . . .")
    check("G> X@ . . .", ". X@ . . .")


@pytest.mark.parametrize("trap", ["spring", "dragon", "bomb"])
def test_bomb_craters_take_no_trap_ever(trap):
    position = stocked(draw("o . . . ."), trap)
    position.play(0, trap)
    assert 0 not in position.actions(0)


def test_bomb_that_is_picked_up_leaves_no_crater():
    position = draw("X . . . .")
    position.play(0, 0)
    position.play(1, "pass")
    assert picture(position) == text(EMPTY)


def test_bomb_with_more_uses_leaves_its_crater_at_the_last():
    rules = {"uses": [2, 2, 2, 1, 2, 0, 0, 2, 2, 2, 2, 1, 1]}
    check("G> X2 . . .", ". X . . .", rules=rules)
    check("G> X . . .", ". o . . .", rules=rules)


# --- Labyrinth


def test_labyrinth_holds_who_came_in_for_one_move():
    position = check("G> L . . .", ". LG>! . . .")
    assert picture(next_round(position, hero=23)) == text("\n".join([". LG> . . .", *[EMPTY] * 3, ". . . @ ."]))
    assert picture(next_round(position, hero=24)) == text(". L G> . .")


def test_labyrinth_holds_only_those_that_are_still_on_it():
    position = draw(". LG>! . . .")
    position.play(0, field(0, 1))  # the labyrinth is picked up
    position.play(1, "pass")
    assert picture(position) == text(". . Gv . .")


def test_labyrinth_holds_the_new_ones_while_the_others_go_on_being_held():
    check("B> LG>! . . .", ". LG>B>! . . .")


def test_labyrinth_under_the_hero_holds_nobody():
    """A fan blows the skeleton off the hero's labyrinth; it is free to go."""
    check("F> L@ . . .\nforest: Yv", ". L@ Yv . .")


def test_labyrinth_forgets_those_that_are_moved_off():
    """Held in the first pass, it is pushed off in the same pass and stands on grass."""
    check(". . . . .\n. L F< . .\n. G^ . . .", ". . . . .\nG^ L . . .")


def test_labyrinth_has_no_limit():
    position = check("G>G>G> LB<! . . .", ". LB<G>!G>!G>! . . .")
    assert value(position, "passes") == 1


# --- Hearse


def test_hearse_takes_all_that_stand_on_it_and_itself_to_a_graveyard_of_choice():
    position = after(draw("G>B> H P< . .", players=3), "graveyard 3")
    assert picture(position) == text(EMPTY)
    assert picture(position, 2) == text(EMPTY + "\nforest: Pv Bv Gv")
    assert stash(position, 2) == {"hearse": 1}


def test_hearse_alone_comes_back_to_the_own_stash():
    position = after(draw("G> H . . .", players=1))
    assert (picture(position), stash(position)) == (text(EMPTY + "\nforest: Gv"), {"hearse": 1})


def test_hearse_leaves_only_with_somebody_on_it_and_not_with_the_hero():
    check("H . . . .", "H . . . .")
    check("G> H@ . . .", ". H@ . . .")


def test_hearse_takes_those_that_were_put_back_onto_it():
    """A dragon had put it there: from the hearse it walks to the wall, and the palisade sends it back."""
    check("HG> \\ . . .\n. I . . .", ". \\1 . . .\n. I1 . . .", other=EMPTY + "\nforest: Gv")


def test_hearse_leaves_after_all_traps_have_acted():
    """A fan blows the skeleton off the hearse before it can leave."""
    check("F> H . . .\nforest: Yv", ". H Yv . .")


def test_hearse_of_two_the_upper_leaves_first():
    position = draw("G> H . . .\nB> H . . .", players=3)
    after(position, "graveyard 2", "graveyard 3")
    assert picture(position, 1) == text(EMPTY + "\nforest: Gv")
    assert picture(position, 2) == text(EMPTY + "\nforest: Bv")
    assert (stash(position, 1), stash(position, 2)) == ({"hearse": 1}, {"hearse": 1})


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
    assert "Ash: a green skeleton is thrown at the palisade and breaks." in told(position)


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
