"""What people and programs see of Loop: events as sentences, scenes, observations."""

import json

import numpy as np
import pytest
from loop_drawing import draw, played, ticked, told, value

import garrison
from garrison.core.about import explanations
from garrison.core.discovery import find
from garrison.core.engine.events import Event
from garrison.core.option_values import meaning
from garrison.games.loop.state import Happening
from garrison.games.loop.state.constants import Being, Enemy, Press, Road, Stand
from seeing import numbers_of, planes_of

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"
SENTENCES = {
    Happening.CYCLE: [((7,), "Cycle 7 is complete.")],
    Happening.APPEARED: [((0, 3, 7), "A slug appears on 7,0."), ((4, 9, 7), "Elan Muske has come, on 7,0!")],
    Happening.GOLD_APPEARED: [((3,), "Gold lies on the path at 3,0.")],
    Happening.POTION_APPEARED: [((3,), "A potion lies on the path at 3,0.")],
    Happening.FOUND_GOLD: [((75,), "The Character finds 75 gold.")],
    Happening.FOUND_POTION: [((), "The Character finds a potion.")],
    Happening.RESTED: [((4, 100), "A village gives 4 health: now 100.")],
    Happening.RECRUITED: [((5, 2), "Soldier 5 joins: 2 soldiers.")],
    Happening.TRAPPED: [((1, 6, 5, 25), "Zombie 6 steps on a trap and loses 5; 25 left.")],
    Happening.BATTLE: [
        ((1, 0, 7), "Battle on 7,0! The Character meets an enemy."),
        ((3, 1, 7), "Battle on 7,0! The Character meets 3 enemies, with 1 tower on your side."),
    ],
    Happening.DAZED: [((), "The Character is stunned and skips its turn.")],
    Happening.CRITICAL: [((4, 6), "Vampire 4 lands a critical bite: 6 extra.")],
    Happening.TURNED: [((8,), "Soldier 8 turns into a zombie!")],
    Happening.TRANCED: [((2, 4), "Vampire 4 falls into a trance and fights for you.")],
    Happening.AWOKE: [((0, 4), "Slug 4 wakes from its trance.")],
    Happening.STUNNED: [((), "Doggie stuns the Character.")],
    Happening.HEALED: [((5, 9, 5, 90), "Elan Muske heals: Doggie gains 5 and has 90.")],
    Happening.HURT: [
        ((0, 0, 7, 93), "The Character loses 7; 93 left."),
        ((1, 3, 7, 23), "Soldier 3 loses 7; 23 left."),
        ((2, 3, 18, 2), "Slug 3 loses 18; 2 left."),
    ],
    Happening.DIED: [((6, 1), "Elan Muske dies."), ((1, 2), "Soldier 2 dies.")],
    Happening.SAVED: [((7,), "The One Ring saves the Character and is gone."), ((9,), "The Tree Stump saves the")],
    Happening.BATTLE_WON: [((1270, 100), "The battle is won: 1,270 gold, 100 experience.")],
    Happening.GOT_CARD: [((2,), "A new card: vampire castle.")],
    Happening.LOST_CARD: [((5, 30, 50), "The hand is full: barracks card becomes 30 gold and 50 experience.")],
    Happening.GOT_ITEM: [((10,), "A new item: DoggieCoin.")],
    Happening.LOST_ITEM: [((4, 240, 200), "The inventory is full: armour becomes 240 gold and 200 experience.")],
    Happening.CHOSE_CARD: [((7,), "Where should the campfire go?")],
    Happening.BUILT: [
        ((5, 3), "The Character builds barracks on 3,0."),
        ((3, 3), "The Character builds a tower on 3,0."),
    ],
    Happening.WORE: [
        ((1, 0), "The Character puts on a sword."),
        ((8, 1), "The Character puts on Anduril instead of a sword."),
    ],
    Happening.DRANK: [((30, 100), "A potion gives 30 health: now 100.")],
    Happening.SHOP: [((1,), "The shop is open.")],
    Happening.BOUGHT: [((0, 300), "Bought a sword for 300 gold."), ((6, 150), "Bought a potion for 150 gold.")],
    Happening.SOLD: [((7, 100), "Sold The One Ring for 100 gold.")],
    Happening.LEFT: [((), "The Character leaves the castle.")],
    Happening.WON: [((), "The goal is reached: the game is won!")],
    Happening.LOST: [((), "The Character is dead.")],
    Happening.FELL_DOWN: [
        ((4, 3), "Worn out and gone: a village on 3,0."),
        ((5, 3), "Worn out and gone: barracks on 3,0."),
    ],
}


@pytest.mark.parametrize("kind", Happening, ids=lambda kind: kind.name.lower())
def test_every_event_is_a_sentence(kind):
    for numbers, sentence in SENTENCES[kind]:
        event = Event(kind, *numbers)
        assert draw().game.describe(event).startswith(sentence)


def test_L12_a_round_leaves_an_event_for_everybody_who_lost_health_and_for_what_happened():
    rules = {"turn_chance": 100, "critical_chance": 100, "critical_extra": [2, 2], "critical_again": 0}
    position = draw(FIELD, also={"1": "@zvs"}, battle=True, soldiers=[30, 4], enemy_health=[30, 90, 5], **rules)
    ticked(position)
    assert told(position) == [
        "Soldier 101 turns into a zombie!",
        "Soldier 102 turns into a zombie!",
        "Vampire 2 lands a critical bite: 2 extra.",
        "The Character loses 17; 83 left.",
        "Zombie 1 loses 30; 0 left.",
        "Vampire 2 loses 38; 52 left.",
        "Slug 3 loses 5; 0 left.",
        "Zombie 1 dies.",
        "Slug 3 dies.",
    ]


def test_the_largest_battle_fits_the_log():
    rules = {"loud": True, "hero_health": 100_000, "enemy_attack": [1] * 5}
    position = draw(FIELD, also={"1": "@" + "s" * 64}, battle=True, hero_attack=50, health=100_000, **rules)
    ticked(position)
    assert value(position, "fighting") == 0
    assert value(position, "event_overflow") == 0
    assert len(told(position)) >= 3 * 64


# --- Scenes


def pieces(position):
    return {piece.id: piece for piece in position.scene(0).boards[0].pieces}


def panels(position):
    scene = position.scene(0)
    return {panel.title: {line.name.strip(): line.value for line in panel.lines} for panel in scene.panels}


def test_a_scene_shows_the_world():
    position = draw("H@$=s\n=..T=\n=...!\n=hBx=", health=40)
    found = {(piece.kind, piece.row, piece.column) for piece in pieces(position).values()}
    assert found == {
        *(("hero_castle", 0, 0), ("hero", 0, 1), ("gold", 0, 2), ("slug", 0, 4), ("tower", 1, 3), ("potion", 2, 4)),
        *(("village", 3, 1), ("barracks", 3, 2), ("trap", 3, 3)),
    }
    board = position.scene(0).boards[0]
    assert board.terrain[0] == "┌───┐"
    assert board.terrain[3] == "└───┘"
    assert pieces(position)["hero"].bar.value == 40


def test_several_enemies_on_a_tile_wear_their_number():
    position = draw(FIELD, also={"1": "@sv"}, battle=True)
    badges = [piece.badge for piece in pieces(position).values() if piece.kind in ("slug", "vampire")]
    assert badges == ["2", "2"]
    assert all("in battle" in piece.label for piece in pieces(position).values() if piece.kind in ("slug", "vampire"))


def test_the_health_bar_comes_first_with_the_potion_and_its_number_beside_it():
    position = draw(health=40, state={"potions": 3, "gold": 1234, "experience": 99, "cycles": 5})
    first = position.scene(0).panels[0].lines[0]
    assert (first.name, first.bar.value, first.bar.full, first.sprite, first.badge) == (
        "Health",
        40,
        100,
        "potion",
        "3",
    )
    lines = panels(position)["Character"]
    assert (lines["Potions"], lines["Gold"], lines["Experience"], lines["Cycles"]) == ("3", "1,234", "99", "5")
    assert (lines["Health"], lines["Soldiers"]) == ("40 of 100", "0 of 8")


def test_the_health_bar_is_always_in_sight_and_its_potion_is_a_button():
    line = draw(health=40, state={"potions": 2}).scene(0).panels[0].lines[0]
    assert (line.always, line.key, line.action) == (True, "d", Press.DRINK)
    without = draw(health=40).scene(0)
    line = without.panels[0].lines[0]
    assert (line.always, line.key, line.badge) == (True, "", "0")
    assert not next(button for button in without.buttons if button.action == line.action).legal


def test_the_goal_is_shown_with_its_progress():
    kinds, numbers = [1, 2, 4, 3, 6, 5], [100, 0, 0, 500, 2, 3]
    position = draw(goal_kinds=kinds, goal_numbers=numbers, state={"cycles": 7, "bosses_killed": 1, "experience": 600})
    goal = next(panel for panel in position.scene(0).panels if panel.title == "Goal")
    assert [(line.name, line.value) for line in goal.lines] == [
        ("all of", ""),
        ("  Cycles", "7 of 100"),
        ("  Gold", "0 of 0"),
        ("  one of", ""),
        ("    Bosses", "1 of 2"),
        ("    Experience", "600 of 500"),
    ]


def test_hand_inventory_equipment_and_soldiers_are_shown():
    position = draw(cards="PT", items=["ring", "coin"], worn=["sword", "stump"], soldiers=[30, 12])
    shown = panels(position)
    assert shown["Hand (2 of 5)"] == {"zombie pit": "", "tower": ""}
    assert shown["Inventory (2 of 16)"] == {"One Ring": "", "DoggieCoin": ""}
    assert [line.key for panel in position.scene(0).panels for line in panel.lines if line.key] == ["1", "2", "a", "b"]
    assert shown["Equipment"] == {"Weapon": "sword", "Armour": "none", "Shield": "Tree Stump", "Helmet": "none"}
    assert shown["Soldiers"] == {"Soldier 101": "30", "Soldier 102": "12"}
    played(position, "card 2")
    assert panels(position)["Hand (2 of 5)"]["tower"] == "chosen"


def test_buttons_say_what_is_in_the_slots():
    position = played(draw(cards="PT", items=["ring", "sword"]), "card 2")
    buttons = {button.name: button for button in position.scene(0).buttons}
    assert (buttons["card 1"].label, buttons["card 1"].chosen) == ("zombie pit", False)
    assert (buttons["card 2"].label, buttons["card 2"].chosen) == ("tower", True)
    assert (buttons["item 2"].label, buttons["item 2"].legal) == ("put on sword", True)
    assert buttons["item 1"].legal is False
    assert buttons["advance"].on_tick
    shop = draw(items=["sword", "coin", "ring"], shop=True, state={"gold": 300, "bosses_come": 3})
    buttons = {button.name: button for button in shop.scene(0).buttons}
    assert buttons["item 1"].asks == "This sells the sword for 180 gold. Press again to sell it."
    assert [buttons[f"item {n}"].label for n in (1, 2, 3)] == [
        "sell sword: 180",
        "sell DoggieCoin: 500",
        "sell One Ring: 100",
    ]
    assert (buttons["buy sword"].label, buttons["buy sword"].legal, buttons["buy stake"].legal) == (
        "buy sword: 300",
        True,
        False,
    )


def test_the_shop_and_the_battle_are_panels():
    assert panels(draw(shop=True))["Shop"]["potion"] == "150 gold"
    position = draw(FIELD, also={"1": "@vz"}, battle=True, soldiers=[30], turned=[0], state={"towers": 2})
    assert panels(position)["Battle"] == {
        "Character": "100",
        "Soldier 101 (turned)": "30",
        "Towers": "2",
        "Vampire 1": "90",
        "Zombie 2": "30",
    }
    position.state["enemy_stands"][0][0] = Stand.TRANCED
    assert "Vampire 1 (ours)" in panels(position)["Battle"]
    crowd = draw(FIELD, also={"1": "@" + "s" * 20}, battle=True)
    assert "and 7 more" in panels(crowd)["Battle"]
    assert [panel.title for panel in crowd.scene(0).panels if panel.near] == ["Character", "Battle"]


def test_L12_a_round_shows_who_strikes_how_hard_and_what_everybody_lost():
    position = played(draw(FIELD, also={"1": "@v"}, battle=True, soldiers=[30]), "advance")
    lines = {line.name: line for panel in position.scene(0).panels if panel.near for line in panel.lines}
    hurt = {event.being: event.damage for event in position.events if event.kind == Happening.HURT}
    vampire = next(line for name, line in lines.items() if name.startswith("Vampire"))
    assert (lines["Character"].change, lines["Character"].note) == (-hurt[Being.CHARACTER], "attack 18")
    assert lines["Soldier 101"].change == -hurt[Being.SOLDIER]
    assert (vampire.change, vampire.note) == (-hurt[Being.ENEMY + Enemy.VAMPIRE], "attack 7")


def test_L12_in_battle_buttons_stay_and_wait():
    position = draw(FIELD, also={"1": "@s"}, battle=True, cards="T", items=["sword"], state={"potions": 1})
    waiting = {button.name: button for button in position.scene(0).buttons if button.waits}
    assert set(waiting) == {"drink", "card 1", "item 1"}
    assert {button.waits for button in waiting.values()} == {"after the battle"}
    assert not any(button.legal for button in waiting.values())


def test_a_card_says_why_it_cannot_be_chosen_now():
    def waits(position, player=0):
        buttons = {button.name: button for button in position.scene(player).buttons}
        return [buttons[name].waits for name in ("card 1", "card 2")]

    narrow = "H====\n=.fT=\n====="
    full = played(draw(narrow, cards="TP"), "card 1", 6)
    assert waits(draw(narrow, cards="TP")) == ["", ""]
    assert waits(played(draw(narrow, cards="TP"), "card 1")) == ["place the chosen one first"] * 2
    assert waits(draw(narrow, cards="TP", shop=True)) == [""] * 2
    assert waits(full) == ["no tile is left for it", ""]  # the pit is the first card now
    assert waits(full, player=-1) == waits(played(draw(cards="TP"), "card 1"), player=-1) == ["", ""]


def test_L34_the_shop_lists_what_is_too_dear():
    shop = draw(shop=True, state={"gold": 160})
    buttons = {button.name: button for button in shop.scene(0).buttons}
    assert (buttons["buy potion"].legal, buttons["buy potion"].waits) == (True, "")
    assert (buttons["buy sword"].legal, buttons["buy sword"].waits) == (False, "140 gold short")
    assert all(button.legal or button.waits for name, button in buttons.items() if name.startswith("buy "))


def test_equal_cards_are_a_stack_with_one_key():
    position = draw(cards="TPTT")
    buttons = [button for button in position.scene(0).buttons if button.name.startswith("card ") and button.stack]
    assert [(one.stack, one.keys) for one in buttons] == [
        ("tower", ("1",)),
        ("zombie_pit", ("2",)),
        ("tower", ()),
        ("tower", ()),
    ]
    hand = next(panel for panel in position.scene(0).panels if panel.title.startswith("Hand"))
    assert [(line.name, line.badge) for line in hand.lines] == [("tower", "3"), ("zombie pit", "")]


def test_keys_mean_the_same_inside_the_shop_and_outside():
    keys = [key for button in find("loop").facts.buttons for key in button.keys]
    assert len(set(keys)) == len(keys)
    assert not {"1", "2", "3", "4", "5", "6", "7"} & set(keys), "these are the cards'"


def test_with_a_tower_or_fire_chosen_the_reach_of_those_that_stand_is_shown():
    text = "H======\n=.....=\n=..f..=\n=T....=\n======="
    position = played(draw(text, cards="Tf"), "card 2")
    reach = set(position.scene(0).boards[0].range_fields)
    assert reach == {y * 7 + x for y in range(5) for x in range(7) if (x - 3) ** 2 + (y - 2) ** 2 <= 9}
    assert played(draw(text, cards="T"), "card 1").scene(0).boards[0].range_fields
    assert played(draw(text, cards="h"), "card 1").scene(0).boards[0].range_fields == ()
    assert position.scene(0).boards[0].legal_fields[0] == 8


def test_L24_before_a_card_is_placed_the_tiles_where_it_acts_are_known():
    text = "H======\n=.....=\n=.....=\n=.....=\n======="
    position = played(draw(text, cards="TPh", tower_radius=2), "card 1")
    board = position.scene(0).boards[0]
    tips = {tip.field: tip for tip in board.tips}
    assert set(tips) == set(board.legal_fields)
    assert board.footprint == (1, 1)
    assert set(tips[3 * 7 + 1].fields) == {14, 21, 28, 29, 30}
    assert tips[3 * 7 + 1].text.endswith("it reaches 5 tiles of the path.")
    sends = played(draw(text, cards="P"), "card 1").scene(0).boards[0].tips[0]
    assert (sends.field, sends.fields) == (8, (1,))
    stays = played(draw(text, cards="h"), "card 1").scene(0).boards[0].tips[0]
    assert stays.fields == ()
    assert not draw(text, cards="T").scene(0).boards[0].tips
    assert not position.scene().boards[0].tips


def test_L29_what_a_tower_or_a_fire_on_a_field_would_reach():
    position = draw("H======\n=.....=\n=.....=\n=.....=\n=======", tower_radius=2, campfire_radius=1)
    tower, fire, fright = position.reach(0, 3 * 7 + 1)
    assert {(y, x) for y, x in np.argwhere(fire)} == {(3, 1), (2, 1), (4, 1), (3, 0), (3, 2)}
    near = {(y, x) for y in range(5) for x in range(7) if (x - 1) ** 2 + (y - 3) ** 2 <= 4}
    assert {(y, x) for y, x in np.argwhere(tower)} == near
    far = {(y, x) for y in range(5) for x in range(7) if (x - 1) ** 2 + (y - 3) ** 2 <= 9}
    assert {(y, x) for y, x in np.argwhere(fright)} == far
    assert not position.reach(0, 35).any()  # off the world


def test_L7_what_a_campfire_frightens_is_shown_beside_what_it_helps():
    text = "H======\n=.....=\n=.....=\n=..f..=\n======="
    radii = {"campfire_radius": 1, "support_radius": [1, 2, 2, 1, 1]}
    position = played(draw(text, cards="f", **radii), "card 1")
    board, tip = position.scene(0).boards[0], {tip.field: tip for tip in position.scene(0).boards[0].tips}[3 * 7 + 1]
    assert set(board.range_fields) == {
        y * 7 + x for y in range(5) for x in range(7) if (x - 3) ** 2 + (y - 3) ** 2 <= 4
    }
    assert set(tip.fields) == {14, 21, 28, 29, 30}
    assert tip.text == (
        "Attack x2 within 1 tile; vampires flee within 2; it helps you on 2 tiles of the path, and frightens on 5."
    )


def test_L7_a_campfire_frightens_where_its_reach_says():
    radii = {"campfire_radius": 1, "support_radius": [1, 2, 2, 1, 1]}
    position = played(draw("H======\n=.....=\n=.....=\n=======", cards="f", **radii), "card 1", 2 * 7 + 1)
    p, s = position.game.record[0], position.state[0]
    for name, bit in (("campfire", Road.WARM), ("fright", Road.SCARY)):
        plane = position.reach(0, 2 * 7 + 1)[position.game.facts.reach.index(name)]
        lit = [bool(s.road[place] & bit) for place in range(int(p.path_length))]
        assert lit == [bool(plane[p.path_y[place], p.path_x[place]]) for place in range(int(p.path_length))]
        assert 0 < sum(lit) < len(lit)


def test_L34_the_shop_shows_what_can_be_bought():
    def colours(**facts):
        shop = next(panel for panel in draw(shop=True, **facts).scene(0).panels if panel.title == "Shop")
        return {line.name for line in shop.lines if line.colour == "gold"}

    assert colours(state={"gold": 350}) == {"sword", "helmet", "potion"}
    assert colours(state={"gold": 350}, items=["sword"] * 16) == {"potion"}
    assert colours(state={"gold": 350, "potions_bought": 1}, mode="survival") == {"sword", "helmet"}
    assert colours(state={"gold": 350, "armours_bought": 1}, mode="berserker") == {"sword", "potion"}


def test_L34_the_shop_says_why_something_cannot_be_bought():
    def notes(**facts):
        shop = next(panel for panel in draw(shop=True, **facts).scene(0).panels if panel.title == "Shop")
        return {line.name: line.note for line in shop.lines}

    assert notes(state={"gold": 350})["stake"] == "50 gold short"
    full = notes(state={"gold": 350, "potions_bought": 1}, items=["sword"] * 16, mode="survival")
    assert (full["sword"], full["potion"]) == ("the inventory is full", "no more in this visit")
    assert notes(state={"gold": 600, "armours_bought": 1}, mode="berserker")["armour"] == "no more in this visit"


def test_prompts():
    assert draw().scene(0).prompt == "In the Hero's Castle. Fights bring cards, gold and gear."
    assert draw(items=["sword"]).scene(0).prompt == "In the Hero's Castle. Put on what is better than what you have."
    assert draw(cards="h").scene(0).prompt == "In the Hero's Castle. Choose a card, then where it goes."
    assert ticked(draw()).scene(0).prompt.startswith("On the path.")
    assert draw(FIELD, also={"1": "@ssv"}, battle=True).scene(0).prompt == "Battle with 2 slugs, vampire."
    only_turned = draw(FIELD, also={"1": "@"}, battle=True, soldiers=[9], turned=[0])
    assert only_turned.scene(0).prompt == "Battle with turned soldiers."
    assert draw(shop=True, state={"gold": 1000}).scene(0).prompt.startswith("The shop is open: 1,000 gold.")
    assert played(draw(cards="x"), "card 1").scene(0).prompt == "Choose a field for the trap."
    lost = ticked(draw(FIELD, also={"1": "@v"}, battle=True, health=1))
    assert lost.scene(0).prompt == "The Character is dead. 0 cycles."
    once = ticked(draw(FIELD, also={"1": "@v"}, battle=True, health=1, state={"cycles": 1}))
    assert once.scene(0).prompt == "The Character is dead. 1 cycle."
    assert pieces(lost)["hero"].glyph == "☠"
    assert json.loads(lost.scene(-1).to_json())["over"]


def test_what_the_last_step_touched_is_marked():
    position = played(draw(cards="h"), "card 1", 2)
    assert position.scene(0).boards[0].marked_fields == (2,)


# --- What everything is


def test_L23_what_an_enemy_leaves_is_told_by_the_rules_in_force():
    told = explanations(garrison.load("loop", variant="former"))
    assert told["slug"] == (
        "Creeps back and forth. Leaves 27 gold, perhaps a sword and a card: a zombie pit or a vampire castle."
    )
    assert told["zombie"].endswith("Leaves 51 gold and a card: a village or barracks.")
    assert told["vampire"].endswith("Leaves 80 gold and a card: a tower, a trap or a campfire.")
    assert told["doggie"].endswith("Leaves DoggieCoin.")
    assert told["elan"].endswith("in every round.")
    odds = [[0] * 7, [0, 0, 1, 0, 0, 0, 0], *[[0] * 7] * 2, [0, 0, 0, 0, 0, 0, 1]]
    rules = {"card_odds": odds, "enemy_gold": [0, 0, 9, 0, 0], "sword_chance": 0}
    other = explanations(garrison.load("loop", variant="former", rules=rules))
    assert other["slug"] == "Creeps back and forth."
    assert other["zombie"].endswith("Leaves a card: a tower.")
    assert other["vampire"].endswith("Leaves 9 gold.")
    assert other["elan"].endswith("Leaves a card: a campfire.")


def test_L38_houses_tell_how_they_wear_out():
    told = explanations(garrison.load("loop"))
    assert told["village"] == (
        "Goes on the path. Gives 10 health whenever you come by. Falls down in 12 of 100 cases when it has done so."
    )
    assert told["barracks"].endswith("Falls down in 12 of 100 cases when it has done so.")
    assert told["trap"].endswith("and is gone.")
    assert "Falls" not in explanations(garrison.load("loop", variant="former"))["village"]


def test_L34_the_castle_tells_when_the_shop_opens():
    assert "After laps 1, 3, 6, 10 and so on" in explanations(garrison.load("loop", variant="former"))["hero_castle"]
    rules = {"shop_gap": 2, "shop_gap_growth": 0}
    assert (
        "After laps 2, 4, 6, 8 and so on"
        in explanations(garrison.load("loop", variant="former", rules=rules))["hero_castle"]
    )


def test_L7_the_campfire_tells_how_far_it_frightens():
    rules = {"campfire_radius": 4, "support_radius": [1, 2, 5, 1, 1]}
    told = explanations(garrison.load("loop", variant="former", rules=rules))
    assert "Within 4 tiles your attack counts 2 times, and within 5 vampires turn round." in told["campfire"]
    assert "joins battles 5 tiles away" in told["vampire"]


def test_the_options_tell_what_the_rules_have():
    package = find("loop")
    p = garrison.load("loop", variant="former").record[0]
    assert (meaning(package, "mode", "survival"), p.survival_potions) == ("The shop sells one potion per visit.", 1)
    assert "one piece of armour, shield or helmet" in meaning(package, "mode", "berserker")
    assert p.berserker_armours == 1
    for world in package.facts.options["world"]:
        length = int(garrison.load("loop", variant="former", world=world).record[0].path_length)
        assert f"A path of {length} tiles" in meaning(package, "world", world)


# --- Observations


def test_an_observation_shows_the_world_and_what_the_character_has():
    position = draw(
        "H@$=1\n=..T=\n=...!\n=hBx=",
        also={"1": "zzvDs"},
        health=40,
        soldiers=[30, 12],
        turned=[1],
        cards="PT",
        items=["ring"],
        worn=["sword", "helmet"],
        state={"potions": 3, "gold": 70_000, "experience": 513, "cycles": 6, "shop_next": 10, "coin": 320},
    )
    planes, numbers = planes_of(position), numbers_of(position)
    assert planes["ground"].tolist() == [[3, 2, 2, 2, 2], [2, 1, 1, 6, 2], [2, 1, 1, 1, 2], [2, 7, 8, 9, 2]]
    assert planes["path"][0, :5].tolist() == [1, 2, 3, 4, 5]
    assert planes["path"][1, 0] == 14
    pickups, character = planes["pick-ups"], planes["character"]
    assert (pickups[0, 2], pickups[2, 4], np.count_nonzero(pickups)) == (1, 2, 2)
    enemies = ("slugs", "zombies", "vampires", "Doggie", "Elan Muske", "enemy health")
    assert [int(planes[name][0, 4]) for name in enemies] == [1, 2, 1, 1, 0, 255]
    assert (character[0, 1], np.count_nonzero(character)) == (1, 1)
    names = ("health", "potions", "gold", "experience", "cycles", "cycles to the shop", "coin", "bosses come")
    assert [numbers[name] for name in names] == [40, 3, 70_000, 513, 6, 4, 320, 1]
    assert [numbers[f"card {place}"] for place in (1, 2, 3)] == [1, 3, 0]
    assert [numbers[f"item {place}"] for place in (1, 2)] == [7, 0]
    assert [numbers[slot] for slot in ("weapon", "armour", "shield", "helmet")] == [1, 0, 0, 6]
    assert [numbers[f"soldier {place} health"] for place in (1, 2, 3)] == [30, 12, 0]
    assert [numbers[f"soldier {place} turned"] for place in (1, 2, 3)] == [0, 1, 0]
    assert (numbers["enemies"], numbers["enemy 1"], numbers["enemy 1 health"]) == (5, 2, 30)


def test_L35_an_observation_tells_the_goal():
    numbers = numbers_of(garrison.load("loop", variant="former", world="medium").new(1))
    goal = [(numbers[f"goal {node}"], numbers[f"goal {node} number"]) for node in range(1, 17)]
    p = garrison.load("loop", variant="former", world="medium").record[0]
    assert goal == list(zip(p.goal_kinds.tolist(), p.goal_numbers.tolist(), strict=True))
    assert goal[0][0] > 0


def test_an_observation_leaves_out_the_fallen():
    position = ticked(draw(FIELD, also={"1": "@sv"}, battle=True, enemy_health=[1]))
    planes, numbers = planes_of(position), numbers_of(position)
    assert planes["slugs"].sum() == 0
    assert planes["vampires"].sum() == 1
    assert (numbers["enemies"], numbers["enemy 1"], numbers["enemy 1 stand"]) == (1, 3, 1)
