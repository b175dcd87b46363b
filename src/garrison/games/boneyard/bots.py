"""Boneyard's levels, and its keeper; all of them play by `skill`."""

from garrison.core.levels import Level
from garrison.games.boneyard.skill.styles import DARING, KEEPER, WHIMSICAL
from garrison.games.boneyard.state import Rules

ALONE = {
    "plans": 32,
    "free": 0.5,
    "styles": (KEEPER, DARING, DARING),
    "usual": KEEPER,
    "turns": int(Rules.__parameters__.defaults()["solo_rounds"][0]),  # to the end
    "steps": 4000,
    "followed": 0,
}
SOLO = Level("Plays the game out as a keeper would, before each of its choices.", "halving", ALONE, simulations=1000)
LEVELS = {
    "easy": Level(
        "Chases the most threatening skeletons, and seldom thinks of its traps.", "policy", {"style": WHIMSICAL}
    ),
    "medium": Level(
        "Tries out a few ways through this round and the next.",
        "decoupled",
        {"turns": 2, "curiosity": 0.2, "doubt": 0.0},
        simulations=80,
    ),
    "hard": Level(
        "Tries out thousands of ways through the next three rounds, and asks a keeper for a better one.",
        "decoupled",
        {"turns": 3, "curiosity": 0.2, "doubt": 0.0, "style": KEEPER},
        simulations=4_000,
        alone=SOLO,
    ),
    "keeper": Level(
        "Tries every choice on its own board, and the best ones for another round.", "policy", {"style": KEEPER}
    ),
    "expert": Level(
        "Searches like hard, and asks a network trained on such games how they will end.",
        "decoupled",
        {"turns": 3, "curiosity": 0.2, "doubt": 0.0, "style": KEEPER, "trust": 0.9},
        simulations=4_000,
        alone=SOLO,
    ),
}
