"""What winning a battle brings (L14, L21, L23, L33)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rng import chance, pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.cards import receive_card_from
from garrison.games.loop.rules.enemies import move_up, note_death
from garrison.games.loop.rules.items import gain_experience, gain_gold, receive_item
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import RARES, Enemy, Item, Stand
from garrison.games.loop.state.happenings import Happening

MOST_TOLD = 2_000_000_000  # an event's numbers are small


@rule
def hand_out_rewards(p: Rules, s: State) -> None:
    """L14: gold, experience, then cards and items in list order, then the rare draw."""
    tranced_fall(s)
    gold = gold_of_fallen(p, s)
    experience = experience_of_battle(p, s)
    s.battles += 1
    gain_gold(s, gold)
    gain_experience(s, experience)
    log(s, Happening.BATTLE_WON, gold, min(experience, MOST_TOLD))
    for index in range(s.enemy_count):
        if s.enemy_stands[index] == Stand.FALLEN:
            drop(p, s, s.enemy_kinds[index])
    draw_rare_item(p, s)
    remove_fallen(s)


@rule
def tranced_fall(s: State) -> None:
    """L16: enemies still in a trance when the battle ends die and count as defeated."""
    for index in range(s.enemy_count):
        if s.enemy_stands[index] == Stand.TRANCED:
            s.enemy_stands[index] = Stand.FALLEN
            note_death(s, index)


@rule
def gold_of_fallen(p: Rules, s: State) -> int:
    """L14: gold for all defeated enemies."""
    gold = int64(0)
    for index in range(s.enemy_count):
        if s.enemy_stands[index] == Stand.FALLEN:
            gold += p.enemy_gold[s.enemy_kinds[index]]
    return gold


@rule
def experience_of_battle(p: Rules, s: State) -> int:
    """L33: 100 for the first battle won, then 0 to 10 percent of the current experience."""
    if s.battles == 0:
        return p.first_experience
    return s.experience * pick(s, p.experience_percent + 1) // 100


@rule
def drop(p: Rules, s: State, kind: int) -> None:
    """L23: a card, and from a slug perhaps a sword; Doggie leaves its coin."""
    receive_card_from(p, s, kind)
    item = item_from(kind)
    if item == Item.COIN or (item == Item.SWORD and chance(s, p.sword_chance)):
        receive_item(p, s, item)


@rule
def item_from(kind: int) -> int:
    """L23: the item that an enemy of this kind leaves, a sword only now and then; 0 for none."""
    if kind == Enemy.SLUG:
        return int64(Item.SWORD)
    return int64(Item.COIN if kind == Enemy.DOGGIE else 0)


@rule
def draw_rare_item(p: Rules, s: State) -> None:
    """L21: one draw per battle, then evenly among those that the world lists."""
    rare_count = p.rare_items[0] + p.rare_items[1] + p.rare_items[2]
    if rare_count == 0 or not chance(s, p.rare_chance):
        return
    draw = pick(s, rare_count)
    for rare in range(RARES):
        if p.rare_items[rare] == 1:
            if draw == 0:
                receive_item(p, s, Item.RING + rare)
            draw -= 1


@rule
def remove_fallen(s: State) -> None:
    """The others move up, so that the order stays that of arrival."""
    count = 0
    for index in range(s.enemy_count):
        if s.enemy_stands[index] != Stand.FALLEN:
            move_up(s, index, count)
            count += 1
    s.enemy_count = count
