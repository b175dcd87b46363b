"""How `batch.advance` is done: what can be chosen about it, the arrays that it fills, and the arguments of its pass."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from garrison.core.batches.memory_trial import MemoryTrial
from garrison.core.engine import memory, passes
from garrison.core.engine.calls import entry_address
from garrison.core.engine.kernel import direct
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.memory import CACHE_LINE
from garrison.core.engine.pass_arguments import BLOCK, ENTRIES, PASS_ARGUMENTS, RUNNING, STRIDED
from garrison.core.engine.prefetch import ENOUGH_VOTES, NEVER
from garrison.errors import BadOption, shown

if TYPE_CHECKING:
    from garrison.core.game import Game

Array = np.ndarray[Any, Any]
AUTORESET = ("next_step", "same_step", "disabled")  # Gymnasium's three, in the order of the engine's numbers
ILLEGAL = ("raise", "replace", "penalty")
REWARDS = ("score", "outcome")
MOST_STEPS = 10**9
FEW = 8  # positions: so few are played before it is worth letting other threads of Python run
CACHED = 1 << 20  # bytes that are at hand anyway: those of a core's own cache


class Transition(NamedTuple):
    """What one call of `batch.advance` gives: arrays of N positions, or of N x P where everyone acts.

    `rewards` is always N x P. `players` says whose mask and observation a row holds, -1 where nobody acts; it is the
    same for all rows where everyone acts. The final observations are written where a game ended and the next one began
    in the same step; they hold what they held before elsewhere. `entities` are lists of `entity_counts` rows, and then
    zeros; they are empty unless they were asked for.
    """

    planes: Array
    numbers: Array
    masks: Array
    players: Array
    rewards: Array
    terminated: Array
    truncated: Array
    final_planes: Array
    final_numbers: Array
    entities: Array
    entity_counts: Array
    final_entities: Array
    final_entity_counts: Array


@dataclass(frozen=True)
class Passing:
    """What can be chosen about `advance`.

    autoreset      when a game that has ended begins again: `next_step`, `same_step` or `disabled`
    illegal        what becomes of an illegal action: `raise` an error before anything is played, `replace` it by a
                   legal one drawn from the batch's dice, or end the game with a `penalty`
    rewards        `score`: the difference of the scores; `outcome`: at the end 1 won, -1 lost, 0 drawn (for a player
                   alone, the score)
    every_player   rows for all players of a position, who act at once, rather than for the one who acts
    observe        whether to observe; masks are always written
    entities       whether to list what is on the board, too, for games that can (`game.observation_spec.entities`)
    compact        number only the actions that this scenario can ever use (`game.used_actions`)
    seat           whose observation is written where nobody acts, and at the end
    final          whether to keep the last observations of games that end and begin again in the same step
    limit          steps after which a game is truncated; 0: none but the rules'
    chained        let each game's seed follow from that of the game before it in its place, whatever the batch's seed
    """

    autoreset: str = "next_step"
    illegal: str = "raise"
    rewards: str = "score"
    every_player: bool = False
    observe: bool = True
    entities: bool = False
    compact: bool = False
    seat: int = 0
    final: bool = False
    limit: int = 0
    penalty: float = -1.0
    chained: bool = False

    def __post_init__(self) -> None:
        for name, names in (("autoreset", AUTORESET), ("illegal", ILLEGAL), ("rewards", REWARDS)):
            if getattr(self, name) not in names:
                raise BadOption(f"{name} must be one of {', '.join(names)}, not {shown(getattr(self, name))}.")
        if not isinstance(self.limit, int | np.integer) or not 0 <= self.limit <= MOST_STEPS:
            raise BadOption(f"limit must be a number of steps from 0 to {MOST_STEPS:,}, not {shown(self.limit)}.")
        if not isinstance(self.penalty, int | float | np.number):
            raise BadOption(f"penalty must be a number, not {shown(self.penalty)}.")


def passing_of(options: dict[str, Any]) -> Passing:
    """What somebody chose by name."""
    names = [field.name for field in fields(Passing)]
    for name in options:
        if name not in names:
            raise BadOption(f"A batch has no option {shown(name)}; it has {', '.join(names)}.")
    return Passing(**options)


def check_seat(game: Game, seat: Any) -> None:
    """Raise unless a game has this seat."""
    if not isinstance(seat, int | np.integer) or not 0 <= seat < game.players:
        raise BadOption(f"seat must be from 0 to {game.players - 1}, not {shown(seat)}.")


def check_lists(game: Game) -> None:
    """Raise unless a game can list what is on its board."""
    if not game.facts.entities:
        raise BadOption(f"{game.facts.title} has no lists of entities.")


def votes_of(game: Game) -> Array:
    """For each line of a record, the votes to begin with: whether passes should ask for it ahead (engine/prefetch.py).

    What steps hardly ever read is never asked for: of the log of events all but the beginning, and what the game says.
    """
    kind = game.state_dtype
    is_read = np.ones(-(-kind.itemsize // CACHE_LINE) * CACHE_LINE, dtype=np.bool_)
    for name in ("events", *game.facts.seldom):
        start, end = kind.fields[name][1], kind.fields[name][1] + kind[name].itemsize
        is_read[start + (CACHE_LINE if name == "events" else 0) : end] = False
    votes: Array = np.where(is_read.reshape(-1, CACHE_LINE).any(1), ENOUGH_VOTES, NEVER)
    return votes


class Pass:
    """The arrays of one batch, and the arguments of its passes."""

    def __init__(self, game: Game, passing: Passing, arrays: dict[str, Array], series: int) -> None:
        check_seat(game, passing.seat)
        if passing.entities:
            check_lists(game)
        if passing.entities and not passing.observe:
            raise BadOption("Lists of entities are part of the observation, which is switched off here.")
        self.game, self.passing, self.count = game, passing, len(arrays["states"])
        self.each = game.players if passing.every_player else 1
        self.rows = (self.count, self.each) if passing.every_player else (self.count,)
        self.action_numbers = game.used_actions if passing.compact else np.arange(game.facts.actions)
        self.own = self.fresh()
        self.arrays = {**arrays, **self._scratch()}
        self.actions = self.arrays["actions"].reshape(self.rows)
        self.marks = self.arrays["marks"].view()
        self.marks.flags.writeable = False
        self._records = np.zeros(1, dtype=PASS_ARGUMENTS)
        self.arguments: Any = self._records[0] if COMPILED else SimpleNamespace()
        self.address = memory.whole(self._records) if COMPILED else self.arguments
        self._fill(series)
        self._point(self.arrays)
        self._point(self.own._asdict())
        self.out: Transition | None = None
        self.current = self.own  # the arrays that passes write into
        self.advance_all = direct(passes.advance_few if self.count <= FEW else passes.advance_all)
        is_large = COMPILED and self.arrays["states"].nbytes > CACHED
        self._trial = MemoryTrial(self.arguments) if is_large else None
        self.direct_count = self._direct_count()

    def fresh(self) -> Transition:
        """Arrays for a transition, of the right shapes and types."""
        none = (0, *self.rows[1:])
        plane_rows = self.rows if self.passing.observe else none
        last = self.rows if self.passing.final else none
        planes, numbers = self.game.planes_shape, (len(self.game.numbers),)
        list_rows = self.rows if self.passing.entities else none
        last_list_rows = last if self.passing.entities else none
        entities = self.game.entities_shape if self.passing.entities else (1, 1)
        return Transition(
            planes=np.zeros((*plane_rows, *planes), dtype=np.uint8),
            numbers=np.zeros((*plane_rows, *numbers), dtype=np.int64),
            masks=np.zeros((*self.rows, len(self.action_numbers) + self.passing.every_player), dtype=np.uint8),
            players=np.full(self.count, -1, dtype=np.int64),
            rewards=np.zeros((self.count, self.game.players), dtype=np.float32),
            terminated=np.zeros(self.count, dtype=np.bool_),
            truncated=np.zeros(self.count, dtype=np.bool_),
            final_planes=np.zeros((*last, *planes), dtype=np.uint8),
            final_numbers=np.zeros((*last, *numbers), dtype=np.int64),
            entities=np.zeros((*list_rows, *entities), dtype=np.int16),
            entity_counts=np.zeros(list_rows, dtype=np.int64),
            final_entities=np.zeros((*last_list_rows, *entities), dtype=np.int16),
            final_entity_counts=np.zeros(last_list_rows, dtype=np.int64),
        )

    def use(self, out: Transition | None) -> Transition:
        """Let passes write into these arrays, which the caller keeps; None: into the batch's own."""
        if out is not self.out:
            if out is not None:
                self._check(out)
            self.out, self.current = out, out or self.own
            self._point(self.current._asdict())
        return self.current

    def note(self, seconds: float) -> None:
        """Note how long a step took, for a trial that has yet to find the fastest way."""
        if self._trial is not None:
            self._trial.note(seconds)
            self._trial = None if self._trial.is_over else self._trial
            self.direct_count = self._direct_count()

    def _direct_count(self) -> int:
        """How many actions `advance_all` takes, in one row; -1 while it is not to be used."""
        return self.count if not self.passing.every_player and self._trial is None else -1

    def forget_ends(self, which: Array | slice) -> None:
        """Let these games go on, if they have not ended by the rules: another record has taken their places."""
        self.arrays["ended"][which] = RUNNING

    def begin_series(self, seed: int) -> None:
        """Let the games that begin from now on belong to another series."""
        self.arguments.series = np.uint64(seed)

    def _check(self, out: Transition) -> None:
        for name, own, array in zip(Transition._fields, self.own, out, strict=True):
            fits = isinstance(array, np.ndarray) and (array.dtype, array.shape) == (own.dtype, own.shape)
            if not fits or not self._is_in_rows(name, array):
                raise BadOption(
                    f"out.{name} must be a writable array of {own.dtype}, {own.shape}, each row in one piece."
                )

    def _is_in_rows(self, name: str, array: Array) -> bool:
        """Whether a pass can write into an array: rows at equal distances, if it is taken by rows, or all together."""
        rows = self._rows_of(array)
        can_write = array.flags.writeable and array.flags.aligned and (not array.size or np.shares_memory(rows, array))
        is_whole = not array.size or (rows[0].flags.c_contiguous and rows.strides[0] >= rows[0].nbytes)
        return can_write and (is_whole if name in STRIDED else array.flags.c_contiguous)

    def _rows_of(self, array: Array) -> Array:
        """An array with one row for each place; a view, if its rows are at equal distances.

        The number of rows is counted, because NumPy can't find it out where a row holds nothing.
        """
        places = len(self.rows)
        return array.reshape(math.prod(array.shape[:places]), *array.shape[places:])

    def _scratch(self) -> dict[str, Array]:
        """What passes need and nobody else sees."""
        count, places = self.count, self.count * self.each
        blocks, actions = -(-count // BLOCK), self.game.facts.actions
        votes = votes_of(self.game)
        return {
            "drafts": np.zeros((2 * blocks, int(np.prod(self.game.planes_shape)) + CACHE_LINE), dtype=np.uint8),
            "mark_drafts": np.zeros((blocks, actions + CACHE_LINE), dtype=np.uint8)[:, :actions],
            "votes": votes,
            "lines": np.zeros(2 * len(votes), dtype=np.int64),
            "used": np.ascontiguousarray(self.action_numbers, dtype=np.int64),
            "actions": np.zeros(places, dtype=np.int64),
            "who": np.full(count, -1, dtype=np.int64),
            "ended": np.zeros(count, dtype=np.uint8),
            "kept": np.zeros((2 * count, self.game.facts.players[1])),
            "tallies": np.zeros((places, 1), dtype=np.int64),
            "marks": np.zeros((places, len(self.action_numbers)), dtype=np.uint8),
        }

    def _point(self, arrays: dict[str, Array]) -> None:
        """Put arrays into the arguments: those that are taken row by row as rows, the others flat."""
        for name, array in arrays.items():
            if name in STRIDED:
                array = self._rows_of(array)
                setattr(self.arguments, f"{name}_stride", array.strides[0])
            elif name in Transition._fields:
                array = array.reshape(-1)
            setattr(self.arguments, name, memory.whole(array))

    def _fill(self, series: int) -> None:
        """Put everything but the arrays into the arguments."""
        game, passing, arguments = self.game, self.passing, self.arguments
        for name in ENTRIES:
            setattr(arguments, name, entry_address(getattr(game.table, name)))
        arguments.near, arguments.far = entry_address(passes.advance_near), entry_address(passes.advance_far)
        arguments.parameters, arguments.series, arguments.fine = game.reference, np.uint64(series), passing.penalty
        for name, number in {**self._sizes(), **self._choices()}.items():
            setattr(arguments, name, int(number))

    def _sizes(self) -> dict[str, int]:
        game = self.game
        planes, rows, columns = game.planes_shape
        most_entities, entity_parts = game.entities_shape
        strange = np.flatnonzero(self.action_numbers != np.arange(len(self.action_numbers)))
        return {
            "count": self.count,
            "players_count": game.players,
            "each": self.each,
            "seats": game.facts.players[1],
            "actions_count": game.facts.actions,
            "used_count": len(self.action_numbers),
            "prefix": strange[0] if len(strange) else len(self.action_numbers),
            "record_size": game.state_dtype.itemsize,
            "draft_size": self.arrays["drafts"].strides[0],
            "mark_draft_size": self.arrays["mark_drafts"].strides[0],
            "planes_count": planes,
            "numbers_count": len(game.numbers),
            "most_entities": most_entities,
            "entity_parts": entity_parts,
            "board_rows": rows,
            "board_columns": columns,
        }

    def _choices(self) -> dict[str, int]:
        passing = self.passing
        return {
            "autoreset": AUTORESET.index(passing.autoreset),
            "illegal": ILLEGAL.index(passing.illegal),
            "scheme": REWARDS.index(passing.rewards),
            "everyone": passing.every_player,
            "looking": passing.observe,
            "listing": passing.entities,
            "finals": passing.final,
            "viewer": passing.seat,
            "limit": passing.limit,
            "chained": passing.chained,
            "ahead": 0,
            "past": 0,
            "surveys": 0,
            "lines_count": 0,
        }
