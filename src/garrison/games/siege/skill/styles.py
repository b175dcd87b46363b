"""The styles of Siege's policy, as columns of tables."""

import numpy as np

STEADY, STORM, HOLD, MIXED, PATIENT, SERGEANT, RECRUIT, CAPTAIN, GUNNER, WARDEN, USUAL = range(11)
SEARCHED = (STORM, STEADY, HOLD, MIXED, CAPTAIN, GUNNER, WARDEN)  # of which the search makes plans
# Percent of land units that are archers, and of the others that are cavalry once there are coins for it.
ARCHERS = np.array([40, 20, 60, 40, 75, 50, 34, 50, 50, 80])
CAVALRY = np.array([30, 50, 20, 40, 0, 30, 34, 100, 40, 40])
BARRACKS = np.array([3, 3, 3, 4, 3, 3, 2, 3, 2, 2])  # that are built
# Percent of the other side's land units with which an army is strong, and with which it attacks now and then.
STRONG = np.array([130, 130, 130, 130, 130, 130, 130, 70, 130, 130])
STRONG_ENOUGH = np.array([90, 90, 90, 90, 90, 90, 90, 0, 90, 90])
# Percent of steps into the enemy's reach that are taken: in a strong army, and in a weak one.
BOLD_IF_STRONG = np.array([100, 100, 10, 60, 40, 100, 100, 100, 60, 60])
BOLD_IF_WEAK = np.array([10, 100, 0, 30, 3, 90, 100, 0, 20, 20])
# Percent of barracks that are built far from the enemy: by the weaker side, and otherwise.
BACK_IF_WEAKER = np.array([90, 20, 100, 60, 100, 10, 0, 0, 60, 60])
BACK = np.array([10, 0, 90, 40, 90, 10, 0, 0, 40, 40])
# Percent of land units that have their turn rather than being forgotten, and whether castles and camps are guarded.
ATTENTION = np.array([100, 100, 100, 100, 100, 55, 25, 100, 100, 100])
IS_GUARDED = np.array([True, True, True, True, True, False, False, False, True, True])
IS_WALLED = np.array(
    [True, False, True, False, True, False, False, False, False, False]
)  # whether castles get walls all around
HAS_ENGINES = np.array(
    [True, True, True, True, True, False, False, True, True, True]
)  # whether rams and ships are used
ROADS = np.array([0, 0, 0, 0, 0, 0, 0, 3, 0, 0])  # how broad the roads between castles should be: fields on either side
HAS_PORT = np.array(
    [False, False, False, False, False, False, False, True, False, False]
)  # a defender on an island has a port
TREBUCHETS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 2, 0])  # that a side goes on making, and siege towers
TOWERS = np.array([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
HAS_OUTPOST = np.array([False] * 9 + [True])  # whether a camp near the enemy takes the place of a workshop
