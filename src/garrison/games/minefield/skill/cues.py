"""What networks are told of a position of Minefield beside what can be seen: how hunted P is, what is in its reach."""

import numpy as np

from garrison.core.engine.curves import powers
from garrison.core.engine.local_array import local_array
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.core.facts import numbered
from garrison.games.minefield.rules import chase_target
from garrison.games.minefield.rules.clock import NO_LIMIT, time_left
from garrison.games.minefield.rules.field import distance_between, next_square
from garrison.games.minefield.skill.danger import is_dead_end, is_open
from garrison.games.minefield.skill.paths import core_of
from garrison.games.minefield.skill.sight import FIRST_SQUARE, LAST_SQUARE, next_number
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE, NOWHERE, ROWS, Object, Rules, State

CUES = (
    "points",
    "time left",
    "energy",
    "short of energy",
    "tired",
    "mines",
    "unarmed",
    "enemies",
    "enemies that come near",  # the nearer, the more
    "enemies that are stuck near",
    "nearest enemy",
    "next nearest enemy",
    "enemies within four steps",
    "enemies within eight steps",
    "enemies beside, above or below",  # from how many of the four sides somebody comes
    "exits",
    "longest corridor",
    "in a core",
    "in a dead end",
    "ones near",
    "twos near",
    "threes near",
    "nearest energy",
    "numbers",
    "room nearby",  # squares that P reaches before any enemy
    "room",
    "way out",  # steps that P can go before any enemy is there
    "prey",  # enemies for whom there is a mine
)
Cue = numbered(CUES)
LONG, MOST_POINTS = 600, 4000  # time units, points
MUCH, LITTLE = 400, 60  # energy that is plenty, and that is hardly any
CLOSE, NEAR, FAR = 4, 8, 24  # steps
FADING = powers(0.88, ROWS + COLUMNS)  # how much something counts that is this many steps away
LURE = powers(0.93, ROWS + COLUMNS)
STEPS, NEARBY, ROOM = 12, 4, 64  # how far P looks for room, how far that is near, and how much is plenty
REACHED = 2 * STEPS * STEPS + 2 * STEPS + 1  # squares that are no more than that many steps away
CLOSED = 1  # a square that P has been to, or can't go to


@rule
def cues(p: Rules, s: State, player: int, out: Array) -> None:
    """Each of CUES, as a number of about 0 to 1."""
    tell_means(p, s, out)
    tell_enemies(p, s, out)
    tell_ways(s, out)
    tell_numbers(p, s, out)
    tell_room(s, out)


@rule
def tell_means(p: Rules, s: State, out: Array) -> None:
    """What P has."""
    out[Cue.POINTS] = s.points / MOST_POINTS
    left = time_left(p, s)
    out[Cue.TIME_LEFT] = (LONG if left == NO_LIMIT else min(left, LONG)) / LONG
    out[Cue.ENERGY] = min(s.energy, MUCH) / MUCH
    out[Cue.SHORT_OF_ENERGY] = max(LITTLE - s.energy, 0) / LITTLE
    out[Cue.TIRED] = s.tired
    out[Cue.MINES] = min(s.mines, 4) / 4
    out[Cue.UNARMED] = 1.0 if s.mines == 0 else 0.0
    out[Cue.ENEMIES] = s.enemy_count / 8
    out[Cue.PREY] = min(s.mines, s.enemy_count) / 4


@rule
def tell_enemies(p: Rules, s: State, out: Array) -> None:
    """How near they are, and from how many sides they come."""
    coming, stuck_weight, nearest, second, close, near = 0.0, 0.0, FAR, FAR, 0, 0
    sides = 0
    row, column = s.player // COLUMNS, s.player % COLUMNS
    for index in range(s.enemy_count):
        square = int64(s.enemy_squares[index])
        distance = distance_between(square, s.player)
        if chase_target(p, s, index, row, column) == NOWHERE:
            stuck_weight += FADING[distance]
        else:
            coming += FADING[distance]
            if distance <= NEAR:
                sides |= 1 << side_of(square, s.player)
        if distance < nearest:
            nearest, second = distance, nearest
        elif distance < second:
            second = distance
        close += distance <= CLOSE
        near += distance <= NEAR
    out[Cue.ENEMIES_THAT_COME_NEAR], out[Cue.ENEMIES_THAT_ARE_STUCK_NEAR] = coming, stuck_weight
    out[Cue.NEAREST_ENEMY], out[Cue.NEXT_NEAREST_ENEMY] = nearest / FAR, second / FAR
    out[Cue.ENEMIES_WITHIN_FOUR_STEPS], out[Cue.ENEMIES_WITHIN_EIGHT_STEPS] = close / 4, near / 4
    out[Cue.ENEMIES_BESIDE__ABOVE_OR_BELOW] = ((sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3 & 1)) / 4


@rule
def side_of(square: int, player: int) -> int:
    """From which side of P a square is seen: above, right, below or left of it."""
    down, right = square // COLUMNS - player // COLUMNS, square % COLUMNS - player % COLUMNS
    if abs(down) > abs(right):
        return 0 if down < 0 else 2
    return 1 if right > 0 else 3


@rule
def tell_ways(s: State, out: Array) -> None:
    """How many ways P can go, and how far the longest of them leads."""
    exits, longest = 0, 0
    for direction in range(4):
        square, steps = next_square(s.player, direction), 0
        while steps < FAR and is_open(s, square):
            square, steps = next_square(square, direction), steps + 1
        exits += steps > 0
        longest = max(longest, steps)
    out[Cue.EXITS], out[Cue.LONGEST_CORRIDOR] = exits / 4, longest / FAR
    out[Cue.IN_A_CORE] = 1.0 if core_of(s.player) != NOWHERE else 0.0
    out[Cue.IN_A_DEAD_END] = 1.0 if is_dead_end(s, s.player) else 0.0


@rule
def tell_numbers(p: Rules, s: State, out: Array) -> None:
    """How much of each kind is near."""
    out[Cue.ONES_NEAR], out[Cue.TWOS_NEAR], out[Cue.THREES_NEAR] = 0.0, 0.0, 0.0
    nearest, count = FAR, 0
    square = next_number(s, FIRST_SQUARE, LAST_SQUARE)
    while square <= LAST_SQUARE:
        kind, distance = int64(s.squares[square] - Object.ONE), distance_between(square, s.player)
        out[Cue.ONES_NEAR + kind] += LURE[distance] / 2
        if p.number_energy[kind] > 0:
            nearest = min(nearest, distance)
        count += 1
        square = next_number(s, square + 1, LAST_SQUARE)
    out[Cue.NEAREST_ENERGY], out[Cue.NUMBERS] = nearest / FAR, count / 40


@rule
def tell_room(s: State, out: Array) -> None:
    """Where P can go before any enemy could be there, walls aside."""
    marks = local_array(FIELD_SIZE, np.uint8)
    queue = local_array(REACHED, np.int64)
    queue[0], marks[s.player] = s.player, CLOSED
    first, last, steps, nearby = 0, 1, 0, 1
    while first < last and steps < STEPS:
        steps += 1
        end = last
        while first < end:
            last = go_on_from(s, queue[first], steps, marks, queue, last)
            first += 1
        if steps == NEARBY:
            nearby = last
        if end == last:
            steps -= 1
            break
    out[Cue.ROOM_NEARBY], out[Cue.ROOM] = (last if steps < NEARBY else nearby) / 16, last / ROOM
    out[Cue.WAY_OUT] = steps / STEPS


@rule
def go_on_from(s: State, square: int, steps: int, marks: Array, queue: Array, last: int) -> int:
    """Add the squares beside one that P reaches first, after this many steps; how many there are now."""
    for direction in range(4):
        target = next_square(square, direction)
        if marks[target] != CLOSED:
            marks[target] = CLOSED
            if is_open(s, target) and is_first_there(s, target, steps):
                queue[last] = target
                last += 1
    return last


@rule
def is_first_there(s: State, square: int, steps: int) -> bool:
    """Whether no enemy could be on a square after this many steps."""
    for index in range(s.enemy_count):
        if distance_between(int64(s.enemy_squares[index]), square) <= steps:
            return False
    return True
