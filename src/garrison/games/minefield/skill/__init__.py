"""How to play Minefield well: what a position is worth, and the policy of the runner.

The runner looks along the four corridors from where P stands. It knows only what can be seen from there, and in some
styles the way to a number; which corridor to prefer is for the search to find out.
"""

from garrison.core.engine.record import Array, Dice
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import is_enemy, is_number
from garrison.games.minefield.rules.field import next_square
from garrison.games.minefield.skill.cues import CUES as CUES
from garrison.games.minefield.skill.cues import cues as cues
from garrison.games.minefield.skill.danger import STAY_PUT, fear, is_followed, is_open
from garrison.games.minefield.skill.styles import CAREFUL, NOISE, PULL
from garrison.games.minefield.skill.targets import goal_of, leads, way_of
from garrison.games.minefield.skill.worth import MINE_POINTS
from garrison.games.minefield.skill.worth import value as value
from garrison.games.minefield.state import Object, Press, Rules, State

STAY, UP_PRESS, WITH_MINE = int(Press.STAY), int(Press.UP), int(Press.MINE)
SIGHT = 24  # squares that are looked along a corridor
NEAR, FAR = 2, 7  # an enemy within this many steps is worth a mine: to the careful, to the others
TIRED_OF_REST, LAST_RESORT = 0, -40  # what a rest promises to the careful and to the others


@rule
def policy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """One of the four ways or a rest, whichever promises most; a mine where somebody follows closely."""
    if mask[UP_PRESS] == 0:
        return STAY
    goal = goal_of(p, s, style)
    way_there = way_of(s, goal, style)
    best, way = promise_of_rest(p, s, style) + pick(dice, NOISE[style]), STAY
    for direction in range(4):
        promise = promise_of(p, s, direction, style) + pick(dice, NOISE[style]) + habit(s, direction)
        if leads(s, direction, goal, way_there):
            promise += PULL[style]
        if promise > best:
            best, way = promise, direction + UP_PRESS
    if s.mines > 0 and way != STAY and is_followed(s, NEAR if style == CAREFUL else FAR) and pick(dice, 2) == 0:
        way += WITH_MINE
    return way


@rule
def habit(s: State, direction: int) -> int:
    """Rather straight on than back."""
    return 6 if direction == s.facing else (-6 if direction == (s.facing + 2) % 4 else 0)


@rule
def promise_of_rest(p: Rules, s: State, style: int) -> int:
    """Staying costs nothing, unless somebody comes; only the careful have the patience for it."""
    return (TIRED_OF_REST if style == CAREFUL else LAST_RESORT) - fear(p, s, STAY_PUT, style)


@rule
def promise_of(p: Rules, s: State, direction: int, style: int) -> int:
    """What can be seen along a corridor: the first number, less for each step; walls, mines and enemies put off."""
    square = next_square(s.player, direction)
    if not is_open(s, square):
        return -1000
    promise = -fear(p, s, direction, style)
    for distance in range(1, SIGHT):
        thing = s.squares[square]
        if thing == Object.WALL or thing == Object.MINE:
            return promise + min(distance, 4)
        if is_enemy(thing):
            return promise - 60 // distance
        if is_number(thing):
            return promise + number_worth(p, thing) * 2 // (distance + 1)
        square = next_square(square, direction)
    return promise


@rule
def number_worth(p: Rules, thing: int) -> int:
    """Points of a number, and of what comes with it."""
    number = thing - Object.ONE
    return p.number_points[number] + p.number_energy[number] // 5 + p.number_mines[number] * MINE_POINTS
