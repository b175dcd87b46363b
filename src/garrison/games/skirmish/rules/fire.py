"""The fire that comes from the edge of the board (S19): what the rules, `skill` and screens share."""

from garrison.core.engine.events import log
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import die, side
from garrison.games.skirmish.state import LARGEST_OF_CLASS, Happening, Rules, State


@rule
def burn(p: Rules, s: State, mover: int) -> None:
    """S19: whoever of the side that has just moved stands on a burning ring loses health."""
    rings = burning_rings(p, s.width, s.moves)
    if rings == 0:
        return
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == mover and ring(s.width, s.fields[who]) < rings:
            s.health[who] = max(s.health[who] - p.fire_harm, 0)
            log(s, Happening.BURNT, s.ids[who], p.fire_harm, s.health[who])
            if s.health[who] == 0:
                die(s, who)


@rule
def burning_rings(p: Rules, width: int, moves: int) -> int:
    """S19: how many rings burn after this many moves of both sides together, from the outermost on."""
    size = size_class(width)
    start = p.fire_moves[size]
    if start == 0 or moves < start:
        return 0
    return min(1 + (moves - start) // p.fire_gap[size], (width + 1) // 2)


@rule
def ring(width: int, field: int) -> int:
    """S19: which ring a field belongs to; the outermost is 0."""
    row, column = field // width, field % width
    return min(min(row, column), min(width - 1 - row, width - 1 - column))


@rule
def size_class(width: int) -> int:
    """S19, S20: which class a board belongs to."""
    size = 0
    while size < len(LARGEST_OF_CLASS) and width > LARGEST_OF_CLASS[size]:
        size += 1
    return size
