"""S6: the Ork heals itself and its neighbours before its step."""

import pytest
from skirmish_drawing import NEIGHBOURS, board, draw, drawn, health_of, is_moving, move

pytestmark = pytest.mark.lane


def test_S6_the_ork_heals_itself_and_its_8_neighbours_by_10():
    """It is stopped by a friend, and everybody around it is healed all the same."""
    picture = """
        G0 G1 G2 .. H0
        G3 O0 G4 .. ..
        G5 G6 G7 .. ..
        .. .. .. .. .."""
    position = draw(picture, health={"O0": 100, **{f"G{i}": 10 + i for i in range(8)}}, to_move="zorde")
    move(position, "O0", "right")
    assert drawn(position) == board(picture, health={"O0": 110, **{f"G{i}": 20 + i for i in range(8)}})


def test_S6_only_neighbours_of_the_cell_where_it_begins_are_healed():
    position = draw(
        """
        T0 .. .. T1 ..
        .. O0 .. T2 ..
        .. .. .. .. H0""",
        health={"T0": 50, "T1": 50, "T2": 50},
        to_move="zorde",
    )
    move(position, "O0", "right")
    assert drawn(position) == board(
        """
        T0 .. .. T1 ..
        .. .. O0 T2 ..
        .. .. .. .. H0""",
        health={"T0": 60, "T1": 50, "T2": 50},
    )


@pytest.mark.parametrize(
    "name, health, healed",
    [("O0", 189, 199), ("O0", 190, 200), ("O0", 191, 200), ("O0", 200, 200), ("T0", 145, 150), ("G0", 79, 80)],
)
def test_S6_never_above_the_default_health(name, health, healed):
    position = draw(
        """
        T0 .. .. .. H0
        G0 O0 .. .. ..""",
        health={name: health},
        to_move="zorde",
    )
    move(position, "O0", "down")
    assert health_of(position, name) == healed


def test_S6_enemies_are_not_healed():
    position = draw("H0 O0 .. .. ..", health={"H0": 40}, to_move="zorde")
    move(position, "O0", "right")
    assert health_of(position, "H0") == 40


def test_S6_a_second_ork_beside_it_is_healed_but_does_not_heal():
    position = draw("T0 O1 O0 .. .. .. H0", health={"T0": 50, "O1": 50}, to_move="zorde")
    move(position, "O0", "right")
    assert drawn(position) == board("T0 O1 .. O0 .. .. H0", health={"T0": 50, "O1": 60})


@pytest.mark.parametrize("kind", ["T", "G", "H", "E", "D"])
def test_S6_nobody_else_heals(kind):
    friend, enemy = ("T9", "H5") if kind in "TG" else ("H9", "T5")
    position = draw(
        f"""
        {friend} {kind}0 .. .. {enemy}""",
        health={friend: 50, f"{kind}0": 50},
        to_move="zorde" if kind in "TG" else "calliance",
    )
    move(position, f"{kind}0", "stay")
    assert health_of(position, friend) == 50
    assert health_of(position, f"{kind}0") == 50


def test_S6_the_dead_are_not_healed():
    position = draw(
        """
        .. .. T0 O0
        H0 .. .. ..
        .. .. .. H1""",
        health={"T0": 30, "O0": 100},
    )
    move(position, "H0", "up", "down", "up-right")
    move(position, "O0", "down")
    assert drawn(position) == board(
        """
        .. H0 .. ..
        .. .. .. O0
        .. .. .. H1""",
        health={"O0": 110, "H1": 70},
    )


@pytest.mark.parametrize("direction", NEIGHBOURS)
def test_S6_it_heals_whatever_the_direction_of_its_step(direction):
    position = draw(
        """
        .. .. .. .. ..
        .. .. .. .. ..
        .. .. O0 .. ..
        .. .. .. .. ..
        H0 .. .. .. ..""",
        health={"O0": 100},
        to_move="zorde",
    )
    move(position, "O0", direction)
    assert health_of(position, "O0") == 110


def test_S6_it_heals_also_when_it_stays():
    position = draw("T0 O0 .. H0", health={"T0": 50, "O0": 100}, to_move="zorde")
    move(position, "O0", "stay")
    assert not is_moving(position)
    assert drawn(position) == board("T0 O0 .. H0", health={"T0": 60, "O0": 110})


def test_S6_it_heals_before_a_fight():
    """The Human falls to 70. The Ork has 65 and would lose; healed, it has 75 and wins with 5."""
    position = draw("T0 O0 H0 .. H1", health={"O0": 65, "T0": 50}, to_move="zorde")
    move(position, "O0", "right")
    assert drawn(position) == board("T0 .. O0 .. H1", health={"O0": 5, "T0": 60})


def test_S6_it_heals_also_when_it_then_loses_the_fight():
    position = draw("T0 O0 H0 .. H1", health={"O0": 20, "T0": 50}, to_move="zorde")
    move(position, "O0", "right")
    assert drawn(position) == board("T0 .. H0 .. H1", health={"H0": 40, "T0": 60})


def test_S6_it_heals_once_and_then_attacks():
    position = draw("T0 O0 .. H0", health={"O0": 100, "T0": 50}, to_move="zorde")
    move(position, "O0", "right")
    assert drawn(position) == board("T0 .. O0 H0", health={"O0": 110, "T0": 60, "H0": 70})


def test_S6_a_variant_may_let_a_healer_walk_further():
    """Also with more steps it heals before its move, not before each step."""
    position = draw("O0 .. .. .. .. H0", health={"O0": 100}, to_move="zorde", rules={"steps": [3, 1, 4, 3, 4, 2]})
    move(position, "O0", "right", "right", "right")
    assert health_of(position, "O0") == 110
