"""L8, L16: criticals, turned soldiers, stuns, healing and trances."""

import pytest
from loop_drawing import draw, enemies, enemy_healths, hand, soldiers, ticked, told, value

import garrison
from garrison.games.loop.state.constants import Enemy, Item, Slot

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"
STAFF = {"worn": ["staff"], "trance_chance": 100}


def fight(things, rounds=1, **facts):
    return ticked(draw(FIELD, also={"1": f"@{things}"}, battle=True, **facts), rounds)


# --- L8


def test_L8_a_zombie_may_turn_a_soldier_instead_of_hurting_it():
    position = fight("zv", soldiers=[30], turn_chance=100, hero_attack=0)
    assert soldiers(position) == [-30]
    assert "Soldier 101 turns into a zombie!" in told(position)
    assert value(position, "health") == 100 - 5 - 7  # the vampire no longer attacks the soldier


@pytest.mark.parametrize("drawn, after", [(9, [-30]), (10, [25])])
def test_L8_a_soldier_turns_with_10_percent(drawn, after):
    assert soldiers(fight("z", soldiers=[30], turn_chance=10, hero_attack=0, chance=[(100, drawn)])) == after


def test_L8_a_turned_soldier_keeps_its_values_and_fights_for_the_enemy():
    position = fight("v", soldiers=[12, 30], turned=[0], hero_attack=0)
    assert value(position, "health") == 100 - 10 - 7
    assert soldiers(position) == [-2, 30 - 10 - 7]


def test_L8_other_enemies_turn_nobody():
    assert soldiers(fight("s", soldiers=[30], turn_chance=100, hero_attack=0)) == [27]


@pytest.mark.parametrize("extra", [0, 4])
def test_L8_a_vampires_critical_adds_2_to_6(extra):
    rules = {"critical_chance": 15, "chance": [(100, 14), (5, extra), (100, 99)]}
    position = fight("v", **rules)
    assert value(position, "health") == 100 - 7 - 2 - extra
    assert told(position)[0] == f"Vampire 1 lands a critical bite: {2 + extra} extra."


def test_L8_no_critical_above_15_percent():
    assert value(fight("v", critical_chance=15, chance=[(100, 15)]), "health") == 93


def test_L8_the_next_attack_may_be_critical_too_with_the_same_extra():
    chance = [(100, 0), (5, 3), (100, 49)]
    position = fight("v", rounds=2, critical_chance=15, chance=chance)
    assert value(position, "health") == 100 - 12 - 12
    assert len(told(position)) == 2  # no new critical: only the losses are told
    assert position.state["enemy_extra"][0][0] == 0  # and a third attack is an ordinary one


def test_L8_a_running_critical_goes_to_the_next_attack_in_the_same_round():
    chance = [(100, 0), (5, 3), (100, 49)]
    position = fight("v", soldiers=[30], critical_chance=15, hero_attack=0, chance=chance)
    assert (value(position, "health"), soldiers(position)) == (88, [18])


def test_L8_a_critical_that_does_not_go_on_ends_with_its_attack():
    chance = [(100, 0), (5, 3), (100, 50), (100, 15)]
    position = fight("v", soldiers=[30], critical_chance=15, hero_attack=0, chance=chance)
    assert (value(position, "health"), soldiers(position)) == (88, [23])


@pytest.mark.parametrize("shield", ["shield", "stump"])
@pytest.mark.parametrize("drawn, is_critical", [(5, True), (6, False)])
def test_L8_against_a_shield_only_6_percent_are_critical(shield, drawn, is_critical):
    rules = {"critical_chance": 15, "shielded_critical_chance": 6}
    position = fight("v", worn=[shield], **rules, chance=[(100, drawn)])
    assert any("critical" in sentence for sentence in told(position)) == is_critical


def test_L8_the_shield_does_not_help_soldiers():
    rules = {"critical_chance": 100, "shielded_critical_chance": 0, "critical_extra": [5, 5], "critical_again": 0}
    position = fight("v", worn=["shield"], soldiers=[30], hero_attack=0, **rules)
    assert soldiers(position) == [30 - 12]


def test_L8_only_vampires_are_critical():
    rules = {"critical_chance": 100, "critical_extra": [5, 5]}
    assert value(fight("szDE", **rules, hero_attack=0), "health") == 100 - 3 - 5 - 6 - 20


def test_L8_extra_damage_is_added_before_defence_and_items():
    rules = {"critical_chance": 100, "critical_extra": [6, 6], "hero_defence": 3}
    position = fight("v", worn=["armour"], **rules)
    assert value(position, "health") == 100 - (7 + 6 - 3) // 2


def test_L8_doggie_stuns_and_the_character_skips_its_whole_next_turn():
    position = fight("D", stun_chance=20, chance=[(100, 19), (100, 20)])
    assert "Doggie stuns the Character." in told(position)
    assert enemy_healths(position) == [132]
    ticked(position)
    assert told(position)[0] == "The Character is stunned and skips its turn."
    assert enemy_healths(position) == [132]
    assert enemy_healths(ticked(position)) == [114]


def test_L8_doggie_does_not_stun_above_20_percent():
    assert value(fight("D", stun_chance=20, chance=[(100, 20)]), "stunned") == 0


def test_L8_stuns_do_not_add_up():
    position = fight("DD", stun_chance=100)
    assert told(position).count("Doggie stuns the Character.") == 2
    assert enemy_healths(position) == [132, 132]
    position.state["enemy_kinds"][0][:2] = Enemy.ELAN
    assert enemy_healths(ticked(position)) == [137, 137]  # Elan Muske heals the other one
    assert enemy_healths(ticked(position))[0] < 137


def test_L8_a_stun_ends_with_the_battle():
    position = fight("D", enemy_health=[10], stun_chance=100)
    assert value(position, "fighting") == 0
    assert value(position, "stunned") == 0


def test_L8_elan_muske_heals_every_other_living_one_of_its_side():
    position = fight("vEz", enemy_health=[50, 300, 30], hero_attack=1, soldiers=[20], turned=[0])
    assert enemy_healths(position) == [54, 299, 30]
    assert soldiers(position) == [-24]
    assert "Elan Muske heals: Vampire 1 gains 5 and has 54." in told(position)
    assert "Elan Muske heals: Zombie 3 gains 1 and has 30." in told(position)


def test_L8_elan_muske_heals_nobody_above_the_full_health():
    position = fight("vE", hero_attack=0, soldiers=[30], turned=[0])
    assert enemy_healths(position) == [90, 500]
    assert soldiers(position) == [-30]
    assert not any("heals" in sentence for sentence in told(position))


def test_L8_once_defeated_elan_muske_heals_no_more():
    position = fight("vE", enemy_health=[50, 10])
    assert enemy_healths(position) == [32, 0]


def test_L8_nobody_defeated_is_healed():
    position = fight("sE", enemy_health=[5, 500])
    assert enemies(position) == "E"


def test_L8_elan_muske_does_not_heal_who_is_in_trance():
    position = fight("vE", enemy_health=[50, 500], **STAFF)
    assert enemy_healths(position) == [50 - 20, 500 - 20 - 7]


# --- L16


def test_L16_a_staff_puts_an_enemy_into_trance_instead_of_hurting_it():
    position = fight("vz", worn=["staff"], trance_chance=15, chance=[(100, 14), (100, 15)])
    assert told(position)[0] == "Vampire 1 falls into a trance and fights for you."
    assert enemy_healths(position) == [90 - 5, 30 - 20 - 7]
    assert value(position, "health") == 95


def test_L16_no_trance_without_a_staff():
    assert enemy_healths(fight("v", trance_chance=100, worn=["sword"])) == [90 - 26]


def test_L16_a_trance_covers_its_round_and_the_next_two():
    position = fight("zD", worn=["staff"], trance_chance=100, enemy_health=[30, 150], hero_attack=0)
    assert "Zombie 1 falls into a trance and fights for you." in told(position)
    position.state["worn"][0][Slot.WEAPON] = 0
    attacked = []
    for _ in range(4):
        before = value(position, "health")
        ticked(position)
        attacked.append(before - value(position, "health"))
    assert attacked == [6, 6, 6 + 5, 6 + 5]
    assert enemy_healths(position)[0] == 30 - 3 * 6


def test_L16_who_wakes_is_told_at_the_end_of_the_third_round():
    position = fight("zD", hero_attack=0, rounds=3, **STAFF)
    assert told(position)[-1] == "Zombie 1 wakes from its trance."


def test_L16_if_the_battle_ends_first_who_is_in_trance_dies_and_counts():
    position = fight("zz", **STAFF, card_odds=[[0] * 7, [0, 0, 0, 1, 0, 0, 0]])
    assert value(position, "fighting") == 0
    assert (value(position, "gold"), hand(position)) == (102, "hh")
    assert told(position).count("Zombie 2 dies.") == 1


def test_L16_the_end_of_the_battle_is_tested_before_trances_end():
    rules = {"trance_rounds": 1, "trance_chance": 50, "chance": [(100, 0), (100, 99)]}
    position = fight("zs", enemy_health=[30, 1], worn=["staff"], **rules)
    assert value(position, "fighting") == 0
    assert value(position, "gold") == 78


def test_L16_in_trance_only_plain_attacks():
    rules = {"critical_chance": 100, "critical_extra": [6, 6]}
    position = fight("vE", **STAFF, **rules)
    assert enemy_healths(position) == [90 - 20, 500 - 20 - 7]


def test_L16_a_trance_ends_a_running_critical():
    rules = {"critical_chance": 100, "critical_extra": [6, 6], "critical_again": 100}
    position = fight("vE", hero_attack=0, trance_chance=100, **rules)
    assert position.state["enemy_extra"][0][0] == 6
    position.state["worn"][0][Slot.WEAPON] = Item.STAFF  # the staff is put on by force: in battle nobody can
    ticked(position)
    assert "Vampire 1 falls into a trance and fights for you." in told(position)
    assert position.state["enemy_extra"][0][0] == 0


def test_L16_bosses_and_turned_soldiers_cannot_be_tranced():
    position = fight("DE", **STAFF, soldiers=[30], turned=[0])
    assert enemy_healths(position)[0] == 150 - 20 + 5
    assert soldiers(position) == [-15]


BOSSES = {**STAFF, "trance_bosses": True}


@pytest.mark.parametrize("variant, is_possible", [("gentle", False), ("standard", False), ("seed", True)])
def test_L16_bosses_can_be_tranced_in_seed(variant, is_possible):
    chosen = bool(garrison.load("loop", variant=variant).parameters["trance_bosses"])
    position = fight("DE", **STAFF, trance_bosses=chosen, enemy_health=[150, 500])
    assert ("Doggie falls into a trance and fights for you." in told(position)) == is_possible
    assert ("Elan Muske falls into a trance and fights for you." in told(position)) == is_possible


def test_L16_with_the_parameter_turned_soldiers_still_cannot_be_tranced():
    assert soldiers(fight("D", **BOSSES, soldiers=[30], turned=[0])) == [-(30 - 20 - 6)]


def test_L16_a_boss_is_tranced_with_the_chance_of_any_enemy():
    position = fight("DE", worn=["staff"], trance_chance=15, trance_bosses=True, chance=[(100, 14), (100, 15)])
    assert told(position)[0] == "Doggie falls into a trance and fights for you."
    assert enemy_healths(position) == [150 - 20, 500 - 20 - 6]


def test_L16_a_boss_in_trance_stuns_and_heals_nobody():
    facts = {"worn": ["staff"], "trance_chance": 50, "trance_bosses": True, "stun_chance": 100}
    position = fight("Dz", enemy_health=[150, 30], chance=[(100, 0), (100, 99)], **facts)
    assert not any("stuns" in sentence for sentence in told(position))
    position = fight("zE", enemy_health=[29, 500], chance=[(100, 99), (100, 0)], **facts, hero_attack=0)
    assert not any("heals" in sentence for sentence in told(position))


def test_L16_a_boss_that_is_alone_in_a_trance_dies_with_its_battle_and_counts_as_killed():
    position = fight("E", **BOSSES, goal_kinds=[4], goal_numbers=[0], state={"bosses_killed": 1})
    assert "Elan Muske dies." in told(position)
    assert position.over
    assert position.outcome.winners == (0,)


def test_L16_allies_no_longer_attack_who_is_in_trance():
    position = fight("vE", **STAFF, soldiers=[30])
    assert enemy_healths(position) == [90 - 20, 500 - 20 - 10 - 7]


def test_L16_a_turned_soldier_attacks_who_is_in_trance():
    position = fight("zE", **STAFF, soldiers=[30], turned=[0], hero_attack=0)
    assert enemy_healths(position)[0] == 30 - 10 - 20


def test_L16_in_trance_it_attacks_turned_soldiers_and_the_defeated_still_strike():
    position = fight("zE", **STAFF, soldiers=[30], turned=[0], hero_attack=0, enemy_health=[10, 500])
    assert enemies(position) == "E"
    assert soldiers(position) == [-(30 - 2 - 5 + 5)]
