"""Whoever stands still is beaten: what cannot win against nobody does not play."""

from __future__ import annotations

from random import Random

import pytest

from garrison import bots
from garrison.core.game import Game, load
from playing import NAMES, game_of

SEVERAL = [name for name in NAMES if load(name).players > 1]
VARIANTS = ("standard", "former")
MANY, MOST = 100, 95


def beaten(game: Game, level: str, seat: int, seed: int) -> bool:
    """Whether somebody who does nothing loses to this level."""
    position, dice = game.new(seed), [Random(f"{seed} {player}") for player in range(game.players)]
    names = ["still" if player == seat else level for player in range(game.players)]
    while not position.over:
        player = position.waiting[0]
        position.play(player, int(bots.find(names[player], game.package)(position.copy(), player, dice[player])))
    outcome = position.outcome
    return bool(outcome and outcome.winners and seat not in outcome.winners)


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_stands_still_is_beaten(variant: str, name: str) -> None:
    game = load(name, variant=variant)
    assert all(beaten(game, "medium", seat, seed) for seat in range(game.players) for seed in range(3))


def test_the_stronger_levels_come_nearer_too() -> None:
    """Hard, which plays moves out, once waited here for 200 moves, as the second side."""
    assert beaten(load("skirmish", variant="former"), "hard", 0, 1003)


@pytest.mark.long
@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whoever_stands_still_is_beaten_nearly_always(variant: str, name: str, level: str) -> None:
    game = load(name, variant=variant)
    for seat in range(game.players):
        assert sum(beaten(game, level, seat, 1000 + seed) for seed in range(MANY)) >= MOST


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_game_to_its_end(name: str) -> None:
    game = game_of(name)
    position = game.new(3)
    while not position.over and position.steps < 500:
        player = position.waiting[0]
        position.play(player, bots.find("still", game.package)(position.copy(), player, Random(1)))
    assert position.over or position.steps == 500
