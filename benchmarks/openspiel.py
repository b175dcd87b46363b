"""How many steps a second OpenSpiel's tree search in C++ makes, to hold beside `search.py`.

    python -m venv other && other/bin/pip install open_spiel && other/bin/python benchmarks/openspiel.py

A simulation there is played at random to the end of the game. How many steps that is, is measured by random play.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

try:
    import pyspiel
except ImportError:
    raise SystemExit("This needs OpenSpiel: pip install open_spiel") from None

GAMES = ("breakthrough", "connect_four")
REPEATS = 5  # measurements, of which the best counts
LENGTHS = 200  # random games whose length is measured


def simulations_per_second(game: Any, simulations: int) -> float:
    """The best of several measurements of the first decision, by CPU time."""
    rates = []
    for seed in range(REPEATS):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1000, False, seed, False)
        start = time.process_time()
        bot.step(game.new_initial_state())
        rates.append(simulations / (time.process_time() - start))
    return max(rates)


def length(game: Any) -> float:
    """How many steps a random game has on average."""
    dice, steps = Random(1), 0
    for _ in range(LENGTHS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            steps += 1
    return steps / LENGTHS


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=5_000, help="of each measured decision")
    given = parser.parse_args()
    for name in GAMES:
        played = pyspiel.load_game(name)
        rate, steps = simulations_per_second(played, given.simulations), length(played)
        print(f"{name:<14} {rate:>8,.0f} simulations/s of {steps:.1f} steps: {rate * steps / 1e6:.2f} million steps/s")
