"""S4, S5: attacks on the neighbouring cells, death, and the Elf's ranged attack."""

import pytest
from skirmish_drawing import (
    DIRECTIONS,
    NEIGHBOURS,
    board,
    choose,
    draw,
    drawn,
    go,
    health_of,
    is_moving,
    move,
    placed,
)

pytestmark = pytest.mark.lane

CENTRE = (2, 2)
OPPOSITE = dict(zip(NEIGHBOURS, NEIGHBOURS[4:] + NEIGHBOURS[:4], strict=True))
SQUARE = [(down, across) for down in range(-2, 3) for across in range(-2, 3) if (down, across) != (0, 0)]


@pytest.mark.parametrize("entrance", NEIGHBOURS)
def test_S4_an_attack_hits_every_enemy_in_the_8_neighbouring_cells(entrance):
    """A Troll walks from one of the 8 cells into the middle of a full board: 7 Humans are next to it, 16 are not."""
    start = tuple(a + b for a, b in zip(CENTRE, DIRECTIONS[entrance], strict=True))
    free = [(row, column) for row in range(5) for column in range(5) if (row, column) not in (CENTRE, start)]
    humans = {f"H{chr(65 + number)}": place for number, place in enumerate(free)}
    position = draw(placed(5, {"T0": start, **humans}), to_move="zorde")
    move(position, "T0", OPPOSITE[entrance])
    next_to = {name for name, (row, column) in humans.items() if max(abs(row - 2), abs(column - 2)) == 1}
    assert len(next_to) == 7
    assert drawn(position) == board(
        placed(5, {"T0": CENTRE, **humans}), health={name: 80 if name in next_to else 100 for name in humans}
    )


def test_S4_an_attack_does_not_hit_friends():
    position = draw(
        """
        G0 G1 G2 ..
        O0 .. T1 T0
        .. H0 .. ..""",
        to_move="zorde",
    )
    move(position, "T0", "up")  # from here on T1 and G2 are next to it
    assert drawn(position) == board(
        """
        G0 G1 G2 T0
        O0 .. T1 ..
        .. H0 .. .."""
    )


def test_S4_an_attack_on_a_mixed_crowd_hits_only_the_enemies():
    position = draw(
        """
        G0 H0 O0 ..
        D0 .. E0 ..
        G1 H1 T0 ..""",
        to_move="zorde",
    )
    move(position, "T0", "up-left")
    assert drawn(position) == board(
        """
        G0 H0 O0 ..
        D0 T0 E0 ..
        G1 H1 .. ..""",
        health={"H0": 80, "H1": 80, "D0": 100, "E0": 50},
    )


@pytest.mark.parametrize("corner", [(0, 0), (0, 3), (3, 0), (3, 3)])
def test_S4_an_attack_at_the_edge_does_not_reach_across_the_board(corner):
    """The Troll steps into a corner; the cells that come next in the numbering of the fields are on the other side."""
    row, column = corner
    inside = (row + (1 if row == 0 else -1), column)
    others = {
        "H0": (row, 3 - column),
        "H1": (3 - row, column),
        "H2": (3 - row, 3 - column),
        "H3": (inside[0], 3 - column),
    }
    position = draw(placed(4, {"T0": inside, **others}), to_move="zorde")
    move(position, "T0", "up" if row == 0 else "down")
    assert drawn(position) == board(placed(4, {"T0": corner, **others}))


@pytest.mark.parametrize("health, left", [(21, 1), (20, 0), (19, 0), (1, 0)])
def test_S4_at_0_or_below_it_dies(health, left):
    position = draw("T0 .. H0 H1", health={"H0": health}, to_move="zorde")
    move(position, "T0", "right")
    if left:
        assert drawn(position) == board(".. T0 H0 H1", health={"H0": left})
    else:
        assert drawn(position) == board(".. T0 .. H1")
    assert position.state["living"][0].tolist() == [2 if left else 1, 1]


def test_S4_its_cell_is_free_at_once():
    """The Goblin kills with its first step and walks through the dead Elf's cell with the next, without a fight."""
    position = draw("G0 .. E0 .. .. H0", health={"E0": 10}, to_move="zorde")
    choose(position, "G0")
    go(position, "G0", "right")
    assert drawn(position) == board(".. G0 .. .. .. H0")
    go(position, "G0", "right")
    assert drawn(position) == board(".. .. G0 .. .. H0")
    assert is_moving(position)
    go(position, "G0", "right", "left")
    assert drawn(position) == board(".. .. G0 .. .. H0")


def test_S4_one_attack_can_kill_several():
    position = draw(
        """
        H0 H1 .. ..
        .. .. .. ..
        T0 H2 D0 H3""",
        health={"H0": 20, "H1": 5, "H2": 50},
        to_move="zorde",
    )
    move(position, "T0", "up")
    assert drawn(position) == board(
        """
        .. .. .. ..
        T0 .. .. ..
        .. H2 D0 H3""",
        health={"H2": 30},
    )


# --- S5


def steps_towards(offset: tuple[int, int]) -> tuple[tuple[int, int], str]:
    """Where to begin on a 9x9 board, and the direction, to reach the middle with its back to what is at `offset`."""
    sign = tuple((number > 0) - (number < 0) for number in offset)
    direction = next(name for name, way in DIRECTIONS.items() if way == sign)
    return (4 - 4 * sign[0], 4 - 4 * sign[1]), direction


@pytest.mark.parametrize("offset", SQUARE, ids=str)
def test_S5_the_shot_hits_every_cell_of_the_5x5_square_once_for_15(offset):
    """Steps 1 to 3 are too far away for an attack; then neighbours lose 15 once, as all others do."""
    start, direction = steps_towards(offset)
    enemy = (4 + offset[0], 4 + offset[1])
    position = draw(placed(9, {"E0": start, "T0": enemy}))
    choose(position, "E0")
    go(position, "E0", *[direction] * 3)
    assert health_of(position, "T0") == 150
    go(position, "E0", direction)
    assert drawn(position) == board(placed(9, {"E0": (4, 4), "T0": enemy}), health={"T0": 135})


def test_S5_the_shot_does_not_reach_further_than_2_cells():
    ring = [(row, column) for row in range(1, 8) for column in range(1, 8) if max(abs(row - 4), abs(column - 4)) == 3]
    trolls = {f"T{chr(65 + i)}": place for i, place in enumerate(ring) if abs(place[0] - 4) == 3 or place[1] == 7}
    assert len(trolls) == 19
    position = draw(placed(9, {"E0": (4, 0), **trolls}))
    move(position, "E0", "right", "right", "right", "right")
    assert drawn(position) == board(placed(9, {"E0": (4, 4), **trolls}))


def test_S5_the_shot_takes_the_place_of_the_final_attack():
    """T0: attacks 1 and 2. T1: attack 3, then the shot, not a fourth attack. T2: the shot alone."""
    position = draw(
        """
        .. T0 .. .. T1 .. T2
        E0 .. .. .. .. .. .."""
    )
    move(position, "E0", "right", "right", "right", "right")
    assert drawn(position) == board(
        """
        .. T0 .. .. T1 .. T2
        .. .. .. .. E0 .. ..""",
        health={"T0": 120, "T1": 120, "T2": 135},
    )


def test_S5_the_shot_hits_all_at_once_and_no_friend():
    position = draw(
        """
        G0 .. H0 .. G1 .. ..
        .. .. .. .. .. .. ..
        G2 .. .. .. .. .. E0
        .. .. D0 .. .. .. ..
        G3 .. O0 .. T0 .. ..
        .. .. .. .. G4 .. .."""
    )
    move(position, "E0", "left", "left", "left", "left")
    assert drawn(position) == board(
        """
        G0 .. H0 .. G1 .. ..
        .. .. .. .. .. .. ..
        G2 .. E0 .. .. .. ..
        .. .. D0 .. .. .. ..
        G3 .. O0 .. T0 .. ..
        .. .. .. .. G4 .. ..""",
        health={"G0": 65, "G1": 65, "G2": 65, "G3": 65, "O0": 185, "T0": 135},
    )


def test_S5_the_shot_kills():
    position = draw(
        """
        E0 .. .. .. .. .. G0
        .. .. .. .. .. .. G1
        .. .. .. .. .. .. G2""",
        health={"G0": 15, "G1": 14, "G2": 16},
    )
    move(position, "E0", "right", "right", "right", "right")
    assert drawn(position) == board(
        """
        .. .. .. .. E0 .. ..
        .. .. .. .. .. .. ..
        .. .. .. .. .. .. G2""",
        health={"G2": 1},
    )


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_S5_no_shot_before_all_4_steps_are_made(steps):
    position = draw(
        """
        E0 .. .. .. .. .. ..
        .. .. .. .. .. .. ..
        T0 T1 T2 T3 T4 T5 T6"""
    )
    choose(position, "E0")
    go(position, "E0", *["right"] * steps)
    assert all(health_of(position, f"T{i}") == 150 for i in range(7))


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
@pytest.mark.parametrize("hindrance", ["D0", "G0", "stay"])
def test_S5_an_interrupted_move_gives_no_ranged_attack(steps, hindrance):
    """A friend, a fight that the Elf wins, or a step of 0;0, at each of the 4 steps; a Troll is 2 cells away."""
    row = ["E0", "..", "..", "..", "..", ".."]
    if hindrance != "stay":
        row[steps + 1] = hindrance
    below = [".."] * 6
    below[steps] = "T0"
    position = draw(
        f"{' '.join(row)}\n{' '.join(['..'] * 6)}\n{' '.join(below)}", health={"G0": 31} if "G0" in row else {}
    )
    move(position, "E0", *["right"] * steps, "stay" if hindrance == "stay" else "right")
    assert not is_moving(position)
    assert health_of(position, "T0") == 150
