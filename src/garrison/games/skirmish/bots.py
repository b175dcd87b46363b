"""Skirmish's levels, and its veteran, which play by `skill`; and somebody who never moves."""

from __future__ import annotations

from random import Random

from garrison.core.levels import Level
from garrison.core.position import Position
from garrison.games.skirmish.skill.styles import RECRUIT, SERGEANT, VETERAN
from garrison.games.skirmish.state import NOBODY

WIDE = {"width": 24, "moves": 20, "answers": 8, "kept": (3, 2), "plies": 3, "hope": 0.5}
BEAM = Level("Looks at nearly all moves, the replies to them and the replies to those.", "beam", WIDE)
LEVELS = {
    "easy": Level(
        "Sees what its moves do, seldom thinks of the reply, and often moves the wrong character.",
        "policy",
        {"style": RECRUIT},
    ),
    "medium": Level(
        "Tries its likeliest moves, each with the other side's best reply, and is content with a good one.",
        "policy",
        {"style": SERGEANT},
    ),
    "hard": Level(
        "Plays its best moves out in its head, with a veteran on each side.",
        "playouts",
        {"style": VETERAN, "turns": 8, "moves": 10},
        simulations=24,
        advice=BEAM,
    ),
    "veteran": Level("Tries all its moves, each with the other side's best reply.", "policy", {"style": VETERAN}),
}


def still(position: Position, player: int, dice: Random) -> int:
    """The first character stays where it is: S2, it is clicked twice."""
    legal, s = position.actions(player), position.state[0]
    return legal[0] if s.chosen == NOBODY else int(s.fields[s.chosen])


BOTS = {"still": still}
ABOUT = {"still": "Stays where it is."}
