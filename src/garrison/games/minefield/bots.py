"""Minefield's levels; all of them play by the runner of `skill`."""

from garrison.core.levels import Level

LEVELS = {
    "easy": Level("Runs for the nearest number it sees.", "policy", {"style": 1}),
    "medium": Level(
        "Looks two seconds ahead.", "halving", {"plans": 8, "styles": 3, "plan_turns": 10, "turns": 10}, simulations=24
    ),
    "hard": Level(
        "Tries out hundreds of ways through the next six seconds.",
        "halving",
        {"plans": 32, "styles": 3, "plan_turns": 20, "turns": 30},
        milliseconds=20,
    ),
}
