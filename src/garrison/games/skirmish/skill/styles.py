"""The styles of Skirmish's policy: a quick one for roll-outs by the thousand, the veteran's, and two like it."""

import numpy as np

# The veteran; a sergeant, who thinks alike and often takes what seems nearly as good; and a recruit, who looks at fewer
# moves and takes what seems much worse.
HASTY, VETERAN, SERGEANT, RECRUIT = 0, 1, 2, 3
CHANCE = np.array([0.0, 0.01, 60.0, 400.0])  # in points of health; a veteran's only decides between equals
WIDTH = np.array([0, 6, 6, 3])  # beginnings of a character's move that are followed from step to step
WIDTH_OF_REPLIES = np.array([0, 2, 2, 1])
LINES = np.array([0, 6, 6, 1])  # moves that are tried against replies, in addition to the best of each character
RETREATS = np.array([0, 1, 1, 0])  # whether moves that lead away from the enemy are tried, too
