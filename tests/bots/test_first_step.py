"""Hints tell one step at a time, and what comes next."""

from __future__ import annotations

import pytest

from garrison.bots.first_step import first_step
from playing import NAMES, played


@pytest.mark.parametrize("name", NAMES)
def test_every_first_step_can_be_played(name: str) -> None:
    position = played(name)
    player = position.waiting[0]
    action = position.actions(player)[-1]
    actions, words = first_step(position, player, [action, action])
    twin = position.copy()
    for one in actions:
        twin.play(player, one)
    assert actions[0] == action
    assert words[-1] in ".!?"
