"""Minefield's rules. The numbers M1 .. M16 are those of the rulebook in README.md; the walls are in field.py."""

from garrison.core.engine.events import finish, log
from garrison.core.engine.grid import RIGHT
from garrison.core.engine.record import Array, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.minefield import MOST_ENEMIES, RICHES
from garrison.games.minefield.rules.clashes import clash as clash
from garrison.games.minefield.rules.clock import do_enemies_rest, is_due, is_enemy_due, time_left
from garrison.games.minefield.rules.field import (
    ANYWHERE,
    build_cores,
    build_outer_walls,
    change_a_wall,
    next_square,
    random_empty_square,
)
from garrison.games.minefield.rules.observation import measure as measure
from garrison.games.minefield.rules.observation import observe as observe
from garrison.games.minefield.state import COLUMNS, NOWHERE, Happening, Object, Press, Reason, Rules, State

BLOCKING = 1 << Object.WALL | 1 << Object.X | 1 << Object.Y  # one bit for each object that enemies can't enter


@rule
def new(p: Rules, s: State) -> None:
    """M1-M4: walls, then P, the enemies and the numbers."""
    s.waiting = 1
    build_outer_walls(s)
    build_cores(s)
    place_player(p, s)
    for _ in range(p.start_x):
        enemy_appears(s, Object.X, p.start_distance)
    for _ in range(p.start_y):
        enemy_appears(s, Object.Y, p.start_distance)
    for _ in range(p.start_numbers):
        number_appears(p, s)


@rule
def legal(p: Rules, s: State, player: int, mask: Array) -> None:
    """M5: ten buttons. M6: only the two stays for a P that stepped without energy."""
    mask[Press.STAY] = 1
    mask[Press.MINE] = 1
    if s.tired == 0:
        mask[:] = 1


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    """One time unit, in the order of the rulebook."""
    s.turn += 1
    player_acts(p, s, action % Press.MINE, action >= Press.MINE)
    if s.over == 0:
        enemies_chase(p, s)
    if s.over == 0:
        walls_change(p, s)
        number_arrives(p, s)
        enemy_arrives(p, s)
        time_runs_out(p, s)


@rule
def score(p: Rules, s: State, out: Array) -> None:
    """M14: the points."""
    out[0] = s.points


@rule
def place_player(p: Rules, s: State) -> None:
    """M4: P on a random empty square, facing right."""
    s.player = random_empty_square(s, ANYWHERE)
    s.squares[s.player] = Object.PLAYER
    s.facing = RIGHT
    s.energy = p.start_energy
    s.mines = p.start_mines


# --- P's part of the time unit


@rule
def player_acts(p: Rules, s: State, way: int, with_mine: bool) -> None:
    """M5: a step or a stay, then possibly a mine."""
    behind = NOWHERE
    was_tired = s.tired
    s.tired = 0
    if way != Press.STAY and was_tired == 0:
        behind = player_steps(p, s, way - Press.UP)
    if with_mine and s.over == 0:
        drop_mine(s, behind)


@rule
def player_steps(p: Rules, s: State, direction: int) -> int:
    """M5-M7, M9: the square that P left, or nowhere if a wall stopped it."""
    s.facing = direction
    target = next_square(s.player, direction)
    thing = s.squares[target]
    if thing == Object.WALL:
        log(s, Happening.BUMPED, s.player, direction)
        return NOWHERE
    left = s.player
    pay_for_step(s)
    s.squares[left] = Object.EMPTY
    s.player = target
    log(s, Happening.STEPPED, left, target)
    enter(p, s, target, thing)
    return left


@rule
def pay_for_step(s: State) -> None:
    """M6: a step costs 1 energy; without energy P cannot step in the next time unit."""
    if s.energy > 0:
        s.energy -= 1
    else:
        s.tired = 1


@rule
def enter(p: Rules, s: State, square: int, thing: int) -> None:
    """M7: P takes a number. M9: a mine or an enemy ends the game."""
    if thing == Object.MINE:
        log(s, Happening.BLEW_UP_PLAYER, square)
        finish(s, Reason.MINE, 0)
    elif is_enemy(thing):
        log(s, Happening.RAN_INTO, square)
        finish(s, Reason.CAUGHT, 0)
    else:
        s.squares[square] = Object.PLAYER
        if is_number(thing):
            take_number(p, s, square, thing - Object.ONE)


@rule
def take_number(p: Rules, s: State, square: int, number: int) -> None:
    """M7: points, energy and mines of the number."""
    s.points = min(s.points + p.number_points[number], RICHES)
    s.energy = min(s.energy + p.number_energy[number], RICHES)
    s.mines = min(s.mines + p.number_mines[number], RICHES)
    log(s, Happening.TOOK, square, number + 1, p.number_points[number])


@rule
def drop_mine(s: State, behind: int) -> None:
    """M8: on the square just left, or opposite to where P faces; it must be empty, and P must have a mine."""
    square = behind
    if square == NOWHERE:
        square = next_square(s.player, (s.facing + 2) % 4)
    if s.mines > 0 and s.squares[square] == Object.EMPTY:
        s.mines -= 1
        s.squares[square] = Object.MINE
        log(s, Happening.DROPPED, square)


# --- The enemies


@rule
def enemies_chase(p: Rules, s: State) -> None:
    """M10, M15: unless they rest, each in order of arrival moves one square towards P, until one gets there."""
    if do_enemies_rest(p, s.turn):
        return
    row, column = s.player // COLUMNS, s.player % COLUMNS
    index = 0
    while index < s.enemy_count and s.over == 0:
        target = chase_target(p, s, index, row, column)
        is_alive = True
        if target != NOWHERE:
            is_alive = enemy_enters(p, s, index, target)
        if is_alive:
            index += 1


@rule
def chase_target(p: Rules, s: State, index: int, row: int, column: int) -> int:
    """M10: the square the enemy moves to, or nowhere if it is stuck; P is in that row and column.

    Both squares are looked at before either is chosen: a processor that guesses which it will be is often wrong, and
    waits. Where there is no way to go along an axis, the step is 0 and leads to the enemy's own square, where it can't.
    """
    square = int64(s.enemy_squares[index])
    first, second = chase_steps(p, s, index, square, row, column)
    other = (square + second) | -is_blocked(s, square + second)  # with all bits set, nowhere
    return other if is_blocked(s, square + first) == 1 else square + first


@rule
def chase_steps(p: Rules, s: State, index: int, square: int, row: int, column: int) -> tuple[int, int]:
    """M10: the steps that an enemy would take from a square towards that row and column, the one it prefers first.

    0 is none: it is there already on that axis, or is too stubborn to try the other one.
    """
    across = step_along_row(square, column)
    along = step_along_column(square, row)
    is_y = s.enemy_kinds[index] == Object.Y
    first = along if is_y else across
    second = across if is_y else along
    return first, second * (1 - (p.stubborn & (0 if first == 0 else 1)))


@rule
def step_along_row(square: int, column: int) -> int:
    """One square to the left or right, whichever closes the distance to a column; 0 when there is none."""
    return max(-1, min(column - square % COLUMNS, 1))


@rule
def step_along_column(square: int, row: int) -> int:
    """One row up or down, whichever closes the distance to a row; 0 when there is none."""
    return max(-1, min(row - square // COLUMNS, 1)) * COLUMNS


@rule
def enemy_enters(p: Rules, s: State, index: int, target: int) -> bool:
    """M11: what the enemy finds there. False if it was blown up; then the next one has its index."""
    square = int64(s.enemy_squares[index])
    kind, serial, thing = s.enemy_kinds[index], s.enemy_serials[index], s.squares[target]
    s.squares[square] = Object.EMPTY
    log(s, Happening.ENEMY_MOVED, serial, square, target)
    if thing == Object.MINE:
        s.squares[target] = Object.EMPTY
        s.points = min(s.points + p.enemy_points, RICHES)
        remove_enemy(s, index)
        log(s, Happening.ENEMY_BLOWN_UP, serial, target, p.enemy_points, kind)
        return False
    s.squares[target] = kind
    s.enemy_squares[index] = target
    if thing == Object.PLAYER:
        log(s, Happening.CAUGHT, serial, target, kind)
        finish(s, Reason.CAUGHT, 0)
    elif is_number(thing):
        log(s, Happening.ENEMY_ATE, target, thing - Object.ONE + 1)
    return True


@rule
def remove_enemy(s: State, index: int) -> None:
    """The later ones move up, so that the order stays that of arrival."""
    s.enemy_count -= 1
    for other in range(index, s.enemy_count):
        s.enemy_squares[other] = s.enemy_squares[other + 1]
        s.enemy_kinds[other] = s.enemy_kinds[other + 1]
        s.enemy_serials[other] = s.enemy_serials[other + 1]


# --- The field changes


@rule
def walls_change(p: Rules, s: State) -> None:
    """M12: every time unit, one wall."""
    if is_due(p.wall_period, s.turn):
        change_a_wall(s)


@rule
def number_arrives(p: Rules, s: State) -> None:
    """M13: every 10th time unit."""
    if is_due(p.number_period, s.turn):
        number_appears(p, s)


@rule
def enemy_arrives(p: Rules, s: State) -> None:
    """M13, M16: when one is due, X or Y with even odds, while there are fewer than 64."""
    if is_enemy_due(p, s.turn) and s.enemy_count < MOST_ENEMIES:
        enemy_appears(s, Object.X + pick(s, 2), ANYWHERE)


@rule
def number_appears(p: Rules, s: State) -> None:
    """M4: a number by its odds on a random empty square."""
    square = random_empty_square(s, ANYWHERE)
    if square != NOWHERE:
        number = random_number(p, s)
        s.squares[square] = Object.ONE + number
        log(s, Happening.NUMBER_APPEARED, square, number + 1)


@rule
def random_number(p: Rules, s: State) -> int:
    """M4: 0, 1 or 2 for a one, a two or a three, by their weights."""
    draw = pick(s, p.number_odds[0] + p.number_odds[1] + p.number_odds[2])
    if draw < p.number_odds[0]:
        return 0
    return 1 if draw < p.number_odds[0] + p.number_odds[1] else 2


@rule
def enemy_appears(s: State, kind: int, distance: int) -> None:
    """M4, M13: an enemy on a random empty square at least this many steps from P, last in the order."""
    square = random_empty_square(s, distance)
    if square == NOWHERE:
        return
    s.enemy_serial += 1
    s.squares[square] = kind
    s.enemy_squares[s.enemy_count] = square
    s.enemy_kinds[s.enemy_count] = kind
    s.enemy_serials[s.enemy_count] = s.enemy_serial
    s.enemy_count += 1
    log(s, Happening.ENEMY_APPEARED, s.enemy_serial, square, kind)


@rule
def time_runs_out(p: Rules, s: State) -> None:
    """M14: a game may be limited to a number of time units; P has survived."""
    if time_left(p, s) == 0:
        log(s, Happening.TIME_UP)
        finish(s, Reason.TIME, 1)


# --- Terms of the rules


@rule
def is_number(thing: int) -> bool:
    """M1: 1, 2 or 3."""
    return Object.ONE <= thing and thing <= Object.THREE


@rule
def is_enemy(thing: int) -> bool:
    """M1: X or Y."""
    return thing == Object.X or thing == Object.Y


@rule
def is_blocked(s: State, square: int) -> int:
    """M10: 1 where a wall or another enemy blocks an enemy, else 0."""
    return (BLOCKING >> int64(s.squares[square])) & 1
