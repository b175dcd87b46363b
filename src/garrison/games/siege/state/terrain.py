"""What the ground of a map is, and how small maps may be (G1)."""

from enum import IntEnum

SMALLEST = 24  # a map is at least this long in one direction
CORNER = 10  # a map from the seed has squares of grass of this size in two opposite corners


class Ground(IntEnum):
    """G1: the kinds of ground."""

    GRASS = 0
    WATER = 1
    ROCK = 2
