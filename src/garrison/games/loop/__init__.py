"""Loop: walk in circles, fight what you placed yourself, and grow strong enough for the bosses."""

from garrison.core.facts import Button, UpTo

TITLE = "Loop"
SUMMARY = "Walk in circles, fight what your own cards bring, and grow strong enough for the bosses."
PLAYERS = (1, 1)
SEATS = ("Character",)
BOARD = (16, 16)
FIELDS = BOARD[0] * BOARD[1]  # only to place a chosen card
CARD_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "", "", "", "", "", "")
ITEM_KEYS = tuple("abcefghijkmortvw")  # without the letters that the game's other keys and the screens use
GOODS = ("sword", "stake", "staff", "armour", "shield", "helmet", "potion")
BUTTONS = (
    Button("advance", "Continue", (), on_tick=True),
    Button("drink", "Drink a potion", ("d",), sprite="potion"),
    Button("leave", "Leave the shop", ("l",)),
    *(Button(f"card {slot}", f"Card {slot}", (key,) if key else ()) for slot, key in enumerate(CARD_KEYS, 1)),
    *(Button(f"item {slot}", f"Item {slot}", (key,)) for slot, key in enumerate(ITEM_KEYS, 1)),
    *(Button(f"buy {good}", f"Buy: {good}", (str(place),), sprite=good) for place, good in enumerate(GOODS, 1)),
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
    "world": ("medium", "small", "large"),
    "mode": ("standard", "survival", "berserker", "confusing"),
}
VARIANT = "gentle"
RULES_VERSION = 2
TICK_MS = 400
TICK_ACTION = FIELDS  # advance
TICK_RANGE = (100, 2000)
