"""Unit turns: land units, crews and ships (G16-G18, G25)."""

import pytest
from siege_drawing import becomes, buttons, draw, fields, picture, play, text, value

pytestmark = pytest.mark.lane


def test_G16_a_move_then_an_action_then_exhausted():
    becomes("i . . I", (0, 0), (0, 1), (0, 2), (0, 3), after=". . i- .")
    becomes("c . I .", (0, 0), (0, 1), (0, 2), after=". c- . .")


def test_G16_both_are_optional():
    becomes("i . I", (0, 0), "done", after="i- . I")
    becomes("i . I", (0, 0), (0, 1), "done", after=". i- I")


def test_G16_no_step_follows_the_action():
    position = play(draw("c I . ."), (0, 0), (0, 1))
    assert (value(position, "unit"), value(position, "steps_left")) == (-1, 0)


def test_G16_a_turn_with_nothing_left_ends_by_itself():
    assert value(play(draw("i . . ."), (0, 0), (0, 1), (0, 2)), "unit") == -1
    assert value(play(draw("i . . I"), (0, 0), (0, 1), (0, 2)), "unit") == 0


def test_G16_an_exhausted_unit_has_no_turn():
    position = draw("i- i . I")
    assert fields(position) == [(0, 1)]
    assert buttons(position) == ["end_units"]


def test_G16_an_enemy_is_not_played():
    assert fields(draw("I RI R")) == []


# --- Siege units


@pytest.mark.parametrize(
    "engine, can",
    [
        ("R R", False),
        ("Ri- R", False),
        ("Ri RI", False),
        ("Ri RI-", False),
        ("Ri R", True),
        ("Ri- Ra", True),
        ("RI R", False),
    ],
)
def test_G17_who_can_play_a_siege_unit(engine, can):
    """Somebody unexhausted inside and no enemy."""
    position = draw(f"{engine} .")
    own = [(0, column) for column, cell in enumerate(engine.split()) if cell in ("Ri", "Ra")]
    assert fields(position) == ([(0, 0), (0, 1)] if can else own)


def test_G17_a_move_exhausts_one_of_the_players_choice():
    position = play(draw("Ri Ra . H"), (0, 0), "play_engine", "right")
    assert (fields(position), buttons(position)) == ([(0, 1), (0, 2)], ["done"])
    assert picture(play(position, (0, 2))) == text(". Ri Ra- H")
    assert fields(position) == [(0, 3)]


def test_G17_a_turn_exhausts_one_too():
    position = play(draw(". .\nRi Ra"), (1, 0), "play_engine", (0, 0))
    assert picture(position) == text("ra .\nri .")
    assert picture(play(position, (0, 0))) == text("ra- .\nri- .")  # nothing to ram: the turn is over


def test_G17_if_there_is_only_one_it_is_not_asked():
    becomes("Ri Ra- .", (0, 0), "play_engine", "right", after=". Ri- Ra-")


def test_G17_afterwards_all_inside_are_exhausted():
    becomes("Ri Ra H", (0, 0), "play_engine", (0, 2), after="Ri- Ra- H", dice=(1,))
    becomes("Ri Ra .", (0, 0), "play_engine", "done", after="Ri- Ra- .")
    becomes("Ri Ra . H", (0, 0), "play_engine", "right", "done", after=". Ri- Ra- H")


def test_G17_a_longer_move_exhausts_one_in_all():
    rules = {"engine_move": [2, 2, 2, 3]}
    position = play(draw("Ri Ra . . H", rules=rules), (0, 0), "play_engine", "right", "right", (0, 2))
    assert picture(position) == text(". . Ri- Ra H")
    position = play(draw("Ri R . .", rules=rules), (0, 1), "right")
    assert (fields(position), buttons(position)) == ([(0, 1)], ["done", "right", "left"])


def test_G17_on_a_field_with_several_it_is_asked_which():
    position = play(draw("~ ~ ~\nSRi SR S"), (1, 0))
    assert buttons(position) == ["play_unit", "play_engine", "play_ship"]
    position = play(draw("Ri R"), (0, 0))
    assert buttons(position) == ["play_unit", "play_engine"]
    assert value(play(draw("Ri R"), (0, 0), "play_unit"), "unit") == 0
    assert value(play(draw("Ri R"), (0, 1)), "engine") == 0


def test_G17_a_crew_climbs_out():
    becomes("Ri R .", (0, 0), "play_unit", (0, 1), (0, 2), after="R R i-")


# --- Ships


@pytest.mark.parametrize("ship, can", [("S S S", 0), ("Si- S S", 0), ("Si S SI", 0), ("Si S S", 1), ("SRi SRI S", 0)])
def test_G18_who_can_play_a_ship(ship, can):
    position = draw(f"~ ~ ~\n{ship}")
    assert ((1, 2) in fields(position)) == bool(can)


def test_G18_those_in_engines_are_inside_the_ship():
    position = play(draw("~ ~ ~ ~\nSRi SR S ~"), (1, 2), "right", (1, 1))
    assert picture(position) == text("~ ~ ~ ~\n~ SRi- SR S")


def test_G18_a_move_exhausts_one_then_the_others_have_turns():
    position = play(draw("~ ~ ~ ~ .\nSi Sa Sc ~ .\n. . . . ."), (1, 0), "play_ship", "right", (1, 1))
    assert picture(position) == text("~ ~ ~ ~ .\n~ Si- Sa Sc .\n. . . . .")
    assert (fields(position), buttons(position)) == ([(1, 2), (1, 3)], ["done"])
    play(position, (1, 3), (1, 4), (0, 4), "done")
    assert picture(position) == text("~ ~ ~ ~ c-\n~ Si- Sa S .\n. . . . .")
    assert fields(position) == [(1, 2)]
    play(position, (1, 2), (2, 2), "done")
    assert value(position, "ship") == -1


def test_G18_done_exhausts_all_inside():
    becomes("Si Sa SR R\n. . . i", (0, 0), "play_ship", "done", after="Si- Sa- SR R\n. . . i")
    position = play(draw("~ ~ ~ ~\nSi Sa Sc ~"), (1, 0), "play_ship", "right", (1, 1), "done")
    assert picture(position) == text("~ ~ ~ ~\n~ Si- Sa- Sc-")


def test_G18_the_units_turns_may_come_without_a_move():
    position = play(draw(". . .\nSi Sa S\n~ ~ ~"), (1, 2), (1, 0), (0, 0), "done")
    assert value(position, "ship") == 0
    assert (fields(position), buttons(position)) == ([(1, 1)], ["done"])


def test_G18_a_siege_unit_inside_has_its_turn():
    position = draw("~ ~ ~ ~ .\nSRi SRa Sc ~ .\n~ ~ ~ ~ .")
    play(position, (1, 2), "play_ship", "right", (1, 3))
    assert fields(position) == [(1, 1), (1, 2)]
    play(position, (1, 1))
    assert buttons(position) == ["play_unit", "play_engine"]
    assert value(play(position, "play_engine"), "engine") == 1


def test_G18_of_a_siege_unit_partly_aboard_only_that_part_is_offered():
    position = play(draw("~ ~ ~ . .\nSi S SRa Ra .\n~ ~ ~ . ."), (1, 1))
    assert fields(position) == [(1, 0), (1, 2)]
    play(position, (1, 2), "play_engine", "right", (1, 3))
    assert value(position, "ship") == 0
    assert fields(position) == [(1, 0)]


def test_G18_a_crew_off_the_ship_is_not_exhausted_with_it():
    becomes("~ ~ ~ .\nSi S SRa Ra\n~ ~ ~ .", (1, 1), "done", after="~ ~ ~ .\nSi- S SRa- Ra\n~ ~ ~ .")


def test_G18_a_ship_with_one_unit_is_over_after_its_last_step():
    position = play(draw("Si S S ~ ~ ~"), (0, 1), "right", "right", "right")
    assert picture(position) == text("~ ~ ~ Si- S S")
    assert value(position, "ship") == -1
    position = play(draw("Si S S ~ ~ ~"), (0, 1), "right", (0, 1))
    assert value(position, "ship") == -1


def test_G18_a_unit_walks_over_ships_to_the_other_shore():
    becomes("c s s .\n. s s .\n. s s .", (0, 0), (0, 1), (0, 2), (0, 3), after=". s s c-\n. s s .\n. s s .")


# --- The part


def test_G25_units_have_turns_in_any_order_until_the_player_ends_that_part():
    position = draw("i . a . c .")
    assert fields(position) == [(0, 0), (0, 2), (0, 4)]
    play(position, (0, 4), "done", (0, 0), "done")
    assert fields(position) == [(0, 2)]
    assert value(play(position, "end_units"), "phase") == 10


def test_G25_at_the_end_of_the_turn_exhaustion_is_lifted():
    board = "K1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\ni- I- a c- . . ."
    position = play(draw(board), "end_units", "end_turn")
    assert picture(position).splitlines()[3] == "i I- a c . . ."
    assert (position.waiting, value(position, "turns", 0), value(position, "phase")) == ((1,), 1, 3)
