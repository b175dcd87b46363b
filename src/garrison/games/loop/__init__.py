"""Loop: walk in circles, fight what you placed yourself, and grow strong enough for the bosses."""

from garrison.core.facts import Button, Offer, Tool, UpTo

TITLE = "Loop"
SUMMARY = "Walk in circles, fight what your own cards bring, and grow strong enough for the bosses."
PLAYERS = (1, 1)
SEATS = ("Character",)
BOARD = (16, 16)
FIELDS = BOARD[0] * BOARD[1]  # only to place a chosen card
HAND = 16  # cards at most; equal ones share a key, which the scene gives them: 1 to 7, since there are 7 kinds
ITEM_KEYS = tuple("abcefghijkmortvw")  # without the letters that the game's other keys and the screens use
GOODS = ("sword", "stake", "staff", "armour", "shield", "helmet", "potion")
GOOD_KEYS = tuple("890xyz.")
BUTTONS = (
    Button("advance", "Continue", (), on_tick=True),
    Button("drink", "Drink a potion", ("d",), sprite="potion"),
    Button("leave", "Leave the shop", ("l",)),
    *(Button(f"card {slot}", f"Card {slot}") for slot in range(1, HAND + 1)),
    *(Button(f"item {slot}", f"Item {slot}", (key,)) for slot, key in enumerate(ITEM_KEYS, 1)),
    *(Button(f"buy {good}", f"Buy: {good}", (key,), sprite=good) for good, key in zip(GOODS, GOOD_KEYS, strict=True)),
)
CARDS = ("Zombie pit", "Vampire castle", "Tower", "Village", "Barracks", "Trap", "Campfire")
TOOLS = (
    *(Tool(card.lower(), card, slots="card", holds=("cards",), kind=kind) for kind, card in enumerate(CARDS, 1)),
    *(Tool(f"buy {good}", f"Buying: {good}", (f"buy {good}",)) for good in GOODS),
    Tool("drink", "Drinking potions", ("drink",)),
)
PLANES = (
    "ground",
    UpTo("path", 128),
    UpTo("pick-ups", 2),
    UpTo("slugs", 64),
    UpTo("zombies", 64),
    UpTo("vampires", 64),
    UpTo("bosses", 2),
    "enemy health",
    UpTo("character", 1),
    "facts",
)
REACH = ("tower", "campfire")  # the tiles that one on the field reaches, or would reach
REASONS = ("", "limit", "killed", "goal")
OPTIONS = {
    "world": (
        Offer("medium", "A path of 38 tiles; win by defeating both bosses."),
        Offer("small", "A path of 16 tiles; win by completing 20 cycles."),
        Offer("large", "A path of 66 tiles with buildings on it, all rare items, and a goal in two parts."),
    ),
    "mode": (
        Offer("standard", "The shop sells what it has."),
        Offer("survival", "The shop sells one potion a visit."),
        Offer("berserker", "The shop sells one piece of armour, shield or helmet a visit."),
        Offer("confusing", "Every rare item secretly has the power of another one."),
    ),
}
VARIANT = "gentle"
RULES_VERSION = 2
TICK_MS = 400
TICK_ACTION = FIELDS  # advance
TICK_RANGE = (100, 2000)
