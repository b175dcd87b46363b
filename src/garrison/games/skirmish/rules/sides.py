"""Sides, steps, the range of attacks and death (S1, S2, S4, S5): what moving, fire, `reach` and `skill` share."""

from garrison.core.engine.events import log
from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.skirmish.state import NOBODY, SIDES, Happening, Rules, State

NEXT_TO = 1  # how far an ordinary attack and healing reach


@rule
def side(s: State, who: int) -> int:
    """S1: the side of a character."""
    return SIDES[s.kinds[who]]


@rule
def mark_steps(s: State, field: int, mask: Array) -> None:
    """S2: where a character on a field may be sent next: a neighbouring field or its own."""
    top, bottom, left, right = square_around(s, field, NEXT_TO)
    for row in range(top, bottom):
        for column in range(left, right):
            mask[row * s.width + column] = 1


@rule
def square_around(s: State, field: int, distance: int) -> tuple[int, int, int, int]:
    """S2, S4, S5: what is within a distance of a field: the first row and the one after the last, columns likewise."""
    row, column = field // s.width, field % s.width
    top, bottom = max(row - distance, 0), min(row + distance + 1, s.width)
    return top, bottom, max(column - distance, 0), min(column + distance + 1, s.width)


@rule
def steps_between(row: int, column: int, other_row: int, other_column: int) -> int:
    """S2: how many steps a field is from another, corners included."""
    return max(abs(row - other_row), abs(column - other_column))


@rule
def steps_left(p: Rules, s: State, who: int) -> int:
    """S1: the steps left in a character's move; all of them while it is not moving."""
    steps = p.steps[s.kinds[who] - 1]
    return steps - s.steps_made if s.chosen == who else steps


@rule
def final_distance(p: Rules, kind: int) -> int:
    """S4, S5: how far the attack of a kind after its last step reaches."""
    return p.shot_distance if p.shoots[kind - 1] == 1 else NEXT_TO


@rule
def final_power(p: Rules, kind: int) -> int:
    """S4, S5: the power of that attack."""
    return p.shot_attack if p.shoots[kind - 1] == 1 else p.attack[kind - 1]


@rule
def die(s: State, who: int) -> None:
    """S4: the dead leave their field at once."""
    log(s, Happening.DIED, s.ids[who], s.fields[who])
    s.standing[s.fields[who]] = 0
    s.fields[who] = NOBODY
    s.health[who] = 0
    s.living[side(s, who)] -= 1
