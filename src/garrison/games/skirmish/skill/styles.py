"""The styles of Skirmish's policy: a quick one for roll-outs by the thousand, the veteran's, and others like it."""

import numpy as np

# The veteran; a sergeant, who looks at fewer moves and often takes what seems nearly as good; a recruit, who takes what
# seems much worse; a marshal, whose numbers were found by playing against veterans; and the marshal's aide, who thinks
# alike and looks at fewer moves: nearly as strong, and more than twice as quick.
HASTY, VETERAN, SERGEANT, RECRUIT, MARSHAL, AIDE = 0, 1, 2, 3, 4, 5
# How large a mistake may be, in points of health, of Calliance and of Zorde, for whom most mistakes are worse; a
# veteran's only decides between equals.
CHANCE = np.array([[0.0, 0.0], [0.01, 0.01], [55.0, 65.0], [200.0, 500.0], [6.0, 6.0], [6.0, 6.0]])
WIDTH = np.array([0, 6, 3, 3, 6, 3])  # beginnings of a character's move that are followed from step to step
WIDTH_OF_REPLIES = np.array([0, 2, 1, 1, 2, 1])
LINES = np.array([0, 6, 1, 1, 6, 1])  # moves that are tried against replies, in addition to the best of each character
RETREATS = np.array([0, 1, 0, 0, 1, 0])  # whether moves that lead away from the enemy are tried, too
APPROACH = np.array(
    [0.5, 0.5, 12.0, 12.0, 1.76, 1.76]
)  # what a field nearer to the enemy is worth, in points of health
AT_ONCE = np.array([0.5, 0.5, 0.5, 0.5, 0.41, 0.41])  # the weight of what a move is worth before the reply
# The weight of what it is worth after the reply: at the start, in how many moves it would fall by 1, where it stops.
CAUTION = np.array([1.0, 1.0, 1.0, 1.0, 1.14, 1.14])
PATIENCE = np.array([80.0, 80.0, 80.0, 80.0, 115.0, 115.0])
LEAST_CAUTION = np.array([0.25, 0.25, 0.25, 0.25, 0.16, 0.16])
# What a point of health of each kind is worth, and what it is worth that one lives, in addition to what it can do in a
# move; UNIT is what a point of health is worth otherwise.
UNIT = np.array([1, 1, 1, 1, 16, 16])
EQUAL, FOUND = [1] * 6, [17, 11, 26, 10, 22, 13]
HEALTH_WORTH = np.array([EQUAL, EQUAL, EQUAL, EQUAL, FOUND, FOUND])
NOTHING, FOUND_FOR_LIFE = [0] * 6, [-271, -200, 0, -13, 107, -6]
LIFE_WORTH = np.array([NOTHING, NOTHING, NOTHING, NOTHING, FOUND_FOR_LIFE, FOUND_FOR_LIFE])
