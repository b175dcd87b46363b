"""What a character of Skirmish reaches: where it may be sent next, where its move can lead, whom it can hit.

The planes are those of REACH in the facts, 32 x 32 each, the board in the upper left. The moving character has the
steps it has left; for any other the planes say what it could do if it were chosen now. Deaths on the way are not
foreseen: a field that an attack clears becomes reachable once it is clear.
"""

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import (
    NEXT_TO,
    final_distance,
    mark_steps,
    side,
    square_around,
    steps_between,
    steps_left,
)
from garrison.games.skirmish.state import FIELD_CAPACITY, LARGEST, NOBODY, Plane, Rules, State

TARGET = 4  # a mark besides the two of `has_come`, while these are needed


@rule
def reach(p: Rules, s: State, player: int, field: int, planes: Array) -> None:
    """S2, S4, S5, S7: all planes, for the character on a field; they come empty, and until they are done they are
    indexed by field number."""
    who = s.standing[field] - 1
    if who == NOBODY:
        return
    flat = planes.reshape(planes.shape[0], FIELD_CAPACITY)
    mark_steps(s, field, flat[Plane.NEXT])
    walk_everywhere(p, s, who, flat[Plane.STEPS], flat[Plane.TARGETS])
    mark_targets(p, s, who, flat[Plane.STEPS], flat[Plane.TARGETS])
    for plane in range(planes.shape[0]):
        spread(s, flat[plane])


@rule
def has_come(count: int) -> int:
    """The mark of the fields where a character can be after exactly this many steps; every other number shares one."""
    return 1 << (count & 1)


@rule
def walk_everywhere(p: Rules, s: State, who: int, steps: Array, marks: Array) -> None:
    """S2: the steps to each empty field; at the end `marks` has the fields where a complete move can end."""
    marks[s.fields[who]] = has_come(0)
    for count in range(1, steps_left(p, s, who) + 1):
        for field in range(s.width * s.width):
            marks[field] &= has_come(count - 1)
        for field in range(s.width * s.width):
            if marks[field] & has_come(count - 1):
                walk_on(s, s.fields[who], field, count, steps, marks)


@rule
def walk_on(s: State, start: int, field: int, count: int, steps: Array, marks: Array) -> None:
    """S2: from a field to all empty ones around it; the field it started from is empty by then."""
    top, bottom, left, right = square_around(s, field, NEXT_TO)
    for row in range(top, bottom):
        for column in range(left, right):
            target = row * s.width + column
            if target != field and (s.standing[target] == 0 or target == start):
                marks[target] |= has_come(count)
                if steps[target] == 0 and target != start:
                    steps[target] = count


@rule
def mark_targets(p: Rules, s: State, who: int, steps: Array, marks: Array) -> None:
    """S4, S5, S7: the enemies that it can hit."""
    for other in range(s.count):
        if s.health[other] > 0 and side(s, other) != side(s, who) and can_hit(p, s, who, other, steps, marks):
            marks[s.fields[other]] |= TARGET
    for field in range(s.width * s.width):
        marks[field] //= TARGET


@rule
def can_hit(p: Rules, s: State, who: int, other: int, steps: Array, marks: Array) -> bool:
    """Whether it can get to a field from which it hits the other."""
    other_row, other_column = s.fields[other] // s.width, s.fields[other] % s.width
    top, bottom, left, right = square_around(s, s.fields[other], final_distance(p, s.kinds[who]))
    for row in range(top, bottom):
        for column in range(left, right):
            is_beside = steps_between(row, column, other_row, other_column) <= NEXT_TO
            if can_hit_from(p, s, who, row * s.width + column, is_beside, steps, marks):
                return True
    return False


@rule
def can_hit_from(p: Rules, s: State, who: int, field: int, is_beside: bool, steps: Array, marks: Array) -> bool:
    """S4, S5: with the attack after the last step; S7: with a step onto an enemy beside it, if one is left by then."""
    left = steps_left(p, s, who)
    if marks[field] & has_come(left):
        return True
    return is_beside and (field == s.fields[who] or (0 < steps[field] and steps[field] < left))


@rule
def spread(s: State, plane: Array) -> None:
    """Move the board to the upper left of the plane, from the last field on, so that nothing is overwritten."""
    for field in range(s.width * s.width - 1, -1, -1):
        number = plane[field]
        plane[field] = 0
        plane[field // s.width * LARGEST + field % s.width] = number
