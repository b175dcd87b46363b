"""The styles of Skirmish's policy, as columns of tables: the quick one, and how thoroughly the others think."""

import numpy as np

HASTY, VETERAN, SCOUT = 0, 1, 2
WIDTH = np.array([0, 6, 3])  # how many paths of a character are followed from step to step
WIDTH_OF_REPLIES = np.array([0, 2, 1])
LINES = np.array([0, 6, 4])  # moves that are tried against replies, in addition to the best one of each character
CHANCE = np.array([0.0, 0.01, 0.01])  # random noise, in points of health, that decides between equally good moves
