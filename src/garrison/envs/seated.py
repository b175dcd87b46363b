"""Games with a seat each for a program that learns, and opponents in all other seats.

>>> import garrison
>>> table = SeatedBatch(garrison.load("skirmish"), 64, seat="random", opponent=["easy", "random"], illegal="replace")
>>> transition = table.begin(seed=7)
>>> transition = table.advance(transition.masks.argmax(axis=1))
>>> table.gained.shape, sorted(set(table.seats.tolist()))
((64,), [0, 1])

All of a game follows from its seed and from what the seat plays, even who sits where and what opponents draw. So it is
the same game in any place of a batch of any size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from garrison.core.batches.advance import Passing, Transition, passing_of
from garrison.core.batches.arguments import put_actions
from garrison.core.batches.batch import Batch
from garrison.core.game import Game
from garrison.envs.game_seeds import first_seeds, following_seeds
from garrison.envs.opponents import Lineup, Opponents
from garrison.envs.spaces import check_space, observation_of
from garrison.errors import BadOption, BadRules

Array = np.ndarray[Any, Any]
MOST_ROUNDS = 100_000  # of opponents, until a seat is asked


class SeatedBatch:
    """Positions with a seat for whoever learns; `opponent` sits in all others (opponents.py). Options are a batch's.

    seats     who the program is in each game; `seat="random"` draws it from the game's seed
    is_over   which games are over
    gained    what each seat gained in the last step
    played    what each seat played in the last step, -1 where nothing was played

    The arrays of a transition are the batch's own, or yours (`out=table.batch.transition()`), and the next call
    overwrites them. What happens before a seat is first asked belongs to its first step; if the game is already over
    by then, that step ends it, whatever is played. Where a game is over, its seat sees the end, and nothing is legal.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seat: int | str = 0,
        opponent: Opponents = "random",
        threads: int | None = 1,
        **passing: Any,
    ) -> None:
        self.game, self.passing = game, passing_of(passing)
        if self.passing.every_player:
            raise BadOption("A SeatedBatch has one row for each game; for all players' rows, use game.batch.")
        self.is_alone = game.players == 1
        self.batch = Batch(game, count, 0, threads, self._inner())
        self._lineup = Lineup(game, count, seat, opponent)
        self.gained, self.played, self.has_begun = np.zeros(count), np.full(count, -1), False
        self._places, self._actions = np.arange(count), np.zeros(count, dtype=np.int64)
        self._totals = np.zeros((count, game.players), dtype=np.float32)  # gained since the last report
        self._terminated, self._truncated, self.is_over, self._is_reported = np.zeros((4, count), dtype=bool)

    def _inner(self) -> Passing:
        """What the batch does by itself: where there are others, games end and begin here, after they have acted."""
        illegal = "raise" if self.passing.illegal == "replace" else self.passing.illegal  # replaced here
        autoreset = self.passing.autoreset if self.is_alone else "disabled"
        return replace(self.passing, autoreset=autoreset, illegal=illegal, chained=True)

    @property
    def seats(self) -> Array:
        """Who the program is in each game."""
        return self._lineup.seats

    # --- Beginning

    def begin(self, seed: int | Iterable[int], which: Array | None = None, out: Transition | None = None) -> Transition:
        """Start games, all or those that are marked: the one of seed + k in place k, or those of several seeds."""
        seeds, self.has_begun = first_seeds(seed, len(self.batch)), True
        return self._begin(seeds, self._marks(which), out)

    def begin_next(self, which: Array | None = None, out: Transition | None = None) -> Transition:
        """Start the next games, whose seeds follow from those before."""
        marks = self._marks(which)
        return self._begin(following_seeds(self.batch.seeds, marks), marks, out)

    def _marks(self, which: Array | None) -> Array:
        marks = np.ones(len(self.batch), dtype=bool) if which is None else np.not_equal(which, 0)
        if marks.shape != self._places.shape:
            raise BadOption(f"A batch of {len(self.batch)} positions takes as many marks, not {marks.shape}.")
        return marks

    def _begin(self, seeds: Array, which: Array, out: Transition | None) -> Transition:
        self.played[which] = -1
        return self._report(self._start(seeds, which, out), np.zeros_like(which))

    def _start(self, seeds: Array, which: Array, out: Transition | None) -> Transition:
        """Start games, and let others act until the seats are asked."""
        transition = self.batch.begin(seeds, which, out)
        self._lineup.draw(seeds, which)
        for state in (self._totals, self._terminated, self._truncated, self.is_over, self._is_reported):
            state[which] = 0
        return self._play_others(transition, out)

    # --- Playing

    def advance(self, actions: Any, out: Transition | None = None) -> Transition:
        """Play the seats' actions, then the others' until each seat is asked again or its game is over."""
        if not self.has_begun:
            raise BadOption("No game has begun: call reset(), or begin() of a SeatedBatch, first.")
        numbers, is_legal = self._playable(actions)
        transition = self._advance_alone(numbers, out) if self.is_alone else self._advance_among_others(numbers, out)
        self.played = numbers if is_legal.all() else np.where(is_legal, numbers, -1)
        return transition

    def _playable(self, actions: Any) -> tuple[Array, Array]:
        """What is to be played, -1 where nobody is asked, and whether it is legal; others may have been drawn."""
        masks = self.batch.marks
        put_actions(self._actions, np.asarray(actions))
        check_space(np.asarray(actions), masks.shape[1], self.is_over)
        numbers = np.where(self.is_over, -1, self._actions)
        is_legal = self.is_over | (masks[self._places, numbers] != 0)
        if self.passing.illegal == "replace" and not is_legal.all():
            numbers[~is_legal] = self._lineup.random_actions(self.batch, ~is_legal)
            is_legal[:] = True
        return numbers, is_legal

    def _advance_alone(self, actions: Array, out: Transition | None) -> Transition:
        """The batch does it all; in a game that is over, any action begins the next one, if that is chosen."""
        transition = self.batch.advance(np.where(self.is_over, 0, actions), out)
        self.gained = transition.rewards[:, 0].astype(np.float64)
        if self.passing.autoreset != "same_step":
            self.is_over = transition.terminated | transition.truncated
            self._show_ends(transition)
        return transition

    def _advance_among_others(self, actions: Array, out: Transition | None) -> Transition:
        waits = self.is_over & self._is_reported  # for its next game
        transition = self._play_others(self._play(actions, out), out)
        if self.passing.autoreset == "disabled":
            return self._report(transition, np.ones_like(waits))
        report, starts = self._report(transition, ~waits), waits
        if self.passing.autoreset == "same_step":
            starts = self.is_over.copy()
            self._keep_final(transition, starts)
        if starts.any():
            self._start(following_seeds(self.batch.seeds, starts), starts, out)
        return report

    def _play_others(self, transition: Transition, out: Transition | None) -> Transition:
        if self.is_alone:
            return transition
        for _ in range(MOST_ROUNDS):
            others = (transition.players >= 0) & (transition.players != self.seats) & ~self.is_over
            if not others.any():
                self._show_ends(transition)
                return transition
            transition = self._play(self._lineup.choices(self.batch, transition.players, others), out)
        raise BadRules(f"The other players of {self.game.name} go on and on, and a seat is never asked.")

    def _play(self, actions: Array, out: Transition | None) -> Transition:
        """One step of the batch, and what is gained and ends in it."""
        transition = self.batch.advance(actions, out)
        self._totals += transition.rewards
        ends = (transition.terminated | transition.truncated) & ~self.is_over
        if ends.any():
            self._terminated |= transition.terminated & ends
            self._truncated |= transition.truncated & ends
            self.is_over |= ends
        return transition

    # --- What comes of it

    def _show_ends(self, transition: Transition) -> None:
        """Write what the seats see of games that are over, in which nothing is legal any more."""
        if not self.is_over.any():
            return
        viewers = np.where(transition.players >= 0, transition.players, self.batch.passing.seat)
        others = np.flatnonzero(self.is_over & (viewers != self.seats)).tolist()
        for index in others if self.passing.observe else ():
            position, seat = self.batch[index], int(self.seats[index])
            sight = observation_of(position, seat, self.batch.used_actions, self.passing.entities)
            transition.planes[index], transition.numbers[index] = sight["planes"], sight["numbers"]
            if self.passing.entities:
                transition.entities[index] = sight["entities"]
                transition.entity_counts[index] = len(position.entities(seat))
        transition.masks[self.is_over], transition.players[self.is_over] = 0, -1

    def _keep_final(self, transition: Transition, which: Array) -> None:
        """Keep the last observations, before the next games begin in the same arrays."""
        if self.passing.final:
            for name in ("planes", "numbers", *(("entities", "entity_counts") if self.passing.entities else ())):
                getattr(transition, f"final_{name}")[which] = getattr(transition, name)[which]

    def _report(self, transition: Transition, which: Array) -> Transition:
        """Tell some games' seats what they have gained, and whether it is over."""
        rewards = np.where(which[:, None], self._totals, np.float32(0))
        self._totals[which] = 0
        self._is_reported |= which & self.is_over
        self.gained = rewards[self._places, self.seats].astype(np.float64)
        ends = {"terminated": self._terminated & which, "truncated": self._truncated & which}
        return transition._replace(rewards=rewards, **ends)
