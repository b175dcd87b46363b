"""How policies do against each other, such as those of several trainings: each may rely on what its own self does.

Every two of them play by a protocol of `evaluation.py`, the first as the policy and the second in all other seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.arena.evaluation import GAMES, LATEST, Evaluation, evaluate


@dataclass(frozen=True)
class CrossPlay:
    """The results of each policy but the last against those that come after it."""

    policies: tuple[str, ...]
    evaluations: tuple[Evaluation, ...]

    def to_dict(self) -> dict[str, Any]:
        """All results as plain data."""
        return asdict(self)

    @property
    def table(self) -> list[list[str]]:
        """A row for each policy: its share of wins against each of the others, and on average."""
        shares = {
            (one, rung.opponent): rung.score
            for one, evaluation in zip(self.policies, self.evaluations, strict=False)
            for rung in evaluation.rungs
        }
        shares |= {(other, one): 1 - share for (one, other), share in shares.items()}
        names = [Path(one).stem for one in self.policies]
        rows = [["", *names, "others"]]
        for name, one in zip(names, self.policies, strict=True):
            own = [shares.get((one, other)) for other in self.policies]
            mean = fmean(share for share in own if share is not None)
            rows.append([name, *("" if share is None else f"{share:.1%}" for share in own), f"{mean:.1%}"])
        return rows

    def __str__(self) -> str:
        width = max(len(cell) for row in self.table for cell in row) + 2
        lines = ["".join(f"{cell:<{width}}" for cell in row).rstrip() for row in self.table]
        each = [f"{name}: {result}" for name, result in zip(self.policies, self.evaluations, strict=False)]
        return "\n".join([*lines, "", *each])


def cross_play(
    policies: Sequence[str],
    game: Game,
    protocol: str = LATEST,
    games: int = GAMES,
    progress: Callable[[int], None] = lambda count: None,
    processes: int | None = None,
) -> CrossPlay:
    """Let policies, files or bots' names, play each other.

    >>> from garrison.core.game import load
    >>> cross_play(["easy", "random"], load("skirmish", setup="duel"), games=2, processes=0).table[0]
    ['', 'easy', 'random', 'others']
    """
    if game.players == 1:
        raise BadOption(f"{game.facts.title} is played alone here: nobody can be played across.")
    if len(set(policies)) < max(2, len(policies)):
        raise BadOption("Cross-play is between two policies or more, each named once.")
    ladders = {one: policies[place + 1 :] for place, one in enumerate(policies[:-1])}
    evaluations = [evaluate(one, game, protocol, games, others, progress, processes) for one, others in ladders.items()]
    return CrossPlay(tuple(policies), tuple(evaluations))
