"""Skirmish's levels, and its veteran; all of them play by `skill`."""

from garrison.core.levels import Level
from garrison.games.skirmish.skill.styles import VETERAN

WIDE = {"width": 24, "moves": 20, "answers": 8, "kept": (3, 2), "plies": 3, "hope": 0.5}
LEVELS = {
    "easy": Level(
        "Sees what its moves do, seldom thinks of the answer, and often moves somebody else than it should.",
        "beam",
        {"width": 1, "moves": 8, "answers": 1, "plies": 1, "hope": 4.0},
        simulations=1,
        noise=1.0,
    ),
    "medium": Level("Tries all its moves, each with the other side's best reply.", "policy", {"style": VETERAN}),
    "hard": Level(
        "Plays its best moves out in its head, both sides as well as a veteran.",
        "playouts",
        {"style": VETERAN, "turns": 12, "moves": 14},
        simulations=50,
        advice=Level("Looks at nearly all moves, the answers to them and the answers to these.", "beam", WIDE),
    ),
    "veteran": Level("Tries all its moves, each with the other side's best reply.", "policy", {"style": VETERAN}),
}
