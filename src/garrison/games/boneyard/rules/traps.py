"""What each trap does to the skeletons that came onto its field (B12)."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import (
    COLOUR_OF,
    FIELD_COUNT,
    FIRST_HEADING,
    NEXT,
    REFLECTED,
    TOWER,
    bit,
    has,
    opposite,
)
from garrison.games.boneyard.rules.lures import turn_to_lure
from garrison.games.boneyard.rules.skeletons import (
    bury,
    destroy_layer,
    die_on_hero,
    is_on,
    move_to,
    remember_start,
    remove,
    rise,
    somebody_came,
    stand,
)
from garrison.games.boneyard.rules.stash import spend
from garrison.games.boneyard.state import FOREST, KIND_COUNT, NOTHING, Ask, Calls, Fresh, Happening, Rules, State, Trap


@rule
def act(p: Rules, s: State, who: int, field: int) -> None:
    """B12: the trap on a field acts, unless the hero is on it."""
    if s.heroes[who] == field:
        return
    if s.traps[who, field] == Trap.FAN:
        blow(p, s, who, field)
    elif somebody_came(s, who, field):
        act_on_arrivals(p, s, who, field)


@rule
def act_on_arrivals(p: Rules, s: State, who: int, field: int) -> None:
    """B12: one action for all skeletons that came, for one use. Palisades and hearses act elsewhere."""
    s.at[who] = field
    trap = s.traps[who, field]
    if trap == Trap.WALL:
        reflect_off_wall(p, s, who, field)
    elif trap == Trap.SPRING:
        throw(p, s, who, field)
    elif trap == Trap.PORTAL:
        send_home(s, who, field)
    elif trap == Trap.BOMB:
        explode(s, who, field)
    elif trap == Trap.BALLISTA:
        shoot(s, who, field)
    elif trap == Trap.TREASURE:
        spend(s, who, field)
    elif trap == Trap.DISTRESS:
        call_for_help(p, s, who, field)
    elif trap == Trap.LABYRINTH:
        hold(s, who, field)
    elif trap == Trap.DRAGON:
        s.asks[who] = Ask.DIRECTION
    elif trap == Trap.CATAPULT:
        s.asks[who] = Ask.GRAVEYARD


# --- Walls, palisades, springs, fans


@rule
def has_palisade(s: State, who: int, place: int) -> bool:
    """Palisade: whether one stands there; it keeps all skeletons out."""
    return has(s.where[who, Trap.PALISADE], place)


@rule
def is_blocked(s: State, who: int, target: int) -> bool:
    """Palisade: whether one stands there; if so, it has blocked in this pass."""
    if has_palisade(s, who, target):
        s.blocking[who] |= bit(target)
        return True
    return False


@rule
def reflect_off_wall(p: Rules, s: State, who: int, field: int) -> None:
    """Wall: each is reflected according to its own direction and moves one more field."""
    for i in range(s.counts[who] - 1, -1, -1):
        if is_on(s, who, i, field, Fresh.CAME):
            heading = REFLECTED[s.facings[who, field], s.headings[who, i]]
            if is_blocked(s, who, NEXT[field, heading]):
                put_back(s, who, i)
            else:
                log(s, Happening.REFLECTED, who, s.kinds[who, i], field, heading)
                s.headings[who, i] = heading
                move_to(p, s, who, i, NEXT[field, heading], heading)
    s.has_moved[who] = 1
    spend(s, who, field)


@rule
def put_back(s: State, who: int, i: int) -> None:
    """Palisade: back to where it came onto its first wall from, facing as it did there, triggering nothing."""
    log(s, Happening.PUT_BACK, who, s.kinds[who, i], s.from_places[who, i])
    s.headings[who, i] = s.from_headings[who, i]
    stand(s, who, i, s.from_places[who, i], Fresh.PLACED)


@rule
def throw(p: Rules, s: State, who: int, field: int) -> None:
    """Spring: two fields ahead in its direction; thrown at a palisade it dies."""
    for i in range(s.counts[who] - 1, -1, -1):
        if is_on(s, who, i, field, Fresh.CAME):
            heading, kind = s.headings[who, i], s.kinds[who, i]
            target = thrown_from(p, field, heading)
            if is_blocked(s, who, target):
                log(s, Happening.BROKEN, who, kind, target)
                remove(s, who, i)
            else:
                log(s, Happening.THROWN, who, kind, field, heading)
                remember_start(s, who, i)
                move_to(p, s, who, i, target, heading)
                s.has_moved[who] = 1
    spend(s, who, field)


@rule
def thrown_from(p: Rules, field: int, heading: int) -> int:
    """Spring: where it throws to; beyond the edge there is only the forest or the village."""
    place = int64(field)
    for _ in range(p.throw):
        if place < FIELD_COUNT:
            place = NEXT[place, heading]
    return place


@rule
def blow(p: Rules, s: State, who: int, field: int) -> None:
    """Fan: push what stands in front of it, then be stepped on; both together are one use."""
    is_used = push_in_front(p, s, who, field)
    if somebody_came(s, who, field):
        is_used = True
    if is_used:
        spend(s, who, field)


@rule
def push_in_front(p: Rules, s: State, who: int, field: int) -> bool:
    """Fan: push all on the field in front that have not moved in this pass one field. Whether any stood there."""
    direction = s.facings[who, field]
    front = in_front(field, direction)
    if front == NOTHING:
        return False
    is_used = False
    for i in range(s.counts[who] - 1, -1, -1):
        if s.places[who, i] == front and s.fresh[who, i] <= Fresh.CAME:
            is_used = True
            if not is_blocked(s, who, NEXT[front, direction]):
                log(s, Happening.PUSHED, who, s.kinds[who, i], front, direction)
                remember_start(s, who, i)
                move_to(p, s, who, i, NEXT[front, direction], direction)
                s.has_moved[who] = 1
    return is_used


@rule
def in_front(field: int, direction: int) -> int:
    """Fan: the field in front of it, or NOTHING; only board fields count, not the tower."""
    front = NEXT[field, direction]
    return NOTHING if front >= FIELD_COUNT or front == TOWER else front


# --- Traps that end a skeleton's move


@rule
def send_home(s: State, who: int, field: int) -> None:
    """Portal: back at the spawn point, facing the first direction."""
    for i in range(s.counts[who]):
        if is_on(s, who, i, field, Fresh.CAME):
            log(s, Happening.SENT_HOME, who, s.kinds[who, i], field)
            s.headings[who, i] = FIRST_HEADING[s.kinds[who, i]]
            stand(s, who, i, FOREST, Fresh.PLACED)
    s.has_moved[who] = 1
    spend(s, who, field)


@rule
def explode(s: State, who: int, field: int) -> None:
    """Bomb: kills, and leaves a crater."""
    for i in range(s.counts[who] - 1, -1, -1):
        if is_on(s, who, i, field, Fresh.CAME):
            log(s, Happening.TRAP_KILLED, who, s.kinds[who, i], field, Trap.BOMB)
            remove(s, who, i)
    if spend(s, who, field):
        s.craters[who] |= bit(field)


@rule
def shoot(s: State, who: int, field: int) -> None:
    """Ballista: kills those that reached the tower from the side it faces."""
    is_used = False
    for i in range(s.counts[who] - 1, -1, -1):
        if is_on(s, who, i, field, Fresh.CAME) and is_shot_at(s, who, s.sides[who, i]):
            log(s, Happening.TRAP_KILLED, who, s.kinds[who, i], field, Trap.BALLISTA)
            remove(s, who, i)
            is_used = True
    if is_used:
        spend(s, who, field)


@rule
def is_shot_at(s: State, who: int, direction: int) -> bool:
    """Ballista: whether one on the tower faces those that come there in this direction."""
    return s.traps[who, TOWER] == Trap.BALLISTA and opposite(direction) == s.facings[who, TOWER]


@rule
def hold(s: State, who: int, field: int) -> None:
    """Labyrinth: skeletons that enter sit out the next round's move."""
    for i in range(s.counts[who]):
        if is_on(s, who, i, field, Fresh.CAME):
            log(s, Happening.HELD, who, s.kinds[who, i], field)
            s.held[who, i] = 1


@rule
def is_lost(s: State, who: int, i: int) -> bool:
    """Labyrinth: whether a skeleton stays in the next move, because it is still on the one that holds it."""
    return s.held[who, i] == 1 and has(s.where[who, Trap.LABYRINTH], s.places[who, i])


@rule
def call_for_help(p: Rules, s: State, who: int, field: int) -> None:
    """Skeleton in distress: destroyed, it calls one from above in the colour of the lowest kind that came.

    B18: or of the highest, or nobody; and the one that is called may face another way.
    """
    lowest, highest = int64(KIND_COUNT), int64(-1)
    for i in range(s.counts[who]):
        if is_on(s, who, i, field, Fresh.CAME):
            lowest = min(lowest, int64(s.kinds[who, i]))
            highest = max(highest, int64(s.kinds[who, i]))
    if spend(s, who, field) and p.distress_calls != Calls.NOBODY:
        # The kinds that come from above are numbered by their colours.
        kind = COLOUR_OF[lowest if p.distress_calls == Calls.LOWEST else highest]
        log(s, Happening.CALLED, who, kind, field)
        rise(p, s, who, kind, field, p.distress_heading)


@rule
def hurl(p: Rules, s: State, who: int, whose: int) -> None:
    """Catapult: the skeletons that came go to a graveyard."""
    field = s.at[who]
    for i in range(s.counts[who] - 1, -1, -1):
        if is_on(s, who, i, field, Fresh.CAME):
            bury(p, s, who, i, whose)
    s.has_moved[who] = 1
    spend(s, who, field)


# --- The dragon


@rule
def carry(p: Rules, s: State, who: int, direction: int) -> None:
    """Dragon: one kind and direction goes one way; B13: then it asks about the next, until all are carried."""
    field, group = s.at[who], first_group(s, who, s.at[who])
    for i in range(s.counts[who] - 1, -1, -1):
        if is_in_group(s, who, i, field, group):
            log(s, Happening.CARRIED, who, s.kinds[who, i], field, direction)
            set_down(p, s, who, i, NEXT[field, direction], direction)
    s.has_moved[who] = 1
    if somebody_came(s, who, field):
        s.asks[who] = Ask.DIRECTION
    else:
        spend(s, who, field)


@rule
def first_group(s: State, who: int, field: int) -> int:
    """B13: of the skeletons on the dragon, the lowest kind, and of that the lowest direction."""
    lowest = int64(4 * KIND_COUNT)
    for i in range(s.counts[who]):
        if is_on(s, who, i, field, Fresh.CAME):
            lowest = min(lowest, group_of(s, who, i))
    return lowest


@rule
def is_in_group(s: State, who: int, i: int, field: int, group: int) -> bool:
    """B13: whether a skeleton on the dragon is of this kind and direction."""
    return is_on(s, who, i, field, Fresh.CAME) and group_of(s, who, i) == group


@rule
def group_of(s: State, who: int, i: int) -> int:
    """B13: a kind and a direction as one number."""
    return int64(s.kinds[who, i]) * 4 + s.headings[who, i]


@rule
def set_down(p: Rules, s: State, who: int, i: int, place: int, direction: int) -> None:
    """B12: where a dragon puts it, no trap acts on it; the hero kills it at once, and a lure turns it at once."""
    if place == s.heroes[who]:
        die_on_hero(s, who, i)
    elif place == TOWER:
        destroy_layer(s, who, i)
    elif place < FIELD_COUNT:
        stand(s, who, i, place, Fresh.PLACED)
        turn_to_lure(p, s, who, i)
    else:
        move_to(p, s, who, i, place, direction)
