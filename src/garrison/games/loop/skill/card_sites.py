"""Which cards the Character places in Loop, and where (L23, L24)."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.ground import does_campfire_reach, does_tower_reach, field_at
from garrison.games.loop.skill.equipment import worn
from garrison.games.loop.skill.styles import (
    FIRST_CASTLES,
    FIRST_PITS,
    MORE_CASTLES,
    MORE_PITS,
    MOST_CAMPFIRES,
    MOST_CASTLES,
    MOST_PITS,
)
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import BUILT, NOTHING, ON_ROAD, SITES, Building, Press, Road

CARD_1 = int(Press.CARD_1)
PLENTY = 999
FINE = 10  # places are compared in tenths of a path tile
WARM_ALREADY = 1  # tenths that a path tile counts for a further campfire


@rule
def wanted_card(p: Rules, s: State, mask: Array, style: int) -> int:
    """A card that should be placed now, or NOTHING."""
    for index in range(s.card_count):
        if mask[CARD_1 + index] == 1 and is_wanted(p, s, int64(s.cards[index]), style):
            return index
    return NOTHING


@rule
def is_wanted(p: Rules, s: State, card: int, style: int) -> bool:
    """Whether the Character can cope with one more of a building."""
    limit = limit_of(s, card, style)
    if limit >= PLENTY or limit <= 0:
        return limit > 0
    return count_of(p, s, card) < limit


@rule
def count_of(p: Rules, s: State, building: int) -> int:
    """How many of a building stand in the world."""
    count, tiles, tile = 0, s.tiles, BUILT + building
    for field in range(p.width * p.height):
        count += tiles[field] == tile
    return count


@rule
def limit_of(s: State, card: int, style: int) -> int:
    """How many of a building there may be; of the dangerous ones more, the better the Character is armed."""
    if card == Building.ZOMBIE_PIT:
        return min(FIRST_PITS[style] + MORE_PITS[style] * worn(s), MOST_PITS[style])
    if card == Building.VAMPIRE_CASTLE:
        return min(FIRST_CASTLES[style] + MORE_CASTLES[style] * worn(s), MOST_CASTLES[style])
    return MOST_CAMPFIRES[style] if card == Building.CAMPFIRE else PLENTY


@rule
def best_field(p: Rules, s: State, mask: Array, dice: Dice, whim: int) -> int:
    """Where the chosen card helps most, with some chance, in path tiles; without any, the first of equal fields."""
    card = int64(s.cards[s.chosen])
    best, choice = -PLENTY * FINE, -1
    for field in range(p.width * p.height):
        if mask[field] == 1:
            worth = worth_of(p, s, card, field)
            if whim > 0:
                worth += pick(dice, FINE * whim)
            if worth > best:
                best, choice = worth, field
    return choice


@rule
def worth_of(p: Rules, s: State, card: int, field: int) -> int:
    """Traps early on the path, villages and barracks late; towers and fires where they reach much of it, others not."""
    if SITES[card] == ON_ROAD:
        place = FINE * int64(s.place_of[field])
        return -place if card == Building.TRAP else place
    if card == Building.CAMPFIRE:
        return warmth(p, s, field)
    reach = FINE * tower_reach(p, field)
    return reach if card == Building.TOWER else -reach


@rule
def tower_reach(p: Rules, field: int) -> int:
    """How many path tiles a tower there reaches."""
    count = 0
    for place in range(p.path_length):
        count += does_tower_reach(p, field, field_at(p, place))
    return count


@rule
def warmth(p: Rules, s: State, field: int) -> int:
    """How much of the path a campfire warms; where one already burns, another one helps little."""
    total = 0
    for place in range(p.path_length):
        if does_campfire_reach(p, field, field_at(p, place)):
            total += WARM_ALREADY if s.road[place] & Road.WARM != 0 else FINE
    return total
