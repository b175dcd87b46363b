"""Every number in Loop's rules as a parameter, and the scenario: the world's grid, path, buildings and goal."""

import numpy as np

from garrison.core.parameters import BILLION, Parameter, Parameters
from garrison.games.loop import (
    BOARD,
    BUILDINGS,
    FIELDS,
    GOALS,
    LONGEST_PATH,
    MODES,
    MOST,
    MOST_CARDS,
    MOST_ENEMIES,
    MOST_GOALS,
    MOST_ITEMS,
    MOST_SOLDIERS,
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
# L23: one row per enemy; columns: zombie pit, vampire castle, tower, village, barracks, trap, campfire.
CARD_ODDS = (
    (1, 1, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 1, 0, 0),
    (0, 0, 1, 0, 0, 1, 1),
    (0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0, 0),
)

PARAMETERS = Parameters(
    # The Character and its allies.
    Parameter("hero_health", 100, 1, MOST, "the Character's full health (L9)"),
    Parameter("hero_attack", 18, 0, MOST, "the Character's attack (L9)"),
    Parameter("hero_defence", 0, 0, MOST, "the Character's defence (L9)"),
    Parameter("soldier_health", 30, 1, MOST, "health of an allied soldier (L9)"),
    Parameter("soldier_attack", 10, 0, MOST, "attack of an allied soldier (L9)"),
    Parameter("soldier_defence", 0, 0, MOST, "defence of an allied soldier (L9)"),
    Parameter("most_soldiers", SOLDIER_CAPACITY, 0, SOLDIER_CAPACITY, "most soldiers at a time (L9)", tunable=False),
    Parameter("tower_attack", 12, 0, MOST, "attack of a tower (L15)"),
    Parameter("tower_radius", 3, 0, 32, "tiles within which a tower joins a battle (L10)"),
    Parameter("campfire_radius", 3, 0, 32, "tiles within which a campfire helps the Character (L13)"),
    Parameter("campfire_factor", 2, 1, 100, "what a campfire multiplies the Character's attack by (L13)"),
    # The enemies: slug, zombie, vampire, Doggie, Elan Muske.
    Parameter("enemy_health", (20, 30, 90, 150, 500), 1, MOST, "health of slug, zombie, vampire, Doggie, Elan Muske"),
    Parameter("enemy_attack", (3, 5, 7, 6, 20), 0, MOST, "attack of slug, zombie, vampire, Doggie, Elan Muske"),
    Parameter("enemy_defence", (0, 0, 0, 0, 0), 0, MOST, "defence of slug, zombie, vampire, Doggie, Elan Muske"),
    Parameter("enemy_strength", 100, 1, 1000, "strength of all enemies, in percent of their health and attack (L36)"),
    Parameter(
        "battle_radius", (1, 2, 2, 1, 1), 0, 32, "battle radius of slug, zombie, vampire, Doggie, Elan Muske (L10)"
    ),
    Parameter(
        "support_radius", (1, 2, 3, 1, 1), 0, 32, "support radius of slug, zombie, vampire, Doggie, Elan Muske (L10)"
    ),
    Parameter("enemy_gold", (27, 51, 80, 0, 0), 0, MOST, "gold for slug, zombie, vampire, Doggie, Elan Muske (L14)"),
    Parameter("card_odds", CARD_ODDS, 0, MOST, "weights of the seven cards for each enemy (L23)"),
    Parameter("sword_chance", 20, 0, 100, "percent of slugs that give a sword (L23)"),
    Parameter("slug_forward", 25, 0, 100, "percent of ticks in which a slug goes forward"),
    Parameter("slug_back", 25, 0, 100, "percent of ticks in which a slug goes back"),
    Parameter("zombie_period", 2, 1, 255, "a zombie moves once in this many ticks"),
    Parameter("turn_chance", 10, 0, 100, "percent: a zombie's attack turns a soldier (L8)"),
    Parameter("critical_chance", 15, 0, 100, "percent: a vampire's attack is critical (L8)"),
    Parameter("shielded_critical_chance", 6, 0, 100, "percent: a vampire's attack on a shield is critical (L8)"),
    Parameter("critical_again", 50, 0, 100, "percent: the attack after a critical one is critical too (L8)"),
    Parameter("critical_extra", (2, 6), 0, MOST, "least and most extra damage of a critical (L8)"),
    Parameter("stun_chance", 20, 0, 100, "percent: Doggie's attack stuns (L8)"),
    Parameter("elan_healing", 5, 0, MOST, "health that Elan Muske gives every round (L8)"),
    # Spawning.
    Parameter("slugs", (1, 3), 0, ENEMY_CAPACITY, "fewest and most slugs per cycle (L4)"),
    Parameter("spawn_distance", 3, 1, SHORTEST_PATH // 2, "path tiles from the Character to new slugs and bosses (L4)"),
    Parameter("vampire_period", 5, 1, BILLION, "cycles between two vampires of a castle (L4)"),
    Parameter("doggie_cycle", 20, 0, BILLION, "the cycle in which Doggie comes (L4)"),
    Parameter("elan_cycle", 40, 0, BILLION, "the first cycle in which Elan Muske may come (L4)"),
    Parameter("elan_experience", 10_000, 0, 1000 * BILLION, "experience that brings Elan Muske (L4)"),
    Parameter("most_enemies", ENEMY_CAPACITY, 1, ENEMY_CAPACITY, "most enemies at a time (L4)", tunable=False),
    Parameter("gold_tiles", 1, 0, PATH_CAPACITY, "new gold tiles per cycle (L4)"),
    Parameter("potion_tile_chance", 50, 0, 100, "percent of cycles with a new potion tile (L4)"),
    # Items.
    Parameter("sword_attack", 8, 0, MOST, "what a sword adds to the attack (L20)"),
    Parameter("stake_attack", 5, 0, MOST, "what a stake adds to the attack (L20)"),
    Parameter("stake_factor", 2, 1, 100, "what a stake multiplies the total by against vampires (L20)"),
    Parameter("staff_attack", 2, 0, MOST, "what a staff adds to the attack (L20)"),
    Parameter("trance_chance", 15, 0, 100, "percent: an attack with a staff puts its target in a trance (L16)"),
    Parameter("trance_rounds", 3, 1, 255, "rounds of a trance, the first included (L16)"),
    Parameter("trance_bosses", False, 0, 1, "a staff puts Doggie and Elan Muske in a trance too (L16)", later=True),
    Parameter("armour_percent", 50, 0, 100, "percent of damage that armour lets through (L20)"),
    Parameter("shield_percent", 80, 0, 100, "percent of damage that a shield lets through (L20)"),
    Parameter("helmet_limit", 3, 0, MOST, "damage above which a helmet takes some off; less becomes 1 (L20)"),
    Parameter("helmet_cut", 2, 0, MOST, "how much a helmet takes off larger damage (L20)"),
    Parameter("helmet_attack", 3, 0, MOST, "what a helmet takes from the Character's attack (L20)"),
    Parameter("anduril_attack", 20, 0, MOST, "what Anduril adds to the attack (L21)"),
    Parameter("anduril_factor", 3, 1, 100, "what Anduril multiplies the total by against bosses (L21)"),
    Parameter("stump_percent", 60, 0, 100, "percent of damage that the Tree Stump lets through (L21)"),
    Parameter("stump_boss_percent", 40, 0, 100, "percent of damage by bosses that the Tree Stump lets through (L21)"),
    Parameter("rare_chance", 2, 0, 100, "percent of battles that give a rare item (L21)"),
    Parameter("coin_start", 100, 0, MOST, "DoggieCoin's first base price (L22)"),
    Parameter("coin_percent", (50, 200), 0, 1000, "least and most percent DoggieCoin's price becomes in a cycle (L22)"),
    Parameter("coin_range", (10, 10_000), 0, MOST, "DoggieCoin's lowest and highest base price (L22)"),
    Parameter("coin_elan_factor", 5, 1, 1000, "what DoggieCoin's price is multiplied by while Elan Muske lives (L22)"),
    Parameter(
        "inventory_room", INVENTORY_CAPACITY, 1, INVENTORY_CAPACITY, "most unequipped items (L18)", tunable=False
    ),
    Parameter("lost_item_percent", 40, 0, 100, "percent of its price that an item without room brings (L19)"),
    Parameter("lost_item_gold", 100, 0, MOST, "gold for an item without room that has no price (L19)"),
    Parameter("lost_item_experience", 200, 0, MOST, "experience for an item without room (L19)"),
    # Cards and buildings.
    Parameter("lost_card_gold", 30, 0, MOST, "gold for a card without room (L23)"),
    Parameter("lost_card_experience", 50, 0, MOST, "experience for a card without room (L23)"),
    Parameter("village_health", 10, 0, MOST, "health from a village (L26)"),
    Parameter("trap_damage", 5, 0, MOST, "damage of a trap (L28)"),
    # Gold, experience, shop.
    Parameter("gold_tile_gold", 75, 0, MOST, "gold on a gold tile (L32)"),
    Parameter("first_experience", 100, 0, MOST, "experience for the first battle (L33)"),
    Parameter("experience_percent", 10, 0, 100, "most percent of the experience that a later battle adds (L33)"),
    Parameter("shop_gap", 1, 1, BILLION, "cycles until the shop first opens (L34)"),
    Parameter("shop_gap_growth", 1, 0, BILLION, "how many cycles longer the shop stays closed each time (L34)"),
    Parameter(
        "prices",
        (300, 400, 450, 600, 450, 350, 150),
        0,
        MOST,
        "gold for sword, stake, staff, armour, shield, helmet, potion (L34)",
    ),
    Parameter("sale_percent", 60, 0, 100, "percent of the price when sold (L34)"),
    Parameter("rare_sale_gold", 100, 0, MOST, "gold for a rare item when sold (L34)"),
    Parameter("survival_potions", 1, 0, MOST, "potions per visit in survival mode (L34)"),
    Parameter("berserker_armours", 1, 0, MOST, "armour, shields and helmets per visit in berserker mode (L34)"),
    Parameter("mode", 0, 0, len(MODES) - 1, "0 standard, 1 survival, 2 berserker, 3 confusing (L34)", tunable=False),
    Parameter("max_steps", 1_000_000, 1, BILLION, "actions after which any game ends", tunable=False),
    # The world.
    Parameter("width", 4, 2, LARGEST, "columns of the world (L2)", tunable=False),
    Parameter("height", 3, 2, LARGEST, "rows of the world (L2)", tunable=False),
    Parameter("path_length", 10, SHORTEST_PATH, PATH_CAPACITY, "tiles of the path (L2)", tunable=False),
    Parameter("path_x", NO_PATH, 0, LARGEST - 1, "their columns, the castle's first", np.uint8, tunable=False),
    Parameter("path_y", NO_PATH, 0, LARGEST - 1, "their rows", np.uint8, tunable=False),
    Parameter(
        "building_kinds",
        NO_BUILDINGS,
        0,
        len(BUILDINGS),
        "buildings at the start: 1 zombie pit, 2 vampire castle, 3 tower, "
        "4 village, 5 barracks, 6 trap, 7 campfire; 0 after the last",
        np.uint8,
        tunable=False,
    ),
    Parameter("building_x", NO_BUILDINGS, 0, LARGEST - 1, "their columns", np.uint8, tunable=False),
    Parameter("building_y", NO_BUILDINGS, 0, LARGEST - 1, "their rows", np.uint8, tunable=False),
    Parameter(
        "rare_items", (0, 0, 0), 0, 1, "1 for those that can be found: ring, Anduril, Tree Stump (L21)", tunable=False
    ),
    Parameter(
        "goal_kinds",
        NO_GOAL,
        0,
        len(GOALS) - 1,
        "1 cycles, 2 gold, 3 experience, 4 bosses, 5 and, 6 or; subgoals first; 0 after the last",
        np.uint8,
        tunable=False,
    ),
    Parameter(
        "goal_numbers", NO_GOAL, 0, 1000 * BILLION, "the quantity, or how many subgoals are joined (L35)", tunable=False
    ),
)
