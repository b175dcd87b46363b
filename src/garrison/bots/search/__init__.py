"""One search for every game: it thinks with a game's rules and its skill, and knows no game.

A method is a class with `think(position, player, budget, seed)`, which gives the choices it considered, the best first.
For the same seed and the same number of simulations it gives the same answer on any machine and any number of threads.

No method cheats. Every simulation runs on a copy whose generator is seeded again, so that it meets dice of its own, and
from which the game's rule `hide` has taken what the player cannot know.
"""

from __future__ import annotations

from garrison.bots.search.budget import Budget, Choice
from garrison.bots.search.methods import METHODS, SEARCH, method, policy_games
from garrison.bots.search.policies import PolicyGames

__all__ = ["METHODS", "SEARCH", "Budget", "Choice", "PolicyGames", "method", "policy_games"]
