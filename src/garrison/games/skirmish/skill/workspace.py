"""The memory in which the veteran thinks, as one record.

A *line* is a complete move: what it is worth, how many fields nearer to the enemy it leads, and its clicks. Lines are
grouped by their first click; of each group the best few are kept, in order.
"""

import numpy as np

from garrison.core.engine.record import Array, Record, number, numbers
from garrison.games.skirmish import MOST_CHARACTERS, MOST_OWN_STEPS
from garrison.games.skirmish.state import FIELD_CAPACITY

WIDEST = 6  # beginnings of a move that are followed at a time, in any style
KEPT = 7  # lines of a group: one more than are taken before each group has its turn
CLICKS = MOST_OWN_STEPS + 2
SLOTS = 1024  # for marks of what was seen: a move leads to fewer
BEAM = WIDEST + 1  # rows of a beam: one more, to try things out
START, TRIED = 2 * BEAM, 2 * BEAM + 1  # the rows after both beams: before any step, and after one that was tried out
ROWS = 2 * BEAM + 2


class Workspace(Record):
    """What the veteran knows while it thinks."""

    # What stays the same while a side thinks.
    signs: Array = numbers(MOST_CHARACTERS)  # 1 for its own characters, -1 for the others
    weights: Array = numbers(MOST_CHARACTERS)  # what a point of health of each is worth
    powers: Array = numbers(MOST_CHARACTERS)  # what each is worth alive
    win_worth: int = number()  # what a game that is won is worth
    near: Array = numbers(FIELD_CAPACITY)  # how far the nearest enemy is from a field; -1: not known yet
    # What the replies to a line may come to.
    spots: Array = numbers((MOST_CHARACTERS, 2))  # where everybody is: row and column
    hopes: Array = numbers(MOST_CHARACTERS)  # the most that a reply of each can be worth
    best: int = number()  # what the best reply so far is worth
    enough: int = number()  # a reply that is worth this much rules its line out
    # How moves are tried.
    width: int = number()  # how many beginnings of a move are followed at a time
    approach: float = number(kind=np.float64)  # what a field nearer to the enemy is worth
    group: int = number()  # where lines are kept: a group, by their first step, or nowhere
    length: int = number()  # clicks of a move so far
    outlook: float = number(kind=np.float64)  # of the best line so far
    # How it was before the character moved whose moves are tried.
    who: int = number()
    far: int = number()  # its way to the nearest enemy
    steps_made: int = number()  # its steps by then
    steps: int = number()
    moves: int = number()
    living: int = number()  # of its side
    is_last: int = number()  # 1: its move may be the last of the game, whatever it is
    burns: int = number()  # 1: part of the board burns after its move
    is_changed: int = number()  # 1: steps were tried out since
    # What it can do.
    own_steps: int = number()  # in a whole move
    heals: int = number()
    blow: int = number()  # how far it strikes after a step; 0 if it does not
    last_blow: int = number()  # and after its last one
    # Those whom its move can change: first itself, then its enemies, then the friends that it may heal.
    count: int = number()
    enemies: int = number()  # where the last enemy among them ends
    rest: int = number()  # what all others are worth together
    watchlist: Array = numbers(MOST_CHARACTERS)  # who they are
    watches: Array = numbers(MOST_CHARACTERS)  # and by who they are, their place in these lists
    fields: Array = numbers(MOST_CHARACTERS)
    rows: Array = numbers(MOST_CHARACTERS)
    columns: Array = numbers(MOST_CHARACTERS)
    # Two beams of beginnings of its move, and the order of the rows of each.
    order: Array = numbers((2, BEAM))
    keys: Array = numbers(ROWS, kind=np.float64)
    places: Array = numbers(ROWS)  # where it is
    depths: Array = numbers(ROWS)  # and after how many steps
    totals: Array = numbers(ROWS)  # a number for the health of all whom it can change
    row_worths: Array = numbers(ROWS)  # what the position is worth
    is_done: Array = numbers(ROWS)  # 1: the move is over
    health: Array = numbers((ROWS, MOST_CHARACTERS), kind=np.int32)  # of those whom it can change
    clicks: Array = numbers((ROWS, CLICKS), kind=np.int16)
    marks: Array = numbers(SLOTS, kind=np.uint64)
    used_slots: Array = numbers(SLOTS)  # the slots that are not empty
    used_count: int = number()
    # The best lines of each group.
    counts: Array = numbers(MOST_CHARACTERS)
    next_lines: Array = numbers(MOST_CHARACTERS)  # the place of the line that is to be taken next
    serials: Array = numbers((MOST_CHARACTERS, KEPT))  # in the order in which they were found
    line_keys: Array = numbers((MOST_CHARACTERS, KEPT), kind=np.float64)
    worths: Array = numbers((MOST_CHARACTERS, KEPT))
    lengths: Array = numbers((MOST_CHARACTERS, KEPT))
    lines: Array = numbers((MOST_CHARACTERS, KEPT, CLICKS), kind=np.int16)
    nearer: Array = numbers((MOST_CHARACTERS, KEPT))
    line_count: int = number()  # of all groups together


WORKSPACE = Workspace.dtype
