"""What a position of Siege is worth to each side."""

import numpy as np

from garrison.core.engine.curves import tanh
from garrison.core.engine.local_array import local_array
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, field_around
from garrison.games.siege.rules.pieces import is_base, owner_of
from garrison.games.siege.skill.targets import count_buildings
from garrison.games.siege.state import MOST_UNITS, NOBODY, Building, Rules, State, Unit

# What a position is judged by, always as the first player sees it; a lead is a share of what both have.
FEATURES = (
    "lead in land units",
    "lead in cavalry",
    "lead in coins",
    "barracks more",
    "castles and camps more",
    "threats more",  # to castles and camps
    "bias",
)
WEIGHTS = np.array([5.0, 0.5, 1.5, 0.3, 0.8, 0.5, 0.0])
COUNT = len(WEIGHTS)
UNDECIDED = 0.95  # no position is worth more before the end
FEW = 4.0  # a lead among few counts less


@rule
def value(p: Rules, s: State, out: Array) -> None:
    """Who has won; else who is likely to, as the weights say."""
    if s.over == 1:
        for player in range(2):
            out[player] = 0.0 if s.winners == 0 else 2.0 * ((s.winners >> player) & 1) - 1.0
        return
    values = local_array(COUNT, np.float64)
    features(p, s, values)
    logit = 0.0
    for index in range(COUNT):
        logit += WEIGHTS[index] * values[index]
    out[0] = UNDECIDED * tanh(logit / 2)
    out[1] = -out[0]


@rule
def features(p: Rules, s: State, out: Array) -> None:
    """What FEATURES says."""
    out[0] = lead(s.army[0], s.army[1])
    out[1] = lead(riders(s, 0), riders(s, 1))
    out[2] = lead(s.coins[0], s.coins[1])
    out[3] = count_buildings(s, 0, Building.BARRACKS) - count_buildings(s, 1, Building.BARRACKS)
    out[4] = s.bases[0] - s.bases[1]
    out[5] = threats(p, s, 0) - threats(p, s, 1)
    out[6] = 1.0


@rule
def lead(own: int, other: int) -> float:
    """From -1 to 1: how much more one has than the other."""
    return (own - other) / (own + other + FEW)


@rule
def riders(s: State, player: int) -> int:
    """How many cavalry a player has."""
    count = 0
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        count += s.unit_kind[unit] == Unit.CAVALRY
    return count


@rule
def threats(p: Rules, s: State, player: int) -> int:
    """How far a player has got in surrounding the other side's castles and camps that nobody guards (G22)."""
    total = 0
    for building in range(s.building_top):
        is_theirs = is_base(s.building_kind[building]) and s.building_owner[building] != player
        if is_theirs and beside(s, 1 - player, building) == 0:
            total += min(beside(s, player, building), p.capture_units)
    return total


@rule
def beside(s: State, player: int, building: int) -> int:
    """How many land units of a player touch a building."""
    count = 0
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY and s.unit_at[field] != 0 and owner_of(s.unit_at[field] - 1) == player:
            count += 1
    return count
