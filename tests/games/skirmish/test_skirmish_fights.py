"""S7: a step onto an enemy is a fight to the death."""

import pytest
from skirmish_drawing import NEIGHBOURS, board, choose, draw, drawn, go, health_of, is_moving, move

pytestmark = pytest.mark.lane


def test_S7_the_example_of_the_rulebook():
    position = draw("H0 O0 .. G0", health={"O0": 60})
    move(position, "H0", "right")
    assert drawn(position) == board(".. H0 .. G0", health={"H0": 70})


@pytest.mark.parametrize("direction", NEIGHBOURS)
def test_S7_the_attacker_takes_the_cell_if_it_won(direction):
    position = draw(
        """
        G0 G1 G2 .. ..
        G3 H0 G4 .. ..
        G5 G6 G7 .. .."""
    )
    beaten = dict(
        zip(["up-left", "up", "up-right", "left", "right", "down-left", "down", "down-right"], range(8), strict=True)
    )
    name = f"G{beaten[direction]}"
    picture = drawn(position).split("\n")[:5]
    move(position, "H0", direction)
    after = "\n".join(picture).replace("H0", "..").replace(name, "H0")
    assert drawn(position) == board(after, health={"H0": 50})


@pytest.mark.parametrize(
    "attacker, defender, power",
    [("O", "H", 30), ("T", "H", 20), ("G", "H", 10), ("H", "O", 30), ("E", "O", 15), ("D", "O", 20)],
)
def test_S7_first_the_defender_loses_the_attackers_power(attacker, defender, power):
    """The defender has the power and 7 more, so the attacker wins and loses those 7."""
    name, other, third = f"{attacker}0", f"{defender}0", f"{defender}1"
    side = "zorde" if attacker in "OTG" else "calliance"
    position = draw(f"{name} {other} .. .. {third}", health={other: power + 7, name: 60}, to_move=side)
    move(position, name, "right")
    healed = 10 if attacker == "O" else 0
    assert drawn(position) == board(f".. {name} .. .. {third}", health={name: 53 + healed})


@pytest.mark.parametrize("health", [1, 29, 30])
def test_S7_the_defenders_health_does_not_fall_below_0(health):
    """A defender that the first blow finishes costs the winner nothing, and gives it nothing."""
    position = draw("H0 O0 .. G0", health={"O0": health, "H0": 55})
    move(position, "H0", "right")
    assert drawn(position) == board(".. H0 .. G0", health={"H0": 55})


def test_S7_the_higher_health_wins_and_loses_the_others():
    position = draw("H0 T0 .. G0", health={"T0": 129})
    move(position, "H0", "right")
    assert drawn(position) == board(".. H0 .. G0", health={"H0": 1})


def test_S7_an_attacker_with_less_health_dies_and_the_defender_stays():
    """The Troll falls to 101 and then loses the Human's 100."""
    position = draw("H0 T0 .. H1", health={"T0": 131})
    move(position, "H0", "right")
    assert drawn(position) == board(".. T0 .. H1", health={"T0": 1})


def test_S7_a_zorde_attacker_can_lose_as_well():
    position = draw("G0 H0 .. T0", to_move="zorde")
    move(position, "G0", "right")
    assert drawn(position) == board(".. H0 .. T0", health={"H0": 10})


def test_S7_equal_health_kills_both():
    """Equal after the first blow: 100 against 130 - 30."""
    position = draw("H0 T0 .. H1 G0", health={"T0": 130})
    move(position, "H0", "right")
    assert drawn(position) == board(".. .. .. H1 G0")
    assert position.state["living"][0].tolist() == [1, 1]


def test_S7_equal_health_before_the_first_blow_is_not_equal():
    position = draw("H0 T0 .. H1 G0", health={"T0": 100})
    move(position, "H0", "right")
    assert drawn(position) == board(".. H0 .. H1 G0", health={"H0": 30})


CROWD = """
G0 H1 G1 ..
H0 T0 O0 ..
G2 D0 G3 ..
"""


def test_S7_nobody_else_is_hit_when_the_attacker_wins():
    position = draw(CROWD, health={"T0": 50})
    move(position, "H0", "right")
    assert drawn(position) == board(CROWD.replace("H0 T0", ".. H0"), health={"H0": 80})


def test_S7_nobody_else_is_hit_when_the_attacker_loses():
    position = draw(CROWD)
    move(position, "H0", "right")
    assert drawn(position) == board(CROWD.replace("H0 T0", ".. T0"), health={"T0": 20})


def test_S7_nobody_else_is_hit_when_both_die():
    position = draw(CROWD, health={"T0": 130})
    move(position, "H0", "right")
    assert drawn(position) == board(CROWD.replace("H0 T0", ".. .."))


@pytest.mark.parametrize("kind", ["O", "T", "G", "H", "E", "D"])
def test_S7_nobody_attacks_any_more(kind):
    """No kind attacks from the cell that it has won, though an enemy stands beside it."""
    name = f"{kind}0"
    enemy, bystander = ("E8", "H9") if kind in "OTG" else ("G8", "T9")
    position = draw(f"{name} {enemy} {bystander}", health={enemy: 5}, to_move="zorde" if kind in "OTG" else "calliance")
    move(position, name, "right")
    assert drawn(position) == board(f".. {name} {bystander}")


@pytest.mark.parametrize("kind, defender_health", [("H", 5), ("G", 5), ("E", 5), ("D", 5), ("H", 190), ("H", 130)])
def test_S7_the_move_is_over(kind, defender_health):
    """Won, lost or both dead, at the first of several steps: the other side is next."""
    name = f"{kind}0"
    enemy, others = ("D8", "H9 .. T9") if kind == "G" else ("O8", "T9 .. H9")
    side = "zorde" if kind == "G" else "calliance"
    position = draw(f"{name} {enemy} .. .. {others}", health={enemy: defender_health}, to_move=side)
    move(position, name, "right")
    assert not is_moving(position)
    assert position.waiting == ((0,) if kind == "G" else (1,))


def test_S7_steps_before_the_fight_stay_made_with_their_attacks():
    """The Dwarf hits T0 and G0 with its first step and fights with its second; G0 loses nothing more."""
    position = draw(
        """
        D0 .. T0 ..
        .. .. G0 .."""
    )
    choose(position, "D0")
    go(position, "D0", "right")
    assert drawn(position) == board(
        """
        .. D0 T0 ..
        .. .. G0 ..""",
        health={"T0": 130, "G0": 60},
    )
    go(position, "D0", "right")  # 130 - 20 = 110 against 120
    assert drawn(position) == board(
        """
        .. .. D0 ..
        .. .. G0 ..""",
        health={"D0": 10, "G0": 60},
    )


def test_S7_the_human_fights_at_its_final_step_and_does_not_attack():
    position = draw(
        """
        H0 .. .. G0
        .. .. .. T0"""
    )
    move(position, "H0", "right", "right", "right")
    assert drawn(position) == board(
        """
        .. .. .. H0
        .. .. .. T0""",
        health={"H0": 50},
    )


def test_S7_the_elf_that_wins_at_its_final_step_does_not_shoot():
    position = draw(
        """
        E0 .. .. .. G0 .. T0
        .. .. .. .. .. .. .."""
    )
    move(position, "E0", "right", "right", "right", "right")
    # The third step's attack takes 15 of the Goblin's 80, the fight's blow another 15: 50 against 70.
    assert drawn(position) == board(
        """
        .. .. .. .. E0 .. T0
        .. .. .. .. .. .. ..""",
        health={"E0": 20},
    )


def test_S7_the_cells_of_both_dead_are_free():
    position = draw("H0 T0 H1 .. G0", health={"T0": 130})
    move(position, "H0", "right")
    move(position, "G0", "left", "right", "stay")
    assert health_of(position, "H1") == 90
    move(position, "H1", "left", "left", "stay")
    assert drawn(position) == board("H1 .. .. .. G0", health={"H1": 90})
