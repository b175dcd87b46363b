"""What a neural network sees of Skirmish: who stands where, with how much health, and who is moving."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.rules.board import side, steps_left
from garrison.games.skirmish.state import NOBODY

CHOSEN_MARK = 8  # in the plane of marks, above the number of steps left


@rule
def observe(p, s, player, planes):
    """Kinds (own 1-3, enemy 4-6, 7 off the board), health (at most 255) and marks, from the player's side."""
    planes[:] = 0
    planes[0, s.width :, :] = 7
    planes[0, :, s.width :] = 7
    for who in range(s.count):
        if s.health[who] > 0:
            row, column = s.fields[who] // s.width, s.fields[who] % s.width
            planes[0, row, column] = (s.kinds[who] - 1) % 3 + (1 if side(s, who) == player else 4)
            planes[1, row, column] = min(s.health[who], 255)
    if s.chosen != NOBODY:
        row, column = s.fields[s.chosen] // s.width, s.fields[s.chosen] % s.width
        planes[2, row, column] = CHOSEN_MARK + steps_left(p, s, s.chosen)
