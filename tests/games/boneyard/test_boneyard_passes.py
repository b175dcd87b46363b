"""B12, B13: traps act in passes, owners are asked at the right moment, and every step of the traps ends."""

import pytest
from boneyard_drawing import after, answered, asked, draw, picture, placed, stash, text, told, value

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
NO_ARROWS = {"arrows": [0] * 25}


def check(before, expected, *answers, other=EMPTY, players=2):
    position = after(draw(before, rules=NO_ARROWS, players=players), *answers)
    assert picture(position) == text(expected)
    assert picture(position, 1) == text(other)
    return position


# --- B12


def test_B12_a_trap_acts_once_for_all_that_came_together():
    position = check("G>B> S P< . .", ". S1 . G>B> .", other=EMPTY + "\nforest: Pv")
    assert told(position).count("Ash: the spring on 0,1 has 1 left.") == 1


def test_B12_at_0_uses_a_trap_is_gone_from_the_game():
    position = check("G> S1 . . .", ". . . G> .")
    assert "Ash: the spring on 0,1 is destroyed." in told(position)
    assert stash(position) == {}


def test_B12_a_trap_does_not_act_on_skeletons_that_stand_on_it():
    """One is held on its labyrinth beside a fan; the spring under a skeleton that a palisade keeps does nothing."""
    check("SG> I . . .", "SG> I1 . . .")


def test_B12_skeletons_moved_in_a_pass_act_in_the_next_together():
    """Two walls in different rows send one each onto a spring between them."""
    check(
        "G> \\ . . .\n. S . . .\nB> / . . .",
        ". \\1 . . .\n. S1 . . .\n. /1 . . .\n. Gv . . .",
        other=EMPTY + "\nforest: Bv",
    )


def test_B12_who_comes_in_another_pass_costs_another_use():
    check("G> \\ . . .\nP> S . . .", ". \\1 . . .\n. . . P> .\n. . . . .\n. Gv . . .")


def test_B12_fields_act_in_reading_order():
    """Whichever of fan and catapult comes first in reading order has the skeleton."""
    check(". F> C . .\n. . G^ . .", ". . C G^ .")
    check(". . C F< .\n. . G^ . .", ". . C1 F< .", other=EMPTY + "\nforest: Gv")


def test_B12_only_those_that_are_still_there_are_acted_on_and_without_them_no_use_is_spent():
    position = check(". F> S . .\n. . G^ . .", ". . S G^ .")
    assert value(position, "passes") == 2


@pytest.mark.parametrize(
    "before, expected, passes",
    [
        (EMPTY, EMPTY, 1),
        ("G> S . I .", ". S1 . I1 .", 1),
        ("G> X . . .", ". o . . .", 1),
        (". . . . .\n. . Gv . .\n. . A^ . .", ". . . . .\n. . . . .\n. . A^1 . .", 1),
        ("G> T . . .", ". G> . . .", 1),
        ("F> . I . .\nforest: Yv", ". Yv I1 . .", 1),
        ("G> S . . .", ". S1 . G> .", 2),
        ("G> O . . .", ". O1 . . .\nforest: Gv", 2),
        ("G> \\ . . .\n. I . . .", "G> \\1 . . .\n. I1 . . .", 2),
    ],
)
def test_B12_passes_go_on_until_nothing_moves(before, expected, passes):
    """Dying, destroying something and being held up is not moving; a portal and being put back is."""
    assert value(check(before, expected), "passes") == passes


def test_B12_a_push_that_was_stopped_is_not_tried_again_if_nothing_moves():
    """One breaks at a palisade in the same pass: that is no reason for the shielded fan to push once more."""
    check("F>+ . I . .\nG> S . I .\nforest: Yv", "F> Yv I1 . .\n. S1 . I1 .")


def test_B12_put_back_triggers_nothing():
    """It is put back onto a spring, on which a dragon had put it."""
    check("SG> \\ . . .\n. I . . .", "SG> \\1 . . .\n. I1 . . .")


def test_B12_who_leaves_or_goes_home_does_not_come_back_in_this_round():
    check("O . . . .\nforest: Pv", "O1 . . . .\nforest: Pv")


def test_B12_the_hero_keeps_a_trap_from_acting_and_kills_afterwards():
    for trap in ("/", "D", "C", "X", "L", "H", "S", "O", "F^"):
        check(f"G> {trap}@ . . .", f". {trap}@ . . .")


def test_B12_a_dragon_ignores_palisades():
    check("G> D I . .", ". D1 IG> . .", "right")


def test_B12_a_skeleton_put_on_the_hero_by_a_dragon_dies_before_later_traps_act():
    """A fan stands ready to push it away in the next pass, but it is dead already."""
    check("G> D . . .\n. @ F< . .", ". D1 . . .\n. @ F< . .", "down")


LOOP = "G> S / \\ .\n. . \\ / ."


@pytest.mark.parametrize("shields", range(5))
def test_B12_no_more_passes_than_uses_and_shields_plus_one(shields):
    board = LOOP
    for wall in ("/ \\ .", "\\ / ."):
        first, second, rest = wall.split()
        marks = ["+" if shields > 2 * (wall[0] == "\\") + place else "" for place in range(2)]
        board = board.replace(wall, f"{first}{marks[0]} {second}{marks[1]} {rest}")
    position = after(draw(board, rules=NO_ARROWS))
    bound = 2 * 5 + shields + 1
    assert value(position, "passes") <= bound
    assert value(position, "passes") >= 9  # round and round, until a wall is missing


def test_B12_the_longest_chain_uses_every_use():
    position = after(draw(LOOP, rules=NO_ARROWS))
    assert value(position, "passes") == 1 + 8 + 1  # the spring, four walls twice, and a pass in which nothing moves


def test_B12_with_the_most_uses_it_still_ends():
    uses = [99, 99, 99, 99, 99, 0, 0, 99, 99, 99, 99, 99, 99, 0]
    board = "G> S99 /99+ \\99+ .\n. . \\99+ /99+ ."
    position = after(draw(board, rules={**NO_ARROWS, "uses": uses}))
    assert value(position, "passes") == 1 + 4 * 100 + 1


# --- B13


def test_B13_a_choice_with_only_one_answer_is_not_asked():
    for players in (1, 2):
        position = draw("P^ C . . .\n. G^ . . .", players=players)
        for who in range(players):
            position.play(who, "pass")
        assert asked(position) == ()


def test_B13_one_choice_a_trap_action_in_reading_order():
    position = draw("G> C . . .\nB> C . . .", players=3)
    for who in range(3):
        position.play(who, "pass")
    assert position.scene(0).prompt == "Round 1. The catapult on 0,1 hurls: to whose graveyard?"
    position.play(0, "graveyard 2")
    assert position.scene(0).prompt == "Round 1. The catapult on 1,1 hurls: to whose graveyard?"
    position.play(0, "graveyard 3")
    assert picture(position, 1) == text(EMPTY + "\nforest: Gv")
    assert picture(position, 2) == text(EMPTY + "\nforest: Bv")


def test_B13_the_question_for_leaving_above_comes_at_the_end_of_the_pass():
    """In one pass a wall sends one up and out, and a catapult hurls another: the catapult asks first."""
    position = draw("G> / . . .\nB> C . . .", players=3)
    for who in range(3):
        position.play(who, "pass")
    prompts = []
    for answer in ("graveyard 2", "graveyard 3"):
        prompts.append(position.scene(0).prompt)
        position.play(0, answer)
    assert prompts == [
        "Round 1. The catapult on 1,1 hurls: to whose graveyard?",
        "Round 1. A skeleton leaves at the top: to whose graveyard?",
    ]
    assert picture(position, 1) == text(EMPTY + "\nforest: Bv")
    assert picture(position, 2) == text(EMPTY + "\nforest: Gv")


def test_B13_those_that_left_above_in_the_move_are_asked_for_before_the_traps_act():
    position = draw("P^P^P^ C . . .\n. G^ . . .", players=3)
    for who in range(3):
        position.play(who, "pass")
    assert position.scene(0).prompt == "Round 1. 3 skeletons leave at the top: to whose graveyard?"
    assert picture(position).split()[1] == "CG^"


def test_B13_boards_run_on_until_they_need_an_answer_and_wait_for_each_other():
    position = draw("G> C . . .", "B> S . . .", "P> C . . .\n. . . . .", players=3)
    for who in range(3):
        position.play(who, "pass")
    assert asked(position) == (0, 2)
    assert picture(position, 1) == text(". S1 . B> .")
    position.play(2, "graveyard 2")
    assert picture(position, 2).split()[1] == "CP>"  # not yet
    assert asked(position) == (0,)
    position.play(0, "graveyard 2")
    assert picture(position, 1) == text(". S1 . B> .\nforest: Pv Gv")


def test_B13_answers_are_applied_in_the_order_of_the_seats():
    """Only one more finds room in the graveyard: the one of the lower seat, whoever answers first."""
    for order in ((0, 2), (2, 0)):
        crowd = EMPTY + "\nforest: P>"
        position = draw("G> C . . .", crowd, "B> C . . .", players=3, rules={"most_skeletons": 2})
        for who in range(3):
            position.play(who, "pass")
        for who in order:
            position.play(who, "graveyard 2")
        assert picture(position, 1).endswith("P>l . . . @\nforest: Gv")


def test_B13_questions_of_phase_2_come_before_the_skeletons_move():
    position = placed(draw("G> . . . .", "B> . . . ."), "dragon", 0)
    assert asked(position) == (0,)
    assert picture(position, 1) == text("B> . . . .")
    answered(position, "down")
    assert picture(position, 1) == text(". B> . . .")
    assert picture(position) == text("D1 . . . .\n. G> . . .")


def test_B13_hearses_ask_in_reading_order_after_everything_else():
    position = draw("G> C . . .\nB> H . . .\nP> H . . .", players=3, rules=NO_ARROWS)
    for who in range(3):
        position.play(who, "pass")
    prompts = []
    for answer in ("graveyard 2", "graveyard 2", "graveyard 3"):
        prompts.append(position.scene(0).prompt.partition(". ")[2].partition(":")[0])
        position.play(0, answer)
    assert prompts == ["The catapult on 0,1 hurls", "The hearse on 1,1 leaves", "The hearse on 2,1 leaves"]
    assert stash(position, 1) == stash(position, 2) == {"hearse": 1}
