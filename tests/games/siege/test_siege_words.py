"""What people read in Siege: questions with the odds before the dice fall, and events as sentences."""

import pytest
from siege_drawing import draw, game_with, play

import garrison
from garrison.core.about import explanations
from garrison.core.engine.events import Event
from garrison.games.siege.show import describe
from garrison.games.siege.show.words import SENTENCES
from garrison.games.siege.state import Building, Engine, Happening, Phase, Reason, Unit

CASTLES = "K1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\n"


def look(position):
    return position.scene(position.waiting[0] if position.waiting else -1)


def panel(position, title):
    (found,) = [each for each in look(position).panels if each.title == title]
    return {line.name: line.value for line in found.lines}


def question(position):
    return look(position).named_prompt


# --- Questions, with the odds before the dice fall


def test_the_set_up_is_asked_for():
    position = garrison.load("siege").new()
    assert question(position) == "Blue: place your castle (choose its top left field)."
    position.play(0, 0)
    assert question(position) == "Red: place your castle, at distance 16 or more (choose its top left field)."
    assert panel(position, "Turn")["turn"] == "none yet"


def test_the_set_up_of_siege_mode_is_asked_for():
    position = garrison.load("siege", mode="siege").new()
    position.play(0, 33)
    building = "Blue: choose what to build; once you have barracks or a camp, you may end the set-up."
    assert question(position) == building
    position.play(0, "barracks")
    words = "Blue: choose where the barracks goes, at distance 5 or less from the castle (its top left field)."
    assert question(position) == words
    position.play(0, 33 + 5)
    assert question(position) == building
    position.play(0, "end_setup")
    words = "place free camp 1 of 2, at distance 16 or more from the castle (its top left field)."
    assert question(position) == f"Red: {words}"
    assert panel(position, "Turn") == {"mode": "siege", "to act": "Red", "turn": "none yet", "part": "set-up"}
    position.play(1, position.actions(1)[-1])
    assert "free camp 2 of 2" in question(position)


@pytest.mark.parametrize(
    "text, actions, words",
    [
        ("i .", [], "choose a unit and play its turn, or go on; then the buildings act."),
        ("i .", [(0, 0)], "infantry: move on (2 steps left), or press done."),
        ("i I", [(0, 0)], "infantry: move on (2 steps left), strike an enemy down, or press done."),
        ("a . . I", [(0, 0)], "archers: move on (2 steps left), shoot (hits in 2 of 6 (33%)), or press done."),
        ("Ri R .", [(0, 0), "play_engine"], "ram: move, turn (choose where an end goes), or press done."),
        (
            "Ri R = = =",
            [(0, 0), "play_engine"],
            "ram: move, turn (choose where an end goes), ram the wall (falls in 2 of 6), or press done.",
        ),
        (
            "Ri R H .",
            [(0, 0), "play_engine"],
            "ram: move, turn (choose where an end goes), ram the ladder (falls in 3 of 6), or press done.",
        ),
        (
            "Xi X . . I . c",
            [(0, 0), "play_engine"],
            "trebuchet: move, turn (choose where an end goes), hurl (choose an end; hits: left 0 of 6, "
            "right 2 of 6), or press done.",
        ),
        ("Si S S ~", [(0, 0), "play_ship"], "ship: move up to 3 fields or turn, play those inside, or press done."),
        (
            "Si Sa S ~ ~",
            [(0, 0), "play_ship", "right"],
            "move on (2 steps left), or choose who inside gets exhausted by the move; done exhausts all.",
        ),
        ("Si Sa S ~", [(0, 0), "play_ship", "right", (0, 1)], "play those inside the ship, or press done."),
        ("Ti T .\nT T .", [(0, 0), "play_engine"], "siege tower: move, or press done."),
        (
            "Ta T . I\nT T . .",
            [(0, 0), "play_engine"],
            "siege tower: move, choose a unit inside to attack with (archers hit in 2 of 6 (33%)), or press done.",
        ),
        (
            "T Ti I .\nT T . .",
            [(0, 1), "play_engine", (0, 1)],
            "infantry in the tower: choose a target and strike an enemy down.",
        ),
    ],
)
def test_every_step_of_a_units_turn_is_asked_for_with_its_odds(text, actions, words):
    assert question(play(draw(text), *actions)) == f"Blue: {words}"


def test_the_action_after_a_move_is_asked_for():
    position = play(draw("Ri Ri . = = ="), (0, 0), "play_engine", "right", (0, 1))
    assert question(position) == "Blue: ram: ram the wall (falls in 2 of 6), or press done."
    assert panel(position, "Ram") == {
        "inside": "2",
        "not exhausted": "1",
        "a wall falls": "2 of 6 (33%)",
        "others fall": "3 of 6 (50%)",
    }
    assert look(position).boards[0].range_fields == (0, 3)


def test_every_step_of_a_buildings_turn_is_asked_for():
    position = draw(". . . . .\n. W1 W1 . .\n. W1 W1 . .\n. . . . .", part=Phase.BUILDINGS)
    assert question(position) == "Blue: choose a marked building to act, or end the turn."
    play(position, (1, 1))
    assert question(position) == "Blue: workshop: choose what to make. You have 64 coins."
    play(position, "ram")
    assert question(position) == "Blue: which way does the ram lie?"
    play(position, "upright")
    assert question(position) == "Blue: choose where the ram goes, beside the building (its top left field)."
    position = play(draw(". . .\nB1 B1 .\nB1 B1 .", part=Phase.BUILDINGS), (1, 0), "archers")
    assert question(position) == "Blue: choose where the archers go, beside the building."
    play(position, (0, 0))
    assert question(position) == "Blue: barracks: choose what to make, or press done. You have 63 coins."
    position = play(draw(CASTLES, part=Phase.BUILDINGS), (0, 0))
    first = "choose what to build, barracks first: they raise your army. You have 64 coins."
    assert question(position) == f"Blue: castle: {first}"


def test_who_has_no_army_is_told_how_to_raise_one():
    position = draw(CASTLES, part=Phase.BUILDINGS)
    words = "Blue: choose your castle, and let it build barracks: without them there is no army."
    assert question(position) == words
    assert question(draw(CASTLES.replace(".", "i", 1), part=Phase.BUILDINGS)) != words


def test_siege_mode_tells_that_castles_do_not_act():
    assert "then camps and barracks act" in question(draw("i .", mode="siege"))


@pytest.mark.parametrize(
    "winners, reason, words",
    [
        (1, Reason.ARMY, "Blue wins: Red has no land unit."),
        (2, Reason.HOMELESS, "Red wins: Blue was without a castle or camp for too long."),
        (1, Reason.TURNS, "Blue wins: the castle has held until the last turn."),
        (0, Reason.TURNS, "A draw: there are no turns left."),
        (0, 1, "A draw: the game has reached its limit."),
    ],
)
def test_the_end_is_told(winners, reason, words):
    position = draw("i I", over=1, winners=winners, reason=int(reason), waiting=0)
    assert position.scene(-1).prompt == words
    assert position.scene(-1).ending == words.partition(": ")[2]
    assert panel(position, "Turn")["part"] == "over"
    assert panel(position, "Turn")["to act"] == "nobody"


# --- Sentences


SAID = [
    ((Happening.BUILT, 0, Building.CASTLE, 5), "Blue builds a castle on 5,0."),
    ((Happening.BUILT, 1, Building.BARRACKS, 5), "Red builds barracks on 5,0."),
    ((Happening.MADE_UNIT, 0, Unit.ARCHERS, 5), "Blue raises archers on 5,0."),
    ((Happening.MADE_ENGINE, 1, Engine.TOWER, 5), "Red makes a siege tower on 5,0."),
    ((Happening.COINS, 0, 4, 9), "Blue takes 4 coins and has 9."),
    ((Happening.COINS, 0, 1, 9), "Blue takes 1 coin and has 9."),
    ((Happening.STEPPED, Unit.CAVALRY, 1, 2, 1), "Red's cavalry: 1,0 to 2,0."),
    ((Happening.MOVED, Engine.SHIP, 1, 2), "The ship: 1,0 to 2,0."),
    ((Happening.TURNED, Engine.RAM, 1, 2), "The ram on 1,0 turns."),
    ((Happening.TIRED, Unit.INFANTRY, 1), "The infantry inside, on 1,0, is exhausted."),
    ((Happening.STRUCK, Unit.CAVALRY, 1, Unit.ARCHERS, 2), "Cavalry on 1,0 strikes down archers on 2,0."),
    ((Happening.SHOT, 5, 5, 1, 2), "Archers shoot from 1,0 at 2,0 and roll 5 (5 or more hits): hit."),
    ((Happening.SHOT, 4, 5, 1, 2), "Archers shoot from 1,0 at 2,0 and roll 4 (5 or more hits): missed."),
    (
        (Happening.RAMMED, 4, 5, Building.WALL, 2),
        "The ram rolls 4 against the wall on 2,0 (5 or more breaks it): it holds.",
    ),
    (
        (Happening.RAMMED, 4, 4, Building.PORT, 2),
        "The ram rolls 4 against the port on 2,0 (4 or more breaks it): it breaks.",
    ),
    ((Happening.HURLED, 3, 0, -1, 0), "The trebuchet rolls 3: a miss."),
    ((Happening.HURLED, 6, 5, 9, 1), "The trebuchet rolls 6: its stones come down on 9,0, 5 from its end: a hit."),
    (
        (Happening.HURLED, 4, 3, 9, 0),
        "The trebuchet rolls 4: its stones come down on 9,0, 3 from its end: nothing is there.",
    ),
    (
        (Happening.HURLED, 4, 3, -1, 0),
        "The trebuchet rolls 4: its stones come down off the map, 3 from its end: nothing is there.",
    ),
    ((Happening.UNIT_LOST, Unit.INFANTRY, 1, 3), "Red loses infantry on 3,0."),
    ((Happening.ENGINE_LOST, Engine.TREBUCHET, 3), "A trebuchet on 3,0 is destroyed."),
    ((Happening.BUILDING_LOST, Building.GATE, 0, 3), "Blue's gate on 3,0 is destroyed."),
    ((Happening.BUILDING_LOST, Building.WALL, -1, 3), "A wall on 3,0 is destroyed."),
    ((Happening.CAPTURED, 1, Building.CASTLE, 3, 2), "Red captures the castle on 3,0, and 2 buildings with it."),
    ((Happening.CAPTURED, 0, Building.CAMP, 3, 0), "Blue captures the camp on 3,0."),
    ((Happening.SET_UP, 0), "Blue has finished the set-up."),
    ((Happening.UNITS_ENDED, 1), "Red's buildings are next."),
    ((Happening.TURN_ENDED, 1, 12), "Red ends turn 12."),
    ((Happening.WON, 0, Reason.ARMY), "Blue wins: Red has no land unit."),
    ((Happening.WON, 1, Reason.HOMELESS), "Red wins: Blue has been without a castle or camp for too long."),
    ((Happening.WON, 0, Reason.TURNS), "Blue wins: the castle has held until the last turn."),
    ((Happening.DRAWN,), "It is a draw: there are no turns left."),
]


@pytest.mark.parametrize("numbers, sentence", SAID, ids=[sentence for _, sentence in SAID])
def test_every_event_is_a_sentence(numbers, sentence):
    assert describe(Event(numbers[0], *map(int, numbers[1:]))) == sentence


def test_no_event_lacks_a_sentence():
    assert set(SENTENCES) == set(Happening) == {numbers[0] for numbers, _ in SAID}
    assert all(len(numbers) - 1 == len(numbers[0].names) for numbers, _ in SAID)


@pytest.mark.parametrize(
    "text, actions, die, sentence",
    [
        ("a . . I", [(0, 0), (0, 3)], 6, "Archers shoot from 0,0 at 0,3 and roll 6 (5 or more hits): hit."),
        (
            "Ri R = = =",
            [(0, 0), "play_engine", (0, 2)],
            2,
            "The ram rolls 2 against the wall on 0,2 (5 or more breaks it)",
        ),
        (
            "Xi X . . I",
            [(0, 0), "play_engine", (0, 1)],
            4,
            "The trebuchet rolls 4: its stones come down on 0,4, 3 from its end: a hit.",
        ),
    ],
)
def test_a_roll_is_told_in_the_log(text, actions, die, sentence):
    position = play(draw(text, dice=[die]), *actions)
    assert look(position).log[0].startswith(sentence)


# --- Coins that end, and the last turn


ENDING = {"income_turns": 2, "settle_draws": True, "max_turns": 9}
ALONE = "K1 K1 K1 . . .\nK1 K1 K1 . . .\nK1 K1 K1 . i I"


@pytest.mark.parametrize("turns, label, left", [(1, "Take 4 coins", "1 of 2"), (2, "Build nothing", "0 of 2")])
def test_G29_the_button_and_the_panel_say_when_coins_have_ended(turns, label, left):
    position = play(draw(ALONE, turns=[turns, 1], rules=ENDING), "end_units", (0, 0))
    scene = position.scene(0)
    assert next(button.label for button in scene.buttons if button.name == "coins") == label
    assert panel(position, "Blue")["turns with coins"] == left


@pytest.mark.parametrize(
    "mode, turns, words",
    [
        ("standard", 3, ""),
        ("standard", 4, " 5 turns left, this one included: then more castles win, then more land units."),
        ("standard", 8, " 1 turn left, this one included: then more castles win, then more land units."),
        ("siege", 8, " 1 turn left, this one included: then the castle's owner wins."),
    ],
)
def test_G30_the_last_turns_are_announced(mode, turns, words):
    prompt = draw(ALONE, mode=mode, turns=[turns, 1], rules=ENDING).scene(0).prompt
    assert prompt.endswith(f"then {'camps and barracks' if mode == 'siege' else 'the buildings'} act.{words}")
    assert "left" not in draw(ALONE, mode=mode, turns=[149, 149]).scene(0).prompt


def test_G29_G30_tips_tell_what_ends_and_what_counts_then():
    told = explanations(game_with(**ENDING))
    assert told["coins"] == "Take 4 coins instead of building; after your first 2 turns there are none left."
    assert "in one of your first 2 turns" in told["castle"]
    assert told["end_turn"].endswith("After 9 turns each, more castles win, then more land units.")
    usual = explanations(game_with())
    assert usual["coins"] == "Take 4 coins instead of building."
    assert "After" not in usual["end_turn"]


@pytest.mark.parametrize(
    "rules, words",
    [
        ({"siege_coins": 3, "income_turns": 4}, "It yields 3 coins in its owner's first 4 turns. 3 enemy units"),
        ({"siege_coins": 1}, "It yields 1 coin in each turn. 3 enemy units"),
        ({"siege_coins": 0, "income_turns": 4}, "Builds in the set-up only. 3 enemy units"),
    ],
)
def test_G24_tips_tell_what_a_castle_brings_in_siege_mode(rules, words):
    assert words in explanations(game_with(mode="siege", **rules))["castle"]
    shown = panel(draw(ALONE, mode="siege", rules=rules), "Blue")
    assert ("turns with coins" in shown) == (len(rules) == 2 and rules["siege_coins"] > 0)


def test_G30_a_settled_game_says_by_what():
    board = "K1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\nK1 K1 K1 . K2 K2 K2\ni i . . . . I"
    position = play(draw(board, part=Phase.BUILDINGS, turns=[8, 9], rules=ENDING), "end_turn")
    words = "after the last turn Red has fewer castles or, with as many, fewer land units."
    assert position.scene(0).ending == words
    assert describe(position.events[-1]) == f"Blue wins: {words}"
