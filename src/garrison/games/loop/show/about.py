"""What things are, where the words depend on the rules in force; the rest is in about.toml."""

from garrison.core.plain import plain
from garrison.games.loop.rules.battle import joining_radius
from garrison.games.loop.rules.ground import fright_radius
from garrison.games.loop.rules.rewards import item_from
from garrison.games.loop.rules.shop import shop_gap_after
from garrison.games.loop.show.words import ITEMS, a_building, an_item
from garrison.games.loop.state import Rules
from garrison.games.loop.state.constants import Enemy, Item

TOLD_VISITS = 4  # of the shop


def about(p: Rules) -> dict[str, str]:
    """The enemies with what they leave (L23), the castle with its shop (L34), the campfire (L7, L13) and houses."""
    near = plain(joining_radius)(p, Enemy.VAMPIRE)
    enemies: dict[int, str] = {
        Enemy.SLUG: "Creeps back and forth.",
        Enemy.ZOMBIE: "Comes towards you, and may turn a soldier to its side.",
        Enemy.VAMPIRE: f"Comes quickly, joins battles {near} tiles away, and has critical blows.",
        Enemy.DOGGIE: f"A boss, from cycle {p.doggie_cycle} on: {p.stun_chance}% of his blows stun you.",
        Enemy.ELAN: f"A boss, from cycle {p.elan_cycle} on: he heals his friends by {p.elan_healing} in every round.",
    }
    enemy_texts = {Enemy(kind).name.lower(): words + _left(p, kind) for kind, words in enemies.items()}
    return {**enemy_texts, "hero_castle": _castle(p), "campfire": _campfire(p), **_houses(p)}


def _houses(p: Rules) -> dict[str, str]:
    """L26, L27, L38: villages and barracks."""
    wear = f" Falls down in {p.wear_chance} of 100 cases when it has done so." if p.wear_chance else ""
    return {
        "village": f"Goes on the path. Gives {p.village_health} health whenever you come by.{wear}",
        "barracks": f"Goes on the path. Gives you a soldier whenever you come by.{wear}",
    }


def _left(p: Rules, kind: int) -> str:
    """L14, L23: what an enemy leaves."""
    cards = [a_building(card) for card, odds in enumerate(p.card_odds[kind], 1) if odds]
    left = [f"{p.enemy_gold[kind]} gold"] if p.enemy_gold[kind] else []
    item = int(plain(item_from)(kind))
    left += [ITEMS[item]] if item == Item.COIN else []
    left += [f"perhaps {an_item(item)}"] if item == Item.SWORD and p.sword_chance else []
    left += [f"a card: {_listed(cards, 'or')}"] if cards else []
    return f" Leaves {_listed(left, 'and')}." if left else ""


def _listed(words: list[str], last: str) -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else words[0]


def _castle(p: Rules) -> str:
    laps = [int(plain(shop_gap_after)(p, 0))]
    while len(laps) < TOLD_VISITS:
        laps.append(laps[-1] + int(plain(shop_gap_after)(p, len(laps))))
    return f"Every lap ends here. After laps {', '.join(map(str, laps))} and so on, the shop opens."


def _campfire(p: Rules) -> str:
    helps = f"Within {p.campfire_radius} tiles your attack counts {p.campfire_factor} times"
    return f"Goes off the path. {helps}, and within {plain(fright_radius)(p)} vampires turn round."
