"""Thousands of positions at once, in place, on all cores and without the interpreter lock.

>>> import garrison
>>> batch = garrison.load("minefield").batch(1000, seed=7)
>>> batch.step(batch.random_actions())
>>> batch.scores().shape
(1000, 1)

`advance` does a whole step of a learning program in one pass: it plays, rewards, restarts, and looks again.

>>> batch = garrison.load("minefield").batch(64, seed=7, autoreset="same_step")
>>> transition = batch.advance(np.zeros(64, dtype=np.int64))
>>> transition.planes.shape, transition.rewards.shape
((64, 1, 23, 53), (64, 1))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from time import thread_time
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy import ndarray

from garrison.core.batches.advance import Pass, Passing, Transition
from garrison.core.batches.arguments import check_count, check_records, check_threads, own_type, put_actions
from garrison.core.batches.parallel import cores, in_parts, parts_for, share_out
from garrison.core.batches.series import why_stuck
from garrison.core.engine import kernels, memory, passes
from garrison.core.engine.pass_arguments import CLAIM_SIZE
from garrison.core.engine.record import DICE
from garrison.core.position import Position
from garrison.core.seeds import checked_seed, seeds_of
from garrison.errors import BadOption, BadPosition, BadRules, IllegalAction

if TYPE_CHECKING:
    from garrison.core.game import Game

Array = np.ndarray[Any, Any]
WHOLE = np.dtype(np.int64)
EVERY = slice(None)
MOST_TABLED = 10  # players of whom every set that may act is in a table
DICE_SEED = 0x5DEECE66D  # so that random actions are independent of the games' own chance


@cache
def lowest_bits(count: int) -> Array:
    """The place of the lowest bit of every number of this many bits, -1 for 0.

    >>> lowest_bits(2).tolist()
    [-1, 0, 1, 0]
    """
    return np.array([(number & -number).bit_length() - 1 for number in range(1 << count)], dtype=np.int64)


class Batch:
    """Many positions of one game. The arrays it returns are its own, and the next call overwrites them.

    `states` holds the records themselves, for reading: compiled rules trust them, so that a number written there by
    hand must be one that the rules could have written (`garrison.core.soundness.why_unsound` says whether it is; what
    was saved goes back with `restore`). Once they are handed out, `advance` makes every mask again before it plays.
    """

    def __init__(
        self, game: Game, count: int, seed: int = 0, threads: int | None = None, passing: Passing | None = None
    ) -> None:
        check_count(count)
        check_threads(threads)
        dice, seeds = self.beginning(count, seed)
        arrays = {
            "states": memory.empty(game.state_dtype, count),
            "dice": dice,
            "seeds": seeds,
            "rounds": np.ones(count, dtype=np.int64),
        }
        self._hold(game, arrays, checked_seed(seed), threads or cores(), passing or Passing())
        self.reset(seeds)

    @staticmethod
    def beginning(count: int, seed: int) -> tuple[Array, Array]:
        """The generators for random actions and the seeds of the games that a batch begins with."""
        seed = checked_seed(seed)
        dice = memory.empty(DICE, count)
        dice["rng"] = seeds_of(seed ^ DICE_SEED, count) | np.uint64(1)
        return dice, seeds_of(seed, count)

    def _hold(self, game: Game, arrays: dict[str, Array], seed: int, threads: int, passing: Passing) -> None:
        """Take over these arrays; the rest of the memory is made to fit."""
        self.game, self.seed, self.threads, self.passing = game, seed, threads, passing
        self._arrays = arrays
        self._states, self._dice, self.seeds = arrays["states"], arrays["dice"], arrays["seeds"]
        self._rows = memory.rows(self._states)
        self._masks = np.zeros((len(self._states), game.facts.actions), dtype=np.uint8)
        self._planes: Array | None = None
        self._scores = np.zeros((len(self._states), game.facts.players[1]))
        self.ended: Array = np.zeros(len(self._states), dtype=np.int64)  # games that `renew` has restarted, by position
        self._pass: Pass | None = None
        self._direct: Pass | None = None  # the same while actions may go straight to it, one flag for all that follow
        self._is_handed_out = False  # whether the records were handed out, so that somebody may have written to them
        self._is_stale = True  # whether the pass has yet to look at the positions
        self._parts = parts_for(len(self._states), threads)
        self._is_shared = self._parts > 1  # whether several threads do a pass
        self._claims = np.zeros((self._parts, CLAIM_SIZE // 8), dtype=np.int64)

    @property
    def states(self) -> Array:
        """The records themselves, one for each position."""
        self._is_handed_out, self._direct = True, None
        return self._states

    def copy(self, reseed: int | None = None) -> Batch:
        """Another batch, equal to this one; with `reseed`, chance goes on in another way in each of its positions."""
        twin = Batch.__new__(Batch)
        arrays = {name: memory.copied(array) for name, array in self._arrays.items()}
        twin._hold(self.game, arrays, self.seed, self.threads, self.passing)
        if reseed is not None:
            bits = seeds_of(reseed, len(self))
            twin._share(lambda i, j: kernels.stir_many(twin._rows, bits, i, j))
        return twin

    def restore(self, states: Array) -> None:
        """Put back records that were saved, `batch.states.copy()`; each is checked as `game.from_bytes` checks one."""
        records = np.asarray(states)
        if records.dtype != self._states.dtype or records.shape != self._states.shape:
            raise BadPosition(f"These are not the records of {len(self)} positions of {self.game.name}.")
        check_records(self.game, records)
        self._states[...] = records
        self._outdate()

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {name: array.tobytes() for name, array in self._arrays.items()}
        return restored, (self.game, parts, self.seed, self.threads, self.passing)

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: int) -> Position:
        """A copy of one of the positions."""
        place = range(len(self))[index]
        return Position(self.game, memory.copied(self._states[place : place + 1]))

    @property
    def over(self) -> Array:
        """Which games have ended."""
        is_over: Array = self._states["over"] != 0
        return is_over

    @property
    def players(self) -> Array:
        """For each position the lowest player who may act, -1 when the game is over."""
        waiting = self._states["waiting"]
        if self.game.players <= MOST_TABLED:
            players: Array = lowest_bits(self.game.players)[waiting]
            return players
        lowest: Array = np.full(len(self), -1, dtype=np.int64)
        for player in reversed(range(self.game.players)):
            lowest[waiting >> player & 1 == 1] = player
        return lowest

    def reset(self, seeds: Array, which: Array | None = None) -> None:
        """Restart games: all of them, or those that the array `which` marks; `seeds` has one seed per position."""
        new, reference = self.game.handle.new, self.game.reference
        numbers = own_type(seeds, np.uint64)
        if numbers.shape != (len(self),) or (which is not None and np.shape(which) != (len(self),)):
            raise BadOption(f"A batch of {len(self)} positions takes {len(self)} seeds and marks.")
        if which is None:
            self._outdate()
            self.seeds[:] = numbers
            self._share(lambda i, j: kernels.new_many(new, reference, self._rows, numbers, i, j))
            return
        marks = np.not_equal(which, 0)
        self._outdate(marks)
        np.copyto(self.seeds, numbers, where=marks)
        some = marks.astype(np.uint8).reshape(-1, 1)
        self._share(lambda i, j: kernels.new_some(new, reference, self._rows, numbers, some, i, j))

    def restart(self, seed: int) -> None:
        """Begin again, as a new batch with this seed would."""
        self.seed = checked_seed(seed)
        dice, seeds = self.beginning(len(self), seed)
        self._dice[:] = dice
        self._arrays["rounds"][:] = 1
        if self._pass is not None:
            self._pass.begin_series(self.seed)
        self.reset(seeds)

    def look(self, out: Transition | None = None) -> Transition:
        """The masks and observations of the positions as they are, in the form of a transition without rewards."""
        run = self.ready_pass()
        if self._is_handed_out:
            run.forget_ends(EVERY)
        transition = run.use(out)
        self._share(lambda i, j: passes.look_many(run.address, i, j))
        self._note_look(run)
        return transition

    def _note_look(self, run: Pass) -> None:
        """What the pass last saw of the positions holds."""
        self._is_stale = False
        self._direct = None if self._is_handed_out or self._is_shared else run

    def begin(self, seeds: Array, which: Array, out: Transition | None = None) -> Transition:
        """Restart the games that `which` marks, as `reset` does, and look at these alone: all others stay as they are,
        also those that an offence has ended."""
        was_stale = self._is_stale
        self.reset(seeds, which)
        marks = np.flatnonzero(which)
        if was_stale or len(marks) == len(self):
            return self.look(out)
        run = self.ready_pass()
        transition = run.use(out)
        for index in marks.tolist():
            passes.look_many(run.address, index, index + 1)
        self._note_look(run)
        return transition

    def advance(self, actions: Array, out: Transition | None = None) -> Transition:
        """Play one action in every position (or one for each player, see `Passing`), reward, restart and look again.

        An action of -1 leaves its position, or player, as it is. The arrays are those of `out`, if it is given (see
        `transition`), or the batch's own. Games that end begin again with seeds that come from the batch's seed: in
        place k of a batch of n, the first game is number k of the series (`garrison.core.seeds`), the next k + n.
        """
        run = self._direct
        if (
            run is not None
            and out is run.out
            and type(actions) is ndarray
            and actions.dtype is WHOLE
            and actions.ndim == 1
            and len(actions) == run.direct_count
        ):
            row = run.advance_all(actions, run.address)
            return run.current if row < 0 else self._refuse(row)
        return self._advance(self.ready_pass(), actions, out)

    def _outdate(self, which: Array | slice = EVERY) -> None:
        """What the pass last saw of these positions no longer holds."""
        self._is_stale, self._direct = True, None
        if self._pass is not None:
            self._pass.forget_ends(which)

    def _advance(self, run: Pass, actions: Any, out: Transition | None) -> Transition:
        """The long way, for actions and batches of any kind."""
        put_actions(run.actions, actions)
        self._check_again(run)
        transition = run.use(out)
        if self.passing.illegal == "raise":
            rows = [row for row in self._share(lambda i, j: passes.find_refused(run.address, i, j)) if row >= 0]
            if rows:
                self._refuse(int(rows[0]))
        start, count = thread_time(), self._play(run)
        run.note((thread_time() - start) / max(count, 1))
        return transition

    def _check_again(self, run: Pass) -> None:
        """Make the masks to check against again, if positions may have changed since."""
        if self._is_stale:
            self.look()
        elif self._is_handed_out:
            self._share(lambda i, j: passes.recheck_many(run.address, i, j))

    def _play(self, run: Pass) -> int:
        """One pass by all threads, each of which helps the others when it has done its part; how much this one did."""
        parts, claims = self._parts, self._claims
        claims[:] = 0
        reference = memory.whole(claims)
        if parts == 1:
            return int(passes.advance_shared(run.address, reference, parts, 0))
        counts = in_parts(lambda part, _: passes.advance_shared(run.address, reference, parts, part), range(parts + 1))
        return int(counts[0])

    @property
    def used_actions(self) -> Array:
        """The game's action behind each of the numbers that `advance` takes."""
        return self.ready_pass().action_numbers

    @property
    def masks(self) -> Array:
        """The masks that the last pass wrote, wherever it did."""
        return self.ready_pass().current.masks

    @property
    def marks(self) -> Array:
        """The masks that actions are checked against, one row each, to read: callers' own may have been written to."""
        run = self.ready_pass()
        self._check_again(run)
        return run.marks

    def transition(self) -> Transition:
        """New arrays for `out`."""
        return self.ready_pass().fresh()

    def ready_pass(self) -> Pass:
        """The arrays of this batch and the arguments of its passes, compiled and made when they are first needed."""
        if self._pass is None:
            self._pass = Pass(self.game, self.passing, self._arrays, self.seed)
        return self._pass

    def _refuse(self, row: int) -> NoReturn:
        """Raise: the action of this row is not legal, and nothing was played."""
        run = self.ready_pass()
        index, player = divmod(row, run.each) if self.passing.every_player else (row, int(self.players[row]))
        action = int(run.actions.reshape(-1)[row])
        raise IllegalAction(
            f"Position {index} of the batch: action {action} is not legal for player {player}; nothing was played."
        )

    def legal(self, players: Array | None = None) -> Array:
        """The legal masks (positions x actions, 0 or 1) of the given players, or of the lowest who may act."""
        game, reference, who = self.game.handle, self.game.reference, self._players(players)
        self._share(lambda i, j: kernels.legal_many(game.legal, reference, self._rows, who, self._masks, i, j))
        return self._masks

    def step(self, actions: Array, players: Array | None = None, checked: bool = True) -> None:
        """Play one action in every position; -1 leaves a position as it is.

        With `checked`, nothing is played unless every action is legal. Without it nothing is checked, for speed:
        the only unchecked door. An illegal action may then do anything, even crash the process.
        """
        game, reference, who = self.game.handle, self.game.reference, self._players(players)
        numbers = own_type(actions, np.int64)
        if numbers.shape != (len(self),):
            raise IllegalAction(f"A batch of {len(self)} positions takes {len(self)} actions, not {numbers.shape}.")
        if checked:
            self._check(numbers, who)
        self._share(lambda i, j: kernels.step_many(game.step, reference, self._rows, who, numbers, i, j))
        self._outdate()

    def observe(self, players: Array | None = None) -> Array:
        """The given players' observations (positions x planes x rows x columns); where nobody acts, player 0's."""
        game, reference = self.game.handle, self.game.reference
        who = np.maximum(self._players(players), 0)
        if self._planes is None:
            self._planes = np.zeros((len(self), *self.game.planes_shape), dtype=np.uint8)
        planes = self._planes
        self._share(lambda i, j: kernels.observe_many(game.observe, reference, self._rows, who, planes, i, j))
        return planes

    def measure(self, players: Array | None = None) -> Array:
        """The numbers that belong to the given players' observations (positions x numbers)."""
        game, reference = self.game.handle, self.game.reference
        who = np.maximum(self._players(players), 0)
        numbers = np.zeros((len(self), len(self.game.numbers)), dtype=np.int64)
        self._share(lambda i, j: kernels.measure_many(game.measure, reference, self._rows, who, numbers, i, j))
        return numbers

    def scores(self) -> Array:
        """The scores (positions x players)."""
        game, reference = self.game.handle, self.game.reference
        self._share(lambda i, j: kernels.score_many(game.score, reference, self._rows, self._scores, i, j))
        return self._scores[:, : self.game.players]

    def random_actions(self, players: Array | None = None) -> Array:
        """A random legal action for every position, -1 where the game is over."""
        masks = self.legal(players)
        actions: Array = np.zeros(len(self), dtype=np.int64)
        self._share(lambda i, j: kernels.choose_many(masks, self._dice, actions, i, j))
        if players is None:
            self._check_progress(actions)
        return actions

    def renew(self) -> None:
        """Restart the games that are over, each from a seed that follows from its last one."""
        new, reference, own = self.game.handle.new, self.game.reference, (self._rows, self.seeds, self.ended)
        self._share(lambda i, j: kernels.renew_many(new, reference, *own, i, j))
        self._outdate()

    def random_steps(self, rounds: int = 1) -> None:
        """Play this many random legal actions in every position in one go; games that are over are renewed first."""
        play = kernels.RandomPlay(
            game=self.game.handle.address,
            count=len(self),
            states=memory.whole(self._states),
            masks=memory.whole(self._masks),
            dice=memory.whole(self._dice),
            seeds=memory.whole(self.seeds),
            ended=memory.whole(self.ended),
        )
        place = max(self._share(lambda i, j: kernels.roam_many(play.address, rounds, i, j)))
        self._outdate()
        if place >= 0:
            raise BadRules(why_stuck(self.game, int(self.seeds[place]), self._states[place]))

    def _players(self, players: Array | None) -> Array:
        if players is None:
            return self.players
        numbers = own_type(players, np.int64)
        if numbers.shape != (len(self),) or numbers.max() >= self.game.players or numbers.min() < -1:
            raise IllegalAction(f"A batch takes one player per position, each -1 to {self.game.players - 1}.")
        return numbers

    def _check(self, actions: Array, players: Array) -> None:
        masks = self.legal(players)
        index = kernels.find_illegal(actions, masks, 0, len(self))
        if index >= 0:
            raise IllegalAction(
                f"Position {index} of the batch: action {actions[index]} is not legal for player {players[index]}; "
                "nothing was played."
            )

    def _check_progress(self, actions: Array) -> None:
        """Raise if a game can't go on although it is not over."""
        places = np.flatnonzero((actions < 0) & ~self.over)
        if len(places):
            raise BadRules(why_stuck(self.game, int(self.seeds[places[0]]), self._states[places[0]]))

    def _share(self, work: Callable[[int, int], Any]) -> list[Any]:
        return share_out(work, len(self), self.threads)


def restored(game: Game, parts: dict[str, bytes], seed: int, threads: int, passing: Passing) -> Batch:
    """A batch from its bytes, every record of which is checked as `game.from_bytes` checks one."""
    kinds = {"states": game.state_dtype, "dice": DICE, "seeds": np.dtype(np.uint64), "rounds": np.dtype(np.int64)}
    count = len(parts["seeds"]) // 8
    if not count or any(len(parts[name]) != count * kind.itemsize for name, kind in kinds.items()):
        raise BadPosition(f"These bytes are not a batch of {game.name}: their lengths do not fit.")
    arrays = {name: memory.from_bytes(parts[name], kind) for name, kind in kinds.items()}
    check_records(game, arrays["states"])
    batch = Batch.__new__(Batch)
    batch._hold(game, arrays, seed, threads, passing)
    return batch
