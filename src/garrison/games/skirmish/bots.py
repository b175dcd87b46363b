"""Skirmish's levels, and its veteran; all of them play by `skill`."""

from garrison.core.levels import Level
from garrison.games.skirmish.skill.styles import VETERAN

LEVELS = {
    "easy": Level(
        "Sees what its moves do, but often not the answer to them.",
        "beam",
        {"width": 3, "moves": 8, "answers": 1, "plies": 1, "hope": 0.5},
        simulations=1,
        noise=0.08,
    ),
    "medium": Level("Tries all its moves, each with the other side's best reply.", "policy", {"style": VETERAN}),
    "hard": Level(
        "Plays its best moves out in its head, both sides as well as a veteran.",
        "playouts",
        {"style": VETERAN, "turns": 6, "width": 6, "moves": 12, "answers": 2, "hope": 0.5},
        simulations=40,
    ),
    "veteran": Level("Tries all its moves, each with the other side's best reply.", "policy", {"style": VETERAN}),
}
