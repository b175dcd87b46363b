"""What a neural network sees of Skirmish: who stands where, with how much health, and who is moving."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.skirmish import CHOSEN_MARK, PLANES
from garrison.games.skirmish.rules.sides import side, steps_left
from garrison.games.skirmish.state import FIRST_KIND, NOBODY, Rules, Seen, State, Told

CODES = PLANES[Seen.KINDS].codes
OWN, ENEMY, OFF = CODES.index("own first"), CODES.index("enemy first"), CODES.index("off the board")


@rule
def observe(p: Rules, s: State, player: int, planes: Array) -> None:
    """Kinds (own 1-3, enemy 4-6, 7 off the board), health in three bytes, and marks, from the player's side."""
    area, columns, width = planes.shape[1] * planes.shape[2], planes.shape[2], s.width
    flat = planes.reshape(planes.shape[0] * area)
    for place in range(flat.shape[0]):  # a loop, because it compiles to faster code than a slice
        flat[place] = 0
    if columns != width:
        mark_outside(planes[Seen.KINDS], width)
    for who in range(s.count):
        health = int64(s.health[who])
        if health > 0:
            cell = cell_of(s.fields[who], width, columns)
            own = side(s, who)
            flat[Seen.KINDS * area + cell] = s.kinds[who] - FIRST_KIND[own] + (OWN if own == player else ENEMY)
            flat[Seen.HEALTH * area + cell] = health & 255
            flat[Seen.HEALTH_256S * area + cell] = (health >> 8) & 255
            flat[Seen.HEALTH_65536S * area + cell] = health >> 16
    if s.chosen != NOBODY:
        cell = cell_of(s.fields[s.chosen], width, columns)
        flat[Seen.MARKS * area + cell] = CHOSEN_MARK + steps_left(p, s, s.chosen)


@rule
def cell_of(field: int, width: int, columns: int) -> int:
    """The cell of a field; they have the same number unless the board is smaller than the planes."""
    return field if width == columns else int64(field) // width * columns + int64(field) % width


@rule
def mark_outside(plane: Array, width: int) -> None:
    """What is off a board whose size was drawn."""
    for row in range(plane.shape[0]):
        for column in range(plane.shape[1]):
            if row >= width or column >= width:
                plane[row, column] = OFF


@rule
def measure(p: Rules, s: State, player: int, numbers: Array) -> None:
    """Whose turn it is, how far the game has come, and how it ended."""
    numbers[Told.SIDE] = player
    numbers[Told.MOVES] = s.moves
    numbers[Told.MOVES_LEFT] = max(p.max_moves - s.moves, 0) if p.max_moves > 0 else -1
    numbers[Told.OWN_LIVING] = s.living[player]
    numbers[Told.ENEMY_LIVING] = s.living[1 - player]
    numbers[Told.STEPS_MADE] = s.steps_made
    numbers[Told.OWN_TURN] = (s.waiting >> player) & 1
    numbers[Told.ENEMY_TURN] = (s.waiting >> (1 - player)) & 1
    numbers[Told.REASON] = s.reason
    numbers[Told.RESULT] = ((s.winners >> player) & 1) - ((s.winners >> (1 - player)) & 1)
