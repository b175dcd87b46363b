"""A quick way to play Skirmish, for roll-outs by the thousand: towards the enemy and around it."""

from garrison.core.engine.record import Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.sides import NEXT_TO, side, square_around, steps_between
from garrison.games.skirmish.state import NOBODY, Rules, State

ALERT = 20  # percent of the steps in which it goes anywhere


@rule
def hurry(p: Rules, s: State, player: int, dice: Dice) -> int:
    """Anybody, preferably one who can reach an enemy; then towards the nearest enemy and around it; -1 for anywhere."""
    if pick(dice, 100) < ALERT:
        return -1
    if s.chosen == NOBODY:
        return ready_character(p, s, player, dice)
    return step_closer(s, dice)


@rule
def ready_character(p: Rules, s: State, player: int, dice: Dice) -> int:
    """The field of one who can reach an enemy, each as likely as the others; -1 if nobody can."""
    choice, count = -1, 0
    for who in range(s.count):
        if s.health[who] > 0 and side(s, who) == player and can_reach_somebody(p, s, who):
            count += 1
            if pick(dice, count) == 0:
                choice = s.fields[who]
    return choice


@rule
def can_reach_somebody(p: Rules, s: State, who: int) -> bool:
    """Whether a character can come next to an enemy in this move, as the crow flies."""
    return gap(s, who, s.fields[who]) <= p.steps[s.kinds[who] - 1] + NEXT_TO


@rule
def gap(s: State, who: int, field: int) -> int:
    """How far a field is from the nearest enemy of a character, in steps."""
    row, column = field // s.width, field % s.width
    nearest = int64(s.width)
    for other in range(s.count):
        if s.health[other] > 0 and side(s, other) != side(s, who):
            far = steps_between(row, column, s.fields[other] // s.width, s.fields[other] % s.width)
            nearest = min(nearest, far)
    return nearest


@rule
def step_closer(s: State, dice: Dice) -> int:
    """An empty field as close to an enemy as can be; beside one, any of those."""
    top, bottom, left, right = square_around(s, s.fields[s.chosen], NEXT_TO)
    choice, best, count = -1, s.width + 1, 0
    for row in range(top, bottom):
        for column in range(left, right):
            field = row * s.width + column
            if s.standing[field] == 0:
                distance = gap(s, s.chosen, field)
                if distance < best:
                    best, count = distance, 0
                if distance == best:
                    count += 1
                    if pick(dice, count) == 0:
                        choice = field
    return choice
