"""Siege's maps from the seed (G1): the same from either end, a broad route between two corners, all land in reach."""

from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.siege import LARGEST
from garrison.games.siege.rules.ground import neighbour
from garrison.games.siege.state import NOBODY, State
from garrison.games.siege.state.terrain import CORNER, SMALLEST, Ground

FIELDS_A_PATCH = 320  # for this many fields, each half may have one more patch of water, and of rock
SHORTEST_WALK, LONGEST_WALK = 12, 60  # steps that paint a patch
REACHED = 3  # ground that can be reached, while a map is drawn
BREADTH = 5  # the width of the route: armies meet on it, and neither can block it for ever


@rule
def draw_map(s: State) -> None:
    """G1: size, water, rock and a route, all from the seed."""
    s.rows = SMALLEST + 2 * pick(s, (LARGEST - SMALLEST) // 2 + 1)
    s.columns = SMALLEST + 2 * pick(s, (LARGEST - SMALLEST) // 2 + 1)
    for ground in range(Ground.WATER, Ground.ROCK + 1):
        for _ in range(1 + pick(s, s.rows * s.columns // FIELDS_A_PATCH)):
            paint_patch(s, ground)
    clear_corner(s)
    clear_way(s)
    close_pockets(s)


@rule
def paint(s: State, field: int, ground: int) -> None:
    """A field and the one opposite, so that the map looks the same from either end."""
    s.ground[field] = ground
    s.ground[s.rows * s.columns - 1 - field] = ground


@rule
def paint_patch(s: State, ground: int) -> None:
    """A random walk leaves its ground on every field it visits, and on the field below."""
    field = pick(s, s.rows * s.columns)
    for _ in range(SHORTEST_WALK + pick(s, LONGEST_WALK - SHORTEST_WALK + 1)):
        paint(s, field, ground)
        below = neighbour(s, field, 2)
        if below != NOBODY:
            paint(s, below, ground)
        field = stroll(s, field)


@rule
def stroll(s: State, field: int) -> int:
    """The next field of a random walk; at the edge of the map it stays."""
    following = neighbour(s, field, pick(s, 4))
    return field if following == NOBODY else following


@rule
def clear_corner(s: State) -> None:
    """Grass for a castle, barracks and camps, in two opposite corners."""
    for row in range(CORNER):
        for column in range(CORNER):
            paint(s, row * s.columns + column, Ground.GRASS)


@rule
def clear_way(s: State) -> None:
    """A broad route on land from the corner to the middle, and so from there to the other corner."""
    row, column = CORNER - 1, CORNER - 1
    last_row, last_column = s.rows // 2 + BREADTH // 2, s.columns // 2 + BREADTH // 2
    while row < last_row or column < last_column:
        down = pick(s, 2)
        if column >= last_column or (down == 1 and row < last_row):
            row += 1
        else:
            column += 1
        clear_square(s, row, column)


@rule
def clear_square(s: State, row: int, column: int) -> None:
    """Grass on a square with its last field there."""
    for up in range(BREADTH):
        for left in range(BREADTH):
            paint(s, (row - up) * s.columns + column - left, Ground.GRASS)


@rule
def close_pockets(s: State) -> None:
    """Land that can't be reached from the corners becomes rock: a castle there could never be taken."""
    s.ground[0] = REACHED
    count = 1
    while count > 0:
        count = 0
        for field in range(s.rows * s.columns):
            count += explore(s, field)
        for field in range(s.rows * s.columns - 1, -1, -1):
            count += explore(s, field)
    for field in range(s.rows * s.columns):
        if s.ground[field] == Ground.GRASS:
            s.ground[field] = Ground.ROCK
        elif s.ground[field] == REACHED:
            s.ground[field] = Ground.GRASS


@rule
def explore(s: State, field: int) -> int:
    """Mark grass beside land that is reached; 1 if that was done, else 0."""
    if s.ground[field] != Ground.GRASS:
        return 0
    for direction in range(4):
        near = neighbour(s, field, direction)
        if near != NOBODY and s.ground[near] == REACHED:
            s.ground[field] = REACHED
            return 1
    return 0
