"""What a position of Siege is worth to each side."""

import math

from garrison.core.engine.rule import rule
from garrison.games.siege.rules.building import around, field_around
from garrison.games.siege.rules.pieces import is_base, owner_of
from garrison.games.siege.state import MOST_UNITS, NOBODY, Building, Unit

COIN = 0.85  # a coin, where a land unit that costs one is worth 1
RIDER = 1.9  # cavalry
HOUSE, CASTLE, CAMP = 6.0, 16.0, 12.0
LEAD = 3.0  # how much the share of all that both sides have counts
PRESSURE, GUARD = 0.07, 0.05  # for each land unit beside an enemy's castle or camp, and for an own one guarded


@rule
def value(p, s, out):
    """Who has won; else whose army, coins and buildings are worth more, and who stands beside whose castle."""
    if s.over == 1:
        for player in range(2):
            out[player] = 0.0 if s.winners == 0 else 2.0 * ((s.winners >> player) & 1) - 1.0
        return
    own, other = holdings(s, 0), holdings(s, 1)
    lead = LEAD * (own - other) / (own + other + 10.0) + pressure(s, 0) - pressure(s, 1)
    out[0] = 0.95 * math.tanh(lead)
    out[1] = -out[0]


@rule
def holdings(s, player):
    """Land units, coins and buildings."""
    total = COIN * s.coins[player]
    for unit in range(player * MOST_UNITS, player * MOST_UNITS + s.unit_top[player]):
        if s.unit_kind[unit] != 0:
            total += RIDER if s.unit_kind[unit] == Unit.CAVALRY else 1.0
    for building in range(s.building_top):
        kind = s.building_kind[building]
        if kind != 0 and s.building_owner[building] == player:
            total += CASTLE if kind == Building.CASTLE else (CAMP if kind == Building.CAMP else HOUSE)
    return total


@rule
def pressure(s, player):
    """How a player's land units stand around the other side's castles and camps, and guard the own ones."""
    total = 0.0
    for building in range(s.building_top):
        if is_base(s.building_kind[building]):
            own, other = beside(s, player, building), beside(s, 1 - player, building)
            if s.building_owner[building] == player:
                total += GUARD if own > 0 else 0.0
            elif other == 0:
                total += PRESSURE * min(own, 3)
    return total


@rule
def beside(s, player, building):
    """How many land units of a player touch a building."""
    count = 0
    for place in range(around(s, building)):
        field = field_around(s, building, place)
        if field != NOBODY and s.unit_at[field] != 0 and owner_of(s.unit_at[field] - 1) == player:
            count += 1
    return count
