"""What a neural network sees of Loop: the world as planes of small numbers, and everything else as numbers."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.loop import PLANES
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import PICKUP, Seen, Stand, Told
from garrison.games.loop.state.parameters import GOAL_CAPACITY

FULL = PLANES[Seen.ENEMY_HEALTH].most


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    """One tile of the world after the other, then the enemies and the Character."""
    flat = planes.reshape(planes.shape[0] * planes.shape[1] * planes.shape[2])
    for place in range(flat.shape[0]):  # a loop, because it compiles to faster code than a slice
        flat[place] = 0
    area = planes.shape[1] * planes.shape[2]
    for field in range(p.height * p.width):
        flat[Seen.GROUND * area + field] = s.tiles[field]
    for place in range(p.path_length):
        planes[Seen.PATH, p.path_y[place], p.path_x[place]] = place + 1
        planes[Seen.PICK_UPS, p.path_y[place], p.path_x[place]] = s.road[place] & PICKUP
    for index in range(s.enemy_count):
        if s.enemy_stands[index] != Stand.FALLEN:
            show_enemy(p, s, index, planes)
    planes[Seen.CHARACTER, p.path_y[s.place], p.path_x[s.place]] = 1


@rule
def show_enemy(p: Rules, s: State, index: int, planes: Array) -> None:
    """Enemies are counted by kind, and their health is added up."""
    y, x = p.path_y[s.enemy_places[index]], p.path_x[s.enemy_places[index]]
    planes[Seen.SLUGS + s.enemy_kinds[index], y, x] += 1  # a plane for each kind, in their order
    planes[Seen.ENEMY_HEALTH, y, x] = min(int64(planes[Seen.ENEMY_HEALTH, y, x]) + s.enemy_health[index], FULL)


@rule
def measure(p: Rules, s: State, player: int, numbers: Array) -> None:
    """The Character, its things and soldiers, the goal, and every enemy."""
    for place in range(numbers.shape[0]):
        numbers[place] = 0
    tell_numbers(p, s, numbers)
    tell_things(s, numbers)
    for node in range(GOAL_CAPACITY):
        numbers[Told.GOAL_1 + 2 * node] = p.goal_kinds[node]
        numbers[Told.GOAL_1 + 2 * node + 1] = p.goal_numbers[node]
    tell_enemies(s, numbers)


@rule
def tell_numbers(p: Rules, s: State, numbers: Array) -> None:
    """Single numbers about the Character and the game."""
    numbers[Told.HEALTH] = s.health
    numbers[Told.FULL_HEALTH] = p.hero_health
    numbers[Told.POTIONS] = s.potions
    numbers[Told.GOLD] = s.gold
    numbers[Told.EXPERIENCE] = s.experience
    numbers[Told.CYCLES] = s.cycles
    numbers[Told.PLACE] = s.place
    numbers[Told.FIGHTING] = s.fighting
    numbers[Told.SHOPPING] = s.shopping
    numbers[Told.CHOSEN] = s.chosen + 1
    numbers[Told.STUNNED] = s.stunned
    numbers[Told.BOSSES_COME] = s.bosses_come
    numbers[Told.BOSSES_KILLED] = s.bosses_killed
    numbers[Told.CYCLES_TO_THE_SHOP] = max(s.shop_next - s.cycles, 0)
    numbers[Told.POTIONS_BOUGHT] = s.potions_bought
    numbers[Told.ARMOUR_BOUGHT] = s.armours_bought
    numbers[Told.TOWERS] = s.towers
    numbers[Told.COIN] = s.coin
    numbers[Told.MODE] = p.mode
    numbers[Told.REASON] = s.reason
    numbers[Told.WON] = s.winners


@rule
def tell_things(s: State, numbers: Array) -> None:
    """Equipment, cards, items and soldiers, from the oldest on."""
    numbers[Told.CARDS] = s.card_count
    numbers[Told.ITEMS] = s.item_count
    numbers[Told.SOLDIERS] = s.soldier_count
    for slot in range(s.worn.shape[0]):
        numbers[Told.WEAPON + slot] = s.worn[slot]
    for index in range(s.card_count):
        numbers[Told.CARD_1 + index] = s.cards[index]
    for index in range(s.item_count):
        numbers[Told.ITEM_1 + index] = s.items[index]
    for index in range(s.soldier_count):
        numbers[Told.SOLDIER_1_HEALTH + 2 * index] = s.soldier_health[index]
        numbers[Told.SOLDIER_1_HEALTH + 2 * index + 1] = s.soldier_turned[index]


@rule
def tell_enemies(s: State, numbers: Array) -> None:
    """Those that have not fallen, in order of arrival: kind, place, health and part in the battle."""
    count = 0
    for index in range(s.enemy_count):
        if s.enemy_stands[index] != Stand.FALLEN:
            first = Told.ENEMY_1 + 4 * count
            numbers[first] = s.enemy_kinds[index] + 1
            numbers[first + 1] = s.enemy_places[index]
            numbers[first + 2] = s.enemy_health[index]
            numbers[first + 3] = s.enemy_stands[index]
            count += 1
    numbers[Told.ENEMIES] = count
