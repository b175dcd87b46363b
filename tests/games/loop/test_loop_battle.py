"""L9-L15, L17: battles, round by round."""

import pytest
from loop_drawing import (
    draw,
    drawing,
    enemies,
    enemy_healths,
    enemy_places,
    hand,
    legal,
    picture,
    soldiers,
    ticked,
    told,
    value,
)

pytestmark = pytest.mark.lane

FIELD = """
    H===1===
    =......=
    =......=
    ========
"""


def fight(things, rounds=1, text=FIELD, **facts):
    """A battle of the Character (@) with these, after some rounds."""
    return ticked(draw(text, also={"1": f"@{things}"}, battle=True, **facts), rounds)


def test_L9_the_character_has_100_health_and_attack_18():
    position = fight("v")
    assert enemy_healths(position) == [90 - 18]
    assert value(position, "health") == 100 - 7


def test_L9_soldiers_have_30_health_and_attack_10():
    position = fight("v", soldiers=[30, 30])
    assert enemy_healths(position) == [90 - 18 - 20]
    assert soldiers(position) == [23, 23]


def test_L9_soldiers_keep_their_health_between_battles():
    position = fight("s", soldiers=[30], rounds=1)
    assert value(position, "fighting") == 0
    assert soldiers(ticked(position, 5)) == [27]


def test_L9_health_is_never_stored_below_0():
    position = fight("EE", health=5, soldiers=[1])
    assert value(position, "health") == 0
    assert soldiers(position) == []
    assert enemy_healths(fight("s", hero_attack=99)) == []


@pytest.mark.parametrize(
    "kind, damage, health", [("s", 3, 20), ("z", 5, 30), ("v", 7, 90), ("D", 6, 150), ("E", 20, 500)]
)
def test_L9_the_table_of_enemies(kind, damage, health):
    position = fight(kind, hero_attack=1)
    assert value(position, "health") == 100 - damage
    assert enemy_healths(position) == [health - 1]


def test_L10_all_whose_battle_or_support_radius_covers_the_character_join():
    """The slug begins the battle; the vampire, 3 tiles away, only supports it."""
    position = draw("H@=s==v=\n=......=\n========")
    ticked(position)
    assert value(position, "fighting") == 1
    assert enemy_places(position) == [2, 2]
    assert [line.partition("!")[2] for line in told(position)] == [" The Character meets 2 enemies."]


def test_L10_a_support_radius_alone_begins_no_battle():
    position = draw("H@==v===\n=......=\n========", support_radius=[1, 2, 9, 1, 1], battle_radius=[1, 2, 0, 1, 1])
    assert value(ticked(position), "fighting") == 0


def test_L10_the_rest_of_the_map_stands_still():
    position = draw("H==1====\n=......=\n=......=\n=......=\n===D==$=", also={"1": "@v"}, battle=True)
    before = enemy_places(position)
    ticked(position, 4)
    assert enemy_places(position) == before
    assert value(position, "fighting") == 1
    assert picture(position) == drawing("H==@====\n=......=\n=......=\n=......=\n===D==$=")


def test_L11_a_round_goes_character_soldiers_towers_enemies():
    """30 health: 18 from the Character, 10 from the soldier; the tower's 12 meets only what is left."""
    position = draw("H===1===\n=..T...=\n========", also={"1": "@zv"}, battle=True, soldiers=[30], state={"towers": 1})
    ticked(position)
    assert told(position)[0] == "The Character loses 12; 88 left."
    assert told(position)[1] == "Soldier 101 loses 12; 18 left."
    assert told(position)[2:4] == ["Zombie 1 loses 30; 0 left.", "Vampire 2 loses 40; 50 left."]
    assert told(position)[4] == "Zombie 1 dies."


def test_L11_the_defeated_still_attack_in_their_round_and_then_leave():
    position = fight("ssv", hero_attack=20)
    assert value(position, "health") == 100 - 3 - 3 - 7
    assert enemies(position) == "v"
    assert value(ticked(position), "health") == 87 - 7


def test_L11_a_defeated_soldier_attacks_before_it_leaves():
    """A turned soldier comes first in the list and strikes the other one, which still strikes back."""
    position = fight("v", soldiers=[30, 10], turned=[0], hero_attack=0)
    assert soldiers(position) == [-20]
    assert enemy_healths(position) == [80]


def test_L11_the_defeated_are_no_longer_attacked():
    position = fight("sv", soldiers=[30, 30], hero_attack=20)
    assert told(position)[3] == "Slug 1 loses 20; 0 left."


def test_L11_nobody_strikes_a_character_that_is_down():
    position = fight("sv", soldiers=[30, 30], turned=[0, 1], health=8, items=["ring"], hero_attack=0)
    assert told(position)[0] == "The Character loses 8; 0 left."
    assert value(position, "health") == 100


def test_L11_towers_are_never_attacked_and_attack_everybody():
    position = draw("H===1===\n=..T...=\n========", also={"1": "@vz"}, battle=True, state={"towers": 1})
    assert enemy_healths(ticked(position)) == [90 - 18 - 12, 0]


def test_L12_a_tick_of_a_battle_is_a_round_and_nothing_else_can_be_done():
    position = fight("v", rounds=0, cards="h", items=["sword"], state={"potions": 3})
    assert legal(position) == {"advance"}
    healths = [value(ticked(position), "health") for _ in range(4)]
    assert healths == [93, 86, 79, 72]
    assert value(position, "turn") == 104


def test_L13_damage_is_attack_less_defence_never_below_0():
    position = fight("vs", enemy_defence=[30, 0, 3, 0, 0], hero_defence=5)
    assert enemy_healths(position) == [90 - 15, 20]
    assert value(position, "health") == 100 - 2
    assert soldiers(fight("v", soldiers=[30], soldier_defence=5)) == [28]


def test_L13_near_a_campfire_the_attack_is_doubled():
    position = fight("v", text=FIELD.replace("=......=", "=..f...=", 1), soldiers=[30])
    assert enemy_healths(position) == [90 - 36 - 10]


def test_L14_the_battle_ends_when_no_enemy_is_left():
    position = fight("s", rounds=2)
    assert value(position, "fighting") == 0
    assert value(position, "enemy_count") == 0
    assert value(position, "battles") == 1


def test_L14_rewards_come_only_at_the_end_for_all_defeated():
    position = fight("szv", rounds=3, card_odds=[[1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0]])
    assert enemies(position) == "v"
    assert (value(position, "gold"), value(position, "experience"), hand(position)) == (0, 0, "")
    ticked(position, 2)
    assert (value(position, "gold"), value(position, "experience"), hand(position)) == (27 + 51 + 80, 100, "Phx")
    assert told(position)[-4:] == [
        "The battle is won: 158 gold, 100 experience.",
        "A new card: zombie pit.",
        "A new card: village.",
        "A new card: trap.",
    ]


def test_L14_who_did_not_fight_stays():
    position = draw("H==1====\n=......=\n=......=\n=......=\n=v=z===s", also={"1": "@s"}, battle=True)
    ticked(position, 2)
    assert value(position, "fighting") == 0
    assert enemies(position) == "vzs"


def test_L14_if_both_sides_fall_in_one_round_the_game_is_lost():
    position = fight("s", health=3, enemy_health=[18])
    assert position.outcome.reason == "killed"
    assert told(position)[-1] == "The Character is dead."
    assert value(position, "gold") == 0


def test_L14_turned_soldiers_must_be_defeated_too_and_give_nothing():
    position = fight("s", soldiers=[30, 30], turned=[1], enemy_health=[10])
    assert enemies(position) == ""
    assert value(position, "fighting") == 1
    ticked(position)
    assert value(position, "fighting") == 0
    assert (value(position, "gold"), soldiers(position)) == (27, [30 - 10 - 3 - 10])


def test_L14_a_boss_counts_as_killed_at_the_end_of_its_round():
    position = fight("Dv", enemy_health=[18])
    assert value(position, "bosses_killed") == 1
    assert value(position, "fighting") == 1
    position = fight("DE", enemy_health=[18, 18])
    assert value(position, "bosses_killed") == 3


def test_L15_towers_do_12_to_each_enemy_every_round():
    text = FIELD.replace("=......=", "=..TT..=", 1)
    position = draw(text, also={"1": "@vv"}, battle=True, hero_attack=0, state={"towers": 2})
    assert enemy_healths(ticked(position)) == [66, 66]
    assert enemy_healths(ticked(position)) == [42, 42]


def test_L15_towers_attack_turned_soldiers_too():
    text = FIELD.replace("=......=", "=..T...=", 1)
    position = draw(text, also={"1": "@v"}, battle=True, soldiers=[30], turned=[0], hero_attack=0, state={"towers": 1})
    assert soldiers(ticked(position)) == [-18]


def test_L17_at_0_health_the_game_is_lost_whatever_the_potions():
    position = fight("v", health=7, state={"potions": 9, "cycles": 4})
    assert position.over
    assert position.outcome.reason == "killed"
    assert position.outcome.winners == ()
    assert position.scores == (4.0,)


def test_L17_one_health_is_enough():
    assert not fight("v", health=8).over


def test_L11_who_stands_behind_a_soldier_that_dies_moves_up():
    position = fight("v", soldiers=[7, 30, 20])
    assert soldiers(position) == [23, 13]
    assert position.state["soldier_serials"][0, :2].tolist() == [102, 103]
