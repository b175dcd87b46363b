"""What kinds of moves cost most in many games, such as those that bots have played against each other.

Two mistakes are of one kind if their words differ in numbers and places only, and so do those of the better moves.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from garrison.bots.analysis import MISTAKE, Analysis, JudgedTurn
from garrison.core.replay_turns import told

MOST = 10  # kinds that are listed
SENTENCES = 3  # of a move that are told
NUMBERS = re.compile(r"\(?\d+(, ?\d+)*\)?")
PART = re.compile(r"[^.!?]+[.!?]+")


@dataclass(frozen=True)
class Kind:
    """A kind of mistake: what was done instead of what, how often, and what all of them cost together."""

    game: str
    words: str
    better: str
    times: int
    loss: float
    dearest: tuple[int, int]  # the game, counted from 1, and the number of the action where it cost most
    reason: str  # of that one

    def __str__(self) -> str:
        place = f"game {self.dearest[0]}, action {self.dearest[1]}"
        text = f"{self.loss:>6.2f} in {self.times}: {self.words} Better: {self.better}"
        return f"{text}\n       Dearest in {place}. {self.reason}".rstrip()


def kinds_of(analyses: Iterable[Analysis]) -> list[Kind]:
    """The kinds of mistakes in these games, those that cost most first."""
    same = defaultdict[tuple[str, str, str], list[tuple[int, JudgedTurn]]](list)
    for number, analysis in enumerate(analyses, 1):
        for turn in analysis.turns:
            if turn.loss >= MISTAKE:
                same[analysis.game, *_difference(turn)].append((number, turn))
    kinds = []
    for (game, words, better), mistakes in same.items():
        number, worst = max(mistakes, key=lambda mistake: mistake[1].loss)
        loss = sum(turn.loss for _, turn in mistakes)
        kinds.append(Kind(game, words, better, len(mistakes), loss, (number, worst.number), worst.reason))
    return sorted(kinds, key=lambda kind: -kind.loss)


def listed(analyses: list[Analysis]) -> str:
    """The dearest kinds as text.

    >>> listed([])
    '0 games, 0 moves, and none of them cost much.'
    """
    games, moves = len(analyses), sum(len(analysis.turns) for analysis in analyses)
    kinds = kinds_of(analyses)[:MOST]
    if not kinds:
        return f"{games} games, {moves} moves, and none of them cost much."
    head = f"{games} games, {moves} moves; the kinds that cost most, on a scale from -1 to 1, and how often:"
    return "\n".join([head, *map(str, kinds)])


def to_dict(analyses: list[Analysis]) -> dict[str, object]:
    """The same as plain data, with all the games."""
    return {
        "kinds": [asdict(kind) for kind in kinds_of(analyses)[:MOST]],
        "games": [analysis.to_dict() for analysis in analyses],
    }


def _difference(turn: JudgedTurn) -> tuple[str, str]:
    """What was done and what would have been better, each without what both have in common, numbers and places."""
    words, better = _sentences(turn.words), _sentences(turn.best_words)
    own = [sentence for sentence in words if sentence not in better]
    other = [sentence for sentence in better if sentence not in words]
    return told((own or words)[:SENTENCES]), told((other or better)[:SENTENCES])


def _sentences(words: str) -> list[str]:
    return [NUMBERS.sub("…", sentence).strip() for sentence in PART.findall(words)]
