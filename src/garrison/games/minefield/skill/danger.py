"""Who could catch P, how soon, and where there is no way out."""

from garrison.core.engine.record import int64
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules import chase_steps, is_enemy
from garrison.games.minefield.rules.clock import do_enemies_rest
from garrison.games.minefield.rules.field import distance_between, next_square
from garrison.games.minefield.skill.paths import core_of
from garrison.games.minefield.skill.styles import CAREFUL
from garrison.games.minefield.state import COLUMNS, MOST_SIDES, NOWHERE, SIDE_COUNT, Object, Rules, State

LONG = 20  # time units that the careful look ahead
FEAR = 6000  # what it costs to be caught at once; later, less with the square of the time
CERTAIN, THREAT, ALARM = 800, 120, 5  # the quick fear an enemy next to them, and less one within that many steps
STAY_PUT = -1  # no direction
WAYS = 5 * 5 * 3  # that P could go on: two of the five directions, and when it turns from one to the other
DEAD_END = 80  # what puts the quick off a step into a dead end


@rule
def fear(p: Rules, s: State, direction: int, style: int) -> int:
    """The sooner somebody could catch P on its way, the more."""
    if style != CAREFUL:
        square = s.player if direction == STAY_PUT else next_square(s.player, direction)
        return threat_at(s, square) + (DEAD_END if is_dead_end(s, square) else 0)
    longest = 0
    for way in range(WAYS):
        longest = max(longest, free_for(p, s, direction, way))
        if longest > LONG:
            return 0
    return FEAR // (longest * longest)


@rule
def free_for(p: Rules, s: State, direction: int, way: int) -> int:
    """After how many time units somebody has P if its first step is in a direction and then it goes a way."""
    soonest = LONG + 1
    for index in range(s.enemy_count):
        soonest = min(soonest, caught_after(p, s, index, direction, way, soonest - 1))
    return soonest


@rule
def turned(direction: int, way: int, time: int) -> int:
    """Where P goes in a time unit of a way: first as it began, then another way, and from a time on a third."""
    if time == 1:
        return direction
    last, way = way % 5, way // 5
    return (way % 5 if time < 3 + 2 * (way // 5) else last) + STAY_PUT


@rule
def caught_after(p: Rules, s: State, index: int, direction: int, way: int, horizon: int) -> int:
    """M10, M15: after how many time units an enemy has P on that way; one more than the horizon if never."""
    enemy, goal = int64(s.enemy_squares[index]), s.player
    if distance_between(enemy, goal) > 2 * horizon:
        return horizon + 1
    for time in range(1, horizon + 1):
        goal = walked(s, goal, turned(direction, way, time))
        if goal != enemy and not do_enemies_rest(p, s.turn + time):
            enemy = chased(p, s, index, enemy, goal)
        if goal == enemy:
            return time
        if s.squares[enemy] == Object.MINE:
            return horizon + 1
    return horizon + 1


@rule
def walked(s: State, square: int, direction: int) -> int:
    """The next square that way, if P can go there and wants to move at all."""
    if direction == STAY_PUT:
        return square
    ahead = next_square(square, direction)
    return square if s.squares[ahead] == Object.WALL or s.squares[ahead] == Object.MINE else ahead


@rule
def chased(p: Rules, s: State, index: int, enemy: int, goal: int) -> int:
    """M10: where an enemy goes next, if no other one is in its way."""
    first, second = chase_steps(p, s, index, enemy, goal // COLUMNS, goal % COLUMNS)
    if first != 0 and s.squares[enemy + first] != Object.WALL:
        return enemy + first
    if second != 0 and s.squares[enemy + second] != Object.WALL:
        return enemy + second
    return enemy


@rule
def threat_at(s: State, square: int) -> int:
    """What is to be feared from the enemies near a square: those next to it could be there in their next move."""
    total = 0
    for index in range(s.enemy_count):
        distance = distance_between(int64(s.enemy_squares[index]), square)
        if distance <= 1:
            return CERTAIN
        if distance <= ALARM:
            total += THREAT // distance
    return total


@rule
def is_followed(s: State, near: int) -> bool:
    """Whether an enemy is near."""
    for index in range(s.enemy_count):
        if distance_between(int64(s.enemy_squares[index]), s.player) <= near:
            return True
    return False


@rule
def is_open(s: State, square: int) -> bool:
    """M5, M9: whether P could stand on a square."""
    thing = s.squares[square]
    return not (thing == Object.WALL or thing == Object.MINE or is_enemy(thing))


@rule
def is_dead_end(s: State, square: int) -> bool:
    """M2: whether a square is inside a core with three walls: there is only one way out."""
    core = core_of(square)
    return core != NOWHERE and SIDE_COUNT[s.cores[core]] == MOST_SIDES
