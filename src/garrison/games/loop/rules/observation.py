"""What a neural network sees of Loop: planes of 16 x 16 small numbers, the world in the upper left."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.loop.state.constants import PICKUP, Enemy, Stand
from garrison.games.loop.state.parameters import LARGEST

GROUND, PATH, PICKUPS, FIRST_KIND, HEALTH, CHARACTER, FACTS = 0, 1, 2, 3, 7, 8, 9
OFF_THE_WORLD = 255
FULL = 255  # numbers are at most this
# Rows of the plane of facts.
NUMBERS, CARDS, ITEMS, WORN, SOLDIERS = 0, 2, 3, 4, 5
DIGITS = 6  # gold and experience are written in bytes, the lowest first


@rule
def write_planes(p, s, planes):
    """One tile of the world after the other, then the enemies, then what the Character has."""
    planes[:] = 0
    planes[GROUND] = OFF_THE_WORLD
    for y in range(p.height):
        for x in range(p.width):
            planes[GROUND, y, x] = s.tiles[y * p.width + x]
    for place in range(p.path_length):
        planes[PATH, p.path_y[place], p.path_x[place]] = place + 1
        planes[PICKUPS, p.path_y[place], p.path_x[place]] = s.road[place] & PICKUP
    for index in range(s.enemy_count):
        if s.enemy_stands[index] != Stand.FALLEN:
            write_enemy(p, s, index, planes)
    planes[CHARACTER, p.path_y[s.place], p.path_x[s.place]] = 1
    write_numbers(s, planes[FACTS])
    write_things(s, planes[FACTS])


@rule
def write_enemy(p, s, index, planes):
    """Enemies are counted by kind, both bosses together, and their health is added up."""
    y, x = p.path_y[s.enemy_places[index]], p.path_x[s.enemy_places[index]]
    plane = FIRST_KIND + min(np.int64(s.enemy_kinds[index]), np.int64(Enemy.DOGGIE))
    planes[plane, y, x] += 1
    planes[HEALTH, y, x] = min(np.int64(planes[HEALTH, y, x]) + s.enemy_health[index], FULL)


@rule
def write_numbers(s, facts):
    """The first two rows: numbers about the Character and the game."""
    row = facts[NUMBERS]
    row[0] = min(s.health, FULL)
    row[1] = min(s.potions, FULL)
    row[2] = min(s.cycles, FULL)
    row[3] = s.fighting
    row[4] = s.shopping
    row[5] = s.chosen + 1
    row[6] = s.stunned
    row[7] = s.bosses_come
    row[8] = s.bosses_killed
    row[9] = min(s.shop_next - s.cycles, FULL)
    row[10] = s.towers if s.towers < FULL else FULL
    row[11] = s.over
    row[12] = min(s.coin // LARGEST, FULL)
    gold, experience = s.gold, s.experience
    for digit in range(DIGITS):
        facts[NUMBERS + 1, digit] = gold % 256
        facts[NUMBERS + 1, DIGITS + digit] = experience % 256
        gold //= 256
        experience //= 256


@rule
def write_things(s, facts):
    """A row each for cards, items, equipment and the soldiers' health, from the oldest on."""
    for index in range(s.card_count):
        facts[CARDS, index] = s.cards[index]
    for index in range(s.item_count):
        facts[ITEMS, index] = s.items[index]
    for slot in range(4):
        facts[WORN, slot] = s.worn[slot]
    for index in range(s.soldier_count):
        facts[SOLDIERS, index] = min(s.soldier_health[index], FULL)
        facts[SOLDIERS + 1, index] = s.soldier_turned[index]
