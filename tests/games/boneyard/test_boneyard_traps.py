"""The traps one by one: wall, dragon, catapult, treasure, bomb, labyrinth, hearse."""

import pytest
from boneyard_drawing import after, asked, draw, field, picture, placed, stash, stocked, text, value

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
    assert position.scene(0).prompt.endswith("A skeleton leaves at the top: to whose graveyard?")
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
