"""What the ground of a map is, and whether a map has room for the game (G1). Plain Python: rules are elsewhere."""

from collections.abc import Iterator
from enum import IntEnum

LARGEST = 40  # fields along a side of the largest map
SMALLEST = 24  # a map is at least this long in one direction
CORNER = 10  # a map from the seed has squares of grass of this size in two opposite corners
CASTLE, BARRACKS = 3, 2  # fields along their sides; a camp is as large as a castle
COST_OF_BARRACKS, COST_OF_CAMP = 0, 3  # places in the tables of costs and distances


class Ground(IntEnum):
    """G1: the kinds of ground."""

    GRASS = 0
    WATER = 1
    ROCK = 2


def obstacle(p) -> str:
    """Why the game can't be begun on the map of these parameters, in words; an empty text if it can."""
    rows, columns = int(p.rows), int(p.columns)
    if rows == 0:
        return _Room(p, SMALLEST, SMALLEST, _least_grass()).obstacle()
    if columns == 0 or max(rows, columns) < SMALLEST:
        return f"a map of {rows} x {columns} is too small, it must be {SMALLEST} fields long in one direction"
    ground = [int(number) for number in p.ground[: rows * columns]]
    grass = [
        sum(1 << column for column in range(columns) if ground[row * columns + column] == Ground.GRASS)
        for row in range(rows)
    ]
    return _Room(p, rows, columns, grass).obstacle()


def _least_grass() -> list[int]:
    """The grass that every map from the seed has at least, on the smallest of them."""
    left, right = (1 << CORNER) - 1, ((1 << CORNER) - 1) << (SMALLEST - CORNER)
    return [left] * CORNER + [0] * (SMALLEST - 2 * CORNER) + [right] * CORNER


class _Room:
    """A map as rows of bits, one a column, and what finds room on it."""

    def __init__(self, p, rows: int, columns: int, grass: list[int]) -> None:
        self.p, self.rows, self.columns = p, rows, columns
        self.large, self.small = fitting(grass, CASTLE), fitting(grass, BARRACKS)

    def obstacle(self) -> str:
        """G23, then G24."""
        distance = int(self.p.castle_distance)
        if not any(self._is_left(self._far(top, left), 1) for top, left in places(self.large)):
            return f"the map has no room for two castles at distance {distance} (G23)"
        if not any(self._can_be_besieged(top, left) for top, left in places(self.large)):
            return f"the map has no room for a castle, a barracks or camp, and camps at distance {distance} (G24)"
        return ""

    def _far(self, top: int, left: int) -> list[int]:
        """Where a castle or camp is far enough from the castle there."""
        near = int(self.p.castle_distance) - 1
        return [bits & ~self._span(*reach(top, left, row, CASTLE, near)) for row, bits in enumerate(self.large)]

    def _can_be_besieged(self, top: int, left: int) -> bool:
        """G24: whether the defender finds room for a barracks or camp that leaves the attacker room."""
        far = self._far(top, left)
        return self._is_left(far, int(self.p.free_camps)) and any(
            self._is_left(without(far, row, column, length, CASTLE), int(self.p.free_camps))
            for row, column, length in self._first_buildings(top, left)
        )

    def _first_buildings(self, top: int, left: int) -> Iterator[tuple[int, int, int]]:
        """Every barracks and camp that the castle there could build first."""
        for which, length, found in ((COST_OF_BARRACKS, BARRACKS, self.small), (COST_OF_CAMP, CASTLE, self.large)):
            if self.p.mode == 1 and self.p.building_cost[which] > self.p.start_coins:
                continue
            allowed = without(found, top, left, CASTLE, length)
            distance = int(self.p.build_distance[which])
            reached = [bits & self._span(*reach(top, left, row, length, distance)) for row, bits in enumerate(allowed)]
            for row, column in places(reached):
                yield row, column, length

    def _is_left(self, found: list[int], count: int) -> bool:
        """Whether one castle or camp finds room, or two that are not neighbours."""
        spots = [row for row, bits in enumerate(found) if bits]
        if not spots or count == 1:
            return bool(spots)
        union = 0
        for bits in found:
            union |= bits
        width = union.bit_length() - (union & -union).bit_length()
        return max(spots[-1] - spots[0], width) > CASTLE

    def _span(self, first: int, last: int) -> int:
        """The columns from first to last, as bits."""
        first, last = max(first, 0), min(last, self.columns - 1)
        return ((1 << (last - first + 1)) - 1) << first if first <= last else 0


def fitting(grass: list[int], length: int) -> list[int]:
    """Where the top left field of a square fits on the grass."""
    found = []
    for row in range(len(grass)):
        bits = -1 if row + length <= len(grass) else 0
        for line in grass[row : row + length]:
            for column in range(length):
                bits &= line >> column
        found.append(bits)
    return found


def places(found: list[int]) -> Iterator[tuple[int, int]]:
    """Rows and columns of all bits."""
    for row, bits in enumerate(found):
        for column in range(bits.bit_length()):
            if bits >> column & 1:
                yield row, column


def reach(top: int, left: int, row: int, length: int, distance: int) -> tuple[int, int]:
    """The columns, first and last, where a square in that row is within the distance of the castle there (G2)."""
    apart = max(row - (top + CASTLE - 1), top - (row + length - 1), 0)
    room = distance + 1 - apart
    return (left - (length - 1) - room, left + CASTLE - 1 + room) if room >= 0 else (0, -1)


def without(found: list[int], top: int, left: int, length: int, other: int) -> list[int]:
    """What is left for squares of another length when one stands there and they may not be neighbours (G19)."""
    first = max(left - other, 0)
    taken = ((1 << (left + length + 1 - first)) - 1) << first
    return [bits & ~taken if top - other <= row <= top + length else bits for row, bits in enumerate(found)]
