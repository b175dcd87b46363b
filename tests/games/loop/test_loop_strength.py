"""L36: the enemies' strength, and the variants that are made of it."""

import pytest
from loop_drawing import draw, enemy_healths, ticked, value

import garrison

pytestmark = pytest.mark.lane

FIELD = "H===1===\n=......=\n=......=\n========"


def fight(things, rounds=1, **facts):
    return ticked(draw(FIELD, also={"1": f"@{things}"}, battle=True, **facts), rounds)


@pytest.mark.parametrize("strength, lost", [(100, 7), (134, 9), (50, 3), (1, 0)])
def test_L36_an_attack_is_so_many_percent_rounded_down(strength, lost):
    assert value(fight("v", hero_attack=0, enemy_strength=strength), "health") == 100 - lost


@pytest.mark.parametrize("variant, lost", [("seed", 17), ("gentle", 20), ("standard", 28)])
def test_L13_what_elan_muske_does_in_seed_and_in_what_we_recommend(variant, lost):
    rules = garrison.load("loop", variant=variant).parameters
    chosen = {name: rules[name] for name in ("enemy_attack", "enemy_strength")}
    assert value(fight("E", hero_attack=0, **chosen), "health") == 100 - lost


@pytest.mark.parametrize("strength, health", [(100, 30), (134, 40), (1, 1)])
def test_L36_an_enemy_comes_with_so_many_percent_of_its_health_and_at_least_1(strength, health):
    position = draw("H=====\n=...P=\n=....=\n=====@", enemy_strength=strength, slugs=[0, 0])
    while not value(position, "enemy_count"):
        ticked(position)
    assert enemy_healths(position) == [health]


def test_L36_elan_heals_others_up_to_what_they_came_with():
    weak = {"hero_attack": 0, "elan_healing": 50}
    assert enemy_healths(fight("vE", enemy_health=[100, 600], enemy_strength=150, **weak)) == [135, 600]
    assert enemy_healths(fight("vE", enemy_health=[80, 500], **weak)) == [90, 500]


def test_L36_what_an_enemy_in_a_trance_does_is_as_strong():
    facts = {"worn": ["staff"], "trance_chance": 100, "hero_attack": 0}
    assert enemy_healths(fight("vE", enemy_health=[90, 500], enemy_strength=200, **facts))[1] == 500 - 2 - 14


def test_L36_the_variants_differ_in_strength_only():
    former, gentle = garrison.load("loop", variant="former"), garrison.load("loop", variant="gentle")
    assert former.rules_hash == gentle.rules_hash
    assert garrison.load("loop", variant="seed").parameters["enemy_strength"] == 100
    grim = garrison.load("loop", variant="grim")
    assert grim.parameters == {**gentle.parameters, "enemy_strength": 150}
