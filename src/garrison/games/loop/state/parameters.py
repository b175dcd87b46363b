"""Every number in Loop's rules as a parameter, and the scenario: the world's grid, path, buildings and goal."""

import numpy as np

from garrison.core.engine.record import Array
from garrison.core.parameters import BILLION, Each, ParameterRecord, parameter, parameters
from garrison.games.loop import (
    BOARD,
    BUILDINGS,
    ENEMIES,
    FIELDS,
    GOALS,
    LONGEST_PATH,
    MODES,
    MOST_CARDS,
    MOST_ENEMIES,
    MOST_GOALS,
    MOST_ITEMS,
    MOST_SOLDIERS,
)
from garrison.games.loop import (
    MOST as MOST,
)

LARGEST = BOARD[0]  # tiles along a side
TILE_CAPACITY = FIELDS
SHORTEST_PATH, PATH_CAPACITY = 8, LONGEST_PATH
ENEMY_CAPACITY = MOST_ENEMIES
SOLDIER_CAPACITY = MOST_SOLDIERS
HAND_CAPACITY = MOST_CARDS
INVENTORY_CAPACITY = MOST_ITEMS
GOAL_CAPACITY = MOST_GOALS

NO_PATH = (0,) * PATH_CAPACITY
NO_BUILDINGS = (0,) * TILE_CAPACITY
NO_GOAL = (0,) * GOAL_CAPACITY
NO_CARDS = (0,) * HAND_CAPACITY
# L23: one row per enemy; columns: zombie pit, vampire castle, tower, village, barracks, trap, campfire.
LEAST_AND_MOST = ("least", "most")
CARD_ODDS = (
    (1, 1, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 1, 0, 0),
    (0, 0, 1, 0, 0, 1, 1),
    (0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0),
)


class Rules(ParameterRecord):
    """The parameters of the rules."""

    # The Character and its allies.
    hero_health: int = parameter(100, 1, MOST, "the Character's full health (L9)")
    hero_attack: int = parameter(18, 0, MOST, "the Character's attack (L9)")
    hero_defence: int = parameter(0, 0, MOST, "the Character's defence (L9)")
    start_gold: int = parameter(0, 0, MOST, "gold at the start (L37)", usual=(0, 500), later=True)
    start_cards: Array = parameters(
        NO_CARDS,
        0,
        len(BUILDINGS),
        "cards at the start, by the numbers of their buildings; 0 after the last (L37)",
        np.uint8,
        tunable=False,
        later=True,
    )
    soldier_health: int = parameter(30, 1, MOST, "health of an allied soldier (L9)")
    soldier_attack: int = parameter(10, 0, MOST, "attack of an allied soldier (L9)")
    soldier_defence: int = parameter(0, 0, MOST, "defence of an allied soldier (L9)")
    most_soldiers: int = parameter(SOLDIER_CAPACITY, 0, SOLDIER_CAPACITY, "most soldiers at a time (L9)", tunable=False)
    tower_attack: int = parameter(12, 0, MOST, "attack of a tower (L15)")
    tower_radius: int = parameter(3, 0, 32, "tiles within which a tower joins a battle (L10)")
    campfire_radius: int = parameter(3, 0, 32, "tiles within which a campfire helps the Character (L13)")
    campfire_factor: int = parameter(2, 1, 100, "what a campfire multiplies the Character's attack by (L13)")
    # The enemies: slug, zombie, vampire, Doggie, Elan Muske.
    enemy_health: Array = parameters(
        (20, 30, 90, 150, 500), 1, MOST, "health of slug, zombie, vampire, Doggie, Elan Muske"
    )
    enemy_attack: Array = parameters((3, 5, 7, 6, 20), 0, MOST, "attack of slug, zombie, vampire, Doggie, Elan Muske")
    enemy_defence: Array = parameters((0, 0, 0, 0, 0), 0, MOST, "defence of slug, zombie, vampire, Doggie, Elan Muske")
    enemy_strength: int = parameter(
        100, 1, 1000, "strength of all enemies, in percent of their health and attack (L36)"
    )
    battle_radius: Array = parameters(
        (1, 2, 2, 1, 1), 0, 32, "battle radius of slug, zombie, vampire, Doggie, Elan Muske (L10)"
    )
    support_radius: Array = parameters(
        (1, 2, 3, 1, 1), 0, 32, "support radius of slug, zombie, vampire, Doggie, Elan Muske (L10)"
    )
    enemy_gold: Array = parameters(
        (27, 51, 80, 0, 0), 0, MOST, "gold for slug, zombie, vampire, Doggie, Elan Muske (L14)"
    )
    card_odds: Array = parameters(
        CARD_ODDS, 0, MOST, Each("weight of a card among those of an enemy (L23)", ENEMIES, BUILDINGS)
    )
    sword_chance: int = parameter(20, 0, 100, "percent of slugs that give a sword (L23)")
    slug_forward: int = parameter(25, 0, 100, "percent of ticks in which a slug goes forward")
    slug_back: int = parameter(25, 0, 100, "percent of ticks in which a slug goes back")
    zombie_period: int = parameter(2, 1, 255, "a zombie moves once in this many ticks")
    turn_chance: int = parameter(10, 0, 100, "percent: a zombie's attack turns a soldier (L8)")
    critical_chance: int = parameter(15, 0, 100, "percent: a vampire's attack is critical (L8)")
    shielded_critical_chance: int = parameter(6, 0, 100, "percent: a vampire's attack on a shield is critical (L8)")
    critical_again: int = parameter(50, 0, 100, "percent: the attack after a critical one is critical too (L8)")
    critical_extra: Array = parameters((2, 6), 0, MOST, Each("extra damage of a critical (L8)", LEAST_AND_MOST))
    stun_chance: int = parameter(20, 0, 100, "percent: Doggie's attack stuns (L8)")
    elan_healing: int = parameter(5, 0, MOST, "health that Elan Muske gives every round (L8)")
    # Spawning.
    slugs: Array = parameters((1, 3), 0, ENEMY_CAPACITY, Each("slugs per cycle (L4)", ("fewest", "most")))
    spawn_distance: int = parameter(
        3, 1, SHORTEST_PATH // 2, "path tiles from the Character to new slugs and bosses (L4)"
    )
    vampire_period: int = parameter(5, 1, BILLION, "cycles between two vampires of a castle (L4)")
    doggie_cycle: int = parameter(20, 0, BILLION, "the cycle in which Doggie comes (L4)")
    elan_cycle: int = parameter(40, 0, BILLION, "the first cycle in which Elan Muske may come (L4)")
    elan_experience: int = parameter(10_000, 0, 1000 * BILLION, "experience that brings Elan Muske (L4)")
    most_enemies: int = parameter(ENEMY_CAPACITY, 1, ENEMY_CAPACITY, "most enemies at a time (L4)", tunable=False)
    gold_tiles: int = parameter(1, 0, PATH_CAPACITY, "new gold tiles per cycle (L4)")
    potion_tile_chance: int = parameter(50, 0, 100, "percent of cycles with a new potion tile (L4)")
    # Items.
    sword_attack: int = parameter(8, 0, MOST, "what a sword adds to the attack (L20)")
    stake_attack: int = parameter(5, 0, MOST, "what a stake adds to the attack (L20)")
    stake_factor: int = parameter(2, 1, 100, "what a stake multiplies the total by against vampires (L20)")
    staff_attack: int = parameter(2, 0, MOST, "what a staff adds to the attack (L20)")
    trance_chance: int = parameter(15, 0, 100, "percent: an attack with a staff puts its target in a trance (L16)")
    trance_rounds: int = parameter(3, 1, 255, "rounds of a trance, the first included (L16)")
    trance_bosses: int = parameter(False, 0, 1, "a staff puts Doggie and Elan Muske in a trance too (L16)", later=True)
    armour_percent: int = parameter(50, 0, 100, "percent of damage that armour lets through (L20)")
    shield_percent: int = parameter(80, 0, 100, "percent of damage that a shield lets through (L20)")
    helmet_limit: int = parameter(3, 0, MOST, "damage above which a helmet takes some off; less becomes 1 (L20)")
    helmet_cut: int = parameter(2, 0, MOST, "how much a helmet takes off larger damage (L20)")
    helmet_attack: int = parameter(3, 0, MOST, "what a helmet takes from the Character's attack (L20)")
    anduril_attack: int = parameter(20, 0, MOST, "what Anduril adds to the attack (L21)")
    anduril_factor: int = parameter(3, 1, 100, "what Anduril multiplies the total by against bosses (L21)")
    stump_percent: int = parameter(60, 0, 100, "percent of damage that the Tree Stump lets through (L21)")
    stump_boss_percent: int = parameter(
        40, 0, 100, "percent of damage by bosses that the Tree Stump lets through (L21)"
    )
    rare_chance: int = parameter(2, 0, 100, "percent of battles that give a rare item (L21)")
    coin_start: int = parameter(100, 0, MOST, "DoggieCoin's first base price (L22)")
    coin_percent: Array = parameters(
        (50, 200), 0, 1000, Each("percent that DoggieCoin's price becomes in a cycle (L22)", LEAST_AND_MOST)
    )
    coin_range: Array = parameters((10, 10_000), 0, MOST, Each("DoggieCoin's base price (L22)", ("lowest", "highest")))
    coin_elan_factor: int = parameter(
        5, 1, 1000, "what DoggieCoin's price is multiplied by while Elan Muske lives (L22)"
    )
    inventory_room: int = parameter(
        INVENTORY_CAPACITY, 1, INVENTORY_CAPACITY, "most unequipped items (L18)", tunable=False
    )
    lost_item_percent: int = parameter(40, 0, 100, "percent of its price that an item without room brings (L19)")
    lost_item_gold: int = parameter(100, 0, MOST, "gold for an item without room that has no price (L19)")
    lost_item_experience: int = parameter(200, 0, MOST, "experience for an item without room (L19)")
    # Cards and buildings.
    lost_card_gold: int = parameter(30, 0, MOST, "gold for a card without room (L23)")
    lost_card_experience: int = parameter(50, 0, MOST, "experience for a card without room (L23)")
    village_health: int = parameter(10, 0, MOST, "health from a village (L26)")
    trap_damage: int = parameter(5, 0, MOST, "damage of a trap (L28)")
    wear_chance: int = parameter(
        0, 0, 100, "percent: a village or barracks falls down after it has given something (L38)", later=True
    )
    # Gold, experience, shop.
    gold_tile_gold: int = parameter(75, 0, MOST, "gold on a gold tile (L32)")
    first_experience: int = parameter(100, 0, MOST, "experience for the first battle (L33)")
    experience_percent: int = parameter(10, 0, 100, "most percent of the experience that a later battle adds (L33)")
    shop_gap: int = parameter(1, 1, BILLION, "cycles until the shop first opens (L34)")
    shop_gap_growth: int = parameter(1, 0, BILLION, "how many cycles longer the shop stays closed each time (L34)")
    prices: Array = parameters(
        (300, 400, 450, 600, 450, 350, 150),
        0,
        MOST,
        "gold for sword, stake, staff, armour, shield, helmet, potion (L34)",
    )
    sale_percent: int = parameter(60, 0, 100, "percent of the price when sold (L34)")
    rare_sale_gold: int = parameter(100, 0, MOST, "gold for a rare item when sold (L34)")
    survival_potions: int = parameter(1, 0, MOST, "potions per visit in survival mode (L34)")
    berserker_armours: int = parameter(1, 0, MOST, "armour, shields and helmets per visit in berserker mode (L34)")
    mode: int = parameter(0, 0, len(MODES) - 1, "0 standard, 1 survival, 2 berserker, 3 confusing (L34)", tunable=False)
    max_steps: int = parameter(1_000_000, 1, BILLION, "actions after which any game ends", tunable=False)
    # The world.
    width: int = parameter(4, 2, LARGEST, "columns of the world (L2)", tunable=False)
    height: int = parameter(3, 2, LARGEST, "rows of the world (L2)", tunable=False)
    path_length: int = parameter(10, SHORTEST_PATH, PATH_CAPACITY, "tiles of the path (L2)", tunable=False)
    path_x: Array = parameters(NO_PATH, 0, LARGEST - 1, "their columns, the castle's first", np.uint8, tunable=False)
    path_y: Array = parameters(NO_PATH, 0, LARGEST - 1, "their rows", np.uint8, tunable=False)
    building_kinds: Array = parameters(
        NO_BUILDINGS,
        0,
        len(BUILDINGS),
        "buildings at the start: 1 zombie pit, 2 vampire castle, 3 tower, "
        "4 village, 5 barracks, 6 trap, 7 campfire; 0 after the last",
        np.uint8,
        tunable=False,
    )
    building_x: Array = parameters(NO_BUILDINGS, 0, LARGEST - 1, "their columns", np.uint8, tunable=False)
    building_y: Array = parameters(NO_BUILDINGS, 0, LARGEST - 1, "their rows", np.uint8, tunable=False)
    rare_items: Array = parameters(
        (0, 0, 0), 0, 1, "1 for those that can be found: ring, Anduril, Tree Stump (L21)", tunable=False
    )
    goal_kinds: Array = parameters(
        NO_GOAL,
        0,
        len(GOALS) - 1,
        "1 cycles, 2 gold, 3 experience, 4 bosses, 5 and, 6 or; subgoals first; 0 after the last",
        np.uint8,
        tunable=False,
    )
    goal_numbers: Array = parameters(
        NO_GOAL, 0, 1000 * BILLION, "the quantity, or how many subgoals are joined (L35)", tunable=False
    )
