"""How networks read numbers: each by its rank, and those of the board in a window, where a game says from where."""

import numpy as np

EXACT = 40  # a number up to this is its own rank; above, each rank begins half as high again as the one before
RANKS = 64
NEGATIVE = RANKS - 1
STEPS = np.array([np.int64(EXACT * 1.5**step) for step in range(RANKS - EXACT - 1)])
WINDOW = 12  # fields on each side that are looked at, where a game says from which field (`Facts.eye`)
SPAN = 2 * WINDOW + 1
