"""Actions: striking, shooting, ramming, hurling (G11-G15), and what goes down with what."""

import pytest
from siege_drawing import becomes, buttons, draw, fields, picture, play, text, told, value

from garrison.games.siege.state import Happening

pytestmark = pytest.mark.lane


def targets(board, unit, *which, **facts):
    """Whom a land unit may attack without a step."""
    position = play(draw(board, rules={"unit_move": [1, 1, 1]}, **facts), unit, *which)
    s = position.state[0]
    return [(row, column) for row, column in fields(position) if s.unit_at[row * s.columns + column]]


# --- Land units


@pytest.mark.parametrize("unit", ["i", "c"])
def test_G11_infantry_and_cavalry_eliminate_a_neighbour(unit):
    board = f"I A C\nI {unit} I\nC I A"
    assert targets(board, (1, 1)) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    becomes(board, (1, 1), (0, 1), after=f"I . C\nI {unit}- I\nC I A")


def test_G3_land_units_at_a_corner_cannot_attack_each_other():
    assert targets("i .\n. A", (0, 0)) == []
    assert targets("A .\n. c", (1, 1)) == []


def test_G3_land_units_at_a_side_can():
    assert targets("i A", (0, 0)) == [(0, 1)]
    assert targets("i\nA", (0, 0)) == [(1, 0)]


def test_G11_wherever_the_enemy_stands_but_not_ones_own():
    assert targets(". RI R\n=I =i =\n. i .", (1, 1)) == [(0, 1), (1, 0)]
    assert targets("i i", (0, 0)) == []


def test_G12_archers_shoot_at_a_distance_of_at_most_2():
    rows = [["I"] * 9 for _ in range(9)]
    rows[4][4] = "a"
    hit = targets("\n".join(" ".join(row) for row in rows), (4, 4))
    assert hit == [(r, c) for r in range(9) for c in range(9) if 1 <= abs(r - 4) + abs(c - 4) <= 3]


@pytest.mark.parametrize("roll", range(1, 7))
def test_G12_5_or_6_eliminates(roll):
    position = becomes(
        "a . . I",
        (0, 0),
        (0, 3),
        after="a- . . I" if roll < 5 else "a- . . .",
        dice=(roll,),
        rules={"unit_move": [1] * 3},
    )
    assert told(position, Happening.SHOT) == [(roll, 5, 0, 3)]


def test_G12_the_height_of_walls_and_towers():
    """Fields from the archers to the furthest that they can name: 3 steps on the same height, 4 down, 2 up."""
    flat, wall = "I I I I I I", "=I =I =I =I =I =I"
    assert targets(f"a {flat}", (0, 0)) == [(0, 1), (0, 2), (0, 3)]
    assert targets(f"=a = = {flat}", (0, 0)) == [(0, 3), (0, 4)]
    assert targets(f"a {wall}", (0, 0)) == [(0, 1), (0, 2)]
    assert targets(f"=a = = {wall}", (0, 0)) == [(0, 3)]
    assert targets(f"Ta T {flat}\nT T . . . . . .", (0, 0), "play_unit") == [(0, 2), (0, 3), (0, 4)]
    assert targets(f"Ra R {flat}", (0, 0), "play_unit") == [(0, 2), (0, 3)]


def test_G12_the_height_of_towers_on_gates_and_of_gates():
    assert targets("a . . TI T\n. . . T T", (0, 0)) == []
    assert targets("a . TI T\n. . T T", (0, 0)) == [(0, 2)]
    assert targets("G1a G1 . I", (0, 0)) == [(0, 3)]
    assert targets("G1a G1 . . I", (0, 0)) == []
    assert targets("Ha . . . I", (0, 0)) == []


def test_G12_from_above_a_distance_is_never_below_0():
    position = play(draw("=a = =\nI . .", rules={"archers_range": 0, "height_bonus": 5}), (0, 0))
    assert (1, 0) in fields(position)


# --- Towers


def test_G13_every_unexhausted_unit_in_a_tower_may_act():
    position = draw("I . . .\nTi Ta . .\nTc- T I .", dice=(5,))
    play(position, (1, 1), "play_engine")
    assert fields(position) == [(1, 0), (1, 1)]
    play(position, (1, 0))
    assert fields(position) == [(0, 0)]
    play(position, (0, 0))
    assert picture(position) == text(". . . .\nTi- Ta . .\nTc- T I .")
    assert (fields(position), buttons(position)) == ([(1, 1)], ["done"])
    play(position, (1, 1), (2, 2))
    assert picture(position) == text(". . . .\nTi- Ta- . .\nTc- T . .")
    assert value(position, "engine") == -1


def test_G13_after_a_move_the_others_may_act():
    position = play(draw(". Ti Ta .\n. T T I"), (0, 1), "play_engine", "left", (0, 0), (0, 1))
    assert fields(position) == [(1, 3)]


def test_G13_a_tower_without_anybody_to_attack_is_done_after_its_move():
    becomes(". Ti Ta\n. T T", (0, 1), "play_engine", "left", (0, 0), after="Ti- Ta- .\nT T .")


def test_G14_after_a_move_the_action_may_be_given_up():
    becomes("Ra Ri . H", (0, 1), "play_engine", "right", (0, 1), "done", after=". Ra- Ri- H")


def test_G13_done_gives_up_the_other_actions():
    becomes("Ti Ti I\nT T .\nI . .", (0, 0), "play_engine", "done", after="Ti- Ti- I\nT T .\nI . .")


# --- Rams


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize(
    "target, needed, kind",
    [
        ("= = =", 5, 6),
        ("G1 G1 .", 4, 7),
        ("G2 G2 .", 4, 7),
        ("H . .", 4, 8),
        ("B2 B2 .", 4, 2),
        ("W1 W1 .", 4, 3),
        ("P2 P2 .", 4, 4),
    ],
)
def test_G14_what_a_ram_destroys_at_which_roll(target, needed, kind, roll):
    below = target if target[0] in "BWP" else ". . ."
    gone = "\n".join([". Ra- R . . .", ". . . . . ."])
    stays = f". Ra- R {target}\n. . . {below}"
    position = becomes(
        f". Ra R {target}\n. . . {below}", (0, 2), (0, 3), after=gone if roll >= needed else stays, dice=(roll,)
    )
    assert told(position, Happening.RAMMED) == [(roll, needed, kind, 3)]


@pytest.mark.parametrize("target", ["K1", "K2", "M1", "M2"])
def test_G14_never_a_castle_or_camp(target):
    row = " ".join([target] * 3)
    assert fields(play(draw(f"^ ^ {row}\nRa R {row}\n^ ^ {row}"), (1, 1))) == []


def test_G14_in_the_line_of_its_length_only():
    """Both short ends, not the long sides and not the corners."""
    assert fields(play(draw(". = = = .\n. H Ra R H\n. = = = ."), (1, 3))) == [(1, 1), (1, 4)]
    assert fields(play(draw(". H .\n# ra #\n# r #\n# H #"), (2, 1))) == [(0, 1), (3, 1)]
    assert fields(play(draw("H . . H\n^ Ra R ^\nH . . H"), (1, 2))) == [(0, 1), (0, 2), (2, 1), (2, 2)]  # turns


def test_G14_not_what_it_stands_on_itself():
    assert fields(play(draw("^ ^ ^\nRa G1R G1\n^ ^ ^"), (1, 1))) == []
    assert fields(play(draw("^ ^ ^ ^\nG1Ra G1R G1 G1\n^ ^ ^ ^"), (1, 1))) == [(1, 2)]


def test_G14_the_building_goes_with_every_unit_on_it():
    becomes("Ra R =i =I- =", (0, 1), (0, 2), after="Ra- R . . .", dice=(6,))
    becomes("Ra R g1XI X\n. . g1i .", (0, 1), (0, 2), after="Ra- R . .\n. . . .", dice=(4,))
    becomes("Ra R g2TI TI\n. . g2T Ti\n. . . .", (0, 1), (0, 2), after="Ra- R . .\n. . . .\n. . . .", dice=(4,))


def test_G14_a_ram_needs_an_unexhausted_unit_after_its_move():
    position = becomes("Ra R . H", (0, 1), "right", after=". Ra- R H")
    assert value(position, "engine") == -1
    position = play(draw("Ra Ri . H", dice=(4,)), (0, 1), "play_engine", "right", (0, 1))
    assert fields(position) == [(0, 3)]
    assert picture(play(position, (0, 3))) == text(". Ra- Ri- .")


def test_G14_where_a_building_stood_one_may_be_built():
    position = play(draw("Ra R W2 W2\n. . W2 W2", dice=(6,)), (0, 1), (0, 2))
    s = position.state[0]
    assert (s.free[0], s.free[1], s.near[0], s.near[1]) == (0b1100, 0b1111, 0, 0)
    assert (s.estate[1], s.building_top) == (0, 0)
    board = "Ra R W2 W2 . B1 B1\n. . W2 W2 . B1 B1"
    s = play(draw(board, dice=(6,)), (0, 1), (0, 2)).state[0]
    assert (s.near[0], s.near[1], s.estate[0], s.estate[1]) == (0b1110000, 0b1110000, 1, 0)


# --- Trebuchets


LINE = "Xa X . . I I I I"


@pytest.mark.parametrize("roll, hit", [(1, 0), (2, 0), (3, 0), (4, 3), (5, 4), (6, 5)])
def test_G15_4_5_and_6_hit_the_3rd_4th_and_5th_field(roll, hit):
    cells = LINE.split()
    cells[0] = "Xa-"
    if hit:
        cells[1 + hit] = "."
    position = becomes(LINE, (0, 1), (0, 1), after=" ".join(cells), dice=(roll,))
    assert told(position, Happening.HURLED) == [(roll, hit, 1 + hit if hit else -1, int(hit > 0))]


@pytest.mark.parametrize(
    "board, end, after",
    [
        ("I . . X Xa . . i", (0, 3), ". . . X Xa- . . i"),
        ("I . . X Xa . . i", (0, 4), "I . . X Xa- . . ."),
        ("I\n.\n.\nx\nxa\n.\n.\ni", (3, 0), ".\n.\n.\nx\nxa-\n.\n.\ni"),
        ("I\n.\n.\nx\nxa\n.\n.\ni", (4, 0), "I\n.\n.\nx\nxa-\n.\n.\n."),
    ],
)
def test_G15_in_either_of_its_long_directions_ally_or_enemy(board, end, after):
    field = next(
        (r, c) for r, row in enumerate(board.split("\n")) for c, cell in enumerate(row.split()) if cell[0] in "Xx"
    )
    position = draw(board, dice=(4,))
    play(position, field)
    play(position, end)
    assert picture(position) == text(after)


@pytest.mark.parametrize("end", [(0, 0), (0, 1)])
def test_G15_off_the_map_it_misses(end):
    position = play(draw("X Xa", dice=(4,)), (0, 0), end)
    assert told(position, Happening.HURLED) == [(4, 3, -1, 0)]


def test_G15_it_may_hurl_at_nothing():
    position = play(draw("X Xa . . . .", dice=(4,)), (0, 0), (0, 1))
    assert told(position, Happening.HURLED) == [(4, 3, 4, 0)]


@pytest.mark.parametrize(
    "target, after",
    [
        ("SRI SR Si", "~ ~ ~"),
        ("S S S", "~ ~ ~"),
        ("Ra RI .", ". . ."),
        ("=I = =", "= = ="),
        ("G2RI G2R .", "G2 G2 ."),
        ("HI . .", "H . ."),
        ("B2 B2 .", "B2 B2 ."),
    ],
)
def test_G15_the_ship_else_the_siege_unit_else_the_land_unit(target, after):
    below = "B2 B2 ." if target[0] == "B" else ". . ."
    becomes(
        f"Xa X . . {target}\n. . . . {below}", (0, 1), (0, 1), after=f"Xa- X . . {after}\n. . . . {below}", dice=(4,)
    )


def test_G15_a_ship_takes_along_what_is_only_partly_on_it():
    becomes(
        "Xa X . . sT T\n. . . . sTi TI\n. . . . sI .",
        (0, 1),
        (0, 1),
        after="Xa- X . . ~ .\n. . . . ~ .\n. . . . ~ .",
        dice=(4,),
    )


def test_G15_a_siege_unit_partly_on_a_ship_goes_without_the_ship():
    becomes("Xa X . . RI SR Si S", (0, 1), (0, 1), after="Xa- X . . . S Si S", dice=(4,))


def test_G15_a_trebuchet_may_destroy_the_ship_that_it_is_on():
    """Only with other rules: by default its own ship is too near."""
    rules = {"trebuchet_fields": [1] * 6}
    position = draw("~ ~ ~ .\nSXa SX Si I", rules=rules, dice=(6,))
    play(position, (1, 2), "play_ship", (1, 0), "play_engine", (1, 1))
    assert picture(position) == text("~ ~ ~ .\n~ ~ ~ I")
    assert (value(position, "ship"), value(position, "engine"), value(position, "engines")) == (-1, -1, 0)


def test_G15_a_trebuchet_needs_an_unexhausted_unit_after_its_move():
    position = becomes("Xa X .", (0, 1), "right", after=". Xa- X")
    assert value(position, "phase") == 3
    position = play(draw("Xa Xi ."), (0, 1), "play_engine", "right", (0, 1))
    assert fields(position) == [(0, 1), (0, 2)]
