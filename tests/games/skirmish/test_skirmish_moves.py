"""S2, S3: choosing a character, its steps, and moves that a friend stops."""

import pytest
from skirmish_drawing import (
    DIRECTIONS,
    NEIGHBOURS,
    SIDES,
    board,
    choose,
    draw,
    drawn,
    field_of,
    go,
    health_of,
    is_moving,
    move,
    target,
)

from garrison.errors import IllegalAction

pytestmark = pytest.mark.lane

APART = """
H0 .. .. D0
.. .. .. ..
.. .. .. ..
T0 .. .. G0
"""


def test_S2_a_side_chooses_one_of_its_own_characters():
    position = draw(APART)
    assert position.actions(0) == [field_of(position, "H0"), field_of(position, "D0")]
    with pytest.raises(IllegalAction):
        position.play(0, field_of(position, "T0"))
    with pytest.raises(IllegalAction):
        position.play(0, 5)


def test_S2_the_dead_cannot_be_chosen():
    position = draw(
        """
        H0 .. .. ..
        .. .. .. H1
        T0 T1 .. ..""",
        health={"H0": 10},
        to_move="zorde",
    )
    move(position, "T0", "up")
    assert health_of(position, "H0") == 0
    assert position.actions(0) == [field_of(position, "H1")]


def test_S2_only_the_chosen_character_moves_until_its_move_is_over():
    position = draw(APART)
    move(position, "H0", "right")
    assert field_of(position, "D0") not in position.actions(0)
    assert position.waiting == (0,)
    assert position.actions(1) == []
    go(position, "H0", "down", "left")
    assert drawn(position) == board(
        """
        .. .. .. D0
        H0 .. .. ..
        .. .. .. ..
        T0 .. .. G0"""
    )


@pytest.mark.parametrize("direction", NEIGHBOURS)
def test_S2_a_step_goes_to_each_of_the_8_neighbouring_cells(direction):
    position = draw(
        """
        .. .. .. .. H0
        .. .. .. .. ..
        .. .. T0 .. ..
        .. .. .. .. ..
        .. .. .. .. .."""
    )
    move(position, "H0", "stay")
    row, column = divmod(target(position, "T0", direction), 5)
    move(position, "T0", direction)
    assert (row - 2, column - 2) == DIRECTIONS[direction]
    assert field_of(position, "T0") == row * 5 + column


def test_S2_no_step_goes_further_than_a_neighbouring_cell():
    position = draw(
        """
        .. .. .. .. H0
        .. .. .. .. ..
        .. .. T0 .. ..
        .. .. .. .. ..
        .. .. .. .. ..""",
        to_move="zorde",
    )
    choose(position, "T0")
    assert position.actions(1) == [6, 7, 8, 11, 12, 13, 16, 17, 18]


@pytest.mark.parametrize("kind, steps", [("O", 1), ("T", 1), ("G", 4), ("H", 3), ("E", 4), ("D", 2)])
def test_S2_a_move_has_exactly_that_many_steps(kind, steps):
    """The same side goes on until the last step, then the other one is next."""
    name, other = f"{kind}0", "H9" if kind in "OTG" else "T9"
    position = draw(
        f"""
        {name} .. .. .. ..
        .. .. .. .. ..
        .. .. .. .. ..
        .. .. .. .. {other}""",
        to_move="zorde" if kind in "OTG" else "calliance",
    )
    side = SIDES[kind]
    choose(position, name)
    for direction in ("right", "left", "right", "left")[:steps]:
        assert position.waiting == (side,)
        go(position, name, direction)
    assert position.waiting == (1 - side,)
    assert not is_moving(position)


@pytest.mark.parametrize("way", [["up"], ["right", "up-left"], ["right", "right", "up"]])
def test_S3_a_friend_stops_the_move_where_the_character_stands(way):
    position = draw(
        """
        D0 .. E0 ..
        H0 .. .. ..
        .. .. .. ..
        .. .. .. T0"""
    )
    start = field_of(position, "H0")
    move(position, "H0", *way)
    assert not is_moving(position)
    assert position.waiting == (1,)
    assert field_of(position, "H0") == start + len(way) - 1
    assert field_of(position, "D0") == 0
    assert field_of(position, "E0") == 2


FRIEND_OR_SELF = pytest.mark.parametrize("onto", ["a friend", "itself"])


@FRIEND_OR_SELF
@pytest.mark.parametrize("kind", ["O", "T", "G", "H", "E", "D"])
def test_S3_stopped_at_the_first_step_nobody_attacks(kind, onto):
    name = f"{kind}0"
    friend, enemy = ("T9", "H5") if kind in "OTG" else ("H9", "T5")
    position = draw(f"{friend} {name} {enemy} .. ..", to_move="zorde" if kind in "OTG" else "calliance")
    before = drawn(position)
    move(position, name, "left" if onto == "a friend" else "stay")
    assert drawn(position) == before
    assert not is_moving(position)
    assert position.waiting == (1 - SIDES[kind],)


@FRIEND_OR_SELF
@pytest.mark.parametrize("kind, power", [("G", 10), ("E", 15), ("D", 20)])
def test_S3_stopped_at_the_second_step_only_the_first_attack_was_made(kind, power, onto):
    name = f"{kind}0"
    friend, enemy = ("T9", "D5") if kind == "G" else ("H9", "O5")
    position = draw(
        f"""
        {name} .. {friend} ..
        .. .. {enemy} ..""",
        to_move="zorde" if kind == "G" else "calliance",
    )
    move(position, name, "right", "right" if onto == "a friend" else "stay")
    assert drawn(position) == board(
        f"""
        .. {name} {friend} ..
        .. .. {enemy} ..""",
        health={enemy: {"D5": 120, "O5": 200}[enemy] - power},
    )
    assert not is_moving(position)


@FRIEND_OR_SELF
def test_S3_stopped_at_the_final_step_the_human_does_not_attack(onto):
    position = draw(
        """
        H0 .. .. D0
        .. .. T0 .."""
    )
    move(position, "H0", "right", "right", "right" if onto == "a friend" else "stay")
    assert drawn(position) == board(
        """
        .. .. H0 D0
        .. .. T0 .."""
    )


@FRIEND_OR_SELF
def test_S3_stopped_at_the_final_step_the_elf_does_not_shoot(onto):
    position = draw(
        """
        E0 .. .. .. D0
        .. .. .. .. ..
        .. .. .. T0 .."""
    )
    move(position, "E0", "right", "right", "right", "right" if onto == "a friend" else "stay")
    assert drawn(position) == board(
        """
        .. .. .. E0 D0
        .. .. .. .. ..
        .. .. .. T0 .."""
    )


def test_S3_a_step_that_stays_is_a_step_onto_a_friend():
    """A step of 0;0 ends the move; it does not use up one step of three."""
    position = draw("H0 .. .. .. T0")
    move(position, "H0", "right", "stay")
    assert position.waiting == (1,)
    assert field_of(position, "H0") == 1
    assert position.state["moves"][0] == 1
