"""What a position of Boneyard is worth.

A board is judged as the bot `keeper` does it: what stands, less what the skeletons on their way will destroy, and the
traps that are left.
"""

import numpy as np

from garrison.core.engine.record import Array, float64, int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import has_fallen
from garrison.games.boneyard.rules.ground import FOREST, REFLECTED, TOWER, VILLAGE, next_place
from garrison.games.boneyard.rules.lures import heading_on
from garrison.games.boneyard.rules.points import rounds_in_all
from garrison.games.boneyard.rules.traps import is_shot_at
from garrison.games.boneyard.state import FIELD_COUNT, MOST_TRAPS, Rules, State, Trap

WORTH = np.array([40.0, 14.0, 8.0, 6.0, 5.0])  # of the last layer or house, the last but one, ...
PATIENCE = 0.8  # a loss that is a step further away counts this much less
HORIZON = 9  # steps that a skeleton is followed
NO_DANGER = 0.01
KEPT = 0.6  # what a trap's point is worth while the game goes on
FALLEN = -100.0
ENDURANCE = 0.5  # what it is worth to fall alone in the last round rather than in the first
RIVALRY = 0.5  # how much the best of the others counts
SCALE = 120.0  # a board that is this much better than the others is worth 1
# How much of the danger is left when a skeleton's way leads over a trap, by Trap.
STOPPING = {
    Trap.DRAGON: 0.15,
    Trap.CATAPULT: 0.05,
    Trap.BOMB: 0.0,
    Trap.HEARSE: 0.05,
    Trap.PALISADE: 0.5,
    Trap.PORTAL: 0.35,
}
ESCAPE = np.array([STOPPING.get(trap, 1.0) for trap in (0, *Trap)])


@rule
def value(p: Rules, s: State, out: Array) -> None:
    """A player's board against the best of the others; alone, against having fallen."""
    for who in range(out.shape[0]):
        out[who] = 0.0
    first, second = -1, -1
    for who in range(p.players):
        out[who] = board_worth(p, s, who)
        if first < 0 or out[who] > out[first]:
            first, second = who, first
        elif second < 0 or out[who] > out[second]:
            second = who
    best, next_best = out[first], FALLEN if second < 0 else out[second]
    for who in range(p.players):
        other = next_best if who == first else best
        out[who] = min(max((out[who] - RIVALRY * other) / SCALE, -1.0), 1.0)
        if s.over == 1:
            out[who] = 2.0 * ((s.winners >> who) & 1) - 1.0
    if p.players == 1 and s.over == 1 and s.winners == 0:
        out[0] += ENDURANCE * s.rounds / float64(max(rounds_in_all(p), 1))


@rule
def board_worth(p: Rules, s: State, who: int) -> float:
    """What stands, less what is in danger, and the traps."""
    if has_fallen(s, who):
        return FALLEN
    layers, houses = s.layers[who], s.houses[who]
    total = standing_worth(layers) + standing_worth(houses) + KEPT * trap_points(p, s, who)
    for i in range(s.counts[who]):
        danger, goal = way_of(p, s, who, i)
        if danger > NO_DANGER and goal == TOWER:
            layers = max(layers - 1, int64(0))
            total -= danger * layer_worth(layers)
        elif danger > NO_DANGER:
            houses = max(houses - 1, int64(0))
            total -= danger * layer_worth(houses)
    return total


@rule
def layer_worth(number: int) -> int:
    """Of a layer or house, the last one being number 0."""
    return WORTH[min(number, WORTH.shape[0] - 1)]


@rule
def standing_worth(count: int) -> float:
    """Of all layers or houses."""
    total = 0.0
    for number in range(count):
        total += layer_worth(number)
    return total


@rule
def trap_points(p: Rules, s: State, who: int) -> int:
    """B15: the points of the traps in the stash and on the board, without shields in place and hearses on their way."""
    points = int64(0)
    for trap in range(1, MOST_TRAPS + 1):
        points += s.stash[who, trap] * p.points[trap - 1]
    for field in range(FIELD_COUNT):
        if s.traps[who, field] > 0:
            points += p.points[s.traps[who, field] - 1]
    return points


@rule
def way_of(p: Rules, s: State, who: int, i: int) -> tuple[float, int]:
    """Follow a skeleton by arrows and walls: how much of a loss it will be, and whether of the tower or the village."""
    place, heading, danger = s.places[who, i], s.headings[who, i], 1.0
    if place >= FIELD_COUNT and place != FOREST:
        return 0.0, VILLAGE
    for _ in range(HORIZON):
        target = next_place(s.kinds[who, i], place, heading)
        danger *= PATIENCE
        if target == VILLAGE:
            return danger, VILLAGE
        if target >= FIELD_COUNT or danger < NO_DANGER:
            return 0.0, VILLAGE
        trap = s.traps[who, target]
        if target == TOWER:
            return (0.0 if is_shot_at(s, who, heading) else danger), TOWER
        danger *= ESCAPE[trap]
        if target == s.heroes[who]:
            danger *= 0.5
        if trap == Trap.WALL:
            heading = REFLECTED[s.facings[who, target], heading]
            danger /= PATIENCE  # it goes on in the same move
        else:
            heading = heading_on(p, target, int64(heading))
        place = target
    return 0.0, VILLAGE
