"""Loop: walk in circles, fight what you placed yourself, and grow strong enough for the bosses."""

from math import inf

from garrison.core.facts import Button, Offer, Tool, UpTo, coded, optional, packed

TITLE = "Loop"
SUMMARY = "Walk in circles, fight what your own cards bring, and grow strong enough for the bosses."
PLAYERS = (1, 1)
SEATS = ("Character",)
BOARD = (16, 16)
FIELDS = BOARD[0] * BOARD[1]  # only to place a chosen card
BILLION, RICHES, MOST = 10**9, 10**12, 10**6
LONGEST_PATH = 128
MOST_CARDS = BOARD[1]  # in hand: as many as the world is wide; equal ones share a key, which the scene gives them
MOST_SOLDIERS, MOST_GOALS, MOST_ENEMIES = 8, 16, 64
ITEM_KEYS = tuple("abcefghijkmortvw")  # without the letters that the game's other keys and the screens use
MOST_ITEMS = len(ITEM_KEYS)
GOODS = ("sword", "stake", "staff", "armour", "shield", "helmet", "potion")
GOOD_KEYS = tuple("890xyz.")
BUTTONS = (
    Button("advance", "Continue", (), on_tick=True),
    Button("drink", "Drink a potion", ("d",), sprite="potion"),
    Button("leave", "Leave the shop", ("l",)),
    *(Button(f"card {slot}", f"Card {slot}") for slot in range(1, MOST_CARDS + 1)),
    *(Button(f"item {slot}", f"Item {slot}", (key,)) for slot, key in enumerate(ITEM_KEYS, 1)),
    *(Button(f"buy {good}", f"Buy: {good}", (key,), sprite=good) for good, key in zip(GOODS, GOOD_KEYS, strict=True)),
)
BUILDINGS = ("zombie pit", "vampire castle", "tower", "village", "barracks", "trap", "campfire")  # from number 1 on
TOOLS = (
    *(
        Tool(card, card.capitalize(), slots="card", holds=("cards",), kind=kind)
        for kind, card in enumerate(BUILDINGS, 1)
    ),
    *(Tool(f"buy {good}", f"Buying: {good}", (f"buy {good}",)) for good in GOODS),
    Tool("drink", "Drinking potions", ("drink",)),
)
GROUNDS = ("meadow", "roadside", "road", "castle")
PLANES = (
    coded("ground", "what each tile is, or what is built there", *GROUNDS, *BUILDINGS),
    optional(
        "path", "the tiles in order, from the Hero's Castle on; 0 off it", "on it", 1, UpTo("place", LONGEST_PATH - 1)
    ),
    coded("pick-ups", "what lies on the path", "nothing", "gold", "a potion", "both"),
    UpTo("slugs", MOST_ENEMIES, "how many are there"),
    UpTo("zombies", MOST_ENEMIES, "how many are there"),
    UpTo("vampires", MOST_ENEMIES, "how many are there"),
    UpTo("Doggie", 1, "1 where it is"),
    UpTo("Elan Muske", 1, "1 where he is"),
    UpTo("enemy health", 255, "of all enemies there together, at most 255; the numbers have it exactly"),
    UpTo("character", 1, "1 where the Character is"),
)
REACH = ("tower", "campfire", "fright")  # the tiles where a tower or a campfire on the field fights, helps or frightens
REASONS = ("", "limit", "killed", "goal")
MODES = (
    Offer("standard", "The shop sells everything, as often as you like."),
    Offer("survival", "The shop sells one potion per visit."),
    Offer("berserker", "The shop sells one piece of armour, shield or helmet per visit."),
    Offer("confusing", "Every rare item secretly has the power of another one."),
)
SLOTS = ("weapon", "armour", "shield", "helmet")
GOALS = ("none", "cycles", "gold", "experience", "bosses", "all of", "one of")
BOSSES = ("Doggie", "Elan Muske")
ENEMIES = ("slug", "zombie", "vampire", *BOSSES)
ITEMS = ("none", *GOODS[:-1], "One Ring", "Anduril", "Tree Stump", "DoggieCoin")
NUMBERS = (
    UpTo("health", MOST, "the Character's"),
    UpTo("full health", MOST, "what it can be"),
    UpTo("potions", RICHES, "in the bag"),
    UpTo("gold", RICHES, "in the purse"),
    UpTo("experience", RICHES, "gained so far"),
    UpTo("cycles", BILLION, "completed"),
    UpTo("place", LONGEST_PATH - 1, "the Character's place along the path, 0 at the castle"),
    UpTo("fighting", 1, "1 in a battle"),
    UpTo("shopping", 1, "1 while the shop is open"),
    coded("chosen", "the card that is to be placed", "none", *map(str, range(1, MOST_CARDS + 1))),
    UpTo("stunned", 1, "1: the Character skips its next turn"),
    packed("bosses come", "which of them", {1 << place: UpTo(boss, 1) for place, boss in enumerate(BOSSES)}),
    packed("bosses killed", "which of them", {1 << place: UpTo(boss, 1) for place, boss in enumerate(BOSSES)}),
    UpTo("cycles to the shop", 10 * BILLION, "until it opens next"),
    UpTo("potions bought", RICHES, "in this visit"),
    UpTo("armour bought", RICHES, "armour, shields and helmets in this visit"),
    UpTo("towers", FIELDS, "that fight in this battle"),
    UpTo("coin", MOST, "DoggieCoin's base price"),
    coded("mode", "how the shop works", *MODES),
    coded("reason", "why the game is over", *REASONS),
    UpTo("won", 1, "1: the Character has won"),
    UpTo("cards", MOST_CARDS, "in hand"),
    UpTo("items", MOST_ITEMS, "in the inventory"),
    UpTo("soldiers", MOST_SOLDIERS, "with the Character"),
    UpTo("enemies", MOST_ENEMIES, "on the path"),
    *(coded(slot, "what is worn there", *ITEMS[:-1]) for slot in SLOTS),
    *(coded(f"card {slot + 1}", "in hand, the oldest first", "none", *BUILDINGS) for slot in range(MOST_CARDS)),
    *(coded(f"item {slot + 1}", "in the inventory, the oldest first", *ITEMS) for slot in range(MOST_ITEMS)),
    *(
        UpTo(f"soldier {slot + 1} {what}", most, meaning)
        for slot in range(MOST_SOLDIERS)
        for what, most, meaning in (("health", MOST, "0: there is none"), ("turned", 1, "1: on the enemy side"))
    ),
    *(
        entry
        for node in range(MOST_GOALS)
        for entry in (
            coded(f"goal {node + 1}", "subgoals come before what joins them", *GOALS),
            UpTo(f"goal {node + 1} number", 1000 * BILLION, "the quantity, or how many subgoals are joined"),
        )
    ),
    *(
        entry
        for place in range(MOST_ENEMIES)
        for entry in (
            coded(f"enemy {place + 1}", "in order of arrival", "none", *ENEMIES),
            UpTo(f"enemy {place + 1} place", LONGEST_PATH - 1, "along the path"),
            UpTo(f"enemy {place + 1} health", MOST, "what it has left"),
            coded(f"enemy {place + 1} stand", "its part in the battle", "roaming", "fighting", "in a trance"),
        )
    ),
)
UTILITY = (0.0, inf)
OPTIONS = {
    "world": (
        Offer("medium", "A path of 38 tiles; win by defeating both bosses."),
        Offer("small", "A path of 16 tiles; win by completing 20 cycles."),
        Offer("large", "A path of 66 tiles with buildings on it, all rare items, and a goal in two parts."),
    ),
    "mode": MODES,
}
ENVIRONMENTS = ("former", "standard")  # -v0, -v1
RULES_VERSION = 2
TICK_MS = 400
TICK_ACTION = FIELDS  # advance
TICK_RANGE = (100, 2000)
