"""What a position of Loop is worth: how likely the Character is to reach the goal."""

import numpy as np

from garrison.core.engine.curves import tanh
from garrison.core.engine.local_array import local_array
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.core.facts import numbered
from garrison.games.loop.skill.card_sites import count_of
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import Building, Slot

# What a position is judged by.
FEATURES = (
    "health",  # as a share of full health
    "potions",  # up to 6, as a share of them
    "armour",
    "shield",
    "helmet",
    "soldiers",  # as a share of the most
    "towers",  # up to 10, and so on
    "campfires",
    "villages",
    "cycles",  # up to 40
    "bias",
)
WEIGHTS = np.array([1.5, 1.0, 1.0, 0.6, 0.4, 0.3, 1.0, 0.3, 0.5, 1.0, -2.5])
COUNT = len(WEIGHTS)
UNDECIDED = 0.95  # no position is worth more before the end
MOST_POTIONS, MOST_BUILDINGS, MOST_CYCLES = 6, 10, 40
Feature = numbered(FEATURES)
COUNTED = np.array([Building.TOWER, Building.CAMPFIRE, Building.VILLAGE])
COUNTED_AS = np.array([Feature.TOWERS, Feature.CAMPFIRES, Feature.VILLAGES])


@rule
def value(p: Rules, s: State, out: Array) -> None:
    """1 for a victory, -1 for a death, and between them what the weights say."""
    if s.over == 1:
        out[0] = 2.0 * s.winners - 1.0
        return
    inputs = local_array(COUNT, np.float64)
    features(p, s, inputs)
    logit = 0.0
    for index in range(COUNT):
        logit += WEIGHTS[index] * inputs[index]
    out[0] = UNDECIDED * tanh(logit / 2)


@rule
def features(p: Rules, s: State, out: Array) -> None:
    """What FEATURES says."""
    out[Feature.HEALTH] = s.health / p.hero_health
    out[Feature.POTIONS] = min(s.potions, MOST_POTIONS) / MOST_POTIONS
    out[Feature.ARMOUR] = 1.0 if s.worn[Slot.ARMOUR] != 0 else 0.0
    out[Feature.SHIELD] = 1.0 if s.worn[Slot.SHIELD] != 0 else 0.0
    out[Feature.HELMET] = 1.0 if s.worn[Slot.HELMET] != 0 else 0.0
    out[Feature.SOLDIERS] = s.soldier_count / max(p.most_soldiers, 1)
    for place in range(COUNTED.shape[0]):
        out[COUNTED_AS[place]] = min(count_of(p, s, COUNTED[place]), MOST_BUILDINGS) / MOST_BUILDINGS
    out[Feature.CYCLES] = min(s.cycles, MOST_CYCLES) / MOST_CYCLES
    out[Feature.BIAS] = 1.0
