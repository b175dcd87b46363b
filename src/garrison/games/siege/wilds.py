"""Siege's maps from the seed (G1): the same from either end, with a way on land between two corners."""

from garrison.core.rng import pick
from garrison.core.rule import rule
from garrison.games.siege.board import neighbour
from garrison.games.siege.state import NOBODY
from garrison.games.siege.terrain import CORNER, LARGEST, SMALLEST, Ground

FEWEST_PATCHES, MOST_PATCHES = 2, 5  # of water, and of rock, on each half
SHORTEST_WALK, LONGEST_WALK = 12, 60  # steps that paint a patch


@rule
def draw_map(s):
    """G1: size, water, rock and a way, all from the seed."""
    s.rows = SMALLEST + 2 * pick(s, (LARGEST - SMALLEST) // 2 + 1)
    s.columns = SMALLEST + 2 * pick(s, (LARGEST - SMALLEST) // 2 + 1)
    for ground in range(Ground.WATER, Ground.ROCK + 1):
        for _ in range(FEWEST_PATCHES + pick(s, MOST_PATCHES - FEWEST_PATCHES + 1)):
            paint_patch(s, ground)
    clear_corner(s)
    clear_way(s)


@rule
def paint(s, field, ground):
    """A field and the one opposite, so that the map looks the same from either end."""
    s.ground[field] = ground
    s.ground[s.rows * s.columns - 1 - field] = ground


@rule
def paint_patch(s, ground):
    """A random walk leaves its ground on every field that it comes to, and on the field below."""
    field = pick(s, s.rows * s.columns)
    for _ in range(SHORTEST_WALK + pick(s, LONGEST_WALK - SHORTEST_WALK + 1)):
        paint(s, field, ground)
        below = neighbour(s, field, 2)
        if below != NOBODY:
            paint(s, below, ground)
        field = stroll(s, field)


@rule
def stroll(s, field):
    """The next field of a random walk; at the edge of the map it stays."""
    following = neighbour(s, field, pick(s, 4))
    return field if following == NOBODY else following


@rule
def clear_corner(s):
    """Grass for a castle, barracks and camps, in two opposite corners."""
    for row in range(CORNER):
        for column in range(CORNER):
            paint(s, row * s.columns + column, Ground.GRASS)


@rule
def clear_way(s):
    """A way on land from the corner to the middle, two fields wide, and so from the middle to the other corner."""
    row, column = CORNER - 1, CORNER - 1
    while row < s.rows // 2 or column < s.columns // 2:
        down = pick(s, 2)
        if column >= s.columns // 2 or (down == 1 and row < s.rows // 2):
            row += 1
        else:
            column += 1
        paint(s, row * s.columns + column, Ground.GRASS)
        paint(s, row * s.columns + column - 1, Ground.GRASS)
        paint(s, (row - 1) * s.columns + column, Ground.GRASS)
