"""The styles of Minefield's policy: in which way, and how much by chance, P goes on."""

import numpy as np

# More and more chance in a step; one that goes for a number it comes nearer to; the runner by itself; and two that know
# the way to the next mine and to the next good number.
QUICK, BOLD, WILD, EAGER, CAREFUL, ARMING, GATHERING = 0, 1, 2, 3, 4, 5, 6
SEARCHED = (QUICK, BOLD, WILD, EAGER, ARMING, GATHERING)  # in which plans are made
NOISE = np.array([8, 40, 150, 24, 4, 24, 24])  # how much chance there is in the choice of a way, by style
PULL = np.array([0, 0, 0, 40, 12, 60, 60])  # what it promises to come nearer to the goal
