"""L33-L35: experience, the shop, the modes and the goals."""

import pytest
from loop_drawing import draw, enemy_healths, equipment, inventory, legal, played, ticked, told, value

from garrison.errors import IllegalAction
from garrison.games.loop.state.constants import Goal

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"
HOME = "H===\n@..=\n===="
MOST = 1_000_000_000_000
GOODS = {"sword": 300, "stake": 400, "staff": 450, "armour": 600, "shield": 450, "helmet": 350}
RICH = {"gold": 5000}


def fight(things, rounds=1, **facts):
    return ticked(draw(FIELD, also={"1": f"@{things}"}, battle=True, **facts), rounds)


# --- L33


def test_L33_the_first_battle_gives_100_experience():
    assert value(fight("s", enemy_health=[1], experience_percent=10), "experience") == 100


@pytest.mark.parametrize("percent", [0, 7, 10])
def test_L33_later_ones_0_to_10_percent_of_the_experience(percent):
    state = {"battles": 3, "experience": 1999}
    position = fight("s", enemy_health=[1], experience_percent=10, state=state, chance=[(11, percent)])
    assert value(position, "experience") == 1999 + 1999 * percent // 100


def test_L33_gold_and_experience_stop_at_a_limit():
    state = {"battles": 3, "experience": MOST - 5, "gold": MOST - 5}
    position = fight("s", enemy_health=[1], experience_percent=10, state=state, chance=[(11, 10)])
    assert value(position, "experience") == value(position, "gold") == MOST
    assert told(position)[-1] == "The battle is won: 27 gold, 2,000,000,000 experience."


# --- L34: when it opens


def test_L34_the_shop_opens_after_cycles_1_3_6_10_15():
    position, opened = draw("H===\n=..=\n====", shop_gap=1), []
    while value(position, "cycles") < 22:
        ticked(position)
        if value(position, "shopping"):
            assert value(position, "place") == 0
            opened.append(value(position, "cycles"))
            played(position, "leave")
    assert opened == [1, 3, 6, 10, 15, 21]


def test_L34_after_a_battle_that_began_in_the_same_tick():
    position = draw("Hs==\n@..=\n====", state={"shop_next": 1})
    ticked(position)
    assert (value(position, "fighting"), value(position, "shopping")) == (1, 0)
    ticked(position, 2)
    assert (value(position, "fighting"), value(position, "shopping")) == (0, 1)
    assert told(position)[-1] == "The shop is open."


def test_L34_time_stands_still_in_the_shop():
    state = {"potions": 1, **RICH}
    position = draw(shop=True, cards="h", items=["ring", "sword"], state=state)
    assert legal(position) == {"drink", "leave", "item 1", "item 2", "buy potion", *(f"buy {good}" for good in GOODS)}
    with pytest.raises(IllegalAction):
        ticked(position)
    played(position, "leave")
    assert legal(position) == {"advance", "drink", "card 1", "item 2"}


def test_L34_a_chosen_card_waits_until_the_shop_is_left():
    position = played(draw(HOME, cards="h", state={"shop_next": 1}), "card 1")
    ticked(position)
    assert legal(position) == {"leave"}
    assert "field 1" in legal(played(position, "leave"))


# --- L34: buying and selling


@pytest.mark.parametrize("good", GOODS)
def test_L34_buying(good):
    price = GOODS[good]
    position = draw(shop=True, state={"gold": price})
    assert told(played(position, f"buy {good}"))[0].endswith(f" for {price} gold.")
    assert (value(position, "gold"), inventory(position), equipment(position)) == (0, [good], {})
    assert f"buy {good}" not in legal(draw(shop=True, state={"gold": price - 1}))


def test_L34_a_potion_costs_150_and_needs_no_room():
    position = draw(shop=True, items=["sword"] * 16, state={"gold": 5000})
    assert {name for name in legal(position) if name.startswith("buy")} == {"buy potion"}
    assert told(played(position, "buy potion")) == ["Bought a potion for 150 gold."]
    assert (value(position, "potions"), value(position, "gold")) == (1, 4850)
    assert "buy potion" not in legal(draw(shop=True, state={"gold": 149}))


@pytest.mark.parametrize(
    "item, gold",
    [
        *(("sword", 180), ("stake", 240), ("staff", 270), ("armour", 360), ("shield", 270), ("helmet", 210)),
        *(("ring", 100), ("anduril", 100), ("stump", 100), ("coin", 100)),
    ],
)
def test_L34_selling(item, gold):
    position = played(draw(shop=True, items=["helmet", item, "sword"]), "item 2")
    assert (value(position, "gold"), inventory(position)) == (gold, ["helmet", "sword"])


# --- L34: modes


def test_L34_survival_allows_one_potion_a_visit():
    position = played(draw(shop=True, mode="survival", state=RICH), "buy potion")
    assert "buy potion" not in legal(position)
    assert "buy armour" in legal(position)
    played(position, "leave")
    position.state["shop_next"][0] = 1
    ticked(position, 14)
    assert "buy potion" in legal(position)


@pytest.mark.parametrize("good", ["armour", "shield", "helmet"])
def test_L34_berserker_allows_one_armour_shield_or_helmet_a_visit(good):
    position = played(draw(shop=True, mode="berserker", state=RICH), "buy sword", "buy stake", "buy potion")
    played(position, f"buy {good}")
    assert {name for name in legal(position) if name.startswith("buy")} == {
        *("buy sword", "buy stake", "buy staff", "buy potion")
    }
    played(position, "leave")
    position.state["shop_next"][0] = 1
    ticked(position, 14)
    assert "buy helmet" in legal(position)


def test_L34_standard_mode_allows_everything():
    position = played(draw(shop=True, state=RICH), *["buy armour", "buy shield", "buy helmet"] * 2, "buy potion")
    assert "buy potion" in legal(position)
    assert "buy armour" in legal(position)


def test_L34_in_confusing_mode_each_rare_item_borrows_one_of_the_other_powers():
    seen = set()
    for seed in range(40):
        borrowed = tuple(int(x) for x in draw(mode="confusing").game.new(seed).state["borrowed"][0])
        seen.add(borrowed)
    assert seen == {(a, b, c) for a in (8, 9) for b in (7, 9) for c in (7, 8)}
    assert not draw().game.new(3).state["borrowed"].any()


def confused(things, powers, **facts):
    position = draw(FIELD, also={"1": f"@{things}"}, battle=True, mode="confusing", powers=powers, **facts)
    return ticked(position)


def test_L34_nobody_knows_what_is_borrowed_by_an_item_that_is_not_in_use():
    """A policy and the search are given a copy that has drawn it again; of one in use, attack and damage tell."""
    holds = {"mode": "confusing", "worn": ["stump"], "items": ["anduril"]}
    one = draw(powers={"ring": "stump", "anduril": "ring", "stump": "anduril"}, **holds)
    other = draw(powers={"ring": "anduril", "anduril": "stump", "stump": "anduril"}, **holds)
    drawn = [one.known_to(0, seed) for seed in range(40)]
    assert drawn == [other.known_to(0, seed) for seed in range(40)]
    powers = [set(column) for column in zip(*(known.state["borrowed"][0].tolist() for known in drawn), strict=True)]
    assert powers == [{8, 9}, {7, 9}, {8}]


@pytest.mark.parametrize("worn", ["anduril", "stump"])
def test_L34_a_battle_looks_the_same_to_whoever_knows_only_what_is_shown(worn):
    powers = {"ring": "stump", "anduril": "stump", "stump": "anduril"}
    position = draw(FIELD, also={"1": "@E"}, battle=True, mode="confusing", powers=powers, worn=[worn], items=["ring"])
    assert {position.known_to(0, seed).scene(0) == position.scene(0) for seed in range(20)} == {True}


NO_POWERS = {"ring": "anduril", "anduril": "stump", "stump": "anduril"}


def test_L34_a_borrowed_ring_saves_and_is_gone():
    powers = {"ring": "anduril", "anduril": "ring", "stump": "ring"}
    position = confused("v", powers, health=1, worn=["anduril", "stump"], enemy_health=[900])
    assert (value(position, "health"), equipment(position)) == (100, {"shield": "stump"})
    assert told(position)[-1] == "Anduril saves the Character and is gone."
    position.state["health"][0] = 1
    assert equipment(ticked(position)) == {}
    position.state["health"][0] = 1
    assert ticked(position).over


def test_L34_a_real_ring_goes_first():
    powers = {"ring": "anduril", "anduril": "ring", "stump": "ring"}
    position = confused("v", powers, health=1, worn=["anduril"], items=["ring"], enemy_health=[900])
    assert (equipment(position), inventory(position)) == ({"weapon": "anduril"}, [])


def test_L34_borrowed_powers_work_only_while_equipped():
    powers = {"ring": "anduril", "anduril": "ring", "stump": "ring"}
    assert confused("v", powers, health=1, items=["anduril", "stump"]).over
    position = confused("E", {"ring": "stump", "anduril": "ring", "stump": "anduril"}, items=["stump"])
    assert enemy_healths(position) == [500 - 18]


@pytest.mark.parametrize(
    "worn, items, enemy, damage",
    [
        (["stump"], [], "v", 18 + 20),
        (["stump"], [], "E", (18 + 20) * 3),
        (["stump", "sword"], [], "E", (18 + 8 + 20) * 3),
        (["stump", "stake"], [], "v", (18 + 5 + 20) * 2),
        (["stump", "anduril"], ["ring"], "E", (18 + 20) * 3),
        ([], ["ring"], "v", 18 + 20),
    ],
)
def test_L34_a_borrowed_anduril_counts_once(worn, items, enemy, damage):
    powers = {"ring": "anduril", "anduril": "ring", "stump": "anduril"}
    position = confused(enemy, powers, worn=worn, items=items, enemy_health=[900])
    assert enemy_healths(position) == [900 - damage]


@pytest.mark.parametrize(
    "worn, items, enemy, attack, damage",
    [
        (["anduril"], [], "v", 20, 12),
        (["anduril"], [], "E", 20, 8),
        (["anduril", "shield"], [], "E", 20, 6),
        (["anduril", "stump"], ["ring"], "E", 20, 8),
        (["anduril", "shield", "helmet"], [], "E", 20, 4),
        ([], ["ring"], "s", 20, 12),
    ],
)
def test_L34_a_borrowed_tree_stump_multiplies_right_after_the_shield(worn, items, enemy, attack, damage):
    powers = {"ring": "stump", "anduril": "stump", "stump": "ring"}
    rules = {"enemy_attack": [attack] * 5, "enemy_health": [900]}
    position = draw(
        FIELD,
        also={"1": f"@{enemy}"},
        battle=True,
        mode="confusing",
        powers=powers,
        worn=worn,
        items=items,
        enemy_attack=rules["enemy_attack"],
        state={},
    )
    assert value(ticked(position), "health") == 100 - damage


def test_L34_a_borrowed_tree_stump_is_no_shield_against_criticals():
    position = confused("v", {"anduril": "stump"}, worn=["anduril"], critical_chance=100, shielded_critical_chance=0)
    assert any("critical" in sentence for sentence in told(position))


def test_L34_powers_are_not_shown():
    position = draw(mode="confusing", powers=NO_POWERS, items=["ring"])
    one = position.scene(0).to_json()
    position.state["borrowed"][0] = 0
    assert position.scene(0).to_json() == one


# --- L35

CYCLES, GOLD, EXPERIENCE, BOSSES = (int(Goal[name]) for name in ("CYCLES", "GOLD", "EXPERIENCE", "BOSSES"))
AND, OR = int(Goal.AND), int(Goal.OR)


@pytest.mark.parametrize("name, kind", [("cycles", CYCLES), ("gold", GOLD), ("experience", EXPERIENCE)])
def test_L35_a_quantity_is_reached(name, kind):
    for number, won in [(6, False), (7, True), (8, True)]:
        position = draw(goal_kinds=[kind], goal_numbers=[7], state={name: number})
        assert ticked(position).over == won
        if won:
            assert position.outcome.reason == "goal"
            assert position.outcome.winners == (0,)
            assert position.scores == (1000.0 + value(position, "cycles"),)


@pytest.mark.parametrize("killed, won", [(0, False), (1, False), (2, False), (3, True)])
def test_L35_both_bosses(killed, won):
    assert ticked(draw(goal_kinds=[BOSSES], goal_numbers=[0], state={"bosses_killed": killed})).over == won


TREES = {  # the goal in this order, its numbers, and for cycles/gold/experience of 0 or 1 what it says
    "c and g": ([CYCLES, GOLD, AND], [1, 1, 2], lambda c, g, e: c and g),
    "c or g": ([CYCLES, GOLD, OR], [1, 1, 2], lambda c, g, e: c or g),
    "c and (g or e)": ([CYCLES, GOLD, EXPERIENCE, OR, AND], [1, 1, 1, 2, 2], lambda c, g, e: c and (g or e)),
    "c or (g and e)": ([CYCLES, GOLD, EXPERIENCE, AND, OR], [1, 1, 1, 2, 2], lambda c, g, e: c or (g and e)),
    "(c and g) or e": ([CYCLES, GOLD, AND, EXPERIENCE, OR], [1, 1, 2, 1, 2], lambda c, g, e: (c and g) or e),
    "all": ([CYCLES, GOLD, EXPERIENCE, AND], [1, 1, 1, 3], lambda c, g, e: c and g and e),
    "only c": ([CYCLES, AND, OR], [1, 1, 1], lambda c, g, e: c),
}


@pytest.mark.parametrize("name", TREES)
def test_L35_goals_are_joined(name):
    kinds, numbers, holds = TREES[name]
    for bits in range(8):
        c, g, e = bits & 1, bits >> 1 & 1, bits >> 2 & 1
        state = {"cycles": c, "gold": g, "experience": e}
        position = ticked(draw(goal_kinds=kinds, goal_numbers=numbers, state=state))
        assert position.over == bool(holds(c, g, e)), (c, g, e)


def test_L35_sixteen_nodes_work():
    kinds = [CYCLES] * 15 + [AND]
    for cycles, won in [(14, False), (15, True)]:
        position = draw(goal_kinds=kinds, goal_numbers=[*range(1, 16), 15], state={"cycles": cycles})
        assert ticked(position).over == won


def test_L35_the_goal_is_tested_after_other_actions_too():
    position = draw(shop=True, items=["sword"], goal_kinds=[GOLD], goal_numbers=[180])
    assert not position.over
    assert told(played(position, "item 1"))[-1] == "The goal is reached: the game is won!"
    assert position.over


def test_L35_before_the_shop_opens():
    position = ticked(draw(HOME, goal_kinds=[CYCLES], goal_numbers=[1], state={"shop_next": 1}))
    assert position.over
    assert value(position, "shopping") == 0


def test_L35_the_last_boss_wins_the_game_in_the_middle_of_a_battle():
    state = {"bosses_killed": 1}
    position = fight("Ev", enemy_health=[10], goal_kinds=[BOSSES], goal_numbers=[0], state=state)
    assert position.outcome.reason == "goal"


def test_L35_the_dead_do_not_win():
    rules = {"goal_kinds": [BOSSES], "goal_numbers": [0], "state": {"bosses_killed": 1}}
    assert fight("E", enemy_health=[10], health=5, **rules).outcome.reason == "killed"


def test_the_limit_of_actions_ends_a_game():
    position = draw(max_steps=102)
    assert not ticked(position).over
    assert ticked(position).outcome.reason == "limit"
    assert position.outcome.winners == ()
