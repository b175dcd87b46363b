"""OpenSpiel's Monte Carlo tree search plays a duel of Skirmish against chance.

pip install -e ".[envs]"
python examples/mcts_openspiel.py --games 4
"""

from __future__ import annotations

import argparse

import numpy as np

try:
    import pyspiel
    from open_spiel.python.algorithms import mcts
except ImportError:
    raise SystemExit('This needs OpenSpiel: pip install "garrison[envs]"') from None

from garrison.envs.openspiel import register, short_name

DUEL = '{"setup": "duel", "rules": {"max_moves": 30}}'


def play(games: int, simulations: int = 50, seed: int = 0) -> float:
    """The mean result of the search over some games, its side changing from game to game."""
    register()
    game, dice, results = pyspiel.load_game(short_name("skirmish"), {"options": DUEL}), np.random.RandomState(seed), []
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=dice)
    for number in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            is_own = state.current_player() == number % 2
            state.apply_action(bot.step(state) if is_own else int(dice.choice(state.legal_actions())))
        results.append(state.returns()[number % 2])
        print(f"game {number + 1}: {results[-1]:+.0f}, mean {np.mean(results):+.2f}")
    return float(np.mean(results))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    play(**vars(parser.parse_args()))
