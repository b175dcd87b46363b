"""The styles of Siege's policy, as columns of tables. The first ones are for the search; the others play alone."""

import numpy as np

STEADY, STORM, HOLD, MIXED, PATIENT, SERGEANT, RECRUIT, CAPTAIN = 0, 1, 2, 3, 4, 5, 6, 7
SEARCHED = 4  # the search tries this many of them
# Percent of land units that are archers, and of the others that are cavalry once there are coins for it.
ARCHERS = np.array([40, 20, 60, 40, 75, 50, 34, 50])
CAVALRY = np.array([30, 50, 20, 40, 0, 30, 34, 100])
BARRACKS = np.array([3, 3, 3, 4, 3, 3, 2, 3])  # that are built
# Percent of the other side's land units with which an army is strong, and with which it attacks now and then.
STRONG = np.array([130, 130, 130, 130, 130, 130, 130, 70])
STRONG_ENOUGH = np.array([90, 90, 90, 90, 90, 90, 90, 0])
# Percent of steps into the enemy's reach that are taken: in a strong army, and in a weak one.
BOLD_IF_STRONG = np.array([100, 100, 10, 60, 40, 100, 100, 100])
BOLD_IF_WEAK = np.array([10, 100, 0, 30, 3, 90, 100, 0])
# Percent of barracks that are built far from the enemy: by the weaker side, and otherwise.
BACK_IF_WEAKER = np.array([90, 20, 100, 60, 100, 10, 0, 0])
BACK = np.array([10, 0, 90, 40, 90, 10, 0, 0])
# Percent of land units that have their turn rather than being forgotten, and whether castles and camps are guarded.
ATTENTION = np.array([100, 100, 100, 100, 100, 55, 25, 100])
IS_GUARDED = np.array([True, True, True, True, True, False, False, False])
IS_WALLED = np.array([True, False, True, False, True, False, False, False])  # whether castles get walls all around
HAS_ENGINES = np.array([True, True, True, True, True, False, False, True])  # whether rams and ships are used
ROADS = np.array([0, 0, 0, 0, 0, 0, 0, 3])  # how broad the roads between castles should be: fields on either side
HAS_PORT = np.array([False, False, False, False, False, False, False, True])  # a defender on an island has a port
