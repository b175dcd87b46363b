"""Loop's words: what things are called, and every event as a sentence."""

from collections.abc import Callable

from garrison.core.engine.events import Event
from garrison.core.plain import plain
from garrison.games import loop as facts
from garrison.games.loop.rules.enemies import is_boss
from garrison.games.loop.rules.ground import fright_radius
from garrison.games.loop.rules.items import item_of
from garrison.games.loop.state import Rules
from garrison.games.loop.state.constants import BUILDING_WORDS, POTION_GOOD, Being, Building, Item
from garrison.games.loop.state.happenings import Happening

BUILDINGS: dict[int, str] = dict(enumerate(facts.BUILDINGS, 1))
ENEMIES: dict[int, str] = dict(enumerate(facts.ENEMIES))
ITEMS: dict[int, str] = dict(enumerate(facts.ITEMS))


def named(kind: int, serial: int) -> str:
    """An enemy at the beginning of a sentence: `Slug 3`; the bosses have names of their own."""
    name = ENEMIES[kind]
    return name if plain(is_boss)(kind) else f"{name.capitalize()} {serial}"


def who(being: int, serial: int) -> str:
    """Somebody in a battle."""
    if being == Being.CHARACTER:
        return "The Character"
    return f"Soldier {serial}" if being == Being.SOLDIER else named(being - Being.ENEMY, serial)


def an_item(item: int) -> str:
    """An item with its article, if it has one."""
    name = ITEMS[item]
    articles: dict[int, str] = {Item.ARMOUR: "", Item.RING: "The ", Item.ANDURIL: "", Item.STUMP: "the "}
    return articles.get(item, "a ") + name


def a_building(building: int) -> str:
    """A building with its article, if it has one."""
    return BUILDING_WORDS[building]


def use(p: Rules, building: int) -> str:
    """What a building does."""
    words: dict[int, str] = {
        Building.ZOMBIE_PIT: "sends a zombie every cycle",
        Building.VAMPIRE_CASTLE: f"sends a vampire every {p.vampire_period} cycles",
        Building.TOWER: f"fights with you within {_plural(p.tower_radius, 'tile')}, attack {p.tower_attack}",
        Building.VILLAGE: f"gives {p.village_health} health each time you pass",
        Building.BARRACKS: "gives a soldier each time you pass",
        Building.TRAP: f"hurts one enemy by {p.trap_damage}, once",
        Building.CAMPFIRE: f"attack x{p.campfire_factor} within {_plural(p.campfire_radius, 'tile')}; "
        f"vampires flee within {plain(fright_radius)(p)}",
    }
    return words[building]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _plural(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _enemies(count: int) -> str:
    return "an enemy" if count == 1 else f"{count} enemies"


def _battle(event: Event) -> str:
    towers = f", with {_plural(event.towers, 'tower')} on your side" if event.towers else ""
    return f"Battle on {event.at('field')}! The Character meets {_enemies(event.enemies)}{towers}."


def _wore(event: Event) -> str:
    instead = f" instead of {an_item(event.taken_off)}" if event.taken_off else ""
    return f"The Character puts on {an_item(event.item)}{instead}."


def _appeared(event: Event) -> str:
    name = ENEMIES[event.enemy]
    where = event.at("field")
    return f"{name} has come, on {where}!" if plain(is_boss)(event.enemy) else f"A {name} appears on {where}."


def _bought(event: Event) -> str:
    good = "a potion" if event.good == POTION_GOOD else an_item(plain(item_of)(event.good))
    return f"Bought {good} for {event.price} gold."


SENTENCES: dict[int, Callable[[Event], str]] = {
    Happening.CYCLE: lambda event: f"Cycle {event.cycles} is complete.",
    Happening.APPEARED: _appeared,
    Happening.GOLD_APPEARED: lambda event: f"Gold lies on the path at {event.at('field')}.",
    Happening.POTION_APPEARED: lambda event: f"A potion lies on the path at {event.at('field')}.",
    Happening.FOUND_GOLD: lambda event: f"The Character finds {event.gold} gold.",
    Happening.FOUND_POTION: lambda event: "The Character finds a potion.",
    Happening.RESTED: lambda event: f"A village gives {event.gain} health: now {event.health}.",
    Happening.RECRUITED: lambda event: f"Soldier {event.serial} joins: {_plural(event.soldiers, 'soldier')}.",
    Happening.TRAPPED: lambda event: (
        f"{named(event.enemy, event.serial)} steps on a trap and loses {event.damage}; {event.health} left."
    ),
    Happening.BATTLE: _battle,
    Happening.DAZED: lambda event: "The Character is stunned and skips its turn.",
    Happening.CRITICAL: lambda event: f"Vampire {event.serial} lands a critical bite: {event.extra} extra.",
    Happening.TURNED: lambda event: f"Soldier {event.serial} turns into a zombie!",
    Happening.TRANCED: lambda event: f"{named(event.enemy, event.serial)} falls into a trance and fights for you.",
    Happening.AWOKE: lambda event: f"{named(event.enemy, event.serial)} wakes from its trance.",
    Happening.STUNNED: lambda event: "Doggie stuns the Character.",
    Happening.HEALED: lambda event: (
        f"Elan Muske heals: {who(event.being, event.serial)} gains {event.gain} and has {event.health}."
    ),
    Happening.HURT: lambda event: f"{who(event.being, event.serial)} loses {event.damage}; {event.health} left.",
    Happening.DIED: lambda event: f"{who(event.being, event.serial)} dies.",
    Happening.SAVED: lambda event: f"{_capital(an_item(event.item))} saves the Character and is gone.",
    Happening.BATTLE_WON: lambda event: f"The battle is won: {event.gold:,} gold, {event.experience:,} experience.",
    Happening.GOT_CARD: lambda event: f"A new card: {BUILDINGS[event.building]}.",
    Happening.LOST_CARD: lambda event: (
        f"The hand is full: {a_building(event.building)} card becomes {event.gold} gold "
        f"and {event.experience} experience."
    ),
    Happening.GOT_ITEM: lambda event: f"A new item: {ITEMS[event.item]}.",
    Happening.LOST_ITEM: lambda event: (
        f"The inventory is full: {an_item(event.item)} becomes {event.gold} gold and {event.experience} experience."
    ),
    Happening.CHOSE_CARD: lambda event: f"Where should the {BUILDINGS[event.building]} go?",
    Happening.BUILT: lambda event: f"The Character builds {a_building(event.building)} on {event.at('field')}.",
    Happening.WORE: _wore,
    Happening.DRANK: lambda event: f"A potion gives {event.gain} health: now {event.health}.",
    Happening.SHOP: lambda event: "The shop is open.",
    Happening.BOUGHT: _bought,
    Happening.SOLD: lambda event: f"Sold {an_item(event.item)} for {event.price} gold.",
    Happening.LEFT: lambda event: "The Character leaves the castle.",
    Happening.WON: lambda event: "The goal is reached: the game is won!",
    Happening.LOST: lambda event: "The Character is dead.",
    Happening.FELL_DOWN: lambda event: f"Worn out and gone: {a_building(event.building)} on {event.at('field')}.",
}


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind](event)
