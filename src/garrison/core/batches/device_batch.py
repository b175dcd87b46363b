"""Batches on a GPU: the methods of `Batch`, with everything in the GPU's memory and one thread per position.

The same seeds and the same actions give the same bytes as on the CPU. What a method returns stays on the GPU; PyTorch,
JAX and CuPy take it without a copy (`core.batches.dlpack`), and what they computed can be passed to a method. Rows of
masks and observations lie a whole number of 64-bit words apart; where that leaves gaps, JAX does not take them.

    batch = garrison.load("skirmish").batch(65536, seed=7, device="cuda")
    batch.random_steps(1000)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.core.batches.arguments import check_count, own_type
from garrison.core.batches.batch import Batch
from garrison.core.batches.dlpack import DeviceArray
from garrison.core.batches.series import why_stuck
from garrison.core.engine import memory
from garrison.core.position import Position
from garrison.errors import BadOption, BadRules, IllegalAction

if TYPE_CHECKING:
    from garrison.core.game import Game

NO_POSITION = 1 << 62  # where a kernel notes the first position with a fault: there is none
INSTEAD = "Leave out the device to play on the CPU"


def gpu(instead: str = INSTEAD) -> Any:
    """Numba's CUDA and the kernels; one sentence where there is no GPU, with what to do instead."""
    try:
        from garrison.core.engine.numba_rules import lend_row_stack

        lend_row_stack()
        from numba import cuda

        from garrison.core.engine import cuda as kernels
    except ImportError as error:
        raise BadOption(f'A GPU needs Numba for CUDA: pip install "garrison[cuda]" ({error}). {instead}.') from None
    if not cuda.is_available():
        raise BadOption(f"There is no GPU here that CUDA can use, or its driver is missing. {instead}.")
    return cuda, kernels


_KERNELS: dict[tuple[Any, ...], Any] = {}  # of each game and shape of observations, whatever else its parameters are


def _kernels_of(game: Game) -> Any:
    key = (game.package.import_name, game.package.folder, game.planes_shape)
    if key not in _KERNELS:
        _KERNELS[key] = gpu()[1].build_kernels(game.package.blueprint(), game.planes_shape)
    return _KERNELS[key]


class DeviceBatch:
    """Many positions of one game in a GPU's memory."""

    def __init__(self, game: Game, count: int, seed: int = 0) -> None:
        self._cuda, self._engine = gpu()
        check_count(count)
        self.game, self._count = game, count
        self._kernels = _kernels_of(game)
        self._stream: Any = 0
        self._allocate(game, count)
        dice, seeds = Batch.beginning(count, seed)
        self._dice, self._seeds = (self._cuda.to_device(array) for array in (dice, seeds))
        arrays = (self._parameters, self._states, self._words, self._dice, self._seeds, self.ended.array)
        self._games = self._engine.Games(*arrays)
        self.reset(seeds)

    def _allocate(self, game: Game, count: int) -> None:
        actions, size = game.facts.actions, game.state_dtype.itemsize
        self._words = self._zeros((count, size // self._engine.WORD), np.uint64)
        self._states = self._words.reshape(count * (size // self._engine.WORD)).view(game.state_dtype)
        self._mask_words = self._zeros((count, self._engine.whole_words(actions) // self._engine.WORD), np.uint64)
        self._masks = self._mask_words.view(np.uint8)
        self._parameters = self._cuda.to_device(memory.copied(game.record))
        self._planes: Any = None
        self._numbers = self._zeros((count, max(len(game.numbers), 1)), np.int64)
        self._cues = self._zeros((count, max(len(game.cues), 1)), np.float64)
        self._scores = self._zeros((count, game.facts.players[1]), np.float64)
        self._actions, self._lowest = self._zeros((count,), np.int64), self._zeros((count,), np.int64)
        self.ended = DeviceArray(self._zeros((count,), np.int64))  # how many games each position has seen to the end
        self._fault = self._cuda.to_device(np.array([NO_POSITION]))

    def _zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self._cuda.to_device(np.zeros(shape, dtype=kind))

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Position:
        """A copy of one of the positions, on the CPU."""
        place = range(len(self))[index]
        return Position(self.game, self._words[place : place + 1].copy_to_host().view(self.game.state_dtype)[0])

    def to_host(self) -> Any:
        """A copy of all records, as `Batch.states` has them."""
        return self._words.copy_to_host().reshape(-1).view(self.game.state_dtype)

    @property
    def states(self) -> DeviceArray:
        """The records as rows of 64-bit words."""
        return DeviceArray(self._words)

    @property
    def players(self) -> DeviceArray:
        """For each position the lowest player who may act, -1 when the game is over."""
        self._launch("lowest_many", self._states, self._lowest)
        return DeviceArray(self._lowest)

    def reset(self, seeds: Any, which: Any = None) -> None:
        """Restart games: all of them, or those that the array `which` marks; `seeds` has one seed per position."""
        numbers = self._given(seeds, np.uint64)
        marks = self._given(np.ones(len(self), np.uint8) if which is None else which, np.uint8)
        if numbers.shape != (len(self),) or marks.shape != (len(self),):
            raise BadOption(f"A batch of {len(self)} positions takes {len(self)} seeds and marks.")
        self._launch("new_many", self._games, numbers, marks)

    def legal(self, players: Any = None) -> DeviceArray:
        """The legal masks (positions x actions, 0 or 1) of the given players, or of the lowest who may act.

        The rows lie a whole number of 64-bit words apart.
        """
        self._turn(self._engine.LOOK, self._players(players), self._actions)
        return DeviceArray(self._engine.first_columns(self._masks, self.game.facts.actions))

    def step(self, actions: Any, players: Any = None, checked: bool = True) -> None:
        """Play one action in every position; -1 leaves a position as it is.

        With `checked`, nothing is played unless every action is legal, and the caller waits for the answer. Without
        it nothing is checked: an illegal action may then do anything.
        """
        who, numbers = self._players(players), self._given(actions, np.int64)
        if numbers.shape != (len(self),):
            raise IllegalAction(f"A batch of {len(self)} positions takes {len(self)} actions, not {numbers.shape}.")
        if checked:
            self._check(numbers, who)
        self._turn(self._engine.STEP, who, numbers)

    def observe(self, players: Any = None) -> DeviceArray:
        """The given players' observations (positions x planes x rows x columns); where nobody acts, player 0's.

        Positions lie a whole number of 64-bit words apart.
        """
        if self._planes is None:
            length = self._engine.whole_words(int(np.prod(self.game.planes_shape)))
            self._planes = self._zeros((len(self), length // self._engine.WORD), np.uint64)
        self._launch("observe_many", self._parameters, self._states, self._players(players), self._planes)
        return DeviceArray(self._engine.in_rows(self._planes.view(np.uint8), self.game.planes_shape))

    def measure(self, players: Any = None) -> DeviceArray:
        """The numbers that belong to the given players' observations (positions x numbers)."""
        self._launch("measure_many", self._parameters, self._states, self._players(players), self._numbers)
        return DeviceArray(self._engine.first_columns(self._numbers, len(self.game.numbers)))

    def cues(self, players: Any = None) -> DeviceArray:
        """What the game's skill tells networks of the given players (positions x `game.cues`)."""
        self._launch("cues_many", self._parameters, self._states, self._players(players), self._cues)
        return DeviceArray(self._engine.first_columns(self._cues, len(self.game.cues)))

    def scores(self) -> DeviceArray:
        """The scores (positions x players)."""
        self._launch("score_many", self._parameters, self._states, self._scores)
        return DeviceArray(self._engine.first_columns(self._scores, self.game.players))

    def random_actions(self, players: Any = None) -> DeviceArray:
        """A random legal action for every position, -1 where the game is over."""
        self.legal(players)
        self._launch("choose_many", self._mask_words, self._dice, self._actions)
        return DeviceArray(self._actions)

    def renew(self) -> None:
        """Restart the games that are over, each from a seed that follows from its last one."""
        self._launch("renew_many", self._games)

    def random_steps(self, rounds: int = 1) -> None:
        """Play this many random legal actions in every position in one go; games that are over are renewed first."""
        self._turn(self._engine.ROAM, self._lowest, self._actions, rounds)
        place = self._first_fault()
        if place is not None:
            seed = int(self._seeds[place : place + 1].copy_to_host()[0])
            raise BadRules(why_stuck(self.game, seed, self[place].state[0]))

    def wait(self) -> None:
        """Return when the GPU has done all that was asked of it: methods don't wait for it."""
        self._cuda.synchronize()

    def use_stream(self, handle: int) -> None:
        """Do everything from now on in another library's stream; 0 is the usual one."""
        self._stream = self._cuda.external_stream(handle) if handle else 0

    def _turn(self, doing: int, players: Any, actions: Any, rounds: int = 1) -> None:
        self._launch("turn_many", self._games, players, self._mask_words, actions, doing, rounds, self._fault)

    def _launch(self, name: str, *arguments: Any) -> None:
        blocks = -(-len(self) // self._engine.BLOCK)
        getattr(self._kernels, name)[blocks, self._engine.BLOCK, self._stream](*arguments)

    def _given(self, numbers: Any, kind: Any) -> Any:
        """An array on the GPU, from there or from NumPy."""
        numbers = numbers.array if isinstance(numbers, DeviceArray) else numbers
        is_own = hasattr(numbers, "copy_to_host")
        if is_own or hasattr(numbers, "__cuda_array_interface__"):
            array = numbers if is_own else self._cuda.as_cuda_array(numbers)
            if array.dtype != kind:
                raise BadOption(f"On a GPU, a batch takes arrays of {np.dtype(kind)} here, not of {array.dtype}.")
            return array
        marks = np.asarray(numbers)
        return self._cuda.to_device(own_type(marks.astype(np.uint8) if marks.dtype == bool else marks, kind))

    def _players(self, players: Any) -> Any:
        if players is None:
            return self.players.array
        numbers = self._given(players, np.int64)
        if numbers.shape != (len(self),):
            raise IllegalAction(f"A batch takes one player per position, each -1 to {self.game.players - 1}.")
        return numbers

    def _check(self, actions: Any, players: Any) -> None:
        self.legal(players)
        self._launch("find_illegal", actions, self._masks, self.game.facts.actions, self._fault)
        index = self._first_fault()
        if index is not None:
            action, player = (int(array[index : index + 1].copy_to_host()[0]) for array in (actions, players))
            raise IllegalAction(
                f"Position {index} of the batch: action {action} is not legal for player {player}; nothing was played."
            )

    def _first_fault(self) -> int | None:
        """The first position that a kernel complained about; this waits for the kernel."""
        place = int(self._fault.copy_to_host()[0])
        if place == NO_POSITION:
            return None
        self._fault.copy_to_device(np.array([NO_POSITION]))
        return place
