"""A reader that knows nothing but text: it takes what captures, else what is safe, else any move.

    garrison arena skirmish --bots easy,reader:examples/simple_reader.py -n 20
    garrison evaluate reader:examples/simple_reader.py --protocol llm-v1 --game skirmish

It reads what anybody is told: `prompt.text`, the position with what may be answered, and `prompt.notations` with
`prompt.words`, the moves and what each of them does. It knows no game, no rule and no number of an action.
"""

from __future__ import annotations

import re
from random import Random

from garrison.bots.readers.prompts import Prompt

# Words for what is good for whoever moves, and for what is not, in any game; the first that fits counts.
CAPTURES = re.compile(
    r"\b(captur|kill|dies|die\b|destroy|falls|takes?\b|wins?\b|strikes?\b|hits?\b|slain|loses?\b|-\d+)", re.I
)
BUILDS = re.compile(r"\b(buy|make|place|build|found|put|wear|collect|points|pick)", re.I)
RISKS = re.compile(r"(!|\bcould (hit|reach|strike)|\bcan reach|in danger|adjacent|caught|\(risky)", re.I)
SWAPS = re.compile(r"\binstead of\b", re.I)  # one could go on with that for ever
IDLE = re.compile(r"\b(stays?|pass|nothing|waits?|done|end)\b|\.$", re.I)
MOST = 2000  # moves that are looked at


def worth(notation: str, words: str) -> int:
    """How good a move looks: 3 captures, 2 builds, 1 goes somewhere; less where it says that there is a risk."""
    told = words or notation
    if CAPTURES.search(told):
        return 6 - bool(RISKS.search(told))
    if BUILDS.search(told) and not SWAPS.search(told):
        return 4
    if RISKS.search(f"{notation} {told}") or SWAPS.search(told):
        return 1
    return 2 if IDLE.search(words) else 3


def read(prompt: Prompt, dice: Random) -> str:
    """The move that looks best; one of them at random where several do."""
    if prompt.refusal or not prompt.notations:
        return fallback(prompt, dice)
    moves = list(zip(prompt.notations[:MOST], prompt.words[:MOST], strict=True))
    best = max(worth(*move) for move in moves)
    return dice.choice([notation for notation, words in moves if worth(notation, words) == best])


def fallback(prompt: Prompt, dice: Random) -> str:
    """What the refusal says is nearest, or any move."""
    nearest = re.search(r"The nearest moves: (.*?)\.?$", prompt.refusal)
    if nearest:
        return nearest[1].split(", ")[0]
    return dice.choice(prompt.notations) if prompt.notations else "-"
