"""B14-B17: points, the end of a game, playing alone."""

import pytest
from boneyard_drawing import POINTS, TRAPS, after, draw, placed, stocked, value

import garrison

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
PLAIN = {"layers": 4, "houses": 5}
DOOMED = ". . . . .\n. . Gv . ."


def alone(board, **rules):
    return draw(board, players=1, rules={"solo_layers": 1, "solo_houses": 1, **rules})


# --- B14


def test_B14_points_of_the_traps():
    assert [POINTS[trap] for trap in TRAPS[1:]] == [1, 2, 2, 3, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1]


@pytest.mark.parametrize("trap", TRAPS[1:])
def test_B14_a_trap_in_the_stash_counts(trap):
    position = stocked(draw(EMPTY, rules=PLAIN), trap, trap)
    assert position.scores == (4 * 3 + 5 * 2 + 2 * POINTS[trap], 22.0)


def test_B14_alone_a_graveyard_of_choice_is_the_own():
    for board in ("G> C . . .", "G> H . . .", "G^ . . . ."):
        position = after(alone(board))
        assert int(position.state["places"][0, 0, 0]) == 25


# --- B15


CELLS = {"wall": "/", "dragon": "D1", "catapult": "C", "treasure": "T", "bomb": "X", "labyrinth": "L", "hearse": "H"}
CELLS |= {"palisade": "I1", "spring": "S", "portal": "O", "fan": "F^", "distress": "E"}


@pytest.mark.parametrize("trap", CELLS)
def test_B15_a_trap_on_the_field_counts_with_any_number_of_uses(trap):
    position = draw(f"{CELLS[trap]} . . . .", rules=PLAIN)
    assert position.scores == (22.0 + POINTS[trap], 22.0)


def test_B15_a_shield_on_a_trap_counts_too():
    assert draw("/+ . . . .", rules=PLAIN).scores == (22.0 + 1 + 1, 22.0)


def test_B15_a_destroyed_trap_does_not_count():
    assert after(draw("G> T . . .", rules=PLAIN)).scores == (22.0, 22.0)


def test_B15_a_hearse_in_a_graveyard_scores_for_that_graveyards_player():
    position = after(draw("G> H . . .", DOOMED, rules={**PLAIN, "layers": 1}))
    assert position.over
    assert value(position, "hearses", 1) == 1
    position = after(draw(DOOMED, "G> H . . .", EMPTY, rules={**PLAIN, "layers": 1}, players=3), "graveyard 3")
    assert position.scores == (0.0, 3.0 + 10, 3.0 + 10 + 1)
    assert position.outcome.winners == (2,)


@pytest.mark.parametrize("board", [DOOMED, "\n".join([EMPTY] * 4 + ["Gv . . . @"])])
def test_B15_the_game_ends_when_a_tower_or_a_village_is_gone(board):
    position = after(draw(board, EMPTY, EMPTY, players=3, rules={"layers": 1, "houses": 1}))
    assert position.outcome.reason == "fallen"
    assert position.outcome.winners == (1, 2)
    assert position.scores == (0.0, 5.0, 5.0)
    assert position.waiting == ()


def test_B15_the_end_comes_before_anything_spawns():
    position = after(draw(DOOMED, rules={"layers": 1, "spawns": 3}))
    assert position.over
    assert value(position, "counts") == value(position, "counts", 1) == 0


def test_B15_most_points_win():
    position = after(draw(DOOMED, "/ . . . .", EMPTY, players=3, rules={"layers": 1}))
    assert position.outcome.winners == (1,)


def test_B15_the_fallen_never_win_however_many_points_they_had():
    position = draw("T T T T T\n. . Gv . .\nT T . T T", EMPTY, rules={"layers": 1, "houses": 1})
    assert after(position).outcome.winners == (1,)


def test_B15_if_all_fall_it_is_a_draw():
    position = after(draw(DOOMED, DOOMED, rules={"layers": 1}))
    assert (position.outcome.reason, position.outcome.winners, position.scores) == ("fallen", (), (0.0, 0.0))


def test_B15_a_survivor_without_any_points_still_wins():
    rules = {"layers": 1, "layer_points": 0, "house_points": 0}
    assert after(draw(DOOMED, EMPTY, EMPTY, players=3, rules=rules)).outcome.winners == (1, 2)


def test_B15_a_tower_lost_in_phase_2_falls_after_phase_3():
    """Both questions are answered, then the skeletons of the other player still move."""
    position = placed(draw(". . . . .\n. . Gv . .", ". B> . . .", rules={"layers": 1}), "dragon", 7)
    position.play(0, "down")
    assert position.outcome.winners == (1,)
    assert int(position.state["places"][0, 1, 0]) == 2


def test_B15_the_fall_is_told():
    position = after(draw(DOOMED, rules={"layers": 1}))
    told = [position.game.describe(event) for event in position.events]
    assert told[-2:] == ["Ash has fallen.", "Bramble wins."]
    assert position.scene().prompt == "Bramble wins."
    assert position.scene().ending == "Ash has fallen."
    two = after(draw(DOOMED, EMPTY, DOOMED, players=3, rules={"layers": 1}))
    assert two.scene().ending == "Ash and Cinder have fallen."


# --- B16


def test_B16_alone_there_is_one_layer_and_one_house():
    position = garrison.load("boneyard", variant="former", players=1).new()
    assert (value(position, "layers"), value(position, "houses")) == (1, 1)


def rounds(position, count):
    """This many rounds in which nothing happens."""
    for _ in range(count):
        position.play(0, 23 if value(position, "heroes") == 24 else 24)
        position.play(0, "pass")
    return position


def test_B16_who_survives_10_rounds_has_won():
    position = rounds(after(alone(EMPTY)), 8)
    assert not position.over
    assert position.scores == (9.0 + 3 + 2,)
    rounds(position, 1)
    assert (position.outcome.reason, position.outcome.winners) == ("survived", (0,))
    assert position.scores == (10.0 + 3 + 2,)
    assert position.scene().prompt == "You have survived 10 rounds."


def test_B16_the_number_of_rounds_is_a_parameter():
    assert after(alone(EMPTY, solo_rounds=1)).over
    assert not after(alone(EMPTY, solo_rounds=2)).over


def test_B16_the_fallen_keep_only_the_rounds_they_survived():
    position = rounds(after(alone("\n".join([EMPTY] * 1 + ["Gv . . . ."]))), 2)
    assert not position.over
    rounds(position, 1)
    assert (position.outcome.reason, position.outcome.winners) == ("fallen", ())
    assert position.scores == (3.0,)
    assert position.scene().prompt == "You have fallen in round 4."


def test_B16_traps_count_alone_too():
    assert stocked(alone(EMPTY), "treasure").scores == (0.0 + 3 + 2 + 3,)


# --- B17


def test_B17_with_several_players_a_game_ends_after_100_rounds():
    assert garrison.load("boneyard", variant="former").parameters["max_rounds"] == 100
    position = draw("/ . . . .", rules={**PLAIN, "max_rounds": 2})
    after(position)
    assert not position.over
    for who in (0, 1):
        position.play(who, 18)
    after(position)
    assert (position.outcome.reason, position.outcome.winners) == ("rounds", (0,))
    assert position.scores == (23.0, 22.0)


def test_B17_equal_points_share_the_win():
    position = after(draw(EMPTY, EMPTY, EMPTY, players=3, rules={"max_rounds": 1}))
    assert position.outcome.winners == (0, 1, 2)
    assert position.scene().prompt == "Ash, Bramble and Cinder win."


def test_B17_alone_the_100_rounds_do_not_count():
    assert not after(alone(EMPTY, max_rounds=1)).over


def test_the_limit_of_steps_ends_any_game():
    position = draw(EMPTY, rules={"max_steps": 1})
    position.play(0, "pass")
    assert (position.outcome.reason, position.outcome.winners, position.waiting) == ("limit", (), ())
    assert position.scene().prompt == "The game has reached its limit."


# --- B19, B20

BROKEN = {"tie_breaks": True, "spawns": 0}


def last_round(*boards, **rules):
    """The game after its only round."""
    return after(draw(*boards, players=len(boards), rules=BROKEN | {"max_rounds": 1} | rules))


@pytest.mark.parametrize(("is_on", "winners"), [(False, (0, 1, 2)), (True, (1,))])
def test_B19_of_equal_points_more_layers_win(is_on, winners):
    """A layer lost is worth as much as one and a half houses; here both are worth 1."""
    lost_layer, lost_house = ". . . . .\n. . Gv . .", "\n".join([EMPTY] * 4 + ["Gv . . . @"])
    rules = {"tie_breaks": is_on, "layer_points": 1, "house_points": 1}
    assert last_round(lost_layer, lost_house, lost_layer, **rules).outcome.winners == winners


def test_B19_then_more_houses_win_and_then_fewer_skeletons():
    rules = {"layer_points": 0, "house_points": 0}
    lost_house = "\n".join([EMPTY] * 4 + ["Gv . . . @"])
    assert last_round(lost_house, EMPTY, lost_house, **rules).outcome.winners == (1,)
    assert last_round("Gv . . . .", "Gv . Gv . .", **rules).outcome.winners == (0,)
    assert last_round("Gv . Gv . .", "Gv . . . .", **rules).outcome.winners == (1,)


def test_B19_points_come_first_and_whoever_is_equal_in_all_shares_the_win():
    assert last_round("/ . . . .\nGv . . . .", EMPTY).outcome.winners == (0,)
    assert last_round(EMPTY, "Gv . . . .", EMPTY).outcome.winners == (0, 2)


def test_B20_if_all_fall_at_once_whoever_has_most_left_wins():
    rules = {"layers": 1, "tie_breaks": True}
    position = after(draw(DOOMED, DOOMED + "\n/ . . . .", rules=rules))
    assert (position.outcome.reason, position.outcome.winners, position.scores) == ("fallen", (1,), (0.0, 0.0))
    position = after(draw(DOOMED, DOOMED, rules=rules))
    assert position.outcome.winners == (0, 1), "equal in everything"


def test_B20_whoever_still_stands_wins_whatever_the_fallen_had():
    position = draw("T T T T T\n. . Gv . .\nT T . T T", EMPTY, rules={"layers": 1, "houses": 1, "tie_breaks": True})
    assert after(position).outcome.winners == (1,)
