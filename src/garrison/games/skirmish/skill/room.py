"""The memory in which the veteran thinks, as one record.

A *line* is a complete move: what it is worth, how many fields nearer to the enemy it leads, and its clicks. Lines are
grouped by their first click; of each group the best few are kept, in order.
"""

import numpy as np

from garrison.core.engine.record import record
from garrison.games.skirmish.state import MOST_CHARACTERS, MOST_OWN_STEPS

WIDEST = 6  # beginnings of a move that are followed at a time, in any style
KEPT = 7  # lines of a group: one more than are taken before each group has its turn
CLICKS = MOST_OWN_STEPS + 2
SLOTS = 1024  # for marks of what was seen: a move leads to fewer
BEAM = WIDEST + 1  # rows of a beam: one more, to try things out

ROOM = record(
    [
        # What stays the same while a side thinks.
        ("signs", np.int64, MOST_CHARACTERS),  # 1 for its own characters, -1 for the others
        ("powers", np.int64, MOST_CHARACTERS),  # what each is worth alive, in points of health
        # How it was when the character was chosen that moves.
        ("who", np.int64),
        ("far", np.int64),  # its way to the nearest enemy
        ("made", np.int64),  # its steps by then
        ("steps", np.int64),
        ("moves", np.int64),
        ("fields", np.int64, MOST_CHARACTERS),
        ("rows", np.int64, MOST_CHARACTERS),
        ("columns", np.int64, MOST_CHARACTERS),
        # Two beams of beginnings of its move, and the order of the rows of each.
        ("order", np.int64, (2, BEAM)),
        ("keys", np.float64, 2 * BEAM),
        ("places", np.int64, 2 * BEAM),  # where it is
        ("depths", np.int64, 2 * BEAM),  # and after how many steps
        ("health", np.int32, (2 * BEAM, MOST_CHARACTERS)),
        ("clicks", np.int16, (2 * BEAM, CLICKS)),
        ("seen", np.uint64, SLOTS),
        # The best lines of each group, and the best of all.
        ("counts", np.int64, MOST_CHARACTERS),
        ("taken", np.int64, MOST_CHARACTERS),
        ("numbers", np.int64, (MOST_CHARACTERS, KEPT)),  # in the order in which they were found
        ("line_keys", np.float64, (MOST_CHARACTERS, KEPT)),
        ("worths", np.int64, (MOST_CHARACTERS, KEPT)),
        ("lengths", np.int64, (MOST_CHARACTERS, KEPT)),
        ("lines", np.int16, (MOST_CHARACTERS, KEPT, CLICKS)),
        ("nearer", np.int64, (MOST_CHARACTERS, KEPT)),
        ("found", np.int64),
        ("best", np.int64),
    ]
)
