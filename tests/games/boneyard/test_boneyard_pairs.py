"""Every pair of traps that can meet, as pictures: one trap brings a skeleton onto another. Then longer chains."""

import pytest
from boneyard_drawing import after, draw, picture, text, value

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
NO_ARROWS = {"arrows": [0] * 25}
GREEN, YELLOW = EMPTY + "\nforest: Gv", EMPTY + "\nforest: Yv"


def check(before, expected, answers=(), other=EMPTY, layers=90, houses=90):
    position = after(draw(before, rules=NO_ARROWS), *answers)
    assert picture(position) == text(expected)
    assert picture(position, 1) == text(other)
    assert (value(position, "layers"), value(position, "houses")) == (layers, houses)


# A wall at (0, 1) sends a skeleton down onto (1, 1).
BY_WALL = {
    "wall /": ("/", ". \\1 . . .\nG< /1 . . .", (), EMPTY),
    "wall \\": ("\\", ". \\1 . . .\n. \\1 G> . .", (), EMPTY),
    "dragon": ("D", ". \\1 . . .\n. D1 Gv . .", ("right",), EMPTY),
    "dragon, back onto the wall": ("D", ". \\1Gv . . .\n. D1 . . .", ("up",), EMPTY),
    "catapult": ("C", ". \\1 . . .\n. C1 . . .", (), GREEN),
    "treasure": ("T", ". \\1 . . .\n. Gv . . .", (), EMPTY),
    "bomb": ("X", ". \\1 . . .\n. o . . .", (), EMPTY),
    "labyrinth": ("L", ". \\1 . . .\n. LGv! . . .", (), EMPTY),
    "hearse": ("H", ". \\1 . . .\n. . . . .", (), GREEN),
    "palisade": ("I", "G> \\1 . . .\n. I1 . . .", (), EMPTY),
    "palisade, last use": ("I1", "G> \\1 . . .\n. . . . .", (), EMPTY),
    "spring": ("S", ". \\1 . . .\n. S1 . . .\n. . . . .\n. Gv . . .", (), EMPTY),
    "portal": ("O", ". \\1 . . .\n. O1 . . .\nforest: Gv", (), EMPTY),
    "fan": ("F>", ". \\1 . . .\n. Gv . . .", (), EMPTY),
    "distress": ("E", ". \\1 . . .\n. GvGv . . .", (), EMPTY),
}


@pytest.mark.parametrize("name", BY_WALL)
def test_a_wall_sends_a_skeleton_onto(name):
    cell, expected, answers, other = BY_WALL[name]
    check(f"G> \\ . . .\n. {cell} . . .", expected, answers, other)


# A spring at (0, 1) throws a skeleton right onto (0, 3).
BY_SPRING = {
    "wall /": ("/", ". S1 . /1 .", (), GREEN),
    "wall \\": ("\\", ". S1 . \\1 .\n. . . Gv .", (), EMPTY),
    "dragon": ("D", ". S1 . D1 .\n. . . G> .", ("down",), EMPTY),
    "catapult": ("C", ". S1 . C1 .", (), GREEN),
    "treasure": ("T", ". S1 . G> .", (), EMPTY),
    "bomb": ("X", ". S1 . o .", (), EMPTY),
    "labyrinth": ("L", ". S1 . LG>! .", (), EMPTY),
    "hearse": ("H", ". S1 . . .", (), GREEN),
    "palisade": ("I", ". S1 . I1 .", (), EMPTY),
    "spring": ("S", ". S1 . S1 .", (), GREEN),
    "portal": ("O", ". S1 . O1 .\nforest: Gv", (), EMPTY),
    "fan": ("F^", ". S1 . G> .", (), EMPTY),
    "distress": ("E", ". S1 . G>Gv .", (), EMPTY),
}


@pytest.mark.parametrize("name", BY_SPRING)
def test_a_spring_throws_a_skeleton_onto(name):
    cell, expected, answers, other = BY_SPRING[name]
    check(f"G> S . {cell} .", expected, answers, other)


# A fan at (1, 0) pushes a skeleton that faces up from (1, 1) onto (1, 2).
BY_FAN = {
    "wall /": ("/", ". . . . .\n. . /1 G> .", (), EMPTY),
    "wall \\": ("\\", ". . . . .\n. G< \\1 . .", (), EMPTY),
    "dragon": ("D", ". . . . .\n. . D1 G^ .", ("right",), EMPTY),
    "catapult": ("C", ". . . . .\n. . C1 . .", (), GREEN),
    "treasure": ("T", ". . . . .\n. . G^ . .", (), EMPTY),
    "bomb": ("X", ". . . . .\n. . o . .", (), EMPTY),
    "labyrinth": ("L", ". . . . .\n. . LG^! . .", (), EMPTY),
    "hearse": ("H", EMPTY, (), GREEN),
    "palisade": ("I", ". . . . .\n. G^ I1 . .", (), EMPTY),
    "spring": ("S", ". . . . .\n. . S1 . .", (), GREEN),
    "portal": ("O", ". . . . .\n. . O1 . .\nforest: Gv", (), EMPTY),
    "fan": ("Fv", ". . . . .\n. . G^ . .", (), EMPTY),
    "distress": ("E", ". . . . .\n. . G^Gv . .", (), EMPTY),
}


@pytest.mark.parametrize("name", BY_FAN)
def test_a_fan_pushes_a_skeleton_onto(name):
    cell, expected, answers, other = BY_FAN[name]
    check(f". . . . .\nF> . {cell} . .\n. G^ . . .", expected, answers, other)


# A dragon at (0, 1) puts a skeleton on (0, 2): nothing there acts on it, except the hearse when all traps have acted.
BY_DRAGON = {
    **{
        cell: (cell, f". D1 {cell}G> . .", EMPTY)
        for cell in ("/", "\\", "D", "C", "T", "X", "L", "I", "S", "O", "F^", "E")
    },
    "hearse": ("H", ". D1 . . .", GREEN),
    "crater": ("o", ". D1 oG> . .", EMPTY),
}


@pytest.mark.parametrize("name", BY_DRAGON)
def test_a_dragon_puts_a_skeleton_onto(name):
    cell, expected, other = BY_DRAGON[name]
    check(f"G> D {cell} . .", expected, ("right",), other)


# The ballista on the tower, facing left, and what brings a skeleton there from the left.
ONTO_THE_TOWER = {
    "wall": (". . . . .\n. Gv . . .\n. \\ A< . .", ". . . . .\n. . . . .\n. \\1 A<1 . .", (), 90),
    "spring": (
        "\n".join([EMPTY] * 2 + ["S . A< . .", "forest: R>"]),
        "\n".join([EMPTY] * 2 + ["S1 . A<1 . ."]),
        (),
        90,
    ),
    "fan": (". . . . .\n. Gv . . .\nF> . A< . .", "\n".join([EMPTY] * 2 + [". . A<1 . ."]), (), 90),
    "dragon": (". . . . .\n. Gv . . .\n. D A< . .", "\n".join([EMPTY] * 2 + [". D1 A< . ."]), ("right",), 89),
    "wall, from above": (". . . . .\n. G> \\ . .\n. . A< . .", ". . . . .\n. . \\1 . .\n. . A< . .", (), 89),
}


@pytest.mark.parametrize("name", ONTO_THE_TOWER)
def test_the_ballista_meets(name):
    before, expected, answers, layers = ONTO_THE_TOWER[name]
    check(before, expected, answers, layers=layers)


# Longer chains: before, after, answers, the other player's board.
CHAINS = {
    "a loop of four walls, entered by a spring, until all are used up": (
        "G> S / \\ .\n. . \\ / .",
        ". S1 . G> .",
        (),
        EMPTY,
    ),
    "a loop of four walls with shields goes half a round more": (
        "G> S / \\+ .\n. . \\ /+ .",
        ". S1 . . .\n. . G< . .",
        (),
        EMPTY,
    ),
    "a wall that is used up in the middle of a chain": (
        "G> \\ . . .\n. \\1 . . .",
        ". \\1 . . .\n. . G> . .",
        (),
        EMPTY,
    ),
    "two walls back into the forest": (
        "\\ . . . .\n/ . . . .\nforest: G>",
        "\\1 . . . .\n/1 . . . .",
        (),
        EMPTY + "\nforest: G>",
    ),
    "wall, palisade: back into the forest": (
        "\\ . . . .\nI . . . .\nforest: G>",
        "\\1 . . . .\nI1 . . . .\nforest: G>",
        (),
        EMPTY,
    ),
    "two walls, palisade: back to before the first wall, both are used": (
        "G> \\ . . .\n. \\ I . .",
        "G> \\1 . . .\n. \\1 I1 . .",
        (),
        EMPTY,
    ),
    "two walls used up, palisade": ("G> \\1 . . .\n. \\1 I . .", "G> . . . .\n. . I1 . .", (), EMPTY),
    "spring, wall, palisade: back to the spring": (
        "G> S . \\ .\n. . . I .",
        ". S1G> . \\1 .\n. . . I1 .",
        (),
        EMPTY,
    ),
    "wall, spring, wall, palisade: back to the spring": (
        "G> \\ . . .\n. S . . .\n. . . . .\n. \\ I . .",
        ". \\1 . . .\n. S1Gv . . .\n. . . . .\n. \\1 I1 . .",
        (),
        EMPTY,
    ),
    "fan, wall, palisade: back to where the fan pushed it from": (
        ". . . . .\nF> . / I .\n. G^ . . .",
        ". . . . .\n. G^ /1 I1 .",
        (),
        EMPTY,
    ),
    "fan with a shield pushes again the one that was put back": (
        ". . . . .\nF>+ . / I .\n. G^ . . .",
        ". . . . .\n. G^ . . .",
        (),
        EMPTY,
    ),
    "two walls send skeletons onto one catapult in one pass: one use": (
        "G> \\ . . .\n. C . . .\nB> / . . .",
        ". \\1 . . .\n. C1 . . .\n. /1 . . .",
        (),
        EMPTY + "\nforest: Bv Gv",
    ),
    "one comes by itself, one by a wall a pass later: two uses": (
        "G> \\ . . .\nB> C . . .",
        ". \\1 . . .\n. . . . .",
        (),
        EMPTY + "\nforest: Bv Gv",
    ),
    "the catapult is used up before the second comes": (
        "G> \\ . . .\nB> C1 . . .",
        ". \\1 . . .\n. Gv . . .",
        (),
        EMPTY + "\nforest: Bv",
    ),
    "the bomb has exploded before the second comes": (
        "G> \\ . . .\nB> X . . .",
        ". \\1 . . .\n. oGv . . .",
        (),
        EMPTY,
    ),
    "wall and fan onto one portal in one pass: one use": (
        "B> \\ . . .\n. O . F< .\n. . G^ . .",
        ". \\1 . . .\n. O1 . . .\nforest: Bv Gv",
        (),
        EMPTY,
    ),
    "several on one wall from all sides": (
        ". Gv . . .\nB> / P< . .\n. Y^ . . .",
        ". B^ . . .\nG< /1 Y> . .\n. Pv . . .",
        (),
        EMPTY,
    ),
    "dragon beside a treasure: it turns at once": ("G> D . . .\n. . T . .", ". D1 . . .\n. G> T . .", ("down",), EMPTY),
    "dragon between two lures: up before right": (
        ". . T . .\nG> D . E .",
        ". . T . .\n. D1 G^ E .",
        ("right",),
        EMPTY,
    ),
    "dragon in front of a fan: pushed in the next pass": (
        "G> D . . .\n. . F< . .",
        ". D1 . . .\nG> . . . .",
        ("down",),
        EMPTY,
    ),
    "dragon, fan, spring: thrown the way the lure turned it": (
        "G> D . . .\nS . F< . .\n. T . . .",
        ". D1 . . .\nS1 . . . .\n. T . . .\nGv . . . .",
        ("down",),
        EMPTY,
    ),
    "the fan is first in reading order": (". F> C . .\n. . G^ . .", ". . C G^ .", (), EMPTY),
    "the catapult is first in reading order": (". . C F< .\n. . G^ . .", ". . C1 F< .", (), GREEN),
    "a fan pushes a skeleton onto another fan": (". F> . F< .\n. . G^ . .", ". . . G^ .", (), EMPTY),
    "a fan blows onto the hero, who kills": ("F> . @ . .\nforest: Yv", ". . @ . .", (), EMPTY),
    "a fan saves one from the hero": ("F> @ . . .\nforest: Yv", ". @ Yv . .", (), EMPTY),
    "a wall onto a hearse, together with one that walked there": (
        "G> \\ . . .\nB> H . . .",
        ". \\1 . . .",
        (),
        EMPTY + "\nforest: Bv Gv",
    ),
    "a spring over a hearse, a dragon onto it": (
        "G> S H D .",
        ". S1 . D1 .",
        ("left",),
        GREEN,
    ),
    "a distress calls in front of a fan: pushed in the same pass": (
        "B> E F< . .",
        "B>Bv . . . .",
        (),
        EMPTY,
    ),
    "a portal with a stack that came in two passes": (
        "G> \\ . . .\nB>P> O . . .",
        ". \\1 . . .\nforest: Pv Bv Gv",
        (),
        EMPTY,
    ),
    "labyrinth, then a wall: held, and no wall acts on it": ("G> L / . .", ". LG>! / . .", (), EMPTY),
    "a wall into a labyrinth holds for a round": ("G> \\ . . .\n. L . . .", ". \\1 . . .\n. LGv! . . .", (), EMPTY),
    "a palisade keeps skeletons on a trap that has acted": ("LG> I . . .", "LG> I1 . . .", (), EMPTY),
    "a palisade keeps a skeleton beside a treasure": ("G> I . . .\nT . . . .", "Gv I1 . . .\nT . . . .", (), EMPTY),
}


@pytest.mark.parametrize("name", CHAINS)
def test_chain(name):
    check(*CHAINS[name])
