"""Minefield's levels, and the bot `runner`: all of them play by the policy of `skill`."""

from garrison.core.levels import Level
from garrison.games.minefield.skill.styles import BOLD, CAREFUL, SEARCHED

LEVELS = {
    "easy": Level("Runs for the nearest number it sees.", "policy", {"style": BOLD}),
    "medium": Level(
        "Looks two seconds ahead.", "halving", {"plans": 8, "styles": 3, "plan_turns": 10, "turns": 10}, simulations=20
    ),
    "hard": Level(
        "Tries out many ways through the next eight seconds, and knows the way to the next mine.",
        "halving",
        {"plans": 48, "styles": SEARCHED, "plan_turns": 30, "turns": 40},
        simulations=180,
    ),
    "expert": Level(
        "Searches like hard, and asks a network trained on such games how many points are still to come.",
        "halving",
        {"plans": 48, "styles": SEARCHED, "plan_turns": 30, "turns": 40, "trust": 0.7},
        simulations=400,
    ),
    "runner": Level(
        "Keeps out of everybody's way and takes the numbers that lie on its own.", "policy", {"style": CAREFUL}
    ),
}
