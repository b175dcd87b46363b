"""A game that is played for the lab, and what is noted of it.

Who was ahead, which tools were offered and used, how much there was to decide: all that the measures need, and little
enough to be sent from process to process and kept for many thousands of games.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from garrison.bots import Bot
from garrison.bots.levels import LevelBot
from garrison.bots.lines import worth
from garrison.bots.search import policy_game
from garrison.core.engine import memory
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.lab.arena.contest import Contest
from garrison.lab.arena.contest import lost as lost_game
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.changes import Change, changed
from garrison.lab.players import RandomOpening, player_of
from garrison.lab.toolbox import KEPT_GAMES, NONE, toolbox_of

MOST_POINTS = 128  # of a game at which it is noted who is ahead; a longer game is noted every second turn, and so on
SIMULATIONS, TURNS = 16, 10_000  # of play to the end that tell who is ahead, where the game itself does not
FEW_POINTS = 16  # of a game at which that is done
SPREAD, SELDOM = 0x9E3779B1, 3  # of all decisions, spread irregularly, one of four is looked at closely
DECISION_SECONDS = 60.0  # the longest that a bot may take


@dataclass(frozen=True)
class LabGame(Fixture):
    """A game to be played for an experiment: a fixture, which rules are changed, and how many turns are random.

    Where only its end matters, nothing else needs to be noted.
    """

    experiment: str = "play"
    changes: tuple[Change, ...] = ()
    opening: int = 0
    only_end: bool = False


@dataclass(frozen=True)
class Trace:
    """What was noted of a game."""

    task: LabGame
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    reason: int
    steps: int
    turns: int
    ticks: int  # actions for which time passes by itself
    decisions: int  # that were looked at
    choices: int  # of these, with more than one legal action
    legal: int  # legal actions of these together
    last_turns: tuple[int, ...]  # when each player last acted
    digest: int  # the same for the same actions
    seconds: float
    values: np.ndarray[Any, Any]  # points x players: how far ahead each is, from -1 to 1
    offers: np.ndarray[Any, Any]  # players x tools: whether each was seen to be usable
    uses: np.ndarray[Any, Any]  # players x tools
    fault: str = ""

    @property
    def points(self) -> tuple[float, ...]:
        """What each player gets: a win is 1, and what several share is shared out."""
        count = len(self.scores)
        if not self.winners:
            return (1 / count if count > 1 else 0.0,) * count
        return tuple(1 / len(self.winners) if player in self.winners else 0.0 for player in range(count))


def play(game: Game, task: LabGame, deciding: Callable[[int], None] = lambda player: None) -> Trace:
    """Play a task to its end; what comes out depends on the task only, as far as the bots do."""
    ruled = changed(game, task.changes)
    if is_quick(game, task):
        quick = QuickRecording(ruled, task, deciding, list(styles_of(task.seats, ruled) or ()))
        if quick.run_quickly():
            return quick.trace()
    recording = Recording(ruled, task, deciding)
    recording.run()
    return recording.trace()


def is_quick(game: Game, task: LabGame) -> bool:
    """Whether a game can be played in machine code: only its end matters, and everybody just asks their policy."""
    return task.only_end and not task.opening and styles_of(task.seats, changed(game, task.changes)) is not None


def lost(task: LabGame, player: int, why: str) -> Trace:
    """A game that one of the bots broke off."""
    result = lost_game(task, player, why)
    count, nothing = len(task.seats), np.zeros((0, len(task.seats)))
    return Trace(
        task, result.winners, result.scores, 0, 0, 0, 0, 0, 0, 0, (0,) * count, 0, 0.0, nothing, nothing, nothing,
        result.faults[str(player)],
    )  # fmt: skip


class Recording(Contest):
    """A contest of which notes are taken."""

    def __init__(self, game: Game, task: LabGame, deciding: Callable[[int], None]) -> None:
        players = [player_of(seat, game) for seat in task.seats]
        if task.opening:
            players = [RandomOpening(player, task.opening) for player in players]
        super().__init__(game, task, players, DECISION_SECONDS, deciding)
        self._task, self._box = task, toolbox_of(game)
        self._judge, self._most = judge_of(game)
        self._turn = self.position.state["turn"]  # a view of the number in the record
        self._noted, self._every = int(self._turn[0]), 1
        self._values: list[tuple[float, ...]] = []
        shape = (game.players, len(self._box.tools))
        self._offers, self._uses = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.int32)
        self._looks = self._choices = self._legal = 0
        self._last = [0] * game.players

    def about_to_play(self, player: int, action: int) -> None:
        """Note what is decided and, now and then, what there is to decide: that takes as long as a quick bot."""
        turn = int(self._turn[0])
        self._last[player] = turn
        used = self._box.used(self.position, action)
        if used != NONE:
            self._uses[player, used] += 1
            self._offers[player, used] = True
        if len(self.moves) * SPREAD >> 8 & SELDOM == 0:
            self._look(player)
        if turn >= self._noted + self._every:
            self._note_values(turn)

    def _look(self, player: int) -> None:
        marks = self.position.mask(player).tobytes()
        count = marks.count(1)
        self._looks += 1
        self._legal += count
        self._choices += count > 1
        for tool in self._box.offered(self.position, marks):
            self._offers[player, tool] = True

    def _note_values(self, turn: int) -> None:
        self._noted = turn
        self._values.append(self._judge(self.position, len(self._values)))
        if len(self._values) > self._most:
            self._values, self._every = self._values[1::2], 2 * self._every

    def played(self) -> np.ndarray[Any, Any]:
        """All moves, each a player and an action."""
        return np.array([move[:2] for move in self.moves], dtype=np.int32).reshape(-1, 2)

    def trace(self) -> Trace:
        """All that was noted."""
        result, state, moves = self.result(), self.position.state, self.played()
        return Trace(
            task=self._task,
            winners=result.winners,
            scores=result.scores,
            reason=int(state["reason"][0]),
            steps=result.steps,
            turns=int(self._turn[0]),
            ticks=ticks_among(moves[:, 1], self.game),
            decisions=self._looks,
            choices=self._choices,
            legal=self._legal,
            last_turns=tuple(self._last),
            digest=zlib.crc32(moves.tobytes()),
            seconds=self.seconds,
            values=self._noted_values(),
            offers=self._offers,
            uses=self._uses,
            fault=" ".join(result.faults.values()),
        )

    def _noted_values(self) -> np.ndarray[Any, Any]:
        return np.array(self._values, dtype=np.float32).reshape(-1, self.game.players)


class QuickRecording(Recording):
    """A game between policies, played in machine code, move by move the same as otherwise: only its end is noted."""

    def __init__(self, game: Game, task: LabGame, deciding: Callable[[int], None], styles: list[int]) -> None:
        super().__init__(game, task, deciding)
        self._nothing, self._offers, self._uses = no_notes_of(game)
        self._quick = policy_game(self.position, styles, self._dice)
        self._parts: list[np.ndarray[Any, Any]] = []

    def run_quickly(self) -> bool:
        """Play to the end; False if a policy breaks the rules."""
        while not self.position.over:
            start, player = time.perf_counter(), self.position.waiting[0]
            self._deciding(player)
            part = self._quick.go_on()
            self._deciding(-1)
            self._spent[player] += time.perf_counter() - start
            if part is None:
                return False
            self._parts.append(part)
        self._last = self._quick.lasts.tolist()
        return True

    def played(self) -> np.ndarray[Any, Any]:
        """All moves, each a player and an action."""
        parts = self._parts
        return (parts[0] if len(parts) == 1 else np.concatenate(parts)).astype(np.int32)

    def _noted_values(self) -> np.ndarray[Any, Any]:
        return self._nothing


@lru_cache(KEPT_GAMES)
def no_notes_of(game: Game) -> tuple[np.ndarray[Any, Any], ...]:
    """Values, offers and uses of games of which only the end is noted: always the same ones, which are sent once."""
    shape = (game.players, len(game.facts.tools))
    return np.zeros((0, game.players), dtype=np.float32), np.zeros(shape, np.bool_), np.zeros(shape, np.int32)


@lru_cache(KEPT_GAMES)
def styles_of(seats: tuple[str, ...], game: Game) -> tuple[int, ...] | None:
    """The styles in which bots that do nothing but ask the game's policy ask it; None if one of them does more."""
    found = [policy_style(player_of(seat, game), game) for seat in seats]
    return None if None in found else tuple(style for style in found if style is not None)


def policy_style(bot: Bot, game: Game) -> int | None:
    """The style in which a bot asks the policy, if that is all it does."""
    if not isinstance(bot, LevelBot) or bot.level.noise:
        return None
    level = bot.level_in(game)
    return int(level.settings.get("style", 0)) if level.method == "policy" else None


Judge = Callable[[Position, int], tuple[float, ...]]


@lru_cache(KEPT_GAMES)
def ticking_in(game: Game) -> frozenset[int]:
    """The actions for which time passes by itself."""
    facts = game.facts
    return frozenset(action for action, button in enumerate(facts.buttons, facts.fields) if button.on_tick)


def ticks_among(actions: np.ndarray[Any, Any], game: Game) -> int:
    """For how many of these actions time passed by itself."""
    ticking = ticking_in(game)
    return int(np.isin(actions, list(ticking)).sum()) if ticking else 0


@lru_cache(KEPT_GAMES)
def judge_of(game: Game) -> tuple[Judge, int]:
    """Who says who is ahead, and at how many points of a game: the game's own `value`, or else play to the end."""
    has_value = game.entry.has("skill") and hasattr(game.entry.module("skill"), "value")
    return (Valued(game), MOST_POINTS) if has_value else (played_out, FEW_POINTS)


class Valued:
    """Asks the game's own `value`."""

    def __init__(self, game: Game) -> None:
        self._game, self._value = game, getattr(game.skill.value, "ctypes", game.skill.value)
        self._out = np.zeros((1, game.facts.players[1]))
        self._reference = memory.reference(self._out)

    def __call__(self, position: Position, number: int) -> tuple[float, ...]:
        """How far ahead each player is."""
        self._value(self._game.reference, memory.reference(position.state), self._reference)
        return tuple(self._out[0, : self._game.players].tolist())


def played_out(position: Position, number: int) -> tuple[float, ...]:
    """How far ahead each player is when simulations are played to the end."""
    return tuple(worth(position, player, SIMULATIONS, number, TURNS) for player in range(position.game.players))
