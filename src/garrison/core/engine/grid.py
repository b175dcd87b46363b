"""Directions and fields. A field's number is row x width + column; rows count downwards from the top."""

from __future__ import annotations

import numpy as np

# The four directions in the order that all games share: clockwise from up.
UP, RIGHT, DOWN, LEFT = 0, 1, 2, 3
ROW_STEP = np.array([-1, 0, 1, 0])
COLUMN_STEP = np.array([0, 1, 0, -1])
DIRECTION_NAMES = ("up", "right", "down", "left")
