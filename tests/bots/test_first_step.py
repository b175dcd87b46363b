"""Hints tell one step at a time, and what comes next."""

from __future__ import annotations

import pytest

import garrison
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


def test_a_step_says_what_it_is_for_where_the_game_knows() -> None:
    position = garrison.load("siege", map="meadow").new(7)
    for name in ("field 2", "field 300", "end_units"):
        player = position.waiting[0]
        action = position.game.action(name)
        position.play(player, action if action in position.actions(player) else position.actions(player)[-1])
    player = position.waiting[0]
    castle = position.actions(player)[0]
    build = [castle, position.game.action("barracks")]
    chosen = position.copy()
    for action in build:
        chosen.play(player, action)
    actions, words = first_step(position, player, [*build, chosen.actions(player)[0]])
    assert actions[:2] == tuple(build)
    assert words.endswith("So infantry, archers and cavalry can be raised there next.")
    assert "Next:" not in words
