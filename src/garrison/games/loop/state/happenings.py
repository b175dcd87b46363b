"""The kinds of Loop's events, with the names of their numbers."""

from garrison.core.engine.events import Code, EventKind, Field, kind
from garrison.core.facts import numbered
from garrison.games.loop import GOODS, ITEMS
from garrison.games.loop.state.constants import POTION_GOOD, Being, Building, Enemy, Item

# The numbers of events that stand for something.
ENEMY, BUILDING, ITEM = Code("enemy", Enemy), Code("building", Building), Code("item", Item)
BEING = Code("being", lambda being: Being(being) if being < Being.ENEMY else Enemy(being - Being.ENEMY))
TAKEN_OFF, GOOD = Code("taken_off", numbered(ITEMS)), Code("good", numbered(GOODS))


class Happening(EventKind):
    """The kinds of events. Somebody in a battle is given as Being and serial; `enemy` is a kind of enemy."""

    CYCLE = kind(1, "cycles")
    APPEARED = kind(2, ENEMY, "serial", Field("field"))
    GOLD_APPEARED = kind(3, Field("field"), told=False, marked=False)
    POTION_APPEARED = kind(4, Field("field"), told=False, marked=False)
    FOUND_GOLD = kind(5, "gold")
    FOUND_POTION = kind(6)
    RESTED = kind(7, "gain", "health")
    RECRUITED = kind(8, "serial", "soldiers")
    TRAPPED = kind(9, ENEMY, "serial", "damage", "health")
    BATTLE = kind(10, "enemies", "towers", Field("field"))
    DAZED = kind(11)  # the Character skips its turn
    CRITICAL = kind(12, "serial", "extra")
    TURNED = kind(13, "serial")
    TRANCED = kind(14, ENEMY, "serial")
    AWOKE = kind(15, ENEMY, "serial")
    STUNNED = kind(16)
    HEALED = kind(17, BEING, "serial", "gain", "health")
    HURT = kind(18, BEING, "serial", "damage", "health")
    DIED = kind(19, BEING, "serial")
    SAVED = kind(20, ITEM)
    BATTLE_WON = kind(21, "gold", "experience")
    GOT_CARD = kind(22, BUILDING)
    LOST_CARD = kind(23, BUILDING, "gold", "experience")
    GOT_ITEM = kind(24, ITEM)
    LOST_ITEM = kind(25, ITEM, "gold", "experience")
    CHOSE_CARD = kind(26, BUILDING, told=False)
    BUILT = kind(27, BUILDING, Field("field"))
    WORE = kind(28, ITEM, TAKEN_OFF)  # 0: nothing was taken off
    DRANK = kind(29, "gain", "health")
    SHOP = kind(30, "visit")
    BOUGHT = kind(31, GOOD, "price")
    SOLD = kind(32, ITEM, "price")
    LEFT = kind(33)
    WON = kind(34)
    LOST = kind(35)
    FELL_DOWN = kind(36, BUILDING, Field("field"))


# What the numbers of events stand for.
EVENT_RANGES = {
    "enemy": (Enemy.SLUG, Enemy.ELAN),
    "being": (Being.CHARACTER, Being.ENEMY + Enemy.ELAN),
    "building": (Building.ZOMBIE_PIT, Building.CAMPFIRE),
    "item": (Item.SWORD, Item.COIN),
    "taken_off": (0, Item.COIN),
    "good": (0, POTION_GOOD),
}
