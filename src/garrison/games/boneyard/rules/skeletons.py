"""What skeletons do: come, move from place to place, die, and go to graveyards.

A player's skeletons are the first `counts` of the arrays. One that is gone is replaced by the last, so loops that
remove skeletons go from the last to the first.

No array overflows: skeletons come into being only through `rise` and `bury`, and both refuse the one that would be the
player's 129th (B10). The rest moves skeletons around or removes them.
"""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIELD_COUNT, FIRST_HEADING, LEFT_OF, NOT_RED, VILLAGE
from garrison.games.boneyard.state import (
    ABOVE,
    FOREST,
    KIND_COUNT,
    NUMBER_CAPACITY,
    Fresh,
    Happening,
    Rules,
    State,
    Trap,
)

# --- Coming


@rule
def has_room(p: Rules, s: State, who: int) -> bool:
    """B10: board, forest and graveyard together hold 128."""
    return int64(s.counts[who]) + s.buried[who] < p.most_skeletons


@rule
def rise(p: Rules, s: State, who: int, kind: int, place: int, heading: int) -> None:
    """A skeleton appears; B10: unless it is one too many."""
    if not has_room(p, s, who):
        log(s, Happening.VANISHED, who, kind)
        return
    i = s.counts[who]
    s.counts[who] = i + 1
    s.kinds[who, i] = kind
    s.numbers[who, i] = s.numbers_given[who]
    s.numbers_given[who] = (int64(s.numbers_given[who]) + 1) % NUMBER_CAPACITY
    s.headings[who, i] = heading
    s.from_places[who, i] = FOREST
    s.from_headings[who, i] = heading
    s.sides[who, i] = heading
    s.fresh[who, i] = Fresh.STOOD
    s.held[who, i] = 0
    s.places[who, i] = place


@rule
def spawn_first(p: Rules, s: State, who: int) -> None:
    """B4: before the first round 3 random skeletons, none of them red."""
    for _ in range(p.first_spawns):
        kind = NOT_RED[pick(s, len(NOT_RED))]
        log(s, Happening.SPAWNED, who, kind)
        rise(p, s, who, kind, FOREST, FIRST_HEADING[kind])


@rule
def spawn(p: Rules, s: State, who: int) -> None:
    """B10: the hearses come home, the graveyard rises, and 3 new skeletons come."""
    open_graveyard(p, s, who)
    for _ in range(p.spawns):
        kind = pick(s, KIND_COUNT)
        log(s, Happening.SPAWNED, who, kind)
        rise(p, s, who, kind, FOREST, FIRST_HEADING[kind])


@rule
def open_graveyard(p: Rules, s: State, who: int) -> None:
    """B10: every skeleton in the graveyard appears at its spawn point, every hearse goes to the stash."""
    for _ in range(s.hearses[who]):
        log(s, Happening.HEARSE_CAME, who)
    s.stash[who, Trap.HEARSE] += s.hearses[who]
    s.hearses[who] = 0
    kind = 0
    while s.buried[who] > 0:
        while s.graves[who, kind] == 0:
            kind += 1
        s.graves[who, kind] -= 1
        s.buried[who] -= 1
        log(s, Happening.ROSE, who, kind)
        rise(p, s, who, kind, FOREST, FIRST_HEADING[kind])


# --- Going


@rule
def remove(s: State, who: int, i: int) -> None:
    """A skeleton is gone; the last one takes its place in the arrays."""
    last = s.counts[who] - 1
    s.counts[who] = last
    if i != last:
        s.kinds[who, i] = s.kinds[who, last]
        s.places[who, i] = s.places[who, last]
        s.headings[who, i] = s.headings[who, last]
        s.fresh[who, i] = s.fresh[who, last]
        s.sides[who, i] = s.sides[who, last]
        s.from_places[who, i] = s.from_places[who, last]
        s.from_headings[who, i] = s.from_headings[who, last]
        s.held[who, i] = s.held[who, last]
        s.numbers[who, i] = s.numbers[who, last]


@rule
def bury(p: Rules, s: State, who: int, i: int, whose: int) -> None:
    """B9: a skeleton goes to a player's graveyard; B10: unless it is one too many there."""
    kind = s.kinds[who, i]
    remove(s, who, i)
    log(s, Happening.BURIED, who, kind, whose)
    if has_room(p, s, whose):
        s.graves[whose, kind] += 1
        s.buried[whose] += 1
    else:
        log(s, Happening.VANISHED, whose, kind)


@rule
def destroy_layer(s: State, who: int, i: int) -> None:
    """B8: a skeleton on the tower destroys a layer and is gone."""
    s.layers[who] = max(s.layers[who] - 1, 0)
    log(s, Happening.LAYER_LOST, who, s.kinds[who, i], s.layers[who])
    remove(s, who, i)


@rule
def destroy_house(s: State, who: int, i: int) -> None:
    """B8: a skeleton in the village destroys a house and is gone."""
    s.houses[who] = max(s.houses[who] - 1, 0)
    log(s, Happening.HOUSE_LOST, who, s.kinds[who, i], s.houses[who])
    remove(s, who, i)


@rule
def die_on_hero(s: State, who: int, i: int) -> None:
    """B6, B8: the hero kills a skeleton on its field."""
    log(s, Happening.HERO_KILLED, who, s.kinds[who, i], s.heroes[who])
    remove(s, who, i)


# --- Moving


@rule
def move_to(p: Rules, s: State, who: int, i: int, place: int, direction: int) -> None:
    """A skeleton is displaced in a direction: onto a field, or off the board (B9)."""
    s.sides[who, i] = direction
    if place < FIELD_COUNT or place == ABOVE:
        stand(s, who, i, place, Fresh.MOVED)
        if place == ABOVE:
            s.above[who] += 1
    elif place == VILLAGE:
        destroy_house(s, who, i)
    elif place == LEFT_OF:
        bury(p, s, who, i, (who + p.players - 1) % p.players)
    else:
        bury(p, s, who, i, (who + 1) % p.players)


@rule
def stand(s: State, who: int, i: int, place: int, fresh: int) -> None:
    """A skeleton is in another place now; a labyrinth holds only those that are still on it."""
    s.places[who, i] = place
    s.fresh[who, i] = fresh
    s.held[who, i] = 0


@rule
def remember_start(s: State, who: int, i: int) -> None:
    """Palisade: if walls send it onto one, it comes back to where it is now."""
    s.from_places[who, i] = s.places[who, i]
    s.from_headings[who, i] = s.headings[who, i]


@rule
def is_on(s: State, who: int, i: int, field: int, fresh: int) -> bool:
    """Whether a skeleton is on a field and has just done this."""
    return s.places[who, i] == field and s.fresh[who, i] == fresh


@rule
def somebody_came(s: State, who: int, field: int) -> bool:
    """B12: whether a skeleton came onto the field in this step and is still there."""
    for i in range(s.counts[who]):
        if is_on(s, who, i, field, Fresh.CAME):
            return True
    return False


@rule
def fields_with_skeletons(s: State, who: int) -> int:
    """The fields (bits) on which skeletons stand."""
    fields = int64(0)
    for i in range(s.counts[who]):
        if s.places[who, i] < FIELD_COUNT:
            fields |= int64(1) << int64(s.places[who, i])
    return fields
