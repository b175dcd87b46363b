"""What people and programs see: events as sentences, scenes, observations. S12: games without turns."""

import json

import numpy as np
import pytest
from skirmish_drawing import choose, draw, field_of, go, move, placed

import garrison
from garrison.core.about import explanations
from garrison.core.engine.events import Event
from garrison.games.skirmish.state import Happening, packed
from seeing import numbers_of, planes_of

pytestmark = pytest.mark.lane


def told(position):
    """The last step's events in words."""
    return [position.game.describe(event) for event in position.events]


def test_choosing_is_told():
    position = draw("H0 .. .. .. T0")
    choose(position, "H0")
    assert told(position) == ["H0 gets ready."]


def test_a_step_is_told_with_its_fields():
    position = draw("H0 .. .. .. T0")
    move(position, "H0", "down-right")
    assert told(position) == ["H0 moves from 0,0 to 1,1."]
    assert position.events == (Event(Happening.STEPPED, packed("H0"), 0, 6),)


def test_being_stopped_is_told():
    position = draw("H0 D0 .. .. T0")
    move(position, "H0", "right")
    assert told(position) == ["H0 stops on 0,0."]


def test_healing_hits_and_death_are_told_in_order():
    position = draw("T0 O0 .. H0\nG0 .. .. E0", health={"T0": 145, "O0": 50, "E0": 30}, to_move="zorde")
    move(position, "O0", "right")
    assert told(position) == [
        "T0 is healed by 5 and has 150.",
        "O0 is healed by 10 and has 60.",
        "O0 moves from 0,1 to 0,2.",
        "O0 hits H0 for 30; 70 left.",
        "O0 hits E0 for 30; 0 left.",
        "E0 dies on 1,3.",
    ]


def test_a_fight_and_a_victory_are_told():
    position = draw("H0 O0 ..", health={"O0": 60})
    move(position, "H0", "right")
    assert told(position) == [
        "H0 fights O0 to the death.",
        "H0 hits O0 for 30; 30 left.",
        "O0 dies on 0,1.",
        "H0 moves from 0,0 to 0,1.",
        "Calliance wins.",
    ]
    assert position.scene().prompt == "Calliance wins."


def test_a_victory_of_zorde_is_told():
    position = draw("H0 T0 ..")
    move(position, "H0", "right")
    assert told(position)[-2:] == ["H0 dies on 0,0.", "Zorde wins."]
    assert position.scene().prompt == "Zorde wins."


def test_a_draw_is_told():
    position = draw("H0 T0 ..", health={"T0": 130})
    move(position, "H0", "right")
    assert told(position)[-1] == "It is a draw."
    assert position.scene().prompt == "A draw: nobody is left."


@pytest.mark.parametrize(
    "rules, words",
    [({"max_moves": 1}, "there are no moves left"), ({"max_steps": 2}, "the game has reached its limit")],
)
def test_a_draw_says_why(rules, words):
    position = draw("H0 .. .. .. T0", rules=rules)
    move(position, "H0", "stay")
    assert position.scene().prompt == f"A draw: {words}."


def test_the_largest_shot_fits_the_log():
    """An Elf of one step walks into the middle of 23 enemies with a health of 1."""
    places = [(row, column) for row in range(5) for column in range(5) if (row, column) not in ((2, 2), (1, 1))]
    enemies = {f"G{chr(65 + number)}": place for number, place in enumerate(places)}
    position = draw(
        placed(5, {"E0": (1, 1), **enemies}),
        health=dict.fromkeys(enemies, 1),
        rules={"steps": [1, 1, 4, 3, 1, 2]},
    )
    move(position, "E0", "down-right")
    assert len(told(position)) == 1 + 2 * 23 + 1
    assert position.state["event_overflow"][0] == 0


# --- Scenes

WAYS = [
    (
        {},
        "4 steps, attacks after each but the last, shoots 2 fields far for 15 after the last",
        "Calliance. 4 steps with attack 15 after each but the last, after which it shoots up to 2 fields for 15; "
        "70 health.",
    ),
    (
        {"strikes_each_step": [0] * 6, "shot_attack": 25, "shot_distance": 1},
        "4 steps, shoots 1 field far for 25 after the last",
        "Calliance. 4 steps, then it shoots up to 1 field for 25; 70 health.",
    ),
    (
        {"shoots": [0] * 6, "heals": [1] * 6},
        "4 steps, heals its neighbours first, attacks after each",
        "Calliance. 4 steps, and after each of them it hits every enemy around it for 15; 70 health. "
        "Before it moves, it heals itself and its friends around it by 10.",
    ),
    (
        {"shoots": [0] * 6, "steps": [1] * 6},
        "1 step, attacks after the last",
        "Calliance. 1 step, then it hits every enemy around it for 15; 70 health.",
    ),
]


@pytest.mark.parametrize("rules, way, sentence", WAYS)
def test_S5_what_a_character_does_is_told_by_the_rules_in_force(rules, way, sentence):
    position = draw("E0 .. .. T0", rules=rules)
    elf = next(piece for piece in position.scene(0).boards[0].pieces if piece.id == "E0")
    assert elf.label == f"E0, Elf, 70 of 70 health, attack 15; {way}"
    assert explanations(position.game)["elf"] == sentence


def test_S5_the_panel_tells_the_power_of_a_shot():
    notes = [panel.lines[0].note for panel in draw("E0 .. .. T0", rules={"shot_attack": 25}).scene(0).panels]
    assert notes == ["attack 15, shot 25, 4 steps", "attack 20, 1 step"]


def test_a_scene_shows_everybody_with_their_health():
    position = draw("H0 .. .. T0\nD0 .. .. ..", health={"H0": 70})
    pieces = {piece.id: piece for piece in position.scene(0).boards[0].pieces}
    assert {name: (piece.row, piece.column) for name, piece in pieces.items()} == {
        "H0": (0, 0),
        "T0": (0, 3),
        "D0": (1, 0),
    }
    assert (pieces["H0"].name, pieces["H0"].bar.value, pieces["H0"].bar.full) == ("H0", 70, 100)
    assert [pieces[name].owner for name in ("H0", "D0", "T0")] == [0, 0, 1]
    assert "attack 30" in pieces["H0"].label
    assert "3 steps" in pieces["H0"].label


def test_a_scene_lists_the_dead():
    position = draw("H0 G0 .. T0")
    move(position, "H0", "right")
    scene = position.scene(1)
    assert [piece.id for piece in scene.boards[0].pieces] == ["H0", "T0"]
    assert [(line.name, line.value) for line in scene.panels[1].lines] == [("G0 Goblin", "dead"), ("T0 Troll", "150")]
    assert "G0 dies on 0,1." in scene.log


def test_a_scene_says_what_to_do():
    position = draw("H0 .. .. .. T0")
    assert position.scene(0).prompt == "Calliance to move (move 1 of 200): choose a character."
    move(position, "H0", "right")
    assert position.scene(0).prompt.startswith("H0: step 2 of 3.")
    assert position.scene(0).boards[0].chosen_fields == (1,)


def test_only_who_is_to_act_sees_legal_fields():
    position = draw("H0 .. .. T0")
    assert position.scene(0).boards[0].legal_fields == (0,)
    assert position.scene(1).boards[0].legal_fields == ()
    assert position.scene(-1).boards[0].legal_fields == ()


def test_a_scene_is_plain_data():
    position = draw("H0 .. .. T0")
    assert json.loads(position.scene(0).to_json())["boards"]["0"]["rows"] == 4
    assert "H0" in str(position)


# --- Observations


@pytest.mark.parametrize("player, own, other", [(0, "HED", "OTG"), (1, "OTG", "HED")])
def test_an_observation_is_from_the_players_side(player, own, other):
    position = draw("O0 T0 G0 .. ..\nH0 E0 D0 .. ..", health={"O0": 77})
    planes = planes_of(position, player)
    kinds, health = planes["kinds"], planes["health"]
    for number, letter in enumerate(own + other, 1):
        field = field_of(position, f"{letter}0")
        assert kinds.reshape(-1)[field] == number  # an action and its cell have the same number
    assert kinds.shape == (5, 5)
    assert np.count_nonzero(kinds) == 6
    assert health[0, :3].tolist() == [77, 150, 80]
    assert health[1, :3].tolist() == [100, 70, 120]
    assert not planes["marks"].any()
    assert numbers_of(position, player)["side"] == player


def test_S18_an_observation_of_a_board_of_any_size_shows_where_it_ends():
    position = garrison.load("skirmish", variant="former", setup="random").new(5)
    kinds, size = position.observe(0)[0], int(position.state["width"][0])
    assert kinds.shape == (32, 32)
    assert (kinds == 7).sum() == 32 * 32 - size * size
    assert (kinds[:size, :size] < 7).all()
    shown = {(piece.row, piece.column) for piece in position.scene(0).boards[0].pieces}
    assert shown == {(row, column) for row, column in np.argwhere((kinds > 0) & (kinds < 7)).tolist()}


def test_an_observation_marks_who_is_moving_and_its_steps_left():
    position = draw("H0 .. .. T0")
    move(position, "H0", "right")
    marks = planes_of(position)["marks"]
    assert marks[0, 1] == 8 + 2
    assert np.count_nonzero(marks) == 1
    assert numbers_of(position)["steps made"] == 1


def test_S9_an_observation_counts_the_moves():
    position = draw("H0 .. .. T0", rules={"max_moves": 7})
    before = numbers_of(position, 1)
    move(position, "H0", "stay")
    after = numbers_of(position, 1)
    assert (before["moves"], before["moves left"], before["own turn"], before["enemy turn"]) == (0, 7, 0, 1)
    assert (after["moves"], after["moves left"], after["own turn"], after["enemy turn"]) == (1, 6, 1, 0)
    assert numbers_of(draw("H0 .. .. T0", rules={"max_moves": 0}))["moves left"] == -1


def test_an_observation_does_not_show_the_dead_and_tells_all_of_a_health():
    position = draw("H0 G0 .. T0", rules={"health": [200, 70_000, 80, 100, 70, 120]})
    move(position, "H0", "right")
    planes = planes_of(position, 1)
    assert planes["kinds"][0, :4].tolist() == [0, 4, 0, 2]
    assert planes["health"][0, :4].tolist() == [0, 50, 0, 70_000 & 255]
    assert (planes["health 256s"][0, 3], planes["health 65536s"][0, 3]) == (70_000 >> 8 & 255, 1)
    assert (numbers_of(position, 1)["own living"], numbers_of(position, 1)["enemy living"]) == (1, 1)


# --- Games without turns


def test_S12_without_turns_either_side_may_choose():
    position = draw("H0 .. .. .. T0", rules={"alternate": False})
    assert position.waiting == (0, 1)
    assert position.scene().prompt.startswith("Calliance or Zorde to move")
    move(position, "T0", "down")
    assert position.waiting == (0, 1)
    move(position, "T0", "stay")
    move(position, "H0", "stay")
    assert position.waiting == (0, 1)


def test_S12_without_turns_a_move_that_has_begun_is_completed():
    position = draw("H0 .. .. .. T0", rules={"alternate": False})
    move(position, "H0", "right")
    assert position.waiting == (0,)
    go(position, "H0", "right", "left")
    assert position.waiting == (0, 1)
