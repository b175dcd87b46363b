"""The styles of Siege's policy, as columns of tables. The first ones are for the search; the last three play alone."""

import numpy as np

STEADY, STORM, HOLD, MIXED, PATIENT, SERGEANT, RECRUIT = 0, 1, 2, 3, 4, 5, 6
SEARCHED = 4  # the search tries this many of them
# Percent of land units that are archers, and of the others that are cavalry once there are coins for it.
ARCHERS = np.array([40, 20, 60, 40, 75, 50, 34])
CAVALRY = np.array([30, 50, 20, 40, 0, 30, 34])
BARRACKS = np.array([3, 3, 3, 4, 3, 3, 2])  # that are built
# Percent of steps into the enemy's reach that are taken: in a strong army, and in a weak one.
BOLD_IF_STRONG = np.array([100, 100, 10, 60, 40, 100, 100])
BOLD_IF_WEAK = np.array([10, 100, 0, 30, 3, 90, 100])
# Percent of barracks that are built far from the enemy: by the weaker side, and otherwise.
BACK_IF_WEAKER = np.array([90, 20, 100, 60, 100, 10, 0])
BACK = np.array([10, 0, 90, 40, 90, 10, 0])
# Percent of land units that have their turn rather than being forgotten, and whether castles and camps are guarded.
ATTENTION = np.array([100, 100, 100, 100, 100, 55, 25])
IS_GUARDED = np.array([True, True, True, True, True, False, False])
IS_WALLED = np.array([True, False, True, False, True, False, False])  # whether castles get walls all around
HAS_ENGINES = np.array([True, True, True, True, True, False, False])  # whether rams and ships are used
