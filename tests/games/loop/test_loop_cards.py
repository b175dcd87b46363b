"""L23, L24: cards and where buildings stand."""

import pytest
from loop_drawing import BUILDINGS, draw, drawing, hand, legal, picture, played, ticked, told, value

import garrison
from garrison.games.loop import FIELDS

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"
CARDS = {"card_odds": [[1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 0, 0], [0, 0, 1, 0, 0, 1, 1], [0] * 7, [0] * 7]}
MEADOW = """
    .......
    .H====.
    .=...=.
    .=...=.
    .=...=.
    .=====.
    .......
"""


def fight(things, rounds=1, **facts):
    return ticked(draw(FIELD, also={"1": f"@{things}"}, battle=True, **facts), rounds)


def may_go(position):
    """The fields where the chosen card may go, drawn."""
    lines = picture(position).split("\n")
    width = len(lines[0])
    fields = {action for action in position.actions(0) if action < FIELDS}
    rows = ["".join("*" if y * width + x in fields else "." for x in range(width)) for y in range(len(lines))]
    return "\n".join(rows)


@pytest.mark.parametrize("enemy, cards", [("s", "PC"), ("z", "hB"), ("v", "Txf")])
def test_L23_each_enemy_has_its_cards(enemy, cards):
    for drawn, card in enumerate(cards):
        bite = [(100, 99)] if enemy == "v" else []  # no critical
        position = fight(enemy, enemy_health=[1], **CARDS, chance=[*bite, (len(cards), drawn)])
        assert hand(position) == card


@pytest.mark.parametrize(
    "variant, cards",
    [
        ("gentle", {"s": "PC", "z": "hB", "v": "Txf"}),
        ("seed", {"s": "PC", "z": "h", "v": "x"}),
    ],
)
def test_L23_which_cards_there_are_in_seed_and_in_what_we_recommend(variant, cards):
    odds = garrison.load("loop", variant=variant).parameters["card_odds"]
    rows = {"card_odds": [[*odds, *[0] * 35][7 * row : 7 * row + 7] for row in range(5)]}
    for enemy, kinds in cards.items():
        bite = [(100, 99)] if enemy == "v" else []  # no critical
        for drawn, card in enumerate(kinds):
            position = fight(enemy, enemy_health=[1], **rows, chance=[*bite, (len(kinds), drawn)])
            assert hand(position) == card
    assert hand(fight("DE", enemy_health=[1, 1], **rows)) == ""


@pytest.mark.parametrize("variant", ["gentle", "seed"])
def test_L23_only_slugs_give_swords(variant):
    assert garrison.load("loop", variant=variant).parameters["sword_chance"] == 20


def test_L23_bosses_give_no_card():
    assert hand(fight("DE", enemy_health=[1, 1], loud=True)) == ""


@pytest.mark.parametrize("drawn, items", [(19, 1), (20, 0)])
def test_L23_a_slug_gives_a_sword_with_20_percent(drawn, items):
    position = fight("s", enemy_health=[1], **CARDS, sword_chance=20, chance=[(2, 0), (100, drawn)])
    assert (value(position, "item_count"), hand(position)) == (items, "P")


def test_L23_others_give_no_sword():
    assert value(fight("zv", enemy_health=[1, 1], sword_chance=100), "item_count") == 0


def test_L23_the_hand_holds_as_many_cards_as_the_world_is_wide():
    position = fight("s", enemy_health=[1], cards="TPPPPPP", **CARDS, chance=[(2, 1)])
    assert hand(position) == "TPPPPPPC"
    position = fight("s", enemy_health=[1], cards="TPPPPPPP", **CARDS, chance=[(2, 1)])
    assert hand(position) == "PPPPPPPC"
    assert (value(position, "gold"), value(position, "experience")) == (27 + 30, 100 + 50)
    assert "The hand is full: a tower card becomes 30 gold and 50 experience." in told(position)


def test_L23_a_chosen_card_stays_chosen_when_the_oldest_goes():
    position = fight("s", enemy_health=[1], cards="TPhPPPPP", **CARDS, state={"chosen": 2})
    assert hand(position)[value(position, "chosen")] == "h"
    position = fight("s", enemy_health=[1], cards="TPhPPPPP", **CARDS, state={"chosen": 0})
    assert value(position, "chosen") == -1
    assert len(hand(position)) == 8


BESIDE = """
    .*****.
    *.....*
    *.***.*
    *.*.*.*
    *.***.*
    *.....*
    .*****.
"""
ON_PATH = """
    .......
    ..****.
    .*...*.
    .*...*.
    .*...*.
    .*****.
    .......
"""
ON_GRASS = """
    *******
    *.....*
    *.***.*
    *.***.*
    *.***.*
    *.....*
    *******
"""


@pytest.mark.parametrize(
    "card, fields",
    [("P", BESIDE), ("C", BESIDE), ("T", BESIDE), ("h", ON_PATH), ("B", ON_PATH), ("x", ON_PATH), ("f", ON_GRASS)],
)
def test_L24_where_a_card_may_be_placed(card, fields):
    position = played(draw(MEADOW, cards=card), "card 1")
    assert may_go(position) == drawing(fields)


@pytest.mark.parametrize("card", BUILDINGS)
def test_L24_a_placed_card_is_a_building_and_leaves_the_hand(card):
    position = played(draw(MEADOW, cards="P" + card + "B"), "card 2")
    field = min(action for action in position.actions(0) if action < FIELDS)
    played(position, field)
    assert hand(position) == "PB"
    assert picture(position).replace("\n", "")[field] == card
    assert value(position, "chosen") == -1


@pytest.mark.parametrize("first, second", [("P", "T"), ("h", "B"), ("f", "f"), ("f", "P")])
def test_L24_one_building_a_tile(first, second):
    position = played(draw(MEADOW, cards=first + second), "card 1")
    field = next(action for action in position.actions(0) if action < FIELDS and action > 0)
    played(position, field, "card 1")
    assert field not in position.actions(0)


def test_L24_a_card_without_a_place_cannot_be_chosen():
    position = draw("H===\nP..P\n====".replace("P..P", "=PP="), cards="PfhC")
    assert legal(position) == {"advance", "card 3"}
    position = draw("H===\n=P.=\n====", cards="PfhC")
    assert legal(position) == {"advance", "card 1", "card 2", "card 3", "card 4"}


def test_L24_choosing_commits():
    position = played(draw(MEADOW, cards="PP"), "card 1")
    assert not any(name.startswith("card") for name in legal(position))
    assert told(position) == ["Where should the zombie pit go?"]


def test_L24_what_a_placed_building_does_begins_at_once():
    position = played(draw("H@==\n=..=\n====", cards="hB", health=10), "card 1", 2, "card 1", 3)
    ticked(position, 2)
    assert (value(position, "health"), value(position, "soldier_count")) == (20, 1)
    position = played(draw("H======\n@.....=\n=======", cards="P"), "card 1", 8)
    assert value(ticked(position), "enemy_count") == 1
    position = played(draw("H@===x==\n=......=\n========", cards="x"), "card 1", 3)
    assert picture(position) == drawing("H@=x=x==\n=......=\n========")


def test_L24_placed_fires_and_towers_work():
    position = played(draw("H=@=s==\n=.....=\n=======", cards="Tf"), "card 1", 8, "card 1", 9)
    ticked(position)
    assert (value(position, "fighting"), value(position, "towers")) == (1, 1)
    ticked(position)
    assert value(position, "fighting") == 0
    position = played(draw("H======v==\n=........@\n==========", cards="f", battle_radius=[0] * 5), "card 1", 14)
    places = [int(ticked(position).state["enemy_places"][0][0]) for _ in range(3)]
    assert places == [6, 7, 6]
