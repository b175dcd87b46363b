"""Building, making units, capture (G2-G4, G19-G22)."""

import pytest
from siege_drawing import buttons, draw, fields, game_with, picture, play, told, value

import garrison
from garrison.games.siege.state import Happening, Phase
from seeing import numbers_of, planes_of

pytestmark = pytest.mark.lane

KINDS = ["barracks", "workshop", "port", "camp", "wall", "gate", "ladder"]
UNITS = ["infantry", "archers", "cavalry"]
ENGINES = ["tower", "ram", "trebuchet", "ship"]
SIZES = {"barracks": 2, "workshop": 2, "port": 2, "camp": 3}


def plan(rows, columns, *pieces):
    """A large map as a picture: grass with pieces, each given as cell, top, left, rows, columns."""
    cells = [["."] * columns for _ in range(rows)]
    for cell, top, left, height, width in pieces:
        for row in range(top, top + height):
            cells[row][left : left + width] = [cell] * width
    return "\n".join(" ".join(row) for row in cells)


def at_work(board, player=0, coins=64, **facts):
    """The building part of a player's turn."""
    return draw(board, player=player, part=Phase.BUILDINGS, coins=[coins, coins], **facts)


def square(letter, size=2):
    return "\n".join([" ".join([letter] * size)] * size)


# --- Distances


@pytest.mark.parametrize("place, distance", [((2, 13), 10), ((8, 13), 16), ((0, 13), 10)])
def test_G2_the_distances_of_the_rules_examples(place, distance):
    """A camp is as large as a castle: it may stand there if the build distance is that, and not if it is one less."""
    between = [("W1", 0, 5, 2, 2), ("=", 0, 8, 1, 3)] if place[0] == 0 else []
    board = plan(15, 24, ("K1", 0, 0, 3, 3), *between)
    for allowed, fits in [(distance, True), (distance - 1, False)]:
        rules = {"build_distance": [5, 5, 5, allowed, 10, 10, 10]}
        assert (place in fields(play(at_work(board, rules=rules), (0, 0), "camp"))) is fits


@pytest.mark.parametrize("kind, distance", list(zip(KINDS, [5, 5, 5, 20, 10, 10, 10], strict=True)))
def test_G2_G19_all_places_within_the_build_distance(kind, distance):
    """Worked out again field by field."""
    board = plan(34, 40, ("K1", 14, 18, 3, 3))
    position = play(at_work(board), (14, 18), kind)
    if kind in ("wall", "gate"):
        play(position, "upright")
    rows, columns = {"wall": (3, 1), "gate": (2, 1), "ladder": (1, 1)}.get(kind, (SIZES.get(kind, 1),) * 2)
    ring = 1 if kind in SIZES else 0
    expected = []
    for row in range(34 - rows + 1):
        for column in range(40 - columns + 1):
            cells = [(row + r, column + c) for r in range(rows) for c in range(columns)]
            apart = min(max(14 - r, r - 16, 0) + max(18 - c, c - 20, 0) for r, c in cells) - 1
            touches = any(14 - ring <= r <= 16 + ring and 18 - ring <= c <= 20 + ring for r, c in cells)
            if apart <= distance and not touches:
                expected.append((row, column))
    assert fields(position) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_G19_on_free_grass_only(kind):
    board = "\n".join(
        [
            "K1 K1 K1 . . . . .",
            "K1 K1 K1 . . . . .",
            "K1 K1 K1 . . . . .",
            ". . . . . . . .",
            "~ ^ i R R H T T",
            ". . . . . . T T",
        ]
    )
    position = play(at_work(board), (0, 0), kind)
    blocked = {(4, column) for column in range(8)} | {(5, 6), (5, 7)}
    while "across" in buttons(position):
        play(position, "across")
    assert not blocked & set(fields(position))


@pytest.mark.parametrize("other", ["K2", "B2", "W1", "P2", "M1"])
@pytest.mark.parametrize("kind", ["barracks", "camp"])
def test_G19_castles_camps_and_workplaces_are_never_neighbours(kind, other):
    size = 3 if other[0] in "KM" else 2
    board = plan(14, 14, ("K1", 0, 0, 3, 3), (other, 5, 5, size, size))
    found = set(fields(play(at_work(board), (0, 0), kind)))
    length = SIZES[kind]
    taken = {(r, c) for r in range(5 - length, 6 + size) for c in range(5 - length, 6 + size)}
    assert not found & taken
    assert (4 - length, 4) in found


@pytest.mark.parametrize("kind", ["wall", "gate", "ladder"])
def test_G3_G19_walls_gates_and_ladders_may_touch_anything(kind):
    position = play(at_work(plan(8, 8, ("K1", 0, 0, 3, 3), ("H", 3, 4, 1, 1))), (0, 0), kind)
    if kind != "ladder":
        play(position, "across")
    assert {(3, 0), (3, 1), (4, 4)} <= set(fields(position))
    built = play(position, (3, 1))
    assert value(built, "works") == 2


def test_G4_who_owns_what():
    board = plan(12, 14, ("K1", 0, 0, 3, 3), ("K2", 9, 11, 3, 3))
    for kind, owner in zip(KINDS, [0, 0, 0, 0, -1, 0, -1], strict=True):
        position = play(at_work(board), (0, 0), kind)
        if kind in ("wall", "gate"):
            play(position, "across")
        place = fields(position)[0]
        play(position, place)
        building = value(position, "building_at", place[0] * 14 + place[1]) - 1
        assert value(position, "building_owner", building) == owner
        assert value(position, "building_castle", building) == 0


# --- What buildings do


def test_G20_a_castle_builds_one_building_or_takes_4_coins():
    board = plan(12, 12, ("K1", 0, 0, 3, 3))
    position = play(at_work(board), (1, 1))
    assert buttons(position) == ["coins", *KINDS]
    play(position, "coins")
    assert (value(position, "coins", 0), fields(position)) == (68, [])
    position = play(at_work(board), (0, 2), "ladder", (5, 5))
    assert (value(position, "coins", 0), fields(position)) == (63, [])


@pytest.mark.parametrize("kind, cost", list(zip(KINDS, [8, 8, 8, 32, 4, 4, 1], strict=True)))
def test_G20_prices_of_buildings(kind, cost):
    board = plan(12, 12, ("K1", 0, 0, 3, 3))
    assert kind not in buttons(play(at_work(board, coins=cost - 1), (0, 0)))
    position = play(at_work(board, coins=cost), (0, 0), kind)
    if kind in ("wall", "gate"):
        play(position, "upright")
    assert value(play(position, fields(position)[0]), "coins", 0) == 0


@pytest.mark.parametrize("kind, cost", [*zip(UNITS, [1, 1, 2], strict=True), *zip(ENGINES, [4, 4, 4, 4], strict=True)])
def test_G21_prices_of_units(kind, cost):
    board = "M1 M1 M1 . . .\nM1 M1 M1 . . .\nM1 M1 M1 . . .\n. ~ ~ ~ . ."
    if cost > 1:
        assert kind not in buttons(play(at_work(board, coins=cost - 1), (0, 0)))
    position = play(at_work(board, coins=cost), (0, 0), kind)
    if "across" in buttons(position):
        play(position, "across")
    assert value(play(position, fields(position)[0]), "coins", 0) == 0


def test_G20_barracks_make_up_to_2_land_units():
    position = play(at_work("B1 B1 . .\nB1 B1 . .\n. . . ."), (1, 1))
    assert buttons(position) == UNITS
    play(position, "archers", (0, 2))
    assert buttons(position) == ["done", *UNITS]
    play(position, "cavalry", (1, 2))
    assert picture(position) == "B1 B1 a .\nB1 B1 c .\n. . . ."
    assert (fields(position), value(position, "coins", 0)) == ([], 61)
    position = play(at_work("B1 B1 .\nB1 B1 ."), (0, 0), "infantry", (0, 2), "done")
    assert fields(position) == []


def test_G20_barracks_stop_when_nothing_more_can_be_paid_or_placed():
    assert fields(play(at_work("B1 B1 .\nB1 B1 .", coins=1), (0, 0), "infantry", (0, 2))) == []
    assert fields(play(at_work("B1 B1 .\nB1 B1 ^"), (0, 0), "infantry", (0, 2))) == []


def test_G20_a_workshop_makes_1_siege_unit_and_a_port_1_ship():
    board = "W1 W1 . . . . P1 P1\nW1 W1 . . . . P1 P1\n. . . . . ~ ~ ~"
    position = at_work(board)
    assert buttons(play(position, (0, 0))) == ["tower", "ram", "trebuchet"]
    play(position, "tower", (0, 2))
    assert {column for _, column in fields(position)} == {6, 7}
    assert buttons(play(position, (0, 6))) == ["ship"]
    play(position, "ship", (2, 5))
    assert picture(position) == "W1 W1 T T . . P1 P1\nW1 W1 T T . . P1 P1\n. . . . . S S S"
    assert fields(position) == []


def test_G20_a_camp_does_one_of_the_three():
    board = "M1 M1 M1 . . .\nM1 M1 M1 . . .\nM1 M1 M1 . . .\n. ~ ~ ~ . ."
    assert buttons(play(at_work(board), (2, 2))) == [*UNITS, *ENGINES]
    position = play(at_work(board), (2, 2), "infantry", (0, 3))
    assert buttons(position) == ["done", *UNITS]
    assert fields(play(position, "infantry", (1, 3))) == []
    assert fields(play(at_work(board), (2, 2), "tower", (0, 3))) == []


def test_G20_a_building_acts_in_the_turn_it_was_built():
    position = play(at_work(plan(12, 12, ("K1", 0, 0, 3, 3))), (0, 0), "barracks", (0, 4))
    assert fields(position) == [(0, 4), (0, 5), (1, 4), (1, 5)]
    play(position, (0, 4), "infantry", (2, 4), "done", "end_turn")
    assert position.waiting == (1,)


def test_G20_the_others_buildings_do_not_act():
    assert fields(at_work("B1 B1 .\nB1 B1 .", player=1)) == []


def test_G19_a_port_away_from_water_is_of_no_use():
    assert fields(at_work("P1 P1 . . .\nP1 P1 . . .\n. . ~ ~ ~")) == []


def test_G20_walls_gates_and_ladders_do_nothing():
    assert fields(at_work("= = = . .\nG1 G1 H . .")) == []


# --- Where units are made


def test_G3_G21_a_land_unit_is_made_at_a_side_not_at_a_corner():
    board = ". . . . .\n. B1 B1 . .\n. B1 B1 . .\n. . . . ."
    sides = [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    assert fields(play(at_work(board), (1, 1), "infantry")) == sides


def test_G21_on_grass_ladder_own_gate_siege_unit_or_ship_not_on_a_wall():
    board = ". H G1 G1\n# B1 B1 r\n# B1 B1 r\n# S S S"
    assert fields(play(at_work(board), (1, 1), "archers")) == [(0, 1), (0, 2), (1, 3), (2, 3), (3, 1), (3, 2)]
    board = ". ^ G2 G2\n. B1 B1 i\n~ B1 B1 I\n. ~ ~ ."
    assert fields(play(at_work(board), (1, 1), "archers")) == [(1, 0)]


def test_G21_a_land_unit_may_be_made_beside_an_enemy_in_an_engine():
    position = play(at_work("B1 B1 r .\nB1 B1 rI ."), (0, 0), "infantry", (0, 2))
    assert picture(position) == "B1 B1 ri .\nB1 B1 rI ."


def test_G3_G21_a_siege_unit_touches_its_workshop_by_a_side():
    board = plan(8, 8, ("W1", 3, 3, 2, 2))
    towers = fields(play(at_work(board), (3, 3), "tower"))
    assert towers == sorted(
        [(1, c) for c in (2, 3, 4)] + [(5, c) for c in (2, 3, 4)] + [(r, c) for r in (2, 3, 4) for c in (1, 5)]
    )
    rams = fields(play(at_work(board), (3, 3), "ram", "upright"))
    assert rams == sorted([(1, 3), (1, 4), (5, 3), (5, 4)] + [(r, c) for r in (2, 3, 4) for c in (2, 5)])


def test_G21_a_siege_unit_is_made_on_fields_that_it_could_move_onto():
    board = "W1 W1 G1 G1\nW1 W1 ^ ^\n. . . ."
    assert fields(play(at_work(board), (0, 0), "ram")) == [(0, 2), (2, 0), (2, 1)]
    board = "W1 W1 G2 G2\nW1 W1 H .\ni . ^ ."
    assert fields(at_work(board)) == []


def test_G3_G21_a_ship_touches_its_port_by_a_side():
    board = "~ ~ ~ ~ ~ ~\n~ ~ P1 P1 ~ ~\n~ ~ P1 P1 ~ ~\n~ ~ ~ ~ ~ ~"
    across = fields(play(at_work(board), (1, 2), "ship", "across"))
    assert across == [(0, 0), (0, 1), (0, 2), (0, 3), (3, 0), (3, 1), (3, 2), (3, 3)]
    upright = fields(play(at_work(board), (1, 2), "ship", "upright"))
    assert upright == [(0, 1), (0, 4), (1, 1), (1, 4)]


def test_G21_which_way_is_asked_only_if_there_are_two():
    position = play(at_work("W1 W1 . .\nW1 W1 ^ ^"), (0, 0), "ram")
    assert (buttons(position), fields(position)) == ([], [(0, 2)])
    position = play(at_work("W1 W1 . ^\nW1 W1 . ^"), (0, 0), "ram")
    assert (buttons(position), fields(position)) == ([], [(0, 2)])
    assert picture(play(position, (0, 2))) == "W1 W1 r ^\nW1 W1 r ^"


def test_G21_a_new_unit_is_not_exhausted_in_the_next_turn():
    board = "B1 B1 . B2 B2\nB1 B1 . B2 B2\n. . . . I"
    position = play(at_work(board), (0, 0), "infantry", (0, 2), "done", "end_turn", "end_units", "end_turn")
    assert fields(position) == [(0, 2)]


@pytest.mark.parametrize(
    "kind, board, facts",
    [
        ("infantry", "B1 B1 . i\nB1 B1 . .", {"most_units": 1}),
        ("tower", "W1 W1 . . R R\nW1 W1 . . . .", {"most_engines": 1}),
    ],
)
def test_G21_at_the_limit_making_one_is_not_offered(kind, board, facts):
    assert fields(at_work(board, rules=facts)) == []
    assert fields(at_work(board)) != []


def test_G21_the_limits_of_buildings():
    board = plan(12, 12, ("K1", 0, 0, 3, 3), ("B2", 8, 8, 2, 2), ("H", 6, 0, 1, 1))
    assert buttons(play(at_work(board, rules={"most_works": 1}), (0, 0))) == ["coins", *KINDS[:4]]
    rules = {"most_buildings": 4}
    assert buttons(play(at_work(board, estate=[4, 1], rules=rules), (0, 0))) == ["coins", *KINDS[4:]]
    assert buttons(play(at_work(board, estate=[3, 9], rules=rules), (0, 0))) == ["coins", *KINDS]
    assert buttons(play(at_work(board, estate=[30, 98]), (0, 0))) == ["coins", *KINDS[4:]]


def test_G21_the_limits_are_128_64_64_and_128():
    p = game_with().parameters
    assert [p[name] for name in ("most_units", "most_buildings", "most_engines", "most_works")] == [128, 64, 64, 128]


# --- Capture


def owner(position, field=(1, 1)):
    columns = value(position, "columns")
    return value(position, "building_owner", value(position, "building_at", field[0] * columns + field[1]) - 1)


@pytest.mark.parametrize(
    "board, captured",
    [
        (". i- a- c .\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 .", True),
        (". . a- c .\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 .", False),
        ("i- . a- c .\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 .", False),
        (". i- a- c .\n. K2 K2 K2 I\n. K2 K2 K2 .\n. K2 K2 K2 .", False),
        (". i- a- c I\n. K2 K2 K2 .\n. K2 K2 K2 .\n. K2 K2 K2 .", True),
        (". i- a- c .\n. M2 M2 M2 .\n. M2 M2 M2 .\n. M2 M2 M2 .", True),
        (". i- a- c .\n. K1 K1 K1 .\n. K1 K1 K1 .\n. K1 K1 K1 .", False),
    ],
)
def test_G22_three_land_units_beside_it_and_none_of_its_owner(board, captured):
    position = play(draw(board), (0, 3), "done")
    assert bool(told(position, Happening.CAPTURED)) is captured
    if captured:
        assert owner(position) == 0
        assert (value(position, "bases", 0), value(position, "bases", 1)) == (1, 0)
        assert (value(position, "estate", 0), value(position, "estate", 1)) == (1, 0)


def test_G22_wherever_they_stand():
    board = "~ ~ ~ ~ .\nSi- S S ~ .\nK2 K2 K2 r .\nK2 K2 K2 ra- .\nK2 K2 K2 # .\n. . . #c .\n. . . # ."
    position = play(draw(board), (5, 3), (4, 3), "done")
    assert told(position, Happening.CAPTURED) == [(0, 1, 10, 0)]


def test_G22_after_a_ship_has_moved_too():
    """The only unit aboard is exhausted by the move: that ends the ship's turn."""
    board = "~ ~ ~ ~ ~ ~\nSi S S ~ ~ ~\n. . . K2 K2 K2\n. . . K2 K2 K2\n. . a- K2 K2 K2\n. . . c- . ."
    position = play(draw(board, rules={"engine_move": [1, 1, 1, 3]}), (1, 1), "right", "right", "right")
    assert told(position, Happening.CAPTURED) == [(0, 1, 15, 0)]


def test_G22_after_a_siege_unit_has_moved_and_after_an_attack():
    board = "Ri Ra . .\nc- K2 K2 K2\n. K2 K2 K2\n. K2 K2 K2"
    assert told(play(draw(board), (0, 1), "play_engine", "right", "done"), Happening.CAPTURED) == [(0, 1, 5, 0)]
    board = ". i- a- . .\n. K2 K2 K2 I\n. K2 K2 K2 c\n. K2 K2 K2 ."
    assert told(play(draw(board), (2, 4), (1, 4)), Happening.CAPTURED) == [(0, 1, 6, 0)]


def test_G22_with_a_castle_go_the_buildings_it_built_but_no_camps():
    pieces = [("K2", 4, 4, 3, 3), ("B2", 0, 0, 2, 2), ("W2", 0, 8, 2, 2), ("M2", 9, 0, 3, 3)]
    pieces += [("G2", 9, 8, 1, 2), ("=", 11, 8, 1, 3), ("i-", 3, 4, 1, 2), ("c", 3, 6, 1, 1), ("K2", 4, 14, 3, 3)]
    position = draw(plan(14, 18, *pieces))
    s = position.state[0]
    s.building_castle[s.building_at[8] - 1] = s.building_at[4 * 18 + 14] - 1  # the workshop is the other castle's
    play(position, (3, 6), "done")
    assert told(position, Happening.CAPTURED) == [(0, 1, 4 * 18 + 4, 2)]
    places = [(4, 4), (0, 0), (0, 8), (9, 0), (9, 8), (11, 8), (4, 14)]
    assert [owner(position, place) for place in places] == [0, 0, 1, 1, 0, -1, 1]
    assert (value(position, "estate", 0), value(position, "estate", 1), value(position, "bases", 0)) == (2, 3, 1)


def test_G20_captured_buildings_act_in_the_same_turn():
    pieces = [("K2", 4, 4, 3, 3), ("B2", 0, 0, 2, 2), ("i-", 3, 4, 1, 2), ("c", 3, 6, 1, 1)]
    position = play(draw(plan(10, 10, *pieces), coins=[9, 9]), (3, 6), "done", "end_units")
    assert {(4, 4), (0, 0)} <= set(fields(position))


# --- What a network sees


def test_G4_an_observation_shows_whose_everything_is():
    board = "K1 K1 K1 B2 B2\nK1 K1 K1 B2 B2\nK1 K1 K1 H #\nSi- S SXA X #\n~ ~ ^ H #"
    position = draw(board)
    mine, theirs = planes_of(position, 0), planes_of(position, 1)
    assert mine["ground"].shape == position.game.board
    assert mine["ground"][4, :5].tolist() == [2, 2, 3, 1, 1]
    ours, others = mine["buildings"], theirs["buildings"]
    assert (ours[0, :5].tolist(), others[0, :5].tolist()) == ([1, 1, 1, 18, 18], [17, 17, 17, 2, 2])
    assert (ours[2, 3], others[2, 3]) == (40, 40)
    assert mine["parts"][:3, :3].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert mine["ships"][3, :3].tolist() == [32, 33, 34]
    assert mine["engines"][3, 2:4].tolist() == [24, 25]
    units = mine["units"], theirs["units"]
    assert [int(plane[3, column]) for column in (0, 2) for plane in units] == [9, 25, 18, 2]
    numbers = numbers_of(position)
    assert [numbers[name] for name in ("phase", "own turn", "own coins", "own army", "own bases")] == [3, 1, 64, 1, 1]
    assert (numbers["side"], numbers_of(position, 1)["side"], numbers_of(position, 1)["enemy coins"]) == (0, 1, 64)


def test_G4_an_observation_leaves_out_what_is_gone():
    position = draw("K1 K1 K1 B1 B1 i\nK1 K1 K1 B1 B1 i\nK1 K1 K1 R R .\n. . . R R .")
    state = position.state[0]
    state.unit_kind[0] = state.building_kind[0] = state.engine_kind[0] = 0  # those that came later keep their places
    seen = planes_of(position)
    assert seen["engines"][2:4, 3].tolist() == [0, 16]
    assert seen["units"][:2, 5].tolist() == [0, 1]
    assert seen["buildings"][0, :5].tolist() == [0, 0, 0, 2, 2]


def test_G19_an_observation_shows_where_one_wall_ends_and_the_next_begins():
    parts = planes_of(draw("= = = = = ="))["parts"]
    assert parts[0, :6].tolist() == [1, 2, 3, 1, 2, 3]


def test_G22_an_observation_shows_the_castle_that_a_building_belongs_to():
    position = draw("K1 K1 K1 . .\nK1 K1 K1 B1 B1\nK1 K1 K1 B1 B1")
    castles = planes_of(position)["castles"]
    assert castles[0, 0] == 1
    position.state["building_castle"][0][position.state["building_at"][0][8] - 1] = 0
    assert planes_of(position)["castles"][1, 3] == 1
    assert castles[1, 4] == castles[1, 3]


def test_G25_an_observation_shows_what_is_chosen():
    position = play(draw("Si S S ~ ~"), (0, 1))
    assert planes_of(position)["marks"][0, :4].tolist() == [1, 1, 1, 0]
    position = play(draw("Ri R ~"), (0, 1))
    assert planes_of(position)["marks"][0, :3].tolist() == [2, 2, 0]
    position = play(draw("Ri R ~"), (0, 0))
    assert planes_of(position)["marks"][0, :3].tolist() == [5, 0, 0]
    assert planes_of(play(position, "play_unit"))["marks"][0, :3].tolist() == [3, 0, 0]
    position = play(at_work("B1 B1 .\nB1 B1 .", coins=300), (0, 0), "cavalry")
    assert planes_of(position)["marks"][0, 0] == 4
    numbers = numbers_of(position)
    assert (numbers["phase"], numbers["making"], numbers["own coins"]) == (13, 18, 300)


def test_G1_an_observation_of_a_drawn_map_shows_where_it_ends():
    position = garrison.load("siege", map="random").new(3)
    rows, columns = int(position.state["rows"][0]), int(position.state["columns"][0])
    ground = planes_of(position)["ground"]
    assert ground.shape == (40, 40)
    assert (ground[:rows, :columns] > 0).all()
    assert (ground > 0).sum() == rows * columns
