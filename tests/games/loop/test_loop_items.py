"""L18-L22: items, what they do, and their prices."""

import pytest
from loop_drawing import (
    draw,
    enemy_healths,
    equipment,
    inventory,
    legal,
    played,
    soldiers,
    ticked,
    told,
    value,
)

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"
WARM = "H===1===\n=..f...=\n=......=\n========"


def fight(things, text=FIELD, rounds=1, **facts):
    return ticked(draw(text, also={"1": f"@{things}"}, battle=True, **facts), rounds)


def blow(enemy, worn=(), **facts):
    """What the Character does to an enemy that stands it."""
    position = fight(enemy, worn=worn, enemy_health=[10_000], **{"critical_chance": 0, **facts})
    return 10_000 - enemy_healths(position)[0]


def wound(attack, worn=(), enemy="s", **facts):
    """What the Character loses to an attack."""
    position = fight(enemy, worn=worn, hero_attack=0, enemy_attack=[attack] * 5, health=100, **facts)
    return 100 - value(position, "health")


# --- L18


def test_L18_an_item_is_put_on_and_leaves_the_inventory():
    position = draw(items=["armour", "sword", "shield", "helmet"])
    played(position, "item 2")
    assert equipment(position) == {"weapon": "sword"}
    assert inventory(position) == ["armour", "shield", "helmet"]
    played(position, "item 3", "item 1", "item 1")
    assert equipment(position) == {"weapon": "sword", "armour": "armour", "shield": "shield", "helmet": "helmet"}
    assert inventory(position) == []


def test_L18_the_item_taken_off_gets_the_place_and_age_of_the_one_put_on():
    position = draw(items=["armour", "stake", "shield"], worn=["sword"])
    assert told(played(position, "item 2")) == ["The Character puts on a stake instead of a sword."]
    assert inventory(position) == ["armour", "sword", "shield"]
    assert equipment(position) == {"weapon": "stake"}


@pytest.mark.parametrize("item, slot", [("staff", "weapon"), ("anduril", "weapon"), ("stump", "shield")])
def test_L18_every_item_has_its_slot(item, slot):
    assert equipment(played(draw(items=[item]), "item 1")) == {slot: item}


def test_L18_the_ring_and_the_coin_are_not_worn():
    assert legal(draw(items=["ring", "sword", "coin"])) == {"advance", "item 2"}


# --- L19


def full(oldest, **facts):
    """A 17th item arrives: a sword from a slug."""
    items = [oldest, *["helmet"] * 15]
    return fight("s", enemy_health=[1], items=items, sword_chance=100, **facts)


@pytest.mark.parametrize("item, gold", [("sword", 120), ("stake", 160), ("armour", 240), ("ring", 100), ("stump", 100)])
def test_L19_when_a_17th_item_arrives_the_oldest_is_destroyed(item, gold):
    position = full(item)
    assert inventory(position) == ["helmet"] * 15 + ["sword"]
    assert value(position, "gold") == 27 + gold
    assert value(position, "experience") == 100 + 200


def test_L19_equipped_items_do_not_count():
    position = fight("s", enemy_health=[1], items=["helmet"] * 15, worn=["sword", "armour"], sword_chance=100)
    assert len(inventory(position)) == 16
    assert value(position, "gold") == 27


def test_L19_doggiecoin_counts_with_its_current_price():
    assert value(full("coin", state={"coin": 55}), "gold") == 27 + 22
    assert value(full("coin", state={"coin": 55, "bosses_come": 3}), "gold") == 27 + 110


# --- L20


@pytest.mark.parametrize(
    "enemy, worn, damage",
    [
        ("s", ["sword"], 26),
        ("v", ["sword"], 26),
        ("s", ["stake"], 23),
        ("v", ["stake"], 46),
        ("D", ["stake"], 23),
        ("s", ["staff"], 20),
        ("s", ["helmet"], 15),
        ("v", ["stake", "helmet"], 40),
        ("s", ["anduril"], 38),
        ("v", ["anduril"], 38),
        ("D", ["anduril"], 114),
        ("E", ["anduril", "helmet"], 105),
        ("s", ["armour", "shield"], 18),
    ],
)
def test_L20_weapons_and_helmets_change_the_attack(enemy, worn, damage):
    assert blow(enemy, worn) == damage
    assert blow(enemy, worn, text=WARM) == 2 * damage


def test_L20_the_attack_is_never_below_0():
    assert blow("s", ["helmet"], hero_attack=2) == 0


def test_L20_turned_soldiers_are_hit_with_the_plain_attack():
    for worn, damage in [(["stake"], 23), (["anduril"], 38)]:
        position = fight("v", worn=worn, soldiers=[1000], turned=[0])
        assert soldiers(position) == [damage - 1000]


@pytest.mark.parametrize(
    "attack, worn, damage",
    [
        (7, ["armour"], 3),
        (7, ["shield"], 5),
        (9, ["armour", "shield"], 3),
        (6, ["helmet"], 4),
        (4, ["helmet"], 2),
        (3, ["helmet"], 1),
        (2, ["helmet"], 1),
        (1, ["helmet"], 1),
        (0, ["helmet"], 0),
        (20, ["armour", "shield", "helmet"], 6),
        (17, ["armour", "shield", "helmet"], 4),
        (10, ["stump"], 6),
        (7, ["armour", "stump"], 1),
    ],
)
def test_L20_armour_then_shield_then_helmet(attack, worn, damage):
    assert wound(attack, worn) == damage


def test_L20_items_do_not_protect_soldiers():
    assert soldiers(fight("v", soldiers=[30], worn=["armour", "shield", "helmet"], hero_attack=0)) == [23]


def test_L20_turned_soldiers_are_held_off_by_items_too():
    position = fight("s", soldiers=[30], turned=[0], worn=["armour"], hero_attack=0)
    assert value(position, "health") == 100 - 5 - 1


# --- L21


@pytest.mark.parametrize("enemy, damage", [("s", 6), ("v", 6), ("D", 4), ("E", 4)])
def test_L21_the_tree_stump_protects_more_against_bosses(enemy, damage):
    assert wound(10, ["stump"], enemy) == damage


def test_L21_the_one_ring_gives_full_health_at_the_end_of_the_round():
    position = fight("vvv", health=7, items=["sword", "ring", "ring"])
    assert value(position, "health") == 100
    assert inventory(position) == ["sword", "ring"]
    assert told(position)[-1] == "The One Ring saves the Character and is gone."
    assert not position.over
    assert told(position)[0] == "The Character loses 7; 0 left."  # the others no longer attack it


def test_L21_the_ring_helps_when_both_sides_fall():
    position = fight("s", health=3, enemy_health=[18], items=["ring"])
    assert not position.over
    assert (value(position, "fighting"), value(position, "gold"), value(position, "health")) == (0, 27, 100)


RARES = ["ring", "anduril", "stump"]


@pytest.mark.parametrize("listed", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
def test_L21_only_the_listed_rare_items_are_found_each_with_its_share(listed):
    names = [name for name, here in zip(RARES, listed, strict=True) if here]
    for drawn, name in enumerate(names):
        chance = [(100, 99), (100, 1), (len(names), drawn)]  # no sword
        position = fight("s", enemy_health=[1], rare_items=listed, chance=chance)
        assert inventory(position) == [name]


def test_L21_a_rare_item_comes_in_2_percent_of_battles():
    assert inventory(fight("s", enemy_health=[1], rare_items=[1, 1, 1], chance=[(100, 99), (100, 2)])) == []
    assert inventory(fight("s", enemy_health=[1], rare_chance=100)) == []


# --- L22


@pytest.mark.parametrize(
    "base, percent, after", [(100, 50, 50), (100, 200, 200), (33, 150, 49), (15, 50, 10), (9000, 200, 10_000)]
)
def test_L22_the_coins_price_changes_at_each_new_cycle(base, percent, after):
    position = draw("H===\n@..=\n====", state={"coin": base}, chance=[(151, percent - 50)])
    assert value(ticked(position), "coin") == after


def test_L22_the_price_starts_at_100_and_changes_without_a_coin():
    position = draw("H===\n=..=\n====")
    assert value(position, "coin") == 100
    ticked(position, 9)
    assert value(position, "coin") == 100


def test_L22_doggie_drops_a_coin():
    position = fight("D", enemy_health=[1])
    assert inventory(position) == ["coin"]
    assert value(position, "gold") == 0


@pytest.mark.parametrize("come, killed, gold", [(0, 0, 70), (1, 1, 70), (3, 1, 350), (3, 3, 70)])
def test_L22_five_times_the_price_while_elan_muske_is_on_the_map(come, killed, gold):
    state = {"coin": 70, "bosses_come": come, "bosses_killed": killed}
    position = played(draw(items=["coin"], shop=True, state=state), "item 1")
    assert value(position, "gold") == gold
