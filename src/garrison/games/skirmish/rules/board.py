"""Sides, steps and the range of attacks (S1, S2, S4, S5): what moving and `reach` share."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.state import SIDES

NEXT_TO = 1  # how far an ordinary attack and healing reach


@rule
def side(s, who):
    """S1: the side of a character."""
    return SIDES[s.kinds[who]]


@rule
def mark_steps(s, field, mask):
    """S2: where a character on a field may be sent next: a neighbouring field or its own."""
    row, column = field // s.width, field % s.width
    for target_row in range(max(row - 1, 0), min(row + 2, s.width)):
        for target_column in range(max(column - 1, 0), min(column + 2, s.width)):
            mask[target_row * s.width + target_column] = 1


@rule
def steps_left(p, s, who):
    """S1: the steps left in a character's move; all of them while it is not moving."""
    steps = p.steps[s.kinds[who] - 1]
    return steps - s.steps_made if s.chosen == who else steps


@rule
def final_distance(p, s, who):
    """S4, S5: how far a character's attack after its last step reaches."""
    return p.shot_distance if p.shoots[s.kinds[who] - 1] == 1 else NEXT_TO


@rule
def final_power(p, s, who):
    """S4, S5: the power of that attack."""
    kind = s.kinds[who] - 1
    return p.shot_attack if p.shoots[kind] == 1 else p.attack[kind]
