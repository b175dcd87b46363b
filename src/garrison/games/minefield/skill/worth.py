"""What a position of Minefield is worth."""

from garrison.core.engine.curves import powers
from garrison.core.engine.record import Array, float64
from garrison.core.engine.rule import rule
from garrison.games.minefield.rules.field import distance_between
from garrison.games.minefield.skill.danger import is_dead_end, is_followed
from garrison.games.minefield.skill.sight import FIRST_SQUARE, LAST_SQUARE, next_number
from garrison.games.minefield.state import COLUMNS, ROWS, Object, Reason, Rules, State

# Points that being alive, a mine in stock and a unit of energy are worth. A P that fears more for its life hides until
# its energy is gone.
MINE_POINTS = 150
LIFE, MINE, ENERGY = 300.0, float(MINE_POINTS), 0.4
DELAY = 2.0  # points for every time unit that P has lived: where nothing saves it, the end should come late
TRAP, CHASE = 800.0, 10  # points that it costs to be in a dead end with an enemy within this many steps
MOST_ENERGY = 300
BREATH, SHORT = 5.0, 100  # what the last units of energy are worth besides: without them P is caught
NEARNESS = 0.6 * powers(0.93, ROWS + COLUMNS)  # the share of a number's worth that it promises, by distance
HALF = 2000.0  # points at which a value is 0


@rule
def value(p: Rules, s: State, out: Array) -> None:
    """Points, and what promises further ones."""
    worth = float64(s.points) + DELAY * s.turn
    if s.over == 0 or s.reason == Reason.TIME:
        worth += LIFE + MINE * min(s.mines, 3) + ENERGY * min(s.energy, MOST_ENERGY) + BREATH * min(s.energy, SHORT)
        worth += prospects(p, s)
        if is_dead_end(s, s.player) and is_followed(s, CHASE):
            worth = max(worth - TRAP, 0.0)
    out[0] = 2.0 * worth / (worth + HALF) - 1.0


@rule
def prospects(p: Rules, s: State) -> float:
    """What the numbers promise, the nearer the more; energy promises most to those who are short of it."""
    total = 0.0
    square = next_number(s, FIRST_SQUARE, LAST_SQUARE)
    while square <= LAST_SQUARE:
        number = s.squares[square] - Object.ONE
        energy, lacking = p.number_energy[number], max(SHORT - s.energy, 0)
        worth = p.number_points[number] + MINE * p.number_mines[number] + ENERGY * energy
        worth += BREATH * min(energy, lacking)
        total += worth * NEARNESS[distance_between(square, s.player)]
        square = next_number(s, square + 1, LAST_SQUARE)
    return total
