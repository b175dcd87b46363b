"""What a neural network sees of Minefield: the field, and what P knows about itself."""

from garrison.core.engine.rule import rule
from garrison.games.minefield.state import COLUMNS, FIELD_SIZE


@rule
def observe(p, s, player, planes):
    """Plane 0: the object on every square. Plane 1, first row: what P knows about itself, each at most 255."""
    squares = planes[0].reshape(FIELD_SIZE)
    for square in range(FIELD_SIZE):  # a loop, because Numba compiles it to faster code than a slice of a record
        squares[square] = s.squares[square]
    facts = planes[1].reshape(FIELD_SIZE)
    facts[0] = s.energy % 256
    facts[1] = min(s.energy // 256, 255)
    facts[2] = min(s.mines, 255)
    facts[3] = s.facing
    facts[4] = s.tired
    facts[5] = s.player // COLUMNS
    facts[6] = s.player % COLUMNS
    facts[7] = s.over
