"""Series: many random games played to the end, one row of results per game.

Compiled loops run in slices of a fraction of a second, so that a playing thread can be stopped.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.engine import kernels, memory
from garrison.core.engine.faults import noticed
from garrison.core.engine.record import DICE, uint64
from garrison.core.engine.rng import derived
from garrison.core.position import players_in
from garrison.errors import BadRules, RuleFault

if TYPE_CHECKING:
    from garrison.core.game import Game

SLICE = 0.05  # roughly the seconds between moments at which a thread can be stopped


class Pace:
    """How much fits into a slice of time: it starts small, because a game's steps may be slow."""

    def __init__(self) -> None:
        self.amount = 1
        self._start = 0.0

    def __enter__(self) -> int:
        self._start = time.perf_counter()
        return self.amount

    def __exit__(self, *_: object) -> None:
        seconds = time.perf_counter() - self._start
        if seconds < SLICE / 2:
            self.amount *= 2
        elif seconds > SLICE:
            self.amount = max(1, self.amount // 2)


class Series:
    """The results of many random games; `stop` ends play in all threads."""

    def __init__(self, game: Game, count: int, seed: int) -> None:
        self.game, self.count, self.seed = game, count, seed
        self.counts = np.zeros((count, 3), dtype=np.int64)  # steps, reason, winners
        self.scores = np.zeros((count, game.facts.players[1]))
        self._is_stopped = False

    def stop(self) -> None:
        """Make every playing thread return soon."""
        self._is_stopped = True

    def play(self, first: int, last: int) -> None:
        """Play games first .. last-1; may be called from several threads at once."""
        pace, state, dice = Pace(), memory.empty(self.game.state_dtype), memory.empty(DICE)
        mask = np.zeros((1, self.game.facts.actions), dtype=np.uint8)
        play = kernels.RandomPlay(
            game=self.game.handle.address,
            count=self.count,
            states=memory.whole(state),
            masks=memory.whole(mask),
            dice=memory.whole(dice),
            series=self.seed,
            results=memory.whole(self.counts),
            scores=memory.whole(self.scores),
        )
        wrong: list[str] = []

        def note(fault: RuleFault) -> None:
            """In the middle of a step: games that are over have counted their steps."""
            number = first + int(np.count_nonzero(self.counts[first:last, 0]))
            where = f"seed {self._seed_of(number)}, step {int(state['steps'][0])}"
            wrong.append(f"The rules of {self.game.name} fail ({where}): {fault}.")

        while first < last and not self._is_stopped:
            with noticed(note), pace as most:
                first = kernels.play_out(play.address, first, last, most)
            if wrong:
                raise BadRules(wrong[0])
            waiting = int(state["waiting"][0])
            if first < last and (waiting == 0 or waiting >> self.scores.shape[1] or not mask.any()):
                raise BadRules(why_stuck(self.game, self._seed_of(first), state[0]))

    def _seed_of(self, number: int) -> int:
        """The seed of a game of the series."""
        return int(derived(uint64(self.seed), number))


def why_stuck(game: Game, seed: int, s: Any) -> str:
    """What is wrong with rules that leave nobody anything to do although the game is not over."""
    where = f"The rules of {game.name} get stuck (seed {seed}, step {int(s['steps'])})"
    if s["over"]:
        return f"{where}: the game is over as soon as it begins."
    if s["waiting"] == 0:
        return f"{where}: nobody may act, though the game is not over."
    if int(s["waiting"]) >> game.facts.players[1]:
        return f"{where}: somebody is to act who does not take part (waiting is {int(s['waiting'])})."
    return f"{where}: player {players_in(int(s['waiting']))[0]} is to act and has no legal action."
