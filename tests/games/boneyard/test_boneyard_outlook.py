"""What a player's own board loses in this round: told before it happens, to that player alone."""

from __future__ import annotations

from random import Random

import pytest
from boneyard_drawing import draw

from garrison.core.game import load
from garrison.core.position import Position
from garrison.games.boneyard.state import Phase, Press

NAME = "You lose this round"
WORDS = ("no", "one", "two", "three", "four", "five")


def told(position: Position, player: int) -> list[str]:
    """What the panels tell a player, own panel first."""
    lines = [line for panel in position.scene(player).panels for line in panel.lines]
    return [line.value for line in lines if line.name == NAME]


def test_what_is_told_is_what_happens_if_nobody_touches_a_trap() -> None:
    losses = set()
    for seed in range(6):
        position, dice = load("boneyard", players=2).new(seed), Random(seed)
        while not position.over and position.steps < 120:
            if any(position.state["asks"][0]) or position.state["phase"][0] != Phase.TRAPS:
                player = position.waiting[0]
                position.play(player, dice.choice(position.actions(player)))
                continue
            before, words = [position.state[name][0].copy() for name in ("layers", "houses")], told(position, 0)
            for player in (0, 1):
                position.play(player, int(Press.PASS))
            if any(position.state["asks"][0]) or words == ["your dragon decides"]:
                continue
            after = [position.state[name][0] for name in ("layers", "houses")]
            counts = [int(old[0]) - int(new[0]) for old, new in zip(before, after, strict=True)]
            numbers = [
                f"{WORDS[count]} {name}{'s' if count > 1 else ''}"
                for count, name in zip(counts, ("layer", "house"), strict=True)
                if count
            ]
            assert words == [" and ".join(numbers) or "nothing"]
            losses.add(words[0])
    assert {"nothing", "one layer"} <= losses
    assert any("house" in words for words in losses)


def test_a_skeleton_before_the_tower_takes_a_layer_unless_a_trap_is_chosen() -> None:
    position = draw(". . . . .\n. . Rv . .\n. . . . .\n. . . . .\n. . . . @", players=2)
    assert told(position, 0) == ["one layer"]


@pytest.mark.parametrize("choice", ["pass", "treasure"])
def test_nobody_else_hears_of_it_nor_of_what_others_chose(choice: str) -> None:
    position = load("boneyard", players=3).new(1)
    while position.state["phase"][0] != Phase.TRAPS:
        position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    before = [told(position, player) for player in (-1, 0, 1)]
    assert [len(words) for words in before] == [0, 1, 1]
    position.play(2, choice)
    assert [told(position, player) for player in (-1, 0, 1)] == before
