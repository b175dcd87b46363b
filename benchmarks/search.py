"""How many simulations a second the search makes on one core.

python benchmarks/search.py [GAME ...]
"""

from __future__ import annotations

import sys
import time

import garrison
from garrison.bots.search import Budget, method
from garrison.core import discovery
from garrison.core.position import Position

DEPTH = 20  # steps of a simulation
SIMULATIONS = 20_000
REPEATS = 5  # measurements, of which the best counts


def simulations_per_second(position: Position) -> float:
    """The best of several measurements of one decision."""
    player = position.waiting[0]
    settings = {"plans": 32, "plan_turns": DEPTH, "turns": 10**6, "steps": DEPTH}
    thinker = method("halving", position.game, settings)
    thinker.think(position, player, Budget(simulations=200), 0)
    rates = []
    for seed in range(REPEATS):
        start = time.process_time()
        thinker.think(position, player, Budget(simulations=SIMULATIONS), seed)
        rates.append(SIMULATIONS / (time.process_time() - start))
    return max(rates)


def beginning(name: str) -> Position:
    """The first position of a game in which somebody has a choice."""
    position = garrison.load(name).new(1)
    while len(position.actions(position.waiting[0])) == 1:
        position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    return position


if __name__ == "__main__":
    for game in sys.argv[1:] or discovery.names():
        rate = simulations_per_second(beginning(game))
        print(f"{game:<12} {rate:>12,.0f} simulations/s of depth {DEPTH}, {rate * DEPTH / 1e6:.2f} million steps/s")
