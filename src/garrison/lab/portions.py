"""Quick games, several at a time: what is said between processes would otherwise take longer than they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from garrison.core.game import Game
from garrison.lab.recording import LabGame, Trace, is_quick, lost, play

MOST = 64  # games of a portion
SECONDS = 0.1  # that a portion is to take
ROUNDS = 4  # of portions for every process, so that none waits long for the last


@dataclass(frozen=True)
class Portion:
    """Games that a process plays one after the other."""

    tasks: tuple[LabGame, ...]


def play_any(game: Game, task: LabGame | Portion, deciding: Callable[[int], None] = lambda player: None) -> Any:
    """Play a task, or a portion of them."""
    if isinstance(task, Portion):
        return [play(game, one, deciding) for one in task.tasks]
    return play(game, task, deciding)


def lost_any(task: LabGame | Portion, player: int, why: str) -> Any:
    """A game that one of the bots broke off; of a portion nobody knows which it was."""
    return task if isinstance(task, Portion) else lost(task, player, why)


class InPortions:
    """A crew that is given quick games in portions: the same games, in any order."""

    def __init__(self, crew: Any, game: Game, processes: int) -> None:
        self._crew, self._game, self._processes = crew, game, processes
        self._pace = inf  # seconds of the quickest game so far; the first ones wait for what is loaded

    def __enter__(self) -> InPortions:
        self._crew.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._crew.__exit__(*error)

    def work(self, todo: Sequence[LabGame]) -> Iterator[Trace]:
        """Play these games, and give the results as they come; a portion that was lost is played game by game."""
        again = list[LabGame]()
        for found in self._crew.work(self._portions(todo)):
            if isinstance(found, Portion):
                again += found.tasks
            else:
                yield from self._seen(found if isinstance(found, list) else [found])
        yield from self._crew.work(again)

    def _portions(self, todo: Sequence[LabGame]) -> list[Any]:
        size = min(MOST, int(SECONDS / self._pace), len(todo) // (ROUNDS * max(self._processes, 1)))
        if size < 2:
            return list(todo)
        quick = [task for task in todo if is_quick(self._game, task)]
        others = [task for task in todo if not is_quick(self._game, task)] if len(quick) < len(todo) else []
        return [*others, *(Portion(tuple(quick[at : at + size])) for at in range(0, len(quick), size))]

    def _seen(self, traces: list[Trace]) -> list[Trace]:
        self._pace = min(self._pace, *(max(trace.seconds, 1e-6) for trace in traces))
        return traces
