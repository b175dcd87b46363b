"""What a network reaches against the fixed bots: its share of the points, or in games for one its mean score."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from garrison import bots
from garrison.bots.network import Network
from garrison.core.game import Game, load
from garrison.core.seeds import seeds_of

if TYPE_CHECKING:
    from garrison.train.settings import Settings

MOST_STEPS = 5000  # of a game for the progress: what is not over then counts as it stands


def ratings(settings: Settings, network: Network) -> dict[str, float]:
    """For each rival the network's share of first places (1 is a fair share), or its mean score where it is alone."""
    game = load(settings.game, **settings.options)
    if game.players == 1:
        return {"score": float(np.mean([_score(game, network, int(seed)) for seed in seeds_of(1, settings.games)]))}
    names = [settings.against] if settings.against else [name for name in bots.names(game.entry) if name != "expert"]
    return {name: _share(game, network, bots.find(name, game.entry), settings.games) for name in names}


def _score(game: Game, network: Network, seed: int) -> float:
    position = game.new(seed)
    while not position.over and position.steps < MOST_STEPS:
        position.play(0, best(network, position.waiting[0], position))
    return float(position.scores[0])


def _share(game: Game, network: Network, rival: bots.Bot, games: int) -> float:
    """First places, shared ones divided, per place that would be fair."""
    won = 0.0
    for number, seed in enumerate(seeds_of(2, games)):
        seat, dice, position = number % game.players, Random(number), game.new(int(seed))
        while not position.over and position.steps < MOST_STEPS:
            player = position.waiting[0]
            mine = player == seat
            position.play(player, best(network, player, position) if mine else rival(position, player, dice))
        scores = position.scores
        won += (scores[seat] == max(scores)) / scores.count(max(scores))
    return won * game.players / games


def best(network: Network, player: int, position: object) -> int:
    """What the network likes best."""
    return int(network.think(position, player)[0].argmax())  # type: ignore[arg-type]
