"""What turns skeletons: the arrows of the board (B2), treasures and skeletons in distress."""

from garrison.core.engine.events import log
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules.ground import FIELD_COUNT, NEXT, has
from garrison.games.boneyard.state import Happening, Trap


@rule
def follow_arrow(p, s, who, i):
    """B8: on an arrow a skeleton turns to the arrow's direction."""
    arrow = p.arrows[s.places[who, i]]
    if arrow > 0:
        s.headings[who, i] = arrow - 1


@rule
def turn_to_lure(s, who, i):
    """Treasure: a skeleton beside it turns towards it; between two, the first of up, right, down, left."""
    lures = s.where[who, Trap.TREASURE] | s.where[who, Trap.DISTRESS]
    place = s.places[who, i]
    if lures == 0 or place >= FIELD_COUNT:
        return
    for direction in range(4):
        if has(lures, NEXT[place, direction]):
            if s.headings[who, i] != direction:
                s.headings[who, i] = direction
                log(s, Happening.LURED, who, s.kinds[who, i], place, direction)
            return


@rule
def lure_all(s, who):
    """Treasure: when it is placed, the skeletons beside it turn."""
    for i in range(s.counts[who]):
        turn_to_lure(s, who, i)
