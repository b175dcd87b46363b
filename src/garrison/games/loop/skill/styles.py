"""The styles of Loop's policy, as columns of tables. The first ones are for the search; two play alone, as levels."""

import numpy as np

STEADY, BOLD, WARY, HASTY, WARDEN, BEGINNER = 0, 1, 2, 3, 4, 5
SEARCHED = 4  # the search tries this many of them
# How many zombie pits and vampire castles are placed at first, for each thing worn, and at most.
FIRST_PITS = np.array([0, 1, 0, 2, 1, 3])
MORE_PITS = np.array([3, 2, 2, 3, 2, 2])
MOST_PITS = np.array([14, 9, 8, 14, 4, 12])
FIRST_CASTLES = np.array([-4, -2, -8, 0, -1, 2])
MORE_CASTLES = np.array([4, 3, 4, 2, 1, 2])
MOST_CASTLES = np.array([12, 10, 8, 10, 2, 8])
MOST_CAMPFIRES = np.array([6, 6, 5, 6, 3, 9])
# How much more than the expected loss is feared before a battle, in percent.
CAUTION = np.array([140, 120, 180, 110, 130, 100])
# How much chance there is in where a building goes, in path tiles.
WHIM = np.array([1, 3, 2, 6, 1, 99])
