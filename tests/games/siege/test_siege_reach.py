"""What reaches how far: the planes of `reach` hold what the rules allow, no more and no less."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from siege_drawing import draw, play, value
from test_siege_properties import course, games, modes, seeds

import garrison
from garrison.core.engine.lane import COMPILED
from garrison.games.siege import REACH
from garrison.games.siege.state import FIELD_CAPACITY, Engine, Phase, Press, Threat, Unit

pytestmark = pytest.mark.lane

few = settings(max_examples=10 if COMPILED else 3, deadline=None)
CASTLE = "K1 K1 K1 . . .\nK1 K1 K1 . . .\nK1 K1 K1 . . .\n. . . . . ."


def reached(position, field, name, player=None):
    """The fields with a number in a plane, by field number."""
    rows, columns = value(position, "rows"), value(position, "columns")
    planes = position.reach(position.waiting[0] if player is None else player, field)
    assert planes.shape == (len(REACH), 40, 40)
    assert not planes[:, rows:].any()
    assert not planes[:, :, columns:].any()
    numbers = planes[REACH.index(name), :rows, :columns].reshape(-1)
    return {int(place): int(numbers[place]) for place in np.flatnonzero(numbers)}


def spots(position, field, name, player=None):
    """The same by row and column."""
    columns = value(position, "columns")
    return {divmod(place, columns): number for place, number in reached(position, field, name, player).items()}


# --- Against `legal`


def check_unit(position, clicks):
    """G6, G11, G12: the next step, or an enemy."""
    here = value(position, "unit_field", value(position, "unit"))
    steps, targets = reached(position, here, "steps"), reached(position, here, "targets")
    assert clicks == {field for field, number in steps.items() if number == 1} | set(targets)
    assert set(targets) <= set(reached(position, here, "range"))
    assert set(steps) == set(reached(position, here, "first_steps"))
    kind = value(position, "unit_kind", value(position, "unit"))
    for field in reached(position, here, "range"):
        assert reached(position, field, "threats")[here] & (Threat.SHOT if kind == Unit.ARCHERS else Threat.STRIKE)


def check_engine(position, clicks, legal, engine):
    """G8-G10, G13-G15: its moves, turns and action."""
    s = position.state[0]
    own = np.flatnonzero((s.ship_at if s.engine_kind[engine] == Engine.SHIP else s.siege_at) == engine + 1).tolist()
    moves, turns, actions = (reached(position, own[0], name) for name in ("moves", "turns", "actions"))
    for direction, by in enumerate((-int(s.columns), 1, int(s.columns), -1)):
        new = {field + by for field in own} - set(own)
        assert (int(Press.UP) + direction in legal) == all(moves.get(field) == 1 for field in new)
    assert not set(moves) & set(own)
    if s.engine_kind[engine] == Engine.SHIP:
        assert (int(Press.TURN_LEFT) in legal) == (len(turns) == 2) != (len(turns) == 0)
        assert not actions
    else:
        assert clicks == set(turns) | set(actions) if s.phase != Phase.MOVED else not turns | actions


def check_choice(position, field, player):
    """What somebody could do is what it can do once it is chosen."""
    after = position.copy()
    after.play(player, field)
    if value(after, "phase") in (Phase.LAND, Phase.ENGINE):
        assert (after.reach(player, field) == position.reach(player, field)).all()


def check(position, dice):
    """What is chosen reaches what may be clicked, and nothing else."""
    player, phase = position.waiting[0], value(position, "phase")
    legal = set(position.actions(player))
    clicks = {action for action in legal if action < FIELD_CAPACITY}
    if phase in (Phase.LAND, Phase.TARGET):
        check_unit(position, clicks)
    elif phase in (Phase.ENGINE, Phase.MOVED, Phase.ACT):
        engine = value(position, "engine")
        check_engine(position, clicks, legal, engine if engine >= 0 else value(position, "ship"))
    elif phase == Phase.PLACE:
        building = value(position, "building_field", value(position, "building"))
        assert set(reached(position, building, "places")) == clicks
    elif phase == Phase.UNITS and value(position, "ship") < 0 and clicks:
        check_choice(position, dice.choice(sorted(clicks)), player)


@few
@given(modes, seeds)
def test_G16_G25_what_is_chosen_reaches_what_may_be_clicked_and_nothing_else(mode, seed):
    rules = {"start_coins": 300, "unit_move": [2, 1, 3], "engine_move": [2, 1, 1, 3]}
    position, dice = games(mode, seed, **rules).new(seed), Random(seed)
    for _ in course(position, dice):
        if not position.over:
            check(position, dice)


# --- Land units


def test_G6_steps_are_counted_round_others_and_the_first_one_is_known():
    position = draw("c i . .\n. . . ~\n. ~ . .")
    assert spots(position, 0, "steps") == {(1, 0): 1, (1, 1): 2, (2, 0): 2, (1, 2): 3}
    assert set(spots(position, 0, "first_steps").values()) == {3}
    assert spots(position, 1, "first_steps") == {(0, 2): 2, (0, 3): 2, (1, 1): 3, (1, 0): 3, (1, 2): 2}


def test_G16_who_is_chosen_has_the_steps_that_are_left_and_the_exhausted_have_none():
    position = play(draw("i . . ."), (0, 0), (0, 1))
    assert spots(position, 1, "steps") == {(0, 0): 1, (0, 2): 1}
    spent = draw("i- I . .\n. . . .")
    assert not any(reached(spent, 0, name) for name in ("steps", "first_steps", "range", "targets"))


def test_G12_range_and_targets_of_archers_and_their_odds():
    position = draw("a . . I A", rules={"archers_hit": 3})
    assert set(spots(position, 0, "range")) == {(0, 1), (0, 2), (0, 3)}
    assert spots(position, 0, "targets") == {(0, 3): 3}
    assert spots(position, 4, "targets", 0) == {}
    assert spots(draw("i I ."), 0, "targets") == {(0, 1): 1}


def test_G12_threats_say_from_where_a_field_can_be_attacked():
    position = draw(". . . . I = = = .")
    assert spots(position, 4, "threats") == {
        (0, 1): 2,
        (0, 2): 2,
        (0, 3): 3,
        (0, 5): 3,
        (0, 6): 2,
        (0, 7): 2,
    }


def test_G7_open_fields_are_those_that_land_units_enter_from_anywhere():
    position = draw(". i ~ ^ H # G1 G1 G2 G2 Ti T\n. . S S S # . . . . T T\n. . . . . # . . . . . .")
    shut = {(0, 2), (0, 3), (0, 5), (0, 8), (0, 9), (1, 5), (2, 5)}
    every = {(row, column) for row in range(3) for column in range(12)}
    assert set(spots(position, 0, "open", 0)) == every - shut
    assert set(spots(position, 0, "open", 1)) == every - shut - {(0, 6), (0, 7)} | {(0, 8), (0, 9)}


# --- Siege units and ships


def test_G8_G10_moves_and_turns_of_a_ram():
    position = draw(". . . .\n. Ri R ^\n. . ~ .")
    assert spots(position, 5, "moves") == {(1, 0): 1, (0, 1): 1, (0, 2): 1}
    assert set(spots(position, 5, "turns")) == {(0, 1), (0, 2), (2, 1)}


def test_G9_G10_moves_and_turns_of_a_ship_that_carries_a_ram():
    rules = {"engine_move": [1, 1, 1, 2]}
    position = play(draw("~ ~ ~ ~\nSRi SR S ~\n~ ~ ~ ~", rules=rules), (1, 0), "play_ship")
    assert spots(position, 4, "moves") == {(row, column): 1 for row in (0, 2) for column in range(3)} | {
        (0, 3): 2,
        (1, 3): 1,
        (2, 3): 2,
    }
    assert set(spots(position, 4, "turns")) == {(0, 1), (2, 1)}


def test_G9_a_ship_that_a_ram_holds_neither_moves_nor_turns():
    position = draw("~ ~ ~ ~ ~\nR SRi S S ~\n~ ~ ~ ~ ~")
    for held in (position, play(position.copy(), (1, 1), "play_ship")):
        assert not any(reached(held, 7, name) for name in ("moves", "turns"))
    narrow = draw("Si S S ~")
    assert spots(narrow, 0, "moves") == {(0, 3): 1}
    assert not reached(narrow, 0, "turns")


def test_G17_after_its_move_a_siege_unit_waits_for_who_is_exhausted():
    position = play(draw("Ri Ri . = = ="), (0, 0), "play_engine", "right")
    assert value(position, "phase") == Phase.MOVED
    assert not any(reached(position, 1, name) for name in ("moves", "turns", "actions"))
    assert spots(play(position, (0, 1)), 1, "actions") == {(0, 3): 5}


def test_G17_nothing_moves_without_a_crew_that_can_act():
    for board in ("R R . .", "Ri- R . .", "Ri RI . ."):
        position = draw(board)
        assert not any(reached(position, 0, name) for name in ("moves", "turns", "aims", "actions"))


def test_G14_a_ram_aims_in_front_of_its_ends_with_the_odds():
    position = draw("= = = Ri R H .")
    assert set(spots(position, 3, "aims")) == {(0, 2), (0, 5)}
    assert spots(position, 3, "actions") == {(0, 2): 5, (0, 5): 4}
    assert spots(draw("^ Ri R . H"), 1, "actions") == {}


def test_G15_a_trebuchet_aims_with_each_roll_and_what_is_there_is_known():
    rules = {"trebuchet_fields": [2, 2, 0, 3, 4, 5]}
    position = draw("I . Xi X . I Ri R S S S", rules=rules)
    assert spots(position, 2, "aims") == {(0, 0): 0b11, (0, 5): 0b11, (0, 6): 0b1000, (0, 7): 0b10000, (0, 8): 0b100000}
    assert spots(position, 2, "struck") == {(0, 0): 1, (0, 5): 1, (0, 6): 2, (0, 7): 2, (0, 8): 3}
    assert spots(position, 2, "actions") == {(0, 2): 1, (0, 3): 1}
    assert spots(draw("I . Xi X . . ."), 2, "actions") == {(0, 2): 7, (0, 3): 7}


def test_G13_those_in_a_tower_who_can_attack_are_marked_with_their_odds():
    position = draw("Ti Ta I\nTi- Tc .")
    assert spots(position, 0, "actions") == {(0, 1): 5}
    play(position, (0, 0), "play_engine", (0, 1))
    assert spots(position, 1, "targets") == {(0, 2): 5}
    assert not reached(position, 1, "steps")
    assert not reached(position, 1, "moves")


# --- Buildings


def test_G21_what_is_beside_a_building_and_where_a_new_unit_could_be_put():
    board = "B1 B1 ~\nB1 B1 i\n. H ."
    assert spots(draw(board), 0, "beside") == {(0, 2): 1, (1, 2): 1, (2, 0): 2, (2, 1): 2}
    assert set(reached(draw(board, rules={"most_units": 1}), 0, "beside").values()) == {1}
    assert spots(draw("= = ="), 0, "beside") == {}


def test_G19_how_far_a_castle_builds_each_kind():
    rules = {"build_distance": [0, 1, 2, 9, 9, 9, 9]}
    position = draw(CASTLE, rules=rules)
    first_row = [number for (row, _), number in sorted(spots(position, 0, "building_range").items()) if row == 0]
    assert first_row == [0b1111111] * 4 + [0b1111110, 0b1111100]
    assert spots(draw(CASTLE, mode="siege"), 0, "building_range") == {}


def test_G19_G24_where_the_chosen_building_may_put_what_it_makes():
    position = play(draw(CASTLE, part=Phase.BUILDINGS), (0, 0), "ladder")
    assert len(spots(position, 0, "places")) == 6 * 4 - 9
    position = garrison.load("siege", map="river", mode="siege").new(1)
    position.play(0, position.actions(0)[0])
    position.play(0, "barracks")
    castle = value(position, "building_field", 0)
    assert set(reached(position, castle, "places")) == set(position.actions(0))


def test_G1_nothing_reaches_beyond_the_map():
    position = draw("i . . I")
    assert reached(position, 1599, "open") == {0: 1, 1: 1, 2: 1, 3: 1}
    assert not any(reached(position, 1599, name) for name in REACH if name != "open")
