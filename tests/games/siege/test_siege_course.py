"""Set-up, the course of a turn and the end of the game (G23-G30)."""

import pytest
from siege_drawing import buttons, draw, fields, game_with, picture, play, told, value

import garrison
from garrison.games.siege.state import FIELD_CAPACITY, Phase
from garrison.games.siege.state.terrain import Ground

pytestmark = pytest.mark.lane

COINS = 4
BOTH = "K1 K1 K1 . K2 K2 K2 .\nK1 K1 K1 . K2 K2 K2 .\nK1 K1 K1 . K2 K2 K2 .\n{}"
KINDS = ["barracks", "workshop", "port", "camp", "wall", "gate", "ladder"]


ROWS, COLUMNS = 8, 40
POOR = {"start_coins": 20, "build_distance": [1] * 7}  # few places to look at
PLACES = [(row, column) for row in range(ROWS - 2) for column in range(COLUMNS - 2)]


def begun(mode="standard", **rules):
    """A new game on a plain that is narrow, because the interpreted lane looks at every place."""
    return game_with(
        mode, **{"rows": ROWS, "columns": COLUMNS, "ground": [Ground.GRASS] * FIELD_CAPACITY, **rules}
    ).new(1)


def steps_apart(one, other):
    """G2 for two castles or camps."""
    down, across = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(down - 2, 0) + max(across - 2, 0) - 1


def far_from(castle, distance=16):
    return [place for place in PLACES if steps_apart(castle, place) >= distance]


def are_neighbours(one, other):
    return abs(one[0] - other[0]) <= 3 and abs(one[1] - other[1]) <= 3


def with_grass(position, *stretches):
    """Only these stretches of the map are free: row, first column, how many."""
    s = position.state[0]
    s.free[:] = 0
    for row, column, count in stretches:
        s.free[row] |= ((1 << count) - 1) << column
    return position


# --- Standard mode


def test_G23_64_coins_each_player_1_places_player_2_places_and_begins():
    position = begun()
    assert (position.waiting, position.state["coins"][0].tolist()) == ((0,), [64, 64])
    assert fields(play(position, (1, 4))) == far_from((1, 4))
    assert position.waiting == (1,)
    play(position, (5, 27))
    assert (position.waiting, value(position, "phase"), value(position, "turn")) == ((1,), 3, 1)
    assert value(play(position, "end_units", "end_turn"), "turn") == 2
    assert position.waiting == (0,)


def test_G23_a_castle_only_where_the_opponent_is_left_a_place():
    """In the middle of the map no other castle is so far away from it."""
    found = fields(begun(castle_distance=22))
    assert found == [place for place in PLACES if far_from(place, 22)]
    assert (3, 19) not in found


def test_G23_castles_stand_on_free_grass():
    position = begun()
    position.state[0].free[3] &= ~(1 << 5)
    found = fields(position)
    assert found == [place for place in PLACES if not (1 <= place[0] <= 3 and 3 <= place[1] <= 5)]


def test_G28_blue_may_have_more_coins_for_not_beginning():
    assert begun(second_coins=6).state["coins"][0].tolist() == [70, 64]
    assert begun("siege", second_coins=6).state["coins"][0].tolist() == [64, 64]


def test_G24_either_side_may_begin_with_more_coins_in_siege_mode():
    assert begun("siege", siege_start_coins=[3, 5]).state["coins"][0].tolist() == [67, 69]
    assert begun(siege_start_coins=[3, 5]).state["coins"][0].tolist() == [64, 64]


def test_G28_in_half_a_first_turn_the_castle_takes_coins_or_nothing():
    position = play(begun(half_first_turn=True), (1, 4), (5, 27), "end_units", (5, 27))
    assert buttons(position) == ["coins"]
    play(position, "coins", "end_turn", "end_units", (1, 4))
    assert "barracks" in buttons(position)


# --- Siege mode


def test_G24_the_defender_builds_the_attacker_places_two_camps_and_begins():
    position = play(begun("siege"), (0, 0))
    assert (position.waiting, buttons(position)) == ((0,), KINDS)
    play(position, "barracks", (0, 4))
    assert (value(position, "coins", 0), buttons(position)) == (56, ["end_setup", *KINDS])
    play(position, "wall", "across", (5, 5), "gate", "upright", (5, 9), "end_setup")
    assert (position.waiting, value(position, "coins", 0)) == ((1,), 48)
    assert fields(position) == far_from((0, 0))
    play(position, (2, 24))
    assert fields(position) == [place for place in far_from((0, 0)) if not are_neighbours(place, (2, 24))]
    play(position, (2, 28))
    assert (position.waiting, value(position, "phase"), value(position, "coins", 1)) == ((1,), 3, 64)
    assert position.state["building_owner"][0, :4].tolist() == [0, 0, 1, 1]


def test_G24_the_castle_leaves_room_for_both_camps():
    """Camps 33 fields away fit into the last columns only: two of them only if the castle is at the other end."""
    found = fields(begun("siege", castle_distance=33, **POOR))
    pairs = [(place, far_from(place, 33)) for place in PLACES]
    expected = [place for place, far in pairs if any(not are_neighbours(one, other) for one in far for other in far)]
    assert found == expected
    assert len(expected) < sum(bool(far) for _, far in pairs)


def test_G24_the_set_up_ends_only_with_a_barracks_or_camp():
    position = play(begun("siege"), (0, 0), "workshop", (0, 4), "ladder", (7, 8))
    assert "end_setup" not in buttons(position)
    assert "end_setup" in buttons(play(position, "camp", (0, 7)))


def test_G24_until_then_enough_is_kept_for_one():
    position = play(begun("siege", start_coins=13), (0, 0))
    assert buttons(position) == ["barracks", "wall", "gate", "ladder"]
    play(position, "wall", "across", (5, 5))
    assert buttons(position) == ["barracks", "ladder"]
    play(position, "barracks", (0, 4))
    assert buttons(position) == ["end_setup", "ladder"]


def test_G24_until_then_the_room_for_one_is_kept():
    """Barracks fit only in one place, and a camp can't be paid: nothing else may stand there."""
    position = play(begun("siege", start_coins=20), (0, 0))
    with_grass(position, (4, 0, 2), (5, 0, 2), (7, 0, 1), *[(row, 24, 14) for row in range(8)])
    assert fields(play(position.copy(), "barracks")) == [(4, 0)]
    assert fields(play(position, "ladder")) == [(7, 0)]


def test_G24_the_last_place_among_the_limits_is_kept_too():
    position = play(begun("siege", most_buildings=4), (0, 0), "workshop", (0, 4), "workshop", (0, 7))
    assert buttons(position) == ["barracks", "camp", "wall", "gate", "ladder"]


def test_G24_the_attackers_room_is_kept():
    """Only two places are left for camps: nothing may be built there or beside it."""
    position = play(begun("siege", build_distance=[60] * 7), (0, 0), "barracks", (0, 4))
    camps = [(row, column, 3) for row in range(3) for column in (24, 30)]
    with_grass(position, *camps, (0, 12, 2), (1, 12, 2), (0, 34, 2), (1, 34, 2), (7, 24, 1))
    assert fields(
        play(with_grass(position.copy(), *camps, (0, 12, 2), (1, 12, 2), (0, 27, 2), (1, 27, 2)), "workshop")
    ) == [(0, 12)]
    assert fields(play(position.copy(), "workshop")) == [(0, 12), (0, 34)]
    assert fields(play(position.copy(), "ladder")) == [
        (0, 12),
        (0, 13),
        (0, 34),
        (0, 35),
        (1, 12),
        (1, 13),
        (1, 34),
        (1, 35),
        (7, 24),
    ]
    play(position, "end_setup")
    assert fields(play(position, (0, 30))) == [(0, 24)]


def test_G24_the_first_camp_leaves_room_for_the_second():
    position = play(begun("siege", castle_distance=33, **POOR), (0, 0), "barracks", (0, 4), "end_setup")
    far = far_from((0, 0), 33)
    expected = [one for one in far if not all(are_neighbours(one, other) for other in far)]
    assert fields(position) == expected
    assert len(expected) < len(far)


def test_G24_a_single_camp_is_a_parameter():
    position = play(begun("siege", free_camps=1), (0, 0), "barracks", (0, 4), "end_setup", (0, 30))
    assert value(position, "phase") == 3


def test_G24_a_wall_that_fits_one_way_only_is_not_asked():
    position = play(begun("siege"), (0, 0))
    room = [(4, 0, 2), (5, 0, 2), *[(row, 24, 14) for row in range(8)]]
    lying = play(with_grass(position.copy(), *room, (7, 0, 3)), "wall")
    assert (buttons(lying), fields(lying)) == ([], [(7, 0)])
    standing = play(with_grass(position, *room, (5, 3, 1), (6, 3, 1), (7, 3, 1)), "wall")
    assert (buttons(standing), fields(standing)) == ([], [(5, 3)])


def test_G24_the_castle_yields_1_coin_and_does_nothing_else():
    position = play(draw(BOTH.format("i . . . . . . I"), mode="siege", coins=[5, 5]), "end_units")
    assert (value(position, "coins", 0), told(position, COINS)) == (6, [(0, 1, 6)])
    assert (fields(position), buttons(position)) == ([], ["end_turn"])
    play(position, "end_turn")
    assert told(play(position, "end_units"), COINS) == [(1, 1, 6)]


def test_G24_in_standard_mode_it_yields_nothing_by_itself():
    assert value(play(draw(BOTH.format("i . . . . . . I"), coins=[5, 5]), "end_units"), "coins", 0) == 5


# --- Turns


def test_G25_first_the_units_then_the_buildings():
    position = draw(BOTH.format("i . . . . . . I"))
    assert (0, 0) not in fields(position)
    play(position, "end_units")
    assert (0, 0) in fields(position)
    assert (3, 0) not in fields(position)
    assert buttons(position) == ["end_turn"]


def test_G25_every_building_acts_anew_in_the_next_turn():
    position = play(draw(BOTH.format("i . . . . . . I")), "end_units", (0, 0), "coins")
    assert fields(position) == []
    play(position, "end_turn", "end_units", "end_turn", "end_units")
    assert (0, 0) in fields(position)


# --- The end


def ended(board, player=0, **facts):
    return play(draw(board, player=player, part=Phase.BUILDINGS, **facts), "end_turn")


def test_G26_without_an_army_at_the_end_of_a_turn():
    position = ended(BOTH.format(". . . . . . . I"), armed=[1, 1])
    assert (position.outcome.reason, position.outcome.winners, position.scores) == ("army", (1,), (0.0, 1.0))
    assert not ended(BOTH.format("i . . . . . . ."), armed=[1, 1]).over  # the other's turn is not over yet


def test_G26_who_never_had_one_has_10_turns():
    board = BOTH.format(". . . . . . . .")
    assert not ended(board, turns=[8, 8]).over
    position = ended(board, turns=[9, 9])
    assert (position.outcome.reason, position.outcome.winners) == ("army", (1,))


@pytest.mark.parametrize("mode", ["standard", "siege"])
@pytest.mark.parametrize("player", [0, 1])
def test_G26_in_seed_whoever_ends_the_first_turn_without_one_has_lost(player, mode):
    """To the letter: not only who has lost an army, and in both modes."""
    board = BOTH.format(". . . . . . . .")
    for variant, is_over in (("standard", False), ("seed", True)):
        rules = {"army_turns": garrison.load("siege", variant=variant).parameters["army_turns"]}
        position = ended(board, player, mode=mode, rules=rules)
        assert position.over == is_over
        if is_over:
            assert (position.outcome.reason, position.outcome.winners) == ("army", (1 - player,))


@pytest.mark.parametrize("turns", [1, 10])
def test_G26_barracks_and_two_infantry_can_be_made_in_the_first_turn(turns):
    """So that even in seed nobody has to lose in it."""
    position = play(begun(army_turns=turns), (1, 4), (4, 27), "end_units", (4, 27), "barracks", (4, 24))
    play(position, (4, 24), "infantry", (4, 23), "infantry", (6, 24), "end_turn")
    assert (position.over, position.waiting, position.state["coins"][0].tolist()) == (False, (0,), [64, 54])


def test_G26_three_turns_in_all_without_castle_and_camp():
    board = BOTH.replace("K1", "=").format("i . . . . . . I")
    position = ended(board, homeless=[1, 0], housed=0)
    assert (position.over, value(position, "homeless", 0)) == (False, 2)
    position = ended(board, homeless=[2, 0], housed=0)
    assert (position.outcome.reason, position.outcome.winners) == ("homeless", (1,))
    position = ended(board, homeless=[2, 0], housed=1)
    assert (position.over, value(position, "homeless", 0)) == (False, 2)


def test_G26_a_capture_in_the_turn_counts():
    board = ". i- a- c I\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 ."
    position = play(draw(board, housed=0, homeless=[2, 0]), (0, 3), "done", "end_units", "end_turn")
    assert (position.over, value(position, "homeless", 0), value(position, "housed")) == (False, 2, 0)
    play(position, "end_units", "end_turn")
    assert (value(position, "homeless", 1), value(position, "housed")) == (1, 1)


def test_G26_the_army_is_tested_first():
    board = BOTH.format(". . . . . . . .")
    assert ended(board, armed=[1, 1], homeless=[2, 0], housed=0).outcome.reason == "army"


def test_G27_after_150_turns_of_each_it_is_a_draw():
    board = BOTH.format("i . . . . . . I")
    assert not ended(board, turns=[149, 149]).over
    position = ended(board, turns=[149, 150])
    assert (position.outcome.reason, position.outcome.winners, position.scores) == ("turns", (), (0.5, 0.5))


@pytest.mark.parametrize("first, winners", [("K1", (0,)), ("K2", ())])
def test_G27_in_siege_mode_the_defender_wins_it_with_the_castle(first, winners):
    board = BOTH.replace("K2", "M2").replace("K1", first).format("i . . . . . . I")
    position = ended(board, turns=[149, 150], mode="siege")
    assert (position.outcome.reason, position.outcome.winners) == ("turns", winners)


SETTLED = {"settle_draws": True}


@pytest.mark.parametrize(
    "mode, turns, coins", [("standard", 1, 4), ("standard", 2, 0), ("siege", 1, 1), ("siege", 2, 0)]
)
def test_G29_a_castle_brings_coins_in_so_many_turns_of_its_owner(mode, turns, coins):
    rules = {"income_turns": 2}
    position = play(
        draw(BOTH.format("i . . . . . . I"), mode=mode, turns=[turns, 9], coins=[0, 0], rules=rules), "end_units"
    )
    if mode == "standard":
        play(position, (0, 0), "coins")
    assert value(position, "coins", 0) == coins


def test_G29_by_default_it_never_ends():
    position = play(draw(BOTH.format("i . . . . . . I"), turns=[140, 140], coins=[0, 0]), "end_units", (0, 0), "coins")
    assert value(position, "coins", 0) == 4


def test_G29_a_castle_without_coins_still_builds():
    position = play(
        draw(BOTH.format("i . . . . . . I"), turns=[9, 9], coins=[4, 0], rules={"income_turns": 2}), "end_units", (0, 0)
    )
    assert {"wall", "gate", "ladder", "coins"} <= set(buttons(position))


@pytest.mark.parametrize(
    "mode, castles, units, winners",
    [
        ("standard", "K2", "i . . . . . . I", ()),
        ("standard", "K2", "i i . . . . . I", (0,)),
        ("standard", "K2", "i . . . . . I I", (1,)),
        ("standard", ".", "i . . . . . I I", (0,)),
        ("standard", "M2", "i . . . . . I I", (0,)),
        ("siege", "M2", "i . . . . . I I", (0,)),
    ],
)
def test_G30_after_the_last_turn_more_castles_win_then_more_land_units(mode, castles, units, winners):
    board = BOTH.replace("K2", castles).format(units)
    for rules in (SETTLED, {}):
        position = ended(board, turns=[149, 150], mode=mode, rules=rules)
        won = winners if rules or mode == "siege" else ()
        reason = "strength" if rules and won and mode == "standard" else "turns"
        assert (position.outcome.reason, position.outcome.winners) == (reason, won)


def test_G30_in_siege_mode_a_lost_castle_counts_for_its_new_owner():
    board = BOTH.replace("K1", "K2").format("i i i . . . . I")
    position = ended(board, turns=[149, 150], mode="siege", rules=SETTLED)
    assert (position.outcome.reason, position.outcome.winners) == ("strength", (1,))


def test_G27_a_loss_is_tested_first():
    assert ended(BOTH.format(". . . . . . . I"), armed=[1, 1], turns=[149, 150]).outcome.reason == "army"


def test_G27_max_steps_ends_any_game():
    position = game_with("standard", max_steps=3).new(1)
    play(position, (0, 0), (27, 27), "end_units")
    assert (position.outcome.reason, position.scores) == ("limit", (0.5, 0.5))
    assert picture(position).startswith("K1 K1 K1")
