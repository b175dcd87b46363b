"""Moving and turning (G5-G10), drawn before and after."""

import pytest
from siege_drawing import becomes, buttons, draw, fields, picture, play, text, value

pytestmark = pytest.mark.lane

WAYS = {"up", "right", "down", "left"}


def steps(board, unit, **facts):
    """Where a land unit may step first."""
    return fields(play(draw(board, **facts), unit))


def ways(board, engine, *which, **facts):
    """The directions in which an engine may move first."""
    return set(buttons(play(draw(board, **facts), engine, *which))) & WAYS


# --- Land units


def test_G6_a_move_goes_to_side_neighbours_only():
    assert steps(". . .\n. i .\n. . .", (1, 1)) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert steps("i .\n. .", (0, 0)) == [(0, 1), (1, 0)]
    assert steps(". .\n. i", (1, 1)) == [(0, 1), (1, 0)]


@pytest.mark.parametrize("unit, reach", [("i", 2), ("a", 2), ("c", 3)])
def test_G6_a_unit_moves_at_most_its_move(unit, reach):
    position = draw(f"{unit} . . . .")
    play(position, (0, 0), *[(0, column) for column in range(1, reach + 1)])
    assert value(position, "unit") == -1
    assert picture(position).split()[reach] == f"{unit}-"


def test_G6_a_unit_may_go_back_where_it_came_from():
    becomes("c . .", (0, 0), (0, 1), (0, 0), (0, 1), after=". c- .")


@pytest.mark.parametrize("other", ["i", "i-", "a", "c"])
def test_G6_no_field_with_another_land_unit_is_entered(other):
    assert steps(f"c {other} .\n. . .", (0, 0)) == [(1, 0)]


def test_G6_nor_one_with_an_enemy():
    becomes("c I .\n. . .", (0, 0), (0, 1), after="c- . .\n. . .")  # the click strikes


@pytest.mark.parametrize("other", [". . .", ". H .", ". G1 G1", ". R R", "X X .", "S S S"])
def test_G7_land_units_enter_grass_ladders_own_gates_engines_and_ships(other):
    assert steps(f"{other}\n^ i ^", (1, 1)) == [(0, 1)]


OTHERS = ["~", "^", "G2 G2", "= = =", "B2 B2", "B1 B1", "W1 W1", "P1 P1"]


@pytest.mark.parametrize("other", OTHERS)
def test_G7_not_water_rock_other_buildings_enemy_gates_or_walls_from_the_ground(other):
    below = other if other[0] in "BWP" else " ".join("." * len(other.split()))
    assert steps(f"^ i {other}\n^ ^ {below}", (0, 1)) == []


@pytest.mark.parametrize("other", ["K1", "K2", "M1", "M2"])
def test_G7_nor_castles_and_camps(other):
    row = " ".join([other] * 3)
    assert steps(f"{row}\n{row}\n{row}\n^ i ^", (3, 1)) == []


@pytest.mark.parametrize("under", [". Hi .", "= =i =", ". G1i G1", ". G2i G2"])
def test_G7_walls_are_entered_from_walls_ladders_and_gates(under):
    assert (0, 1) in steps(f"= = =\n{under}", (1, 1))


def test_G7_walls_are_entered_from_towers():
    becomes("= = =\n. Ti T\n. T T", (1, 1), "play_unit", (0, 1), "done", after="= =i- =\n. T T\n. T T")


def test_G7_not_from_grass_rams_or_ships():
    assert (0, 1) not in steps("= = =\n. i .", (1, 1))
    assert (0, 1) not in fields(play(draw("= = =\n. Ri R"), (1, 1), "play_unit"))
    assert (0, 1) not in fields(play(draw("= = =\nS Si S"), (1, 1), "play_unit"))


def test_G7_leaving_a_wall_is_free():
    becomes("= =i =\n. . .", (0, 1), (1, 1), (1, 2), after="= = =\n. . i-")


def test_G7_a_unit_walks_over_a_ladder_onto_the_wall_and_down():
    becomes(". . .\n= = =\nH . .\nc . .", (3, 0), (2, 0), (1, 0), (0, 0), after="c- . .\n= = =\nH . .\n. . .")


def test_G5_a_field_holds_one_land_unit():
    assert (0, 1) not in steps("i Ri- R", (0, 0))
    assert (0, 1) in steps("i R Ri-", (0, 0))


def test_G5_in_a_ram_on_a_gate_a_unit_is_not_on_the_gate():
    assert (0, 0) not in fields(play(draw("= = =\nG1Ri G1R ."), (1, 0), "play_unit"))
    assert (0, 0) in steps("= = =\nG1i G1 .", (1, 0))
    assert (0, 0) in fields(play(draw("= = =\nG1Ti G1T .\nT T ."), (1, 0), "play_unit"))


def test_G5_the_engine_on_an_enemy_gate_is_entered_the_gate_is_not():
    assert steps("i G2R G2R", (0, 0)) == [(0, 1)]
    assert steps("i G2 G2", (0, 0)) == []


@pytest.mark.parametrize("crew", ["", "I", "I-"])
def test_G5_an_enemy_enters_an_empty_or_half_empty_engine(crew):
    becomes(f"i R R{crew}\n. . .", (0, 0), (0, 1), "done", after=f". Ri- R{crew}\n. . .")


# --- Siege units


def test_G8_a_siege_unit_moves_one_field_with_all_inside():
    position = play(draw(". . . .\n. Ti T .\n. Tc Ta .\n. . . ."), (1, 2), "right")
    assert picture(position) == text(". . . .\n. . Ti T\n. . Tc Ta\n. . . .")
    assert fields(position) == [(1, 2), (2, 2), (2, 3)]
    assert buttons(position) == ["done"]


@pytest.mark.parametrize("way, top, left", [("up", 0, 1), ("right", 1, 2), ("down", 2, 1), ("left", 1, 0)])
def test_G8_a_full_tower_carries_everybody_every_way(way, top, left):
    rows = [["."] * 4 for _ in range(4)]
    for place, crew in enumerate(["Ti", "Ta", "Tc", "Ti-"]):
        rows[top + place // 2][left + place % 2] = crew
    position = play(draw(". . . .\n. Ti Ta .\n. Tc Ti- .\n. . . ."), (1, 1), "play_engine", way)
    assert picture(position) == "\n".join(" ".join(row) for row in rows)


@pytest.mark.parametrize("way, after", [("up", 0), ("down", 2)])
def test_G8_rams_move_sideways_too(way, after):
    rows = [". . .", ". . .", ". . ."]
    rows[after] = "Ri- R ."
    becomes(". . .\nRi R .\n. . .", (1, 1), way, after="\n".join(rows))


@pytest.mark.parametrize("other", ["~", "^", "H", "= = =", "G2 G2", "I", "i", "R R", "B1 B1"])
def test_G8_what_blocks_a_siege_unit(other):
    width = len(other.split())
    below = " ".join(["B1"] * 2 if other.startswith("B") else ["."] * width)
    assert ways(f"^ Xa X {other}\n^ ^ ^ {below}", (0, 2)) == set()


@pytest.mark.parametrize("other", [".", "G1 G1", "S S S"])
def test_G8_grass_own_gates_and_ships_bear_a_siege_unit(other):
    assert ways(f"^ Xa X {other}", (0, 2)) == {"right"}


def test_G8_a_unit_on_the_gate_or_ship_blocks_it():
    assert ways("^ Xa X G1i- G1", (0, 2)) == set()
    assert ways("^ Xa X Si- S S", (0, 2)) == set()


def test_G8_only_new_fields_are_checked():
    """A ram on a gate that has become the enemy's moves off it, but not further onto it."""
    assert ways("^ G2Ra G2R .", (0, 2)) == {"right"}
    assert ways(". Ra G2R G2", (0, 2)) == {"left"}


def test_G8_own_is_the_movers_colour():
    assert ways("^ XA X G2 G2", (0, 2), player=1) == {"right"}
    assert ways("^ XA X G1 G1", (0, 2), player=1) == set()


def test_G8_a_siege_unit_goes_aboard_and_ashore():
    becomes("Ra R S S S", (0, 1), "right", after=". Ra- SR S S")
    becomes(". SRa SR S", (0, 2), "play_engine", "left", after="Ra- SR S S")


# --- Ships


def test_G9_a_ship_moves_in_any_direction_at_each_step():
    board = "~ ~ ~ ~ ~\n~ S Si S ~\n~ ~ ~ ~ ~"
    assert ways(board, (1, 1)) == WAYS
    position = play(draw(board), (1, 1), "up", "right", "down")
    assert picture(position) == text("~ ~ ~ ~ ~\n~ ~ S Si- S\n~ ~ ~ ~ ~")


@pytest.mark.parametrize("other", [".", "^", "S S S"])
def test_G9_on_water_only(other):
    assert ways(f"S Si S {other}", (0, 0)) == set()


def test_G9_a_ship_carries_a_ram_with_its_crew():
    position = play(draw("~ ~ ~ ~\nSRi SRa S ~\n~ ~ ~ ~"), (1, 2), "right", "down")
    assert picture(position) == text("~ ~ ~ ~\n~ ~ ~ ~\n~ SRi SRa S")
    position = play(position, (2, 1))
    assert picture(position) == text("~ ~ ~ ~\n~ ~ ~ ~\n~ SRi- SRa S")


@pytest.mark.parametrize("board", ["~ ~ ~ ~\nSi S SR R\n~ ~ ~ ~", ". . r\nSi S Sr\n~ ~ ~", ". T T\nSi ST ST\n~ ~ ~"])
def test_G9_a_ship_is_held_by_a_siege_unit_partly_on_it(board):
    """It neither moves nor turns."""
    assert buttons(play(draw(board), (1, 0), "play_ship")) == ["done"]


def test_G9_a_ship_moves_with_a_ram_wholly_on_it_beside_the_shore():
    becomes("^ ^ ^ ^\nSRi SR S ~\n. . . .", (1, 2), "right", "done", after="^ ^ ^ ^\n~ SRi- SR S\n. . . .")


# --- Turning


@pytest.mark.parametrize(
    "field, after",
    [
        ((0, 1), ". ra . .\n. ri . .\n. . . ."),
        ((2, 1), ". . . .\n. ri . .\n. ra . ."),
        ((0, 2), ". . ri .\n. . ra .\n. . . ."),
        ((2, 2), ". . . .\n. . ra .\n. . ri ."),
    ],
)
def test_G10_a_ram_turns_in_four_ways(field, after):
    """Who sits on the turning field stays, the other goes along."""
    position = play(draw(". . . .\n. Ri Ra .\n. . . ."), (1, 1), "play_engine")
    assert fields(position) == [(0, 1), (0, 2), (2, 1), (2, 2)]
    assert picture(play(position, field)) == text(after)


@pytest.mark.parametrize(
    "field, after",
    [
        ((1, 0), ". . .\nXa Xi .\n. . .\n. . ."),
        ((1, 2), ". . .\n. Xi Xa\n. . .\n. . ."),
        ((2, 0), ". . .\n. . .\nXi Xa .\n. . ."),
        ((2, 2), ". . .\n. . .\n. Xa Xi\n. . ."),
    ],
)
def test_G10_a_trebuchet_turns_in_four_ways(field, after):
    position = play(draw(". . .\n. xi .\n. xa .\n. . ."), (1, 1), "play_engine")
    assert [place for place in fields(position) if place[1] != 1] == [(1, 0), (1, 2), (2, 0), (2, 2)]
    assert picture(play(position, field)) == text(after)


def test_G10_the_fields_that_it_comes_to_lie_on_must_be_free():
    position = play(draw(". ~ ^ .\n. Ra R .\n. H I ."), (1, 2))
    assert fields(position) == []
    position = play(draw(". S S S\n. Ra R .\n. G1 G1 ."), (1, 2))
    assert fields(position) == [(0, 1), (0, 2), (2, 1), (2, 2)]


def test_G10_nothing_turns_off_the_map():
    assert fields(play(draw("Ra R"), (0, 1))) == []
    assert fields(play(draw("ra\nr"), (1, 0))) == []


def test_G10_the_corner_it_sweeps_over_does_not_count():
    becomes("^ . ^\n^ Ra R", (1, 2), (0, 1), after="^ r ^\n^ ra- .")


def test_G10_turning_is_instead_of_moving():
    position = play(draw(". . .\n. Xi Xa\n. . ."), (1, 1), "play_engine", (0, 1), (1, 1))
    assert fields(position) == [(0, 1), (1, 1)]
    assert buttons(position) == ["done"]


def test_G10_a_tower_does_not_turn():
    position = play(draw(". . . .\n. Ta T .\n. T T .\n. . . ."), (1, 2))
    assert fields(position) == []
    assert set(buttons(position)) == {*WAYS, "done"}


@pytest.mark.parametrize(
    "button, after",
    [("turn_right", "~ si ~\n~ s ~\n~ sa ~"), ("turn_left", "~ sa ~\n~ s ~\n~ si ~")],
)
def test_G10_a_ship_turns_about_its_middle_either_way(button, after):
    position = play(draw("~ ~ ~\nSi S Sa\n~ ~ ~"), (1, 1), button)
    assert picture(position) == text(after)


@pytest.mark.parametrize(
    "button, after",
    [("turn_right", "~ ~ ~\nSa S Si\n~ ~ ~"), ("turn_left", "~ ~ ~\nSi S Sa\n~ ~ ~")],
)
def test_G10_an_upright_ship_turns_too(button, after):
    assert picture(play(draw("~ si ~\n~ s ~\n~ sa ~"), (1, 1), button)) == text(after)


@pytest.mark.parametrize(
    "before, button, after",
    [
        ("~ ~ ~\nSRi SRa Sc\n~ ~ ~", "turn_right", "~ sri ~\n~ sra ~\n~ sc ~"),
        ("~ ~ ~\nSRi SRa Sc\n~ ~ ~", "turn_left", "~ sc ~\n~ sra ~\n~ sri ~"),
        ("~ ~ ~\nSc SXi SXa\n~ ~ ~", "turn_right", "~ sc ~\n~ sxi ~\n~ sxa ~"),
        ("~ ~ ~\nSc SXi SXa\n~ ~ ~", "turn_left", "~ sxa ~\n~ sxi ~\n~ sc ~"),
    ],
)
def test_G10_a_ship_turns_with_an_engine_and_its_crew(before, button, after):
    position = draw(before)
    play(position, (1, 1), "play_ship", button)
    assert picture(position) == text(after)


@pytest.mark.parametrize("side", ["~ . ~", "~ ^ ~", "S S S"])
def test_G10_a_ship_needs_both_fields(side):
    for board in (f"{side}\nSi S Sa\n~ ~ ~", f"~ ~ ~\nSi S Sa\n{side}"):
        assert not {"turn_left", "turn_right"} & set(buttons(play(draw(board), (1, 1))))
    assert not {"turn_left", "turn_right"} & set(buttons(play(draw("Si S Sa\n~ ~ ~"), (0, 1))))
