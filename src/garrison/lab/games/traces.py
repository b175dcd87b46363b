"""A game that is played for the lab, and what is noted of it.

Little enough to be sent from process to process and kept for many thousands of games, and all that the measures need.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from garrison.bots import Bot
from garrison.core.game import Game
from garrison.lab.arena.contest import Contest
from garrison.lab.arena.contest import forfeit as forfeit_contest
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.games.changes import Change, with_changes
from garrison.lab.games.players import RandomOpening, player_of
from garrison.lab.notes.game_notes import NO_COURSE, Course, no_notes_of, notes_of
from garrison.lab.notes.toolbox import CACHED_GAMES
from garrison.lab.work.process_pool import Deciding

Array = np.ndarray[Any, Any]
DECISION_SECONDS = 60.0  # the longest that a bot may take


@dataclass(slots=True, unsafe_hash=True)
class LabGame(Fixture):
    """A game to be played for an experiment: a fixture, which rules are changed, and how many turns are random.

    Where only its end matters, nothing else needs to be noted.
    """

    experiment: str = "play"
    changes: tuple[Change, ...] = ()
    opening: int = 0
    only_end: bool = False


@dataclass(slots=True)  # frozen ones take several times as long to make
class Trace:
    """What was noted of a game."""

    task: LabGame
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: int
    steps: int
    turns: int
    ticks: int  # actions for which time passes by itself
    last_turns: tuple[int, ...]  # when each player last acted
    digest: int  # the same for the same actions
    seconds: float
    decisions: int  # that were looked at
    choices: int  # of these, with more than one legal action
    legal: int  # legal actions of these together
    values: Array  # points x players: how far ahead each is, from -1 to 1
    offers: Array  # players x tools: whether each was seen to be usable
    uses: Array  # players x tools
    course: Course = NO_COURSE
    fault: str = ""

    @property
    def points(self) -> tuple[float, ...]:
        """What each player gets: a win is 1, and what several share is shared out."""
        count = len(self.scores)
        if not self.winners:
            return (1 / count if count > 1 else 0.0,) * count
        return tuple(1 / len(self.winners) if player in self.winners else 0.0 for player in range(count))


def play(game: Game, task: LabGame, deciding: Deciding = lambda player: None) -> Trace:
    """Play a task to its end; what comes out depends on the task only, as far as the bots do."""
    recording = Recording(with_changes(game, task.changes), task, deciding)
    recording.run()
    return recording.trace()


def forfeit(task: LabGame, player: int, why: str) -> Trace:
    """A game that one of the bots broke off."""
    result = forfeit_contest(task, player, why)
    count, nothing = len(task.seats), np.zeros((0, len(task.seats)))
    return Trace(
        task, result.winners, result.scores, 0, 0, 0, 0, (0,) * count, 0, 0.0, 0, 0, 0, nothing, nothing, nothing,
        fault=result.faults[str(player)],
    )  # fmt: skip


class Recording(Contest):
    """A contest of which notes are taken: when it is over, from its moves."""

    def __init__(self, game: Game, task: LabGame, deciding: Deciding) -> None:
        players: list[Bot] = [player_of(seat, game) for seat in task.seats]
        if task.opening:
            players = [RandomOpening(player, task.opening) for player in players]
        super().__init__(game, task, players, DECISION_SECONDS, deciding)
        self._task = task
        self._turn = self.position.state["turn"]  # a view of the number in the record
        self._last = [0] * game.players

    def about_to_play(self, player: int, action: int) -> None:
        """Note when everybody acts."""
        self._last[player] = int(self._turn[0])

    def trace(self) -> Trace:
        """All that is noted."""
        result, game, task = self.result(), self.game, self._task
        moves = np.array([move[:2] for move in self.moves], dtype=np.int64).reshape(-1, 2)
        return Trace(
            task,
            result.winners,
            result.scores,
            int(self.position.state["reason"][0]),
            result.steps,
            int(self._turn[0]),
            ticks_among(moves, game),
            tuple(self._last),
            digest_of([moves]),
            self.seconds,
            *(no_notes_of(game) if task.only_end else notes_of(game, [task.seed], [moves]).single()[0]),
            fault=" ".join(result.faults.values()),
        )


def digest_of(moves: Sequence[Array]) -> int:
    """A number that is the same for the same moves, each a player and an action, in one part or in several."""
    digest = zlib.crc32(moves[0].data)
    for part in moves[1:]:
        digest = zlib.crc32(part.data, digest)
    return digest


@lru_cache(CACHED_GAMES)
def ticking_in(game: Game) -> tuple[int, ...]:
    """The actions for which time passes by itself."""
    facts = game.facts
    return tuple(action for action, button in enumerate(facts.buttons, facts.fields) if button.on_tick)


def ticks_among(moves: Array, game: Game) -> int:
    """For how many of these moves time passed by itself."""
    ticking = ticking_in(game)
    return int(np.isin(moves[:, 1], ticking).sum()) if ticking else 0
