"""How safe a board is, as the keeper sees it: what stands, less what is in danger, and the traps."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import REFLECTED, TOWER, VILLAGE, next_place, opposite
from garrison.games.boneyard.skill.worth import (
    ESCAPE,
    HORIZON,
    KEPT,
    NO_DANGER,
    PATIENCE,
    layer_worth,
    standing_worth,
    trap_points,
)
from garrison.games.boneyard.state import FIELD_COUNT, MOST_SKELETONS, Trap

LOST = -1000.0
DANGERS = (("shares", np.float64, MOST_SKELETONS), ("goals", np.int64, MOST_SKELETONS))  # parts of a record


@rule
def safety(p, s, who, dangers):
    """The worst danger counts first: what it destroys is worth least."""
    layers, houses = np.int64(s.layers[who]), np.int64(s.houses[who])
    if layers == 0 or houses == 0:
        return LOST
    total = standing_worth(layers) + standing_worth(houses)
    for i in range(note_dangers(p, s, who, dangers)):
        if dangers.goals[i] == TOWER:
            layers -= 1
            total -= dangers.shares[i] * layer_worth(max(layers, 0))
        else:
            houses -= 1
            total -= dangers.shares[i] * layer_worth(max(houses, 0))
    return total + KEPT * trap_points(p, s, who)


@rule
def note_dangers(p, s, who, dangers):
    """Note what each skeleton threatens, the worst first; how many do."""
    count = 0
    for i in range(s.counts[who]):
        share, goal = threat_of(p, s, who, i)
        if share > 0:
            place = count
            while place > 0 and is_less(dangers, place - 1, share, goal):
                dangers.shares[place], dangers.goals[place] = dangers.shares[place - 1], dangers.goals[place - 1]
                place -= 1
            dangers.shares[place], dangers.goals[place] = share, goal
            count += 1
    return count


@rule
def is_less(dangers, place, share, goal):
    """Whether the danger at a place of the list is less than this one."""
    return dangers.shares[place] < share or (dangers.shares[place] == share and dangers.goals[place] < goal)


@rule
def threat_of(p, s, who, i):
    """Follow a skeleton over arrows and walls: how great a loss it threatens, and of the tower or of the village."""
    share, place, heading = 1.0, np.int64(s.places[who, i]), np.int64(s.headings[who, i])
    for _ in range(HORIZON):
        target = np.int64(next_place(s.kinds[who, i], place, heading))
        share *= PATIENCE
        if target == TOWER:
            is_hit = s.traps[who, TOWER] == Trap.BALLISTA and opposite(heading) == s.facings[who, TOWER]
            return (0.0 if is_hit else share), TOWER
        if target == VILLAGE:
            return share, VILLAGE
        if target >= FIELD_COUNT:
            return 0.0, VILLAGE
        share *= ESCAPE[s.traps[who, target]]
        if s.traps[who, target] == Trap.WALL:
            heading = np.int64(REFLECTED[s.facings[who, target], heading])
            share /= PATIENCE  # it moves on in the same move
        elif p.arrows[target] > 0:
            heading = np.int64(p.arrows[target] - 1)
        if share < NO_DANGER:
            return 0.0, VILLAGE
        place = target
    return 0.0, VILLAGE
