"""What people and programs see: boards with forest and village, skeletons, arrows, panels, sentences, observations."""

import re

import pytest
from boneyard_drawing import TRAPS, after, draw, placed, stocked, told

import garrison
from garrison.core.engine.events import Event
from garrison.games.boneyard.show import describe
from garrison.games.boneyard.state import Happening
from garrison.look.palette import PALETTE
from garrison.play.match import Match
from garrison.play.terminal.session import Session
from seeing import numbers_of, planes_of

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
SPRITES = garrison.load("boneyard", variant="former").package.folder / "sprites"


def pieces(position, kind, board=0, viewer=0):
    return [piece for piece in position.scene(viewer).boards[board].pieces if piece.kind == kind]


def places(found):
    return sorted((piece.row, piece.column) for piece in found)


# --- Boards


@pytest.mark.parametrize("players", [1, 3, 6])
def test_the_own_board_is_large_and_the_others_small_as_the_seats_go_around(players):
    position = garrison.load("boneyard", variant="former", players=players).new()
    for viewer in range(players):
        boards = position.scene(viewer).boards
        assert [board.owner for board in boards] == [(viewer + place) % players for place in range(players)]
        assert [board.small for board in boards] == [False] + [True] * (players - 1)
    assert position.scene(-1).boards[0].owner == 0


def test_a_board_has_forest_around_it_the_village_below_and_the_graveyard_above():
    board = draw(EMPTY).scene(0).boards[0]
    assert (board.rows, board.columns, board.margin, board.head) == (8, 7, 1, 1)
    graves, *kinds = [[board.legend[mark].kind for mark in row] for row in board.terrain]
    assert graves == ["forest", *["graves"] * 5, "forest"]
    colours = {"P": "purple", "Y": "yellow", "R": "red", "B": "blue", "G": "green"}
    assert kinds[0] == ["forest", *(f"spawn_{colours[letter]}" for letter in "PYRBG"), "forest"]
    assert [row[0] for row in kinds[1:6]] == [f"spawn_{colours[letter]}" for letter in "GBRYP"]
    assert [row[6] for row in kinds[1:6]] == [f"spawn_{colours[letter]}" for letter in "PYRBG"]
    assert kinds[6] == ["forest", *["village"] * 5, "forest"]
    arrows = {(r, c): kind for r, row in enumerate(kinds) for c, kind in enumerate(row) if kind.startswith("arrow")}
    assert arrows == {
        (1, 3): "arrow_down",
        (2, 3): "arrow_down",
        (3, 2): "arrow_right",
        (3, 4): "arrow_left",
        (4, 3): "arrow_up",
        (5, 3): "arrow_down",
    }


def test_a_click_on_a_field_plays_its_action():
    board = draw(EMPTY).scene(0).boards[0]
    assert [board.action(board.field_of(action)) for action in range(25)] == list(range(25))
    assert board.action(0) == board.action(7) == board.action(13) == board.action(55) == -1


def test_tower_houses_craters_and_hero_are_shown():
    position = draw("o . . . .\n. @ . . .", rules={"layers": 3, "houses": 4})
    assert [piece.badge for piece in pieces(position, "tower")] == ["3"]
    assert places(pieces(position, "house")) == [(7, 1), (7, 2), (7, 3), (7, 4)]
    assert places(pieces(position, "hero")) == [(3, 2)]
    assert position.scene(0).boards[0].terrain[2][1] == "o"


def test_more_houses_than_places_carry_numbers_and_a_lost_tower_is_a_ruin():
    position = draw(EMPTY, rules={"houses": 12})
    assert [piece.badge for piece in pieces(position, "house")] == ["3", "3", "2", "2", "2"]
    position.state["layers"][0, 0] = 0
    assert pieces(position, "ruin")


def test_the_hero_on_the_tower_hides_neither_it_nor_its_layers():
    position = draw(". . . . .\n. . . . .\n. . @ . .", rules={"layers": 3})
    (tower,), (hero,) = pieces(position, "tower"), pieces(position, "hero_tower")
    assert (tower.row, tower.column, tower.badge, tower.bar.value) == (hero.row, hero.column, "3", 3)
    assert (hero.glyph, hero.label, hero.badge, hero.bar) == ("@3", "the hero, on the tower", "", None)
    assert "@3" in position.scene(0).to_text()
    box = re.search(r"translate\((\S+) (\S+)\) scale\((\S+)\)", (SPRITES / "hero_tower.svg").read_text())
    left, top, size = (float(number) for number in box.groups())
    assert left > 64 / 3, "the tower is seen on its left"
    assert top + 62 * size < 64 - 21 - 10 + 2, "and below it, where its layers stand"


def test_what_is_on_the_tower_is_smaller_than_the_tower():
    position = draw(". . . . .\n. . . . .\n. . A^+ . .")
    (ballista,) = pieces(position, "ballista")
    assert ballista.inside
    assert (ballista.badge, ballista.tag) == ("", "2")
    assert not pieces(draw("/ . . . ."), "wall")[0].inside


def test_the_graveyard_shows_who_lies_in_it_above_the_forest():
    position = draw(EMPTY, players=3)
    position.state["graves"][0, 2, 4:6] = 1  # one from above, one from the left
    position.state["hearses"][0, 2] = 2
    buried = [piece for piece in position.scene(2).boards[0].pieces if piece.row == 0]
    assert [(one.kind, one.column, one.badge, one.label) for one in buried] == [
        ("skeleton_green", 5, "2", "2 green skeletons in the graveyard"),
        ("hearse", 6, "2", "2 hearses in the graveyard"),
    ]
    board = position.scene(2).boards[0]
    assert board.legend[board.terrain[0][5]].kind == "graves"
    assert board.legend[board.terrain[1][5]].kind == "spawn_green", "each colour above where it comes out"


# --- Skeletons


def test_skeletons_are_shown_with_colour_shape_and_direction():
    position = draw("P> Y< R^ Bv G>l", rules={"arrows": [0] * 25})
    for column, (colour, heading) in enumerate(
        zip(("purple", "yellow", "red", "blue", "green"), (1, 3, 0, 2, 1), strict=True)
    ):
        (skeleton,) = pieces(position, f"skeleton_{colour}")
        assert (skeleton.row, skeleton.column) == (2, column + 1)
        pointers = [piece for piece in pieces(position, "pointer") if piece.column == column + 1]
        assert [piece.turn for piece in pointers] == [heading]
        assert skeleton.glyph == colour[0].upper() + "↑→↓←"[heading]


def test_skeletons_in_the_forest_stand_at_their_points():
    position = draw(EMPTY + "\nforest: Pv G> Y<")
    assert places(pieces(position, "skeleton_purple")) == [(1, 1)]
    assert places(pieces(position, "skeleton_green")) == [(2, 0)]
    assert places(pieces(position, "skeleton_yellow")) == [(3, 6)]


def test_a_stack_carries_its_number_and_a_pointer_for_every_direction():
    position = draw("G>G>B< . . . .")
    found = pieces(position, "skeleton_green") + pieces(position, "skeleton_blue")
    assert sorted(piece.badge for piece in found) == ["", "", "3"]
    assert [piece.turn for piece in pieces(position, "pointer")] == [1, 3]
    assert {piece.label for piece in pieces(position, "pointer")} == {"2 facing right", "1 facing left"}


def test_what_a_skeleton_will_do_next_is_a_faint_arrow():
    position = draw("G> . . . Y^\nforest: Pv G<")
    arrows = pieces(position, "next")
    assert all(piece.faint for piece in arrows)
    assert sorted((piece.row, piece.column, piece.turn) for piece in arrows) == [
        (1, 5, 0),
        (2, 1, 2),
        (2, 2, 1),
        (6, 5, 3),
    ]


def test_who_will_stay_has_a_sign_for_it():
    position = draw("G> I . . .\n. LB>! . . .")
    signs = {(piece.row, piece.column): piece.label for piece in pieces(position, "stays")}
    assert signs == {(2, 1): "held by the palisade", (3, 2): "lost in the labyrinth"}
    (skeleton,) = pieces(position, "skeleton_blue")
    assert skeleton.label == "a blue skeleton, facing right, lost in the labyrinth"


def test_a_skeleton_keeps_its_name_while_it_lives():
    position = draw("G> B< . . .\nforest: Pv")
    before = {piece.id: piece.kind for piece in position.scene(0).boards[0].pieces if "skeleton" in piece.kind}
    after(position)
    behind = {piece.id: piece.kind for piece in position.scene(0).boards[0].pieces if "skeleton" in piece.kind}
    assert before == behind


# --- Traps


def test_traps_show_their_uses_and_how_they_face():
    position = draw("/ \\1 F< L .\n. . T+ . .\n. . Av . .")
    walls = pieces(position, "wall")
    assert [(piece.turn, piece.badge) for piece in walls] == [(0, "2"), (1, "1")]
    assert [(piece.turn, piece.badge) for piece in pieces(position, "fan")] == [(3, "1")]
    assert [(piece.turn, piece.tag) for piece in pieces(position, "ballista")] == [(2, "2")]
    assert [piece.badge for piece in pieces(position, "labyrinth")] == [""]
    assert places(pieces(position, "shield")) == [(3, 3)]
    assert pieces(position, "treasure")[0].label == "treasure, 1 use left, with a shield"


def test_every_kind_of_piece_and_ground_has_a_sprite():
    everything = "/ D C T X\nL H I S O\nF^ E A^ o /+\nP> Y> R> B> G>\nLG>! I G< . ."
    position = draw(everything.replace("A^", "."))
    position = stocked(position, *TRAPS[1:])
    drawn = {file.stem for file in SPRITES.glob("*.svg")}
    for board in position.scene(0).boards:
        assert {piece.kind for piece in board.pieces} <= drawn
        assert {terrain.kind for terrain in board.legend.values()} <= drawn
        assert {piece.colour for piece in board.pieces} <= set(PALETTE)
    assert {line.sprite for panel in position.scene(0).panels for line in panel.lines} <= drawn | {""}
    assert {"ruin", "ballista", *TRAPS[1:]} <= drawn


def test_the_last_step_is_marked():
    position = after(draw("G> S . . ."))
    assert position.scene(0).boards[0].marked_fields == (16,)


# --- Panels and words


def test_panels_show_tower_village_graveyard_and_stash():
    position = stocked(draw("G^ C . . .", players=3), "wall", "wall", "shield")
    for who in range(3):
        position.play(who, "pass")
    own, right, _ = position.scene(0).panels
    assert [(line.name, line.value) for line in own.lines] == [
        ("Tower", "90"),
        ("Village", "90"),
        ("Graveyard", "empty"),
        ("Stash", "3 traps"),
        ("Wall", "2"),
        ("Shield", "1"),
    ]
    assert [line.name for line in right.lines] == ["Tower", "Village", "Graveyard", "Stash"]


def test_a_graveyard_is_told_by_colours():
    position = draw("G< . . . .", "G^ . . . .", players=3)
    position.state["hearses"][0, 2] = 1
    for who in range(3):
        position.play(who, "pass")
    assert position.scene(0).panels[2].lines[2].value == "1 green, 1 hearse"
    position.state["hearses"][0, 2] = 2
    assert position.scene(0).panels[2].lines[2].value == "1 green, 2 hearses"


def test_prompts():
    position = garrison.load("boneyard", variant="former", players=3).new()
    assert position.scene(0).prompt == "Round 1: move your hero to one of the fields around it."
    assert position.scene(-1).prompt == "Round 1: waiting for Ash, Bramble and Cinder to move."
    position.play(0, 7)
    assert position.scene(0).prompt == "Round 1: waiting for Bramble and Cinder to move."
    position.play(1, 7)
    position.play(2, 7)
    assert position.scene(0).prompt.endswith("choose a trap to place, or one on the board to pick it up, or pass.")
    assert position.scene(-1).prompt.endswith("to see to the traps.")
    for trap, words in (("treasure", "Treasure: choose its field."), ("wall", "Wall: how should it stand?")):
        other = position.copy()
        other.play(0, trap)
        assert other.scene(0).prompt == f"Round 1: {words}"
    alone = garrison.load("boneyard", variant="former", players=1, traps="fan").new()
    alone.play(0, 7)
    alone.play(0, "fan")
    assert alone.scene(0).prompt == "Round 1 of 10: Fan: which way should it face?"


def test_others_are_told_that_somebody_decides():
    position = placed(draw("G> . . . .", players=3), "dragon", 0)
    assert position.scene(1).prompt == "Round 1: waiting for Ash to decide about skeletons."
    assert position.scene(0).boards[0].chosen_fields == (15,)
    position.play(0, "up")
    assert position.scene(0).boards[0].chosen_fields == ()


@pytest.mark.parametrize("happening", Happening)
def test_every_event_is_a_sentence(happening):
    sentence = describe(Event(happening, *(1, 2, 3, 1)[: len(happening.names)]))
    assert sentence[0].isupper()
    assert sentence.endswith(".")


def test_what_is_untold_is_left_out_of_the_log():
    position = after(draw("G> S . . ."))
    assert "Ash: the spring on 0,1 throws a green skeleton right." in position.scene(0).log
    assert len(position.scene(0).log) < len(told(position))
    assert not Happening.SPENT.told


# --- Observations


def test_an_observation_shows_every_board_the_own_first():
    position = stocked(draw("/1+ . G> . .\nG>G>Bv . LP>! . .\nforest: Pv Pv", "o . . . .", players=3), "wall", "fan")
    position.state["graves"][0, 0, 14] = position.state["buried"][0, 0] = 2
    planes, numbers = planes_of(position), numbers_of(position)
    assert len(planes) == 1 + 3 * 24
    assert planes["own traps"].reshape(-1).tolist() == [1, 0, 0, 0, 0, 0, 0, 6] + [0] * 17
    assert (planes["own uses"][0, 0], planes["own facings"][0, 0], planes["own lost"][1, 2]) == (1, 4, 1)
    assert planes["own green right"].reshape(-1)[:8].tolist() == [0, 0, 1, 0, 0, 2, 0, 0]
    assert (planes["own blue down"][1, 0], planes["own purple right"][1, 2]) == (1, 1)
    assert (numbers["own forest 0"], numbers["own graves 14"], numbers["own buried"]) == (2, 2, 2)
    assert [numbers[f"own {name}"] for name in ("hero", "layers", "houses", "skeletons")] == [24, 90, 90, 7]
    assert (numbers["own stash wall"], numbers["own stash fan"], numbers["own stash bomb"]) == (1, 1, 0)
    assert planes["right 1 traps"][0, 0] == 15
    assert numbers["own score"] == position.scores[0]
    other = planes_of(position, 1)
    assert all((other[f"right 2 {name}"] == planes[f"own {name}"]).all() for name in ("traps", "uses", "green right"))
    assert other["own traps"][0, 0] == 15
    assert numbers_of(position, 1)["right 2 score"] == position.scores[0]


def test_B2_an_observation_shows_the_arrows():
    game = garrison.load("boneyard", variant="former")
    assert planes_of(game.new(1))["arrows"].reshape(-1).tolist() == game.record["arrows"][0].tolist()


def test_an_observation_shows_the_own_choice_and_what_is_asked():
    position = stocked(draw(EMPTY), "wall")
    position.play(0, "wall")
    assert (numbers_of(position)["chosen trap"], numbers_of(position)["chosen facing"]) == (1, 0)
    position.play(0, "falling")
    assert (numbers_of(position)["chosen trap"], numbers_of(position)["chosen facing"]) == (1, 2)
    assert numbers_of(position, 1)["chosen trap"] == 0
    numbers = numbers_of(placed(draw("G> . . . .\n. . . . .\n. . . . .\n. . Gv . ."), "dragon", 0))  # not about Gv
    assert (numbers["own asks"], numbers["own stage"], numbers["own asked field"]) == (2, 1, 1)
    assert [numbers[f"own asked {what}"] for what in ("colour", "way", "count")] == [5, 2, 1]


def test_an_observation_tells_large_numbers_whole():
    numbers = numbers_of(draw(EMPTY + "\nforest: " + "Pv " * 100, rules={"layers": 1000, "houses": 300}))
    assert [numbers[f"own {name}"] for name in ("layers", "houses", "skeletons", "forest 0")] == [1000, 300, 100, 100]


def test_who_has_left_above_is_on_no_field_until_a_graveyard_is_chosen():
    position = draw("P^ . . . .", players=3)
    for who in range(3):
        position.play(who, "pass")
    assert not any(plane.any() for name, plane in planes_of(position).items() if name.startswith("own purple"))
    assert (numbers_of(position)["own leaving"], numbers_of(position)["own stage"]) == (1, 2)
    assert places(pieces(position, "skeleton_purple")) == [(0, 0)]
    assert pieces(position, "next") == []


def test_a_click_on_the_shown_board_reaches_the_match_and_one_on_the_forest_does_not():
    session = Session(Match(garrison.load("boneyard", variant="former", players=1), 3))
    assert not session.click(0, 0)
    assert session.message == "Forest at the edge can't be chosen now."
    assert session.click(0, session.scene.boards[0].field_of(7))
    assert session.match.replay.moves[0].action == 7
