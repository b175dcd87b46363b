"""How something that happens shows and sounds. A game declares it for its kinds of events; screens decide what each
sight and each sound is, so that all games feel alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Sight = Literal["blow", "shot", "blast", "crumble", "bones", "gain", "heal", "rise", "spark", "puff", "quake"]
Sound = Literal[
    "bell",
    "block",
    "blow",
    "bones",
    "build",
    "bump",
    "capture",
    "card",
    "clink",
    "crash",
    "critical",
    "death",
    "drop",
    "eat",
    "equip",
    "explosion",
    "flap",
    "growl",
    "gulp",
    "heal",
    "hurl",
    "magic",
    "march",
    "miss",
    "pay",
    "pickup",
    "rise",
    "roll",
    "shot",
    "slam",
    "snap",
    "splat",
    "step",
    "thud",
]
SIGHTS: tuple[str, ...] = get_args(Sight)
SOUNDS: tuple[str, ...] = get_args(Sound)


@dataclass(frozen=True)
class Feedback:
    """How events of a kind show on the board, and how they sound."""

    sight: Sight | None = None
    sound: Sound | None = None
    colour: str = "white"  # a name of the palette
    number: str = ""  # the name of the event's number that flies off
    sign: str = ""  # before that number


@dataclass(frozen=True)
class SceneFeedback:
    """One event of the last step, as a screen shows it and lets it sound; what it has nothing of is left out."""

    sight: Sight | None = None
    sound: Sound | None = None
    colour: str | None = None
    text: str | None = None  # that flies off
    field: int | None = None  # of the board, where it happens; none: to the whole board
    origin: int | None = None  # the field that it comes from, if that is another one
    owner: int | None = None  # whose board; none: the first
