"""What people see of Siege: owners, crews, exhaustion, what is chosen and in reach, and the panels."""

from pathlib import Path
from random import Random

import pytest
from siege_drawing import draw, play

import garrison
from garrison.games.siege.show import LEGEND
from garrison.games.siege.state import FIELD_CAPACITY, Building, Engine, Phase, Press, Unit
from garrison.look.palette import PALETTE

SPRITES = garrison.load("siege").package.folder / "sprites"
CASTLES = "K1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\n"


def look(position):
    return position.scene(position.waiting[0] if position.waiting else -1)


def board(position):
    return look(position).boards[0]


def pieces(position, kind):
    return [piece for piece in board(position).pieces if piece.kind == kind]


def piece(position, kind):
    (found,) = pieces(position, kind)
    return found


def panel(position, title):
    (found,) = [each for each in look(position).panels if each.title == title]
    return {line.name: line.value for line in found.lines}


def spots(position, fields):
    return {divmod(field, board(position).columns) for field in fields}


def in_range(position):
    return spots(position, board(position).range_fields)


def chosen(position):
    return spots(position, board(position).chosen_fields)


# --- The map and what stands on it


def test_the_ground_is_checked_so_that_fields_can_be_counted():
    shown = board(draw(". . ~\n. . ^"))
    assert shown.terrain == (".,~", ",.^")
    assert [LEGEND[sign].label for sign in ".,~^"] == ["grass", "grass", "water", "rock"]


def test_there_is_a_sprite_for_every_kind_as_large_as_the_piece():
    sizes = {"castle": "192 192", "camp": "192 192", "wall": "192 64", "ship": "192 64", "tower": "128 128"}
    sizes |= dict.fromkeys(("ram", "trebuchet", "gate"), "128 64")
    sizes |= dict.fromkeys(("barracks", "workshop", "port"), "128 128")
    kinds = [kind.name.lower() for kinds in (Unit, Engine, Building) for kind in kinds]
    for kind in (*kinds, *(terrain.kind for terrain in LEGEND.values())):
        drawing = Path(SPRITES / f"{kind}.svg").read_text(encoding="utf-8")
        assert f'viewBox="0 0 {sizes.get(kind, "64 64")}"' in drawing
        assert "href" not in drawing
    owned = {kind.name.lower() for kind in Unit} | {"castle", "camp", "barracks", "workshop", "port", "gate"}
    assert all("currentColor" in (SPRITES / f"{kind}.svg").read_text(encoding="utf-8") for kind in owned)


def test_owners_differ_by_colour_and_by_letter():
    position = draw(CASTLES + "i a c . I A C\nB1 B1 g1 . g2 B2 B2\nB1 B1 g1 . g2 B2 B2")
    blue = [each for each in board(position).pieces if each.owner == 0]
    red = [each for each in board(position).pieces if each.owner == 1]
    assert {each.colour for each in blue} == {"blue"}
    assert {each.colour for each in red} == {"red"}
    assert {each.glyph[0] for each in blue} == set("cbgiak")
    assert {each.glyph[0] for each in red} == set("CBGIAK")
    assert {each.label.split("'")[0] for each in blue + red} == {"Blue", "Red"}


def test_walls_ladders_and_empty_engines_are_nobodys():
    position = draw("= = = H\nR R X X\nT T . .\nT T . .\nS S S .")
    assert {each.owner for each in board(position).pieces} == {-1}
    assert [each.glyph for each in board(position).pieces] == ["#", "H", "S·", "R·", "U·", "T·"]
    assert piece(position, "ram").label == "ram, empty"
    assert {each.colour for each in board(position).pieces} == {"grey", "brown"} <= set(PALETTE)


def test_an_engine_has_the_colour_of_its_crew_if_that_is_of_one_side():
    position = draw("Ri R XI XA-\nTi T T T\nT TI T T")
    ram, trebuchet = piece(position, "ram"), piece(position, "trebuchet")
    assert (ram.owner, ram.colour, ram.glyph) == (0, "blue", "r")
    assert ram.label == "ram, Blue's, 1 of 2 fields manned, 1 not exhausted"
    assert (trebuchet.owner, trebuchet.colour, trebuchet.glyph) == (1, "red", "U")
    assert trebuchet.label == "trebuchet, Red's, 2 of 2 fields manned, 1 not exhausted"
    contested, empty = pieces(position, "tower")
    assert (contested.owner, contested.glyph) == (-1, "T·")
    assert contested.label == "siege tower, both sides', 2 of 4 fields manned, 2 not exhausted"
    assert empty.label == "siege tower, empty"


@pytest.mark.parametrize(
    "field, glyph, words",
    [
        ("Ri R", "ir", "in a ram"),
        ("Xi X", "iu", "in a trebuchet"),
        ("Si S S", "is", "in a ship"),
        ("SRi SR S", "ir", "in a ram"),
        ("=i = =", "i#", "on a wall"),
        ("G1i G1", "ig", "on a gate"),
        ("Hi", "ih", "on a ladder"),
        ("G1Ri G1R", "ir", "in a ram"),
    ],
)
def test_a_unit_in_or_on_something_says_so_and_is_drawn_smaller(field, glyph, words):
    unit = piece(draw(field), "infantry")
    assert (unit.glyph, unit.label, unit.inside) == (glyph, f"Blue's infantry {words}, moves 2", True)
    assert unit.layer > max(each.layer for each in board(draw(field)).pieces if each.id != unit.id)


def test_a_unit_on_open_ground_is_drawn_large():
    unit = piece(draw("C"), "cavalry")
    assert (unit.glyph, unit.label, unit.inside) == ("K", "Red's cavalry, moves 3", False)


def test_exhausted_units_wear_a_badge_and_say_so():
    fresh, spent = pieces(draw("i i-"), "infantry")
    assert (fresh.badge, spent.badge) == ("", "z")
    assert spent.label == "Blue's infantry, moves 2, exhausted"
    assert (fresh.glyph, spent.glyph) == ("i", "iz")
    assert piece(draw("RI- R"), "infantry").glyph == "Iz"


def test_a_building_that_has_acted_wears_a_badge_in_its_owners_turn():
    position = draw(CASTLES, part=Phase.BUILDINGS)
    play(position, (0, 0), "coins")
    assert [each.badge for each in pieces(position, "castle")] == ["z", ""]
    assert pieces(position, "castle")[0].label == "Blue's castle, has acted"
    play(position, "end_turn")
    assert [each.badge for each in pieces(position, "castle")] == ["", ""]


def test_enemies_beside_a_castle_or_camp_are_counted():
    position = draw(CASTLES + "I . I . . . i")
    blue, red = pieces(position, "castle")
    assert blue.badge == "2/3"
    assert blue.label == "Blue's castle, 2 of the 3 enemies needed to capture it"
    assert red.badge == "1/3"


def test_long_pieces_are_turned():
    across, upright = pieces(draw("R R .\nr . .\nr . ."), "ram")
    assert (across.height, across.width, across.turn) == (1, 2, 0)
    assert (upright.height, upright.width, upright.turn) == (2, 1, 1)


def test_a_piece_keeps_its_id_while_it_lives():
    position = draw("K1 K1 K1 .\nK1 K1 K1 .\nK1 K1 K1 I\ni R Ra .\nc . . .")
    names = {each.id for each in board(position).pieces}
    assert len(names) == len(board(position).pieces)
    ram, archers = piece(position, "ram").id, piece(position, "archers").id
    play(position, (3, 2), "play_engine", "right")
    assert (piece(position, "ram").id, piece(position, "archers").id) == (ram, archers)
    assert {each.id for each in board(position).pieces} == names
    play(position, (4, 0), (4, 1))
    assert {each.id for each in board(position).pieces} == names


# --- What is chosen and what it reaches


def test_the_chosen_unit_and_the_fields_it_can_come_to_are_shown():
    position = play(draw("i . . .\n. ^ . .\n. . . ."), (0, 0))
    assert chosen(position) == {(0, 0)}
    assert in_range(position) == {(0, 1), (0, 2), (1, 0), (2, 0)}
    assert spots(position, board(position).legal_fields) == {(0, 1), (1, 0)}
    assert panel(position, "Infantry") == {"steps left": "2", "enemies in reach": "0", "a blow hits": "always"}


def test_archers_without_steps_show_where_they_can_shoot():
    position = play(draw("a . . . . I ."), (0, 0), (0, 1), (0, 2))
    assert in_range(position) == {(0, 0), (0, 1), (0, 3), (0, 4), (0, 5)}
    assert spots(position, board(position).legal_fields) == {(0, 5)}


def test_a_chosen_engine_is_chosen_with_all_its_fields():
    position = play(draw("T Ti .\nT T .\n. . ."), (0, 1), "play_engine")
    assert chosen(position) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert in_range(position) == {(0, 2), (1, 2), (2, 0), (2, 1)}


def test_a_ship_shows_where_it_can_go():
    position = play(draw("Si S S ~ ~ ~ ~\n^ ^ ^ ^ ^ ^ ^"), (0, 0), "play_ship")
    assert chosen(position) == {(0, 0), (0, 1), (0, 2)}
    assert in_range(position) == {(0, 3), (0, 4), (0, 5)}
    play(position, "right")
    assert in_range(position) == {(0, 0), (0, 4), (0, 5)}
    assert panel(position, "Ship") == {"inside": "1", "not exhausted": "1", "steps left": "2"}


def test_a_trebuchet_shows_the_fields_it_can_hit_and_whom():
    position = play(draw("i I- . Xi X . . C SRA SR S ."), (0, 3), "play_engine")
    assert in_range(position) == {(0, 0), (0, 7), (0, 8), (0, 9)}
    lines = panel(position, "Trebuchet")
    assert lines["left, roll 4"] == "Blue's infantry"
    assert lines["right, roll 4"] == "Red's cavalry"
    assert lines["right, roll 5"] == lines["right, roll 6"] == "Red's ship"
    assert "left, roll 5" not in lines
    left, right = board(position).tips[-2:]
    assert (left.field, left.text, left.fields) == (3, "Hits in 1 of 6: roll 4 Blue's infantry.", (0,))
    assert right.text == "Hits in 3 of 6: roll 4 Red's cavalry, 5 Red's ship, 6 Red's ship."
    assert right.fields == (7, 8, 9)


def test_before_an_attack_the_odds_are_at_its_target():
    archers = board(play(draw("a . I"), (0, 0)))
    assert [(tip.text, tip.fields) for tip in archers.tips if tip.fields] == [
        ("Hits the infantry in 2 of 6 (33%).", (2,))
    ]
    assert [tip.text for tip in board(play(draw("i I"), (0, 0))).tips] == ["Strikes the infantry down."]
    [ram] = board(play(draw("Ri R = = ="), (0, 0), "play_engine")).tips
    assert (ram.field, ram.text, ram.fields) == (2, "The wall falls in 2 of 6 (33%).", (2, 3, 4))
    tower = board(play(draw("Ta T . I\nT T . ."), (0, 0), "play_engine"))
    assert ("Attack with the archers: hits in 2 of 6 (33%).", (3,)) in [(tip.text, tip.fields) for tip in tower.tips]


def test_a_ship_that_is_held_goes_nowhere():
    position = play(draw("Ra SR Si S ~ ~"), (0, 2), "play_ship")
    assert in_range(position) == set()


def test_a_tower_shows_what_those_inside_can_reach():
    position = play(draw("Ta Ti . . . I .\nT T . . . . .\n. . . . . . ."), (0, 0), "play_engine", "right", (0, 2))
    assert position.state["phase"][0] == Phase.ACT
    reached = in_range(position)
    assert (0, 5) in reached
    assert (0, 6) not in reached
    play(position, (0, 1))
    assert chosen(position) == {(0, 1)}
    assert in_range(position) >= reached


def test_the_build_distance_is_shown():
    field = "\n".join(["K1 K1 K1" + " ." * 12] * 3 + [". " * 15] * 3)
    position = play(draw(field, part=Phase.BUILDINGS), (0, 0), "barracks")
    assert (0, 8) in in_range(position)
    assert (0, 9) not in in_range(position)
    assert panel(position, "Castle") == {"coins": "64", "barracks": "8 coins", "build distance": "5"}
    assert chosen(position) == {(row, column) for row in range(3) for column in range(3)}


def test_a_new_unit_goes_beside_its_building():
    position = play(draw(". . . .\n. B1 B1 .\n. B1 B1 .\n. . . .", part=Phase.BUILDINGS), (1, 1), "infantry")
    beside = {(0, 1), (0, 2), (3, 1), (3, 2), (1, 0), (2, 0), (1, 3), (2, 3)}
    assert in_range(position) == beside == spots(position, board(position).legal_fields)
    play(position, (0, 1))
    assert panel(position, "Barracks") == {"coins": "63", "made in this turn": "1 of 2"}


def test_nothing_is_in_range_when_nothing_is_chosen():
    position = draw("i . .")
    assert in_range(position) == chosen(position) == set()
    assert panel(position, "Chosen") == {"nothing": ""}


def test_the_clicked_field_is_chosen_while_it_is_asked_who():
    position = play(draw("Ri R"), (0, 0))
    assert chosen(position) == {(0, 0)}
    assert look(position).prompt == "several units are on this field: which one is to act?"


def test_what_the_last_step_touched_is_marked():
    position = play(draw("i I ."), (0, 0), (0, 1))
    assert spots(position, board(position).marked_fields) == {(0, 0), (0, 1)}


# --- Panels


def test_the_panels_tell_coins_units_buildings_turn_and_part():
    position = draw(CASTLES + "i i- a . I . .", player=1)
    assert panel(position, "Blue") == {
        "coins": "64",
        "infantry": "2",
        "archers": "1",
        "cavalry": "0",
        "not exhausted": "2 of 3",
        "castle": "1",
    }
    assert panel(position, "Turn") == {"mode": "standard", "to act": "Red", "turn": "1 of 150", "part": "1, units"}
    play(position, "end_units")
    assert panel(position, "Turn")["part"] == "2, buildings"
    play(position, "end_turn")
    assert panel(position, "Turn")["to act"] == "Blue"


def test_the_panel_of_what_is_chosen_stays_at_the_board():
    position = draw(CASTLES + "i . . . I . .")
    assert [each.title for each in look(position).panels if each.near] == ["Chosen"]
    play(position, (3, 0))
    [chosen] = [each for each in look(position).panels if each.near]
    assert (chosen.title, chosen.owner) == ("Infantry", 0)


def test_turns_without_a_base_are_counted_in_the_panel():
    position = draw("K1 K1 K1 . I\nK1 K1 K1 . .\nK1 K1 K1 . .\ni . . . .", player=1, housed=0)
    play(position, "end_units", "end_turn")
    assert panel(position, "Red")["turns without a base"] == "1 of 3"


def test_buttons_tell_their_prices():
    labels = {button.name: button.label for button in look(garrison.load("siege", variant="former").new()).buttons}
    assert labels["infantry"] == "Infantry (1 coin)"
    assert labels["camp"] == "Camp (32 coins)"
    assert labels["ship"] == "Ship (4 coins)"
    assert labels["coins"] == "Take 4 coins"


# --- All that can happen


@pytest.mark.parametrize("mode", ["standard", "siege"])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_every_position_of_a_random_game_can_be_shown(mode, seed):
    """And what the scene works out by itself agrees with the rules."""
    game = garrison.load("siege", map="random", mode=mode, rules={"start_coins": 300})
    position, dice = game.new(seed=seed), Random(seed)
    for step in range(1200):
        if position.over:
            break
        player = position.waiting[0]
        legal = position.actions(player)
        if step % 3 == 0 or position.state["phase"][0] in (Phase.LAND, Phase.ENGINE, Phase.ACT):
            check(position.scene(player), position, legal)
        clicks = [action for action in legal if action < FIELD_CAPACITY]
        position.play(player, dice.choice(clicks if clicks and dice.random() < 0.9 else legal))


def check(scene, position, legal):
    shown, s = scene.boards[0], position.state[0]
    count = shown.rows * shown.columns
    assert scene.asked == position.waiting[0]
    assert scene.named_prompt == f"{scene.seats[scene.asked]}: {scene.prompt}"
    assert len({each.id for each in shown.pieces}) == len(shown.pieces)
    assert all(1 <= len(each.glyph) <= 2 for each in shown.pieces)
    assert all(0 <= f < count for fields in (shown.range_fields, shown.chosen_fields) for f in fields)
    assert [each.title for each in scene.panels[:3]] == ["Blue", "Red", "Turn"]
    clicks = {action for action in legal if action < FIELD_CAPACITY}
    if s.phase == Phase.LAND:
        targets = {field for field in clicks if s.unit_at[field]}
        assert clicks - targets <= set(shown.range_fields)
        lines = {line.name: line.value for line in scene.panels[3].lines}
        assert lines["enemies in reach"] == str(len(targets))
    elif s.phase == Phase.ENGINE:
        moves = any(Press.UP <= action <= Press.LEFT for action in legal)
        trebuchet = s.engine >= 0 and s.engine_kind[s.engine] == Engine.TREBUCHET
        assert trebuchet or moves == bool(shown.range_fields)
        ram = s.engine >= 0 and s.engine_kind[s.engine] == Engine.RAM
        assert not ram or ("ram the" in scene.prompt) == any(s.building_at[f] and not s.siege_at[f] for f in clicks)
