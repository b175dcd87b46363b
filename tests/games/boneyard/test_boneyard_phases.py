"""B6-B10: hero, traps, the move of the skeletons, leaving the board, spawning."""

import pytest
from boneyard_drawing import after, answered, asked, draw, field, picture, placed, stash, stocked, text, told, value

import garrison
from garrison.errors import IllegalAction
from garrison.games.boneyard.state import Phase

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."


def with_hero(board, players=1, **facts):
    """The position before phase 1 in place of phase 2."""
    position = draw(board, players=players, **facts)
    position.state["phase"] = Phase.HERO
    return position


# --- B6: the hero


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("column", range(5))
def test_B6_the_hero_moves_like_a_king_and_never_stays(row, column):
    position = with_hero(EMPTY)
    position.state["heroes"][0, 0] = field(row, column)
    expected = [
        field(other, there)
        for other in range(max(row - 1, 0), min(row + 2, 5))
        for there in range(max(column - 1, 0), min(column + 2, 5))
        if (other, there) != (row, column)
    ]
    assert position.actions(0) == expected


def test_B6_the_hero_may_enter_the_tower_and_kills_what_it_meets():
    position = with_hero(". . . . .\n. @ . . .\n. . . . .")
    position.play(0, field(2, 2))
    assert value(position, "heroes") == 12
    position = with_hero(". . . . .\n. @ Gv Gv .\n. . . . .")
    position.play(0, field(1, 2))
    assert picture(position) == text(". . . . .\n. . @ Gv .")
    assert "Ash's hero kills a green skeleton on 1,2." in told(position)


def test_B6_the_hero_kills_all_on_the_field_it_enters_and_nobody_on_the_field_it_leaves():
    position = with_hero(". . . . .\n. @ . . .\n. PvG<B> . . .")
    position.play(0, field(2, 1))
    assert picture(position) == text(". . . . .\n. . . . .\n. @ . . .")


@pytest.mark.parametrize("trap", ["/", "D", "C", "T", "X", "L", "H", "I", "S", "O", "F^", "E"])
def test_B6_the_hero_triggers_no_trap(trap):
    position = with_hero(f". . . . .\n. @ {trap} . .")
    position.play(0, field(1, 2))
    assert picture(position) == text(f". . . . .\n. . @{trap} . .")


def test_B6_all_heroes_move_before_phase_2():
    position = with_hero(EMPTY, players=3)
    position.play(2, 18)
    position.play(0, 23)
    assert [value(position, "heroes", who) for who in range(3)] == [24, 24, 24]
    assert position.waiting == (1,)
    position.play(1, 19)
    assert [value(position, "heroes", who) for who in range(3)] == [23, 19, 18]
    assert position.waiting == (0, 1, 2)
    assert "pass" in [position.game.action_name(action) for action in position.actions(0)]


# --- B7: the traps


def test_B7_place_pick_up_or_pass():
    position = stocked(draw(". / . . .\n. . D . ."), "spring")
    names = [position.game.action_name(action) for action in position.actions(0)]
    assert names == ["field 1", "field 7", "pass", "spring"]


def test_B7_a_trap_comes_from_the_stash_and_goes_back_with_all_its_uses():
    position = placed(draw(EMPTY), "spring", field(3, 1))
    assert (picture(position), stash(position)) == (text(". . . . .\n. . . . .\n. . . . .\n. S . . ."), {})
    position = draw(". . . . .\n. /1 . . .")
    position.play(0, field(1, 1))
    position.play(1, "pass")
    assert (picture(position), stash(position)) == (text(EMPTY), {"wall": 1})
    position.play(0, 18)
    position.play(1, 18)
    for action in ("wall", "rising", field(1, 1)):
        position.play(0, action)
    position.play(1, "pass")
    assert picture(position) == text(". . . . .\n. / . . .\n. . . . .\n. . . @ .")


def free_fields(position, *way):
    for action in way:
        position.play(0, action)
    return [action for action in position.actions(0) if action < 25]


@pytest.mark.parametrize(
    "trap", ["catapult", "treasure", "labyrinth", "hearse", "palisade", "spring", "portal", "distress"]
)
def test_B7_a_field_without_trap_tower_skeleton_or_crater_is_free(trap):
    position = stocked(draw(". / Gv o @\n. . . . .\n. D . . ."), trap)
    taken = {field(0, 1), field(0, 2), field(0, 3), field(2, 1), 12}
    assert free_fields(position, trap) == [number for number in range(25) if number not in taken]


@pytest.mark.parametrize("way", [("wall", "rising"), ("wall", "falling"), ("fan", "up")])
def test_B7_so_it_is_for_traps_that_face_a_way(way):
    position = stocked(draw(". / Gv o @\n. . . . .\n. D . . ."), way[0])
    taken = {field(0, 1), field(0, 2), field(0, 3), field(2, 1), 12}
    assert free_fields(position, *way) == [number for number in range(25) if number not in taken]


@pytest.mark.parametrize("trap, hero_too", [("dragon", True), ("bomb", False)])
def test_B7_dragon_and_bomb_go_onto_skeletons_but_the_bomb_not_onto_the_hero(trap, hero_too):
    position = stocked(draw(". / Gv o @\n. . . . .\n. D . . ."), trap)
    taken = {field(0, 1), field(0, 3), field(2, 1), 12} | (set() if hero_too else {field(0, 4)})
    assert free_fields(position, trap) == [number for number in range(25) if number not in taken]


def test_B7_a_ballista_only_on_the_tower_which_needs_no_click():
    position = stocked(draw(EMPTY), "ballista")
    assert free_fields(position, "ballista") == []
    position.play(0, "left")
    assert position.waiting == (1,)
    position.play(1, "pass")
    assert picture(position) == text(". . . . .\n. . . . .\n. . A< . .")


def test_B7_a_second_ballista_finds_no_room():
    position = stocked(draw(". . . . .\n. . . . .\n. . A^ . ."), "ballista")
    assert not position.mask(0)[position.game.action("ballista")]


def test_B7_a_trap_without_a_free_field_can_not_be_chosen():
    full = "\n".join([" ".join(["Gv"] * 5)] * 5)
    position = stocked(draw(full), "spring", "dragon", "bomb", "shield")
    names = [position.game.action_name(action) for action in position.actions(0)]
    assert names == ["pass", "dragon", "bomb"]


def test_B7_passing_is_possible_at_any_time_of_phase_2():
    for way in ((), ("wall",), ("wall", "rising"), ("spring",)):
        position = stocked(draw(EMPTY, players=1), "wall", "spring")
        for action in (*way, "pass"):
            position.play(0, action)
        assert picture(position) == text(EMPTY)
        assert stash(position) == {"wall": 1, "spring": 1}


def test_B7_choosing_commits():
    position = stocked(draw(". / . . ."), "wall", "spring")
    position.play(0, "wall")
    names = [position.game.action_name(action) for action in position.actions(0)]
    assert names == ["pass", "rising", "falling"]
    with pytest.raises(IllegalAction, match="Spring is not possible now"):
        position.play(0, "spring")


def test_B7_a_picked_up_trap_is_not_in_the_way_in_phase_3():
    position = draw("G> / . . .")
    position.play(0, field(0, 1))
    position.play(1, "pass")
    assert picture(position) == text(". G> . . .")


def test_B7_a_trap_is_picked_up_from_under_skeletons_and_the_hero():
    position = stocked(draw("LG>! /@ . . .", players=1))
    position.play(0, field(0, 0))
    assert picture(position) == text(". /@ . . .")  # without the labyrinth it walks on, and into the hero


def test_B7_houses_lost_in_phase_2_count_at_once():
    position = placed(draw(". . . . .\n. . . . .\n. . . . .\n. . . . .\nG> . . . ."), "dragon", field(4, 0))
    assert asked(position) == (0,)
    assert value(position, "houses") == 90
    position.play(0, "down")
    assert value(position, "houses") == 89
    assert picture(position) == text(". . . . .\n. . . . .\n. . . . .\n. . . . .\nD1 . . . .")


def test_B7_layers_lost_in_phase_2_count_at_once():
    position = placed(draw(". . . . .\n. . Gv . ."), "dragon", field(1, 2))
    position.play(0, "down")
    assert value(position, "layers") == 89


# --- B8: the skeletons move


def test_B8_every_skeleton_moves_one_field_all_at_once():
    before = "Gv G> . . .\n. . . . Y<\n. . . . .\nB^ . . . .\nforest: P> Rv"
    expected = ". . G>Rv . .\nGv . . Y< .\nB^ . . . .\n. . . . .\nP>l . . . @"
    assert picture(after(draw(before, rules={"arrows": [0] * 25}))) == text(expected)


def test_B8_skeletons_pass_through_each_other():
    assert picture(after(draw(". . . . .\nG> B< . . ."))) == text(". . . . .\nB< G> . . .")


def test_B8_the_hero_kills_who_comes_onto_its_field():
    assert picture(after(draw(". G> @ . ."))) == text(". . @ . .")


def test_B8_traps_act_before_the_hero_kills():
    """The wall beside the hero sends the skeleton onto the hero's field."""
    assert picture(after(draw("G> \\ . . .\n. @ . . ."))) == text(". \\1 . . .\n. @ . . .")


def test_B8_skeletons_on_an_arrow_turn():
    assert picture(after(draw(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. G> . . ."))) == text(
        ". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . Gv . ."
    )


def test_B8_one_that_stays_on_an_arrow_turns_too():
    assert picture(after(draw(". . LG^! . ."))) == text(". . LGv . .")


def test_B8_a_treasure_beats_the_arrow():
    assert picture(after(draw(". G> . . .\n. . . T ."))) == text(". . Gv . .\n. . . T .")
    assert picture(after(draw(". G> . T ."))) == text(". . G> T .")


def test_B8_skeletons_on_the_tower_destroy_a_layer_each_and_are_gone():
    position = after(draw(". . . . .\n. . GvB> . .\n. . . P< .", rules={"arrows": [0] * 25}))
    assert picture(position) == text(". . . . .\n. . . B> .")
    assert value(position, "layers") == 88


def test_B8_the_hero_on_the_tower_defends_it():
    position = after(draw(". . . . .\n. . Gv . .\n. R> @ P< ."))
    assert picture(position) == text(". . . . .\n. . . . .\n. . @ . .")
    assert value(position, "layers") == 90


def test_B8_skeletons_in_the_village_destroy_a_house_each_and_are_gone():
    position = after(draw(". . . . .\n. . . . .\n. . . . .\n. . . . .\nGv BvBv . Pv @"))
    assert picture(position) == text(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . @")
    assert (value(position, "houses"), value(position, "layers")) == (86, 90)


def test_B8_no_layer_and_no_house_below_zero():
    position = after(draw(". . . . .\n. . GvBv . .", rules={"layers": 1}))
    assert value(position, "layers") == 0


# --- B9: leaving the board


@pytest.mark.parametrize("players", range(2, 7))
def test_B9_left_and_right_go_to_the_neighbours_graveyards(players):
    position = after(draw(EMPTY, "P<l . . . Y>r", players=players))
    left, right = 0, 2 % players
    if left == right:
        assert picture(position, 0) == text(EMPTY + "\nforest: P> Y<")
    else:
        assert picture(position, left) == text(EMPTY + "\nforest: P>")
        assert picture(position, right) == text(EMPTY + "\nforest: Y<")


def test_B9_the_seats_go_around():
    position = after(draw("P< . . . .", EMPTY, ". . . . Y>", players=3))
    assert picture(position, 2) == text(EMPTY + "\nforest: Pv")
    assert picture(position, 0) == text(EMPTY + "\nforest: Yv")


@pytest.mark.parametrize("choice", [0, 2, 3])
def test_B9_above_the_owner_chooses_one_graveyard_for_all(choice):
    position = draw(EMPTY, "P^ . Y^ . B^", players=4)
    after(position, f"graveyard {choice + 1}")
    assert picture(position, choice) == text(EMPTY + "\nforest: Pv Yv Bv")


def test_B9_the_own_graveyard_can_not_be_chosen():
    position = draw(EMPTY, "P^ . . . .", players=4)
    for who in range(4):
        position.play(who, "pass")
    assert position.waiting == (1,)
    names = [position.game.action_name(action) for action in position.actions(1)]
    assert names == ["graveyard 1", "graveyard 3", "graveyard 4"]
    assert position.scene(1).prompt.endswith("A skeleton leaves at the top: to whose graveyard?")


def test_B9_with_two_players_nobody_is_asked():
    assert picture(after(draw("P^ . Y^ . ."), *()), 1) == text(EMPTY + "\nforest: Pv Yv")


def test_B9_one_choice_a_move_and_one_a_pass():
    """One leaves above in the move, another in the pass, by a wall."""
    position = after(draw("P^ . . . .\n. . . . .", players=3), "graveyard 3")
    assert picture(position, 2) == text(EMPTY + "\nforest: Pv")
    position = after(draw("P^ Y> / . .", players=3), "graveyard 2", "graveyard 3")
    assert picture(position, 1) == text(EMPTY + "\nforest: Pv")
    assert picture(position, 2) == text(EMPTY + "\nforest: Yv")


@pytest.mark.parametrize("board", ["P< . . . .", ". . . . P>", "P^ . . . ."])
def test_B9_with_one_player_all_go_to_the_own_graveyard(board):
    assert picture(after(draw(board, players=1))) == text(EMPTY + "\nforest: Pv")


# --- B10: spawning


def test_B10_three_skeletons_a_round_for_everybody_in_the_order_of_the_seats():
    chance = [(15, 7), (15, 0), (15, 14), (15, 3), (15, 3), (15, 9)]
    position = after(draw(EMPTY, chance=chance[:4], rules={"spawns": 2}))
    assert picture(position) == text(EMPTY + "\nforest: R> Pv")
    assert picture(position, 1) == text(EMPTY + "\nforest: G< Bv")
    assert garrison.load("boneyard", variant="former").parameters["spawns"] == 3


def test_B10_the_graveyard_rises_first():
    position = after(draw(EMPTY, "P< . . . .", chance=[(15, 7), (15, 8)], rules={"spawns": 1}))
    s = position.state[0]
    assert s.kinds[0, :2].tolist() == [0, 7]
    assert s.graves.sum() == s.buried.sum() == 0
    assert told(position)[-4:-1] == [
        "Ash: a purple skeleton rises from the graveyard.",
        "Ash: a red skeleton appears.",
        "Bramble: a yellow skeleton appears.",
    ]


def test_B10_a_hearse_in_the_graveyard_goes_to_the_stash():
    position = after(draw("G> H . . ."))
    assert picture(position) == text(EMPTY)
    assert picture(position, 1) == text(EMPTY + "\nforest: Gv")
    assert (stash(position), stash(position, 1)) == ({}, {"hearse": 1})


def crowd(count):
    """A forest with this many skeletons that never touch anything in one move."""
    return EMPTY + "\nforest: " + " ".join(["P>"] * count)


def test_B10_never_more_than_128_the_last_to_come_vanish():
    position = after(draw(crowd(127), chance=[(15, 7), (15, 8)], rules={"spawns": 2, "max_rounds": 1}))
    s = position.state[0]
    assert (s.counts[0], s.counts[1]) == (128, 2)
    assert s.kinds[0, 127] == 7
    assert "Ash: a yellow skeleton is one too many and vanishes." in told(position)


def test_B10_the_graveyard_comes_before_the_new_ones():
    position = after(draw(crowd(127), "B< . . . .", chance=[(15, 7)], rules={"spawns": 1}))
    s = position.state[0]
    assert s.counts[0] == 128
    assert s.kinds[0, 127] == 3
    assert "Ash: a red skeleton is one too many and vanishes." in told(position)


def test_B10_who_finds_the_graveyard_full_vanishes_at_once():
    position = after(draw(crowd(127), "B<B< . . . ."))
    assert value(position, "counts") == 128
    assert told(position).count("Ash: a blue skeleton is one too many and vanishes.") == 1


def test_B10_a_skeleton_that_is_only_moved_does_not_count_twice():
    """Alone, with 128: the one that leaves comes back."""
    board = "B< . . . .\nforest: " + " ".join(["P>"] * 127)
    position = after(draw(board, players=1))
    assert value(position, "counts") == 128
    assert not any("vanishes" in sentence for sentence in told(position))


def test_B10_a_skeleton_called_by_a_distress_vanishes_too():
    board = "B> E . . .\nforest: " + " ".join(["P>"] * 127)
    position = after(draw(board))
    assert value(position, "counts") == 128
    assert "Ash: a blue skeleton is one too many and vanishes." in told(position)
    board = "B> E . . .\nforest: " + " ".join(["P>"] * 126)
    assert value(after(draw(board)), "counts") == 128


def test_B10_the_limit_is_a_parameter():
    position = after(draw(crowd(3), "B<B<B< . . . .", rules={"most_skeletons": 5}))
    assert value(position, "counts") == 5


def test_a_round_after_the_other():
    position = draw(EMPTY, players=1)
    assert value_of_round(position) == 1
    after(position)
    assert value_of_round(position) == 2
    assert position.waiting == (0,)
    assert answered(position) is position


def value_of_round(position):
    return int(position.state["turn"][0])
