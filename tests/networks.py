"""Small networks with known weights, which nobody has trained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from garrison.bots.network import Card, Network, inputs_of
from garrison.core.game import Game

WIDTH, DEPTH = 8, 4


def card_of(game: Game, /, **others: Any) -> Card:
    facts = {"rules_version": game.facts.rules_version, "rules_hash": game.rules_hash, "seen": game.facts.seen}
    rest = {"options": {}, "command": "garrison train", "seed": 1, "positions": 100, "steps": 9, "hours": 0.1}
    return replace(Card(game=game.name, commit="abc", **facts, **rest), **others)  # type: ignore[arg-type]


def network_of(game: Game, card: Card | None = None) -> Network:
    """A network that knows nothing but what a game begins with."""
    dice = np.random.default_rng(1)
    ids = np.unique(np.concatenate([inputs_of(game.new(seed), player) for seed in (1, 2) for player in (0,)]))
    shapes = {"vectors": (len(ids) + 1, WIDTH), "middle": (WIDTH + 1, DEPTH), "last": (DEPTH + 1,)}
    shapes["choice"] = (DEPTH + 1, game.facts.actions)
    shapes["cues"] = (len(game.cues), WIDTH)
    weights = {name: dice.integers(-5, 6, size=shape) / 16 for name, shape in shapes.items()}
    return Network({"ids": ids, **weights}, card or card_of(game))
