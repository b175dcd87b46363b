"""S1: the six kinds, their health, attack power, steps, and when they attack."""

import pytest
from skirmish_drawing import FULL_HEALTH, board, choose, draw, drawn, field_of, go, health_of, is_moving, move

pytestmark = pytest.mark.lane

STEPS = {"O": 1, "T": 1, "G": 4, "H": 3, "E": 4, "D": 2}
ATTACK = {"O": 30, "T": 20, "G": 10, "H": 30, "E": 15, "D": 20}

ALL_SIX = """
.. .. .. .. .. ..
O0 T0 G0 .. .. ..
.. .. .. .. .. ..
.. .. .. .. .. ..
H0 E0 D0 .. .. ..
"""


@pytest.mark.parametrize("side, own", [("calliance", ("H0", "E0", "D0")), ("zorde", ("O0", "T0", "G0"))])
def test_S1_each_side_has_its_three_kinds(side, own):
    position = draw(ALL_SIX, to_move=side)
    (player,) = position.waiting
    assert player == ("calliance", "zorde").index(side)
    assert position.actions(player) == sorted(field_of(position, name) for name in own)


@pytest.mark.parametrize("kind, health", FULL_HEALTH.items())
def test_S1_default_health(kind, health):
    assert health_of(draw(ALL_SIX), f"{kind}0") == health


def test_S1_everybody_begins_in_full_health():
    assert drawn(draw(ALL_SIX)) == board(ALL_SIX)


@pytest.mark.parametrize("kind, steps", STEPS.items())
def test_S1_steps_of_each_kind(kind, steps):
    other = "T0" if kind in "HED" else "H0"
    position = draw(f"{kind}0 .. .. .. .. .. .. {other}", to_move="calliance" if kind in "HED" else "zorde")
    choose(position, f"{kind}0")
    for _ in range(steps):
        assert is_moving(position)
        go(position, f"{kind}0", "right")
    assert not is_moving(position)
    assert field_of(position, f"{kind}0") == steps


@pytest.mark.parametrize("kind, first, second", [("O", "H0", "H1"), ("T", "H0", "H1")])
def test_S1_ork_and_troll_attack_after_their_one_step(kind, first, second):
    position = draw(
        f"""
        {first} .. .. .. ..
        .. {kind}0 .. .. ..
        .. .. .. {second} ..""",
        to_move="zorde",
    )
    move(position, f"{kind}0", "right")
    assert health_of(position, first) == 100  # next to the field it left
    assert health_of(position, second) == 100 - ATTACK[kind]


def test_S1_human_attacks_after_the_final_step_only():
    position = draw(
        """
        .. .. .. .. .. ..
        H0 .. .. .. .. ..
        T0 T1 T2 T3 T4 T5"""
    )
    choose(position, "H0")
    go(position, "H0", "right", "right")
    assert all(health_of(position, f"T{i}") == 150 for i in range(6))
    go(position, "H0", "right")
    assert [health_of(position, f"T{i}") for i in range(6)] == [150, 150, 120, 120, 120, 150]


@pytest.mark.parametrize(
    "kind, enemy, losses",
    [
        ("G", "H", [(1, 1, 1, 0, 0, 0), (1, 2, 2, 1, 0, 0), (1, 2, 3, 2, 1, 0), (1, 2, 3, 3, 2, 1)]),
        ("D", "T", [(1, 1, 1, 0, 0, 0), (1, 2, 2, 1, 0, 0)]),
        ("E", "T", [(1, 1, 1, 0, 0, 0), (1, 2, 2, 1, 0, 0), (1, 2, 3, 2, 1, 0), (1, 2, 4, 3, 2, 1)]),
    ],
)
def test_S1_goblin_dwarf_and_elf_attack_after_every_step(kind, enemy, losses):
    """How often each of six enemies below the way has been hit after each step; the Elf's last hit reaches further."""
    position = draw(
        f"""
        .. .. .. .. .. ..
        {kind}0 .. .. .. .. ..
        {" ".join(f"{enemy}{i}" for i in range(6))}""",
        to_move="zorde" if kind == "G" else "calliance",
    )
    choose(position, f"{kind}0")
    assert [health_of(position, f"{enemy}{i}") for i in range(6)] == [FULL_HEALTH[enemy]] * 6
    for hits in losses:
        go(position, f"{kind}0", "right")
        lost = [FULL_HEALTH[enemy] - health_of(position, f"{enemy}{i}") for i in range(6)]
        assert lost == [ATTACK[kind] * count for count in hits]
    assert not is_moving(position)


@pytest.mark.parametrize("kind, power", ATTACK.items())
def test_S1_attack_power_of_each_kind(kind, power):
    """An enemy beside the field of the first attack loses exactly the attack power."""
    enemy = "T0" if kind in "HED" else "D0"
    first_attack = 3 if kind == "H" else 1
    position = draw(
        f"""
        {kind}0 .. .. .. ..
        {" ".join([".."] * first_attack)} {enemy}""",
        to_move="calliance" if kind in "HED" else "zorde",
    )
    choose(position, f"{kind}0")
    go(position, f"{kind}0", *["right"] * first_attack)
    assert health_of(position, enemy) == FULL_HEALTH[enemy[0]] - power
