"""The styles of Boneyard's policy."""

import numpy as np

STEADY = 0  # quick; it keeps its traps
WHIMSICAL = 1  # quick; it places its traps anywhere and follows its whims
KEEPER = 2  # every choice is tried out; so it is by those that follow
DARING = 3  # takes one that seems nearly as good, to begin a plan with
CHANCE = np.array([0.0, 0.0, 1e-3, 4.0])  # how much chance counts, in points of safety
