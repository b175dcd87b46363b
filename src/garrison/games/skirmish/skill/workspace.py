"""The memory in which the veteran thinks, as one record.

A *line* is a complete move: what it is worth, how many fields nearer to the enemy it leads, and its clicks. Lines are
grouped by their first click; of each group the best few are kept, in order.
"""

import numpy as np

from garrison.core.engine.record import record
from garrison.games.skirmish.state import FIELD_CAPACITY, MOST_CHARACTERS, MOST_OWN_STEPS

WIDEST = 6  # beginnings of a move that are followed at a time, in any style
KEPT = 7  # lines of a group: one more than are taken before each group has its turn
CLICKS = MOST_OWN_STEPS + 2
SLOTS = 1024  # for marks of what was seen: a move leads to fewer
BEAM = WIDEST + 1  # rows of a beam: one more, to try things out
START, TRIED = 2 * BEAM, 2 * BEAM + 1  # the rows after both beams: before any step, and after one that was tried out
ROWS = 2 * BEAM + 2

WORKSPACE = record(
    [
        # What stays the same while a side thinks.
        ("signs", np.int64, MOST_CHARACTERS),  # 1 for its own characters, -1 for the others
        ("weights", np.int64, MOST_CHARACTERS),  # what a point of health of each is worth
        ("powers", np.int64, MOST_CHARACTERS),  # what each is worth alive
        ("won", np.int64),  # what a game that is won is worth
        ("near", np.int64, FIELD_CAPACITY),  # how far the nearest enemy is from a field; -1: not known yet
        # What the replies to a line may come to.
        ("spots", np.int64, (MOST_CHARACTERS, 2)),  # where everybody is: row and column
        ("hopes", np.int64, MOST_CHARACTERS),  # the most that a reply of each can be worth
        ("best", np.int64),  # what the best reply so far is worth
        ("enough", np.int64),  # a reply that is worth this much rules its line out
        # How it was before the character moved whose moves are tried.
        ("who", np.int64),
        ("far", np.int64),  # its way to the nearest enemy
        ("made", np.int64),  # its steps by then
        ("steps", np.int64),
        ("moves", np.int64),
        ("living", np.int64),  # of its side
        ("is_last", np.int64),  # 1: its move may be the last of the game, whatever it is
        ("is_changed", np.int64),  # 1: steps were tried out since
        # What it can do.
        ("own_steps", np.int64),  # in a whole move
        ("heals", np.int64),
        ("blow", np.int64),  # how far it strikes after a step; 0 if it does not
        ("last_blow", np.int64),  # and after its last one
        # Those whom its move can change: first itself, then its enemies, then the friends that it may heal.
        ("count", np.int64),
        ("enemies", np.int64),  # where the last enemy among them ends
        ("rest", np.int64),  # what all others are worth together
        ("watched", np.int64, MOST_CHARACTERS),  # who they are
        ("watches", np.int64, MOST_CHARACTERS),  # and by who they are, their place in these lists
        ("fields", np.int64, MOST_CHARACTERS),
        ("rows", np.int64, MOST_CHARACTERS),
        ("columns", np.int64, MOST_CHARACTERS),
        # Two beams of beginnings of its move, and the order of the rows of each.
        ("order", np.int64, (2, BEAM)),
        ("keys", np.float64, ROWS),
        ("places", np.int64, ROWS),  # where it is
        ("depths", np.int64, ROWS),  # and after how many steps
        ("totals", np.int64, ROWS),  # a number for the health of all whom it can change
        ("row_worths", np.int64, ROWS),  # what the position is worth
        ("is_done", np.int64, ROWS),  # 1: the move is over
        ("health", np.int32, (ROWS, MOST_CHARACTERS)),  # of those whom it can change
        ("clicks", np.int16, (ROWS, CLICKS)),
        ("seen", np.uint64, SLOTS),
        ("used", np.int64, SLOTS),  # the slots that are not empty
        ("used_count", np.int64),
        # The best lines of each group.
        ("counts", np.int64, MOST_CHARACTERS),
        ("taken", np.int64, MOST_CHARACTERS),
        ("numbers", np.int64, (MOST_CHARACTERS, KEPT)),  # in the order in which they were found
        ("line_keys", np.float64, (MOST_CHARACTERS, KEPT)),
        ("worths", np.int64, (MOST_CHARACTERS, KEPT)),
        ("lengths", np.int64, (MOST_CHARACTERS, KEPT)),
        ("lines", np.int16, (MOST_CHARACTERS, KEPT, CLICKS)),
        ("nearer", np.int64, (MOST_CHARACTERS, KEPT)),
        ("found", np.int64),
    ]
)
