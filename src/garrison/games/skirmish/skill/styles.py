"""The styles of Skirmish's policy: a quick one for roll-outs by the thousand, the veteran's, and others like it."""

import numpy as np

# The veteran; a sergeant, who thinks alike and often takes what seems nearly as good; a recruit, who looks at fewer
# moves and takes what seems much worse; and a marshal, whose numbers were found by playing against veterans.
HASTY, VETERAN, SERGEANT, RECRUIT, MARSHAL = 0, 1, 2, 3, 4
CHANCE = np.array([0.0, 0.01, 60.0, 400.0, 6.0])  # in points of health; a veteran's only decides between equals
WIDTH = np.array([0, 6, 6, 3, 6])  # beginnings of a character's move that are followed from step to step
WIDTH_OF_REPLIES = np.array([0, 2, 2, 1, 2])
LINES = np.array([0, 6, 6, 1, 6])  # moves that are tried against replies, in addition to the best of each character
RETREATS = np.array([0, 1, 1, 0, 1])  # whether moves that lead away from the enemy are tried, too
APPROACH = np.array([0.5, 0.5, 0.5, 0.5, 1.76])  # what a field nearer to the enemy is worth, in points of health
AT_ONCE = np.array([0.5, 0.5, 0.5, 0.5, 0.41])  # the weight of what a move is worth before the reply
# The weight of what it is worth after the reply: at the start, in how many moves it would fall by 1, where it stops.
CAUTION = np.array([1.0, 1.0, 1.0, 1.0, 1.14])
PATIENCE = np.array([80.0, 80.0, 80.0, 80.0, 115.0])
LEAST_CAUTION = np.array([0.25, 0.25, 0.25, 0.25, 0.16])
# What a point of health of each kind is worth, and what it is worth that one lives, in addition to what it can do in a
# move; UNIT is what a point of health is worth otherwise.
UNIT = np.array([1, 1, 1, 1, 16])
EQUAL, NOTHING = [1] * 6, [0] * 6
HEALTH_WORTH = np.array([EQUAL, EQUAL, EQUAL, EQUAL, [17, 11, 26, 10, 22, 13]])
LIFE_WORTH = np.array([NOTHING, NOTHING, NOTHING, NOTHING, [-271, -200, 0, -13, 107, -6]])
