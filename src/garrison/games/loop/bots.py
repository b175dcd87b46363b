"""Loop's levels, which play by `skill`, and two bots of its own.

`warden` equips the best items, drinks in time, places cards where they help, and shops; `hermit` does the same but
never places a card, for comparison. Neither knows what chance will bring: before a battle they simulate it several
times, each with other draws.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import numpy as np

from garrison.core.engine.record import Dice
from garrison.core.levels import Level
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.loop.rules.battle import joining_radius
from garrison.games.loop.rules.ground import squared_distance_between
from garrison.games.loop.skill import prepare
from garrison.games.loop.skill.styles import BEGINNER, SEARCHED, WARDEN
from garrison.games.loop.state.constants import Enemy, Press

TRIALS = 6  # simulated battles before each one that may begin
LONGEST_BATTLE = 400  # the most rounds simulated
SAFE = 10  # health that should be left after a battle; `skill`, which estimates what it costs, dares a little more
STEPS = 2  # by which the Character and an enemy may approach each other in a tick


def warden(position: Position, player: int, dice: Random) -> int:
    """The best choice this bot knows."""
    return int(_choose(position, dice, places_cards=True))


def hermit(position: Position, player: int, dice: Random) -> int:
    """The same without cards."""
    return int(_choose(position, dice, places_cards=False))


BOTS = {"warden": warden, "hermit": hermit}
ABOUT = {
    "warden": "Wears the best it has, drinks in time, places its cards where they help, and shops.",
    "hermit": "Does what the warden does, but never places a card.",
}

LEVELS = {
    "easy": Level(
        "Places its cards anywhere, drinks when it is scared and seldom buys what it needs.",
        "policy",
        {"style": BEGINNER},
    ),
    "medium": Level("Arms itself, drinks in time and places few dangerous cards.", "policy", {"style": WARDEN}),
    "hard": Level(
        "Plays the whole game through in its head, in several styles, and takes what wins most often.",
        "halving",
        {"plans": 8, "styles": SEARCHED, "plan_turns": 40, "turns": 100_000, "steps": 3000, "followed": 40},
        simulations=48,  # once in 40 ticks; in real time, a thought ends after 30% of a tick in any case
    ),
}


def _choose(position: Position, dice: Random, places_cards: bool) -> int:
    """As `skill` does it, but nothing is left to chance, and what a battle costs is simulated."""
    p, s = position.game.record[0], position.state[0]
    action = int(plain(prepare)(p, s, position.mask(0), cast("Dice", dice), WARDEN, 0, places_cards))
    if action != Press.ADVANCE or s.fighting:
        return action
    return Press.DRINK if s.potions and _needs_potion(position, dice) else Press.ADVANCE


def _needs_potion(position: Position, dice: Random) -> bool:
    """Whether a battle may begin in the next tick that the Character would not survive as it is."""
    p, s = position.game.record[0], position.state[0]
    if s.health == p.hero_health or not _is_enemy_near(p, s):
        return False
    return any(_imagined_health(position, dice) < SAFE for _ in range(TRIALS))


def _is_enemy_near(p: Any, s: Any) -> bool:
    """L10: whether any enemy is so near that it may be in a battle after the next tick."""
    near = max(int(plain(joining_radius)(p, kind)) for kind in Enemy) + STEPS
    places = s.enemy_places[: int(s.enemy_count)]
    return any(plain(squared_distance_between)(p, s.place, place) <= near * near for place in places)


def _imagined_health(position: Position, dice: Random) -> int:
    """The Character's health after the next tick and the battle it may bring, with other draws."""
    future = position.copy()
    future.state["rng"] = np.uint64(dice.getrandbits(31) << 32 | dice.getrandbits(32) | 1)
    future.play(0, Press.ADVANCE)
    for _ in range(LONGEST_BATTLE):
        if future.over or not future.state["fighting"][0]:
            break
        future.play(0, Press.ADVANCE)
    return int(future.state["health"][0])
