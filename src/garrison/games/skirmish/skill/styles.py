"""The styles of Skirmish's policy: a quick one for roll-outs by the thousand, the veteran's, and others like it."""

import numpy as np

# The veteran; a sergeant and a corporal, who think alike and often take what seems nearly as good; and a scout, who
# looks at fewer moves.
HASTY, VETERAN, SERGEANT, CORPORAL, SCOUT = 0, 1, 2, 3, 4
CHANCE = np.array([0.0, 0.01, 40.0, 80.0, 0.01])  # in points of health; a veteran's only decides between equals
WIDTH = np.array([0, 6, 6, 6, 3])  # beginnings of a character's move that are followed from step to step
WIDTH_OF_REPLIES = np.array([0, 2, 2, 2, 1])
RETREATS = np.array([0, 1, 1, 1, 0])  # whether moves that lead away from the enemy are tried, too
LINES = np.array([0, 6, 6, 6, 1])  # moves that are tried against replies, in addition to the best of each character
