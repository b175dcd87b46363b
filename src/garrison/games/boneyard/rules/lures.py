"""What turns skeletons: the arrows of the board (B2), treasures and skeletons in distress."""

from garrison.core.engine.events import log
from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIELD_COUNT, NEXT, has
from garrison.games.boneyard.state import NOTHING, Happening, Rules, State, Trap


@rule
def follow_arrow(p: Rules, s: State, who: int, i: int) -> None:
    """B8: on an arrow a skeleton turns to the arrow's direction."""
    s.headings[who, i] = heading_on(p, s.places[who, i], int64(s.headings[who, i]))


@rule
def heading_on(p: Rules, field: int, heading: int) -> int:
    """B2, B8: how a skeleton that came onto a field faces then."""
    return int64(p.arrows[field] - 1) if p.arrows[field] > 0 else heading


@rule
def is_lure(trap: int) -> bool:
    """Treasure, skeleton in distress: they turn skeletons."""
    return trap == Trap.TREASURE or trap == Trap.DISTRESS


@rule
def turn_to_lure(p: Rules, s: State, who: int, i: int) -> None:
    """Treasure: a skeleton beside it turns towards it."""
    direction = lured_from(p, s, who, s.places[who, i])
    if direction != NOTHING and s.headings[who, i] != direction:
        s.headings[who, i] = direction
        log(s, Happening.LURED, who, s.kinds[who, i], s.places[who, i], direction)


@rule
def lured_from(p: Rules, s: State, who: int, place: int) -> int:
    """Treasure: which way a skeleton turns in a place, or NOTHING; between two lures, up, right, down or left first."""
    lures = s.where[who, Trap.TREASURE] | s.where[who, Trap.DISTRESS]
    if lures == 0 or place >= FIELD_COUNT:
        return NOTHING
    for direction in range(4):
        if has(lures, NEXT[place, direction]) or is_called_from(p, s, who, place, direction):
            return direction
    return NOTHING


@rule
def is_called_from(p: Rules, s: State, who: int, place: int, direction: int) -> bool:
    """B18: whether a skeleton in distress that reaches so far is that way."""
    field = int64(place)
    for _ in range(p.distress_reach):
        if field < FIELD_COUNT:
            field = NEXT[field, direction]
        if has(s.where[who, Trap.DISTRESS], field):
            return True
    return False


@rule
def lure_all(p: Rules, s: State, who: int) -> None:
    """Treasure: when it is placed, the skeletons beside it turn."""
    for i in range(s.counts[who]):
        turn_to_lure(p, s, who, i)
