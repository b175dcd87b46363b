"""What a position of Loop is worth: how likely the Character is to reach the goal."""

import math

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.loop.skill.equipment import worn
from garrison.games.loop.state.constants import BUILT, Building


@rule
def value(p, s, out):
    """1 for a victory, -1 for a death, and between them what health, equipment and buildings promise."""
    if s.over == 1:
        out[0] = 2.0 * s.winners - 1.0
        return
    out[0] = 0.9 * math.tanh(promise(p, s))


@rule
def promise(p, s):
    """Above 0 if a victory is likelier than not."""
    total = 1.2 * s.health / p.hero_health + 0.25 * min(s.potions, 6) + 0.3 * worn(s) - 2.0
    total += 0.06 * s.soldier_count + 0.0003 * min(s.gold, 2000)
    for field in range(p.width * p.height):
        built = np.int64(s.tiles[field]) - BUILT
        if built == Building.TOWER:
            total += 0.12
        elif built == Building.CAMPFIRE or built == Building.VILLAGE or built == Building.BARRACKS:
            total += 0.08
        elif built > 0:
            total += 0.04
    return total
