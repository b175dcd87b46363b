"""How safe a board is, as the keeper sees it: what stands, less what is in danger, and the traps."""

import numpy as np

from garrison.core.engine.record import Array, Record, int64, numbers
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIRST_HEADING, REFLECTED, TOWER, VILLAGE, bit, next_place
from garrison.games.boneyard.rules.lures import heading_on
from garrison.games.boneyard.rules.points import has_fallen
from garrison.games.boneyard.rules.traps import is_shot_at
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
from garrison.games.boneyard.state import FIELD_COUNT, FOREST, KIND_COUNT, MOST_SKELETONS, Rules, State, Trap

LOST = -1000.0
WAYS = 4 * FIELD_COUNT + KIND_COUNT  # from each field in each direction, and of each kind out of the forest


class Dangers(Record):
    """What threatens a board; and what ways come to, as long as the traps on them stay what they were."""

    shares: Array = numbers(MOST_SKELETONS, kind=np.float64)
    goals: Array = numbers(MOST_SKELETONS)
    first_traps: Array = numbers(FIELD_COUNT, kind=np.int8)
    first_facings: Array = numbers(FIELD_COUNT, kind=np.int8)
    is_known: Array = numbers(WAYS, kind=np.uint8)
    way_shares: Array = numbers(WAYS, kind=np.float64)
    way_goals: Array = numbers(WAYS)
    way_fields: Array = numbers(WAYS)


@rule
def safety(p: Rules, s: State, who: int, dangers: Dangers) -> float:
    """The worst danger counts first: what it destroys is worth least."""
    if has_fallen(s, who):
        return LOST
    layers, houses = int64(s.layers[who]), int64(s.houses[who])
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
def forget_ways(s: State, who: int, dangers: Dangers) -> None:
    """From now on, remember what ways come to with the traps that are on a board now."""
    for field in range(FIELD_COUNT):
        dangers.first_traps[field], dangers.first_facings[field] = s.traps[who, field], s.facings[who, field]
    for way in range(WAYS):
        dangers.is_known[way] = 0


@rule
def changed_fields(s: State, who: int, dangers: Dangers) -> int:
    """The fields (bits) whose traps are no longer those with which ways are remembered."""
    fields = int64(0)
    for field in range(FIELD_COUNT):
        is_same = s.traps[who, field] == dangers.first_traps[field]
        if not is_same or s.facings[who, field] != dangers.first_facings[field]:
            fields |= bit(field)
    return fields


@rule
def note_dangers(p: Rules, s: State, who: int, dangers: Dangers) -> int:
    """Note what each skeleton threatens, the worst first; how many do."""
    count, changes = 0, changed_fields(s, who, dangers)
    for i in range(s.counts[who]):
        share, goal = threat_of(p, s, who, i, dangers, changes)
        if share > 0:
            place = count
            while place > 0 and is_less(dangers, place - 1, share, goal):
                dangers.shares[place], dangers.goals[place] = dangers.shares[place - 1], dangers.goals[place - 1]
                place -= 1
            dangers.shares[place], dangers.goals[place] = share, goal
            count += 1
    return count


@rule
def is_less(dangers: Dangers, place: int, share: float, goal: int) -> bool:
    """Whether the danger at a place of the list is less than this one."""
    return dangers.shares[place] < share or (dangers.shares[place] == share and dangers.goals[place] < goal)


@rule
def threat_of(p: Rules, s: State, who: int, i: int, dangers: Dangers, changes: int) -> tuple[float, int]:
    """How great a loss a skeleton threatens, and of what; from memory, if nothing on its way has changed."""
    way = way_number(s, who, i)
    if way >= 0 and dangers.is_known[way] == 1 and dangers.way_fields[way] & changes == 0:
        return dangers.way_shares[way], dangers.way_goals[way]
    share, goal, fields = followed(p, s, who, i)
    if way >= 0 and fields & changes == 0:
        dangers.is_known[way], dangers.way_fields[way] = 1, fields
        dangers.way_shares[way], dangers.way_goals[way] = share, goal
    return share, goal


@rule
def way_number(s: State, who: int, i: int) -> int:
    """Skeletons with the same number go the same way; -1 for one in the forest that does not face its way in."""
    place, heading, kind = int64(s.places[who, i]), int64(s.headings[who, i]), int64(s.kinds[who, i])
    if place < FIELD_COUNT:
        return 4 * place + heading
    if place == FOREST and heading == FIRST_HEADING[kind]:
        return 4 * FIELD_COUNT + kind
    return int64(-1)


@rule
def followed(p: Rules, s: State, who: int, i: int) -> tuple[float, int, int]:
    """Follow a skeleton over arrows and walls: the loss it threatens, of what, and the fields (bits) on its way."""
    share, place, heading = 1.0, int64(s.places[who, i]), int64(s.headings[who, i])
    fields = int64(0)
    for _ in range(HORIZON):
        target = int64(next_place(s.kinds[who, i], place, heading))
        share *= PATIENCE
        if target == TOWER:
            return (0.0 if is_shot_at(s, who, heading) else share), TOWER, fields | bit(TOWER)
        if target == VILLAGE:
            return share, VILLAGE, fields
        if target >= FIELD_COUNT:
            return 0.0, VILLAGE, fields
        fields |= bit(target)
        share *= ESCAPE[s.traps[who, target]]
        if s.traps[who, target] == Trap.WALL:
            heading = int64(REFLECTED[s.facings[who, target], heading])
            share /= PATIENCE  # it moves on in the same move
        else:
            heading = heading_on(p, target, heading)
        if share < NO_DANGER:
            return 0.0, VILLAGE, fields
        place = target
    return 0.0, VILLAGE, fields
