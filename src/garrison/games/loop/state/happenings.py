"""The kinds of Loop's events, with the names of their numbers."""

from garrison.core.engine.events import EventKind, Field, kind
from garrison.games.loop.state.constants import POTION_GOOD, Being, Building, Enemy, Item


class Happening(EventKind):
    """The kinds of events. Somebody in a battle is given as Being and serial; `enemy` is a kind of enemy."""

    CYCLE = kind(1, "cycles")
    APPEARED = kind(2, "enemy", "serial", Field("field"))
    GOLD_APPEARED = kind(3, Field("field"), told=False, marked=False)
    POTION_APPEARED = kind(4, Field("field"), told=False, marked=False)
    FOUND_GOLD = kind(5, "gold")
    FOUND_POTION = kind(6)
    RESTED = kind(7, "gain", "health")
    RECRUITED = kind(8, "serial", "soldiers")
    TRAPPED = kind(9, "enemy", "serial", "damage", "health")
    BATTLE = kind(10, "enemies", "towers", Field("field"))
    DAZED = kind(11)  # the Character skips its turn
    CRITICAL = kind(12, "serial", "extra")
    TURNED = kind(13, "serial")
    TRANCED = kind(14, "enemy", "serial")
    AWOKE = kind(15, "enemy", "serial")
    STUNNED = kind(16)
    HEALED = kind(17, "being", "serial", "gain", "health")
    HURT = kind(18, "being", "serial", "damage", "health")
    DIED = kind(19, "being", "serial")
    SAVED = kind(20, "item")
    BATTLE_WON = kind(21, "gold", "experience")
    GOT_CARD = kind(22, "building")
    LOST_CARD = kind(23, "building", "gold", "experience")
    GOT_ITEM = kind(24, "item")
    LOST_ITEM = kind(25, "item", "gold", "experience")
    CHOSE_CARD = kind(26, "building", told=False)
    BUILT = kind(27, "building", Field("field"))
    WORE = kind(28, "item", "taken_off")  # 0: nothing was taken off
    DRANK = kind(29, "gain", "health")
    SHOP = kind(30, "visit")
    BOUGHT = kind(31, "good", "price")
    SOLD = kind(32, "item", "price")
    LEFT = kind(33)
    WON = kind(34)
    LOST = kind(35)


# What the numbers of events stand for.
EVENT_RANGES = {
    "enemy": (Enemy.SLUG, Enemy.ELAN),
    "being": (Being.CHARACTER, Being.ENEMY + Enemy.ELAN),
    "building": (Building.ZOMBIE_PIT, Building.CAMPFIRE),
    "item": (Item.SWORD, Item.COIN),
    "taken_off": (0, Item.COIN),
    "good": (0, POTION_GOOD),
}
