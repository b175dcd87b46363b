"""What the kernels of the search on a GPU take, by names: arrays in the GPU's memory, and numbers."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from garrison.core.engine.record import Array

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

    class GpuArray(Array):
        """An array in the GPU's memory."""

        def copy_to_host(self) -> Array:
            """A copy for NumPy."""


NOTHING = np.zeros((1, 1), dtype=np.float32)


class DeviceKernel(Protocol):
    """A kernel: it is launched with how many blocks of how many threads."""

    def __getitem__(self, shape: tuple[int, int], /) -> Callable[..., None]: ...


class DevicePositions(NamedTuple):
    """Positions as words, of a game with these parameters, and who acts in each."""

    parameters: GpuArray
    words: GpuArray
    players: GpuArray


class PlanArrays(NamedTuple):
    """Plans for some positions, a row of them for each, and what they have come to."""

    which: GpuArray  # the positions
    seeds: GpuArray
    styles: GpuArray
    dice: GpuArray
    alive: GpuArray  # the numbers of the plans of a row, those first that are tried
    totals: GpuArray
    visits: GpuArray  # how often
    actions: GpuArray  # the first of each plan
    next_dice: GpuArray  # the dice with which it goes on after that


class KeptPlans(NamedTuple):
    """For each row whether a plan was kept, and which."""

    has_kept: GpuArray
    styles: GpuArray
    dice: GpuArray


class Round(NamedTuple):
    """How many of the plans that are alive in a row are tried, and with which simulations."""

    trying: int  # plans
    first_number: int  # of the simulations
    each: int  # of them for each plan
    is_asked: bool = False  # whether plans are only asked for their first action, which is not played


class DeviceNetwork(NamedTuple):
    """A network, and how much it is trusted with the score that counts as 1."""

    links: GpuArray
    vectors: GpuArray
    cue_vectors: GpuArray
    middle: GpuArray
    last: GpuArray
    trust: float
    par: float


def network_on_gpu(cuda: ModuleType, game: Game, network: Network | None, trust: float) -> DeviceNetwork:
    """A copy of a network; with none, a network that nobody asks."""
    if network is None:
        arrays = [np.zeros(1, dtype=np.int32), NOTHING, NOTHING, NOTHING, NOTHING[0]]
    else:
        cues = network.cues if len(network.cues) else NOTHING
        arrays = [network.links(game), network.vectors, cues, network.middle, network.last]
    links, vectors, cue_vectors, middle, last = (cuda.to_device(np.ascontiguousarray(array)) for array in arrays)
    par = network.card.par if network else 1.0
    return DeviceNetwork(links, vectors, cue_vectors, middle, last, float(trust), float(par))


Kind = TypeVar("Kind", bound=Array)


class Observations(NamedTuple, Generic[Kind]):
    """What is told of every position: who acts (-1: nobody), the turn, and what that player may do and sees."""

    players: Kind
    turns: Kind
    legal: Kind  # positions x actions
    planes: Kind
    numbers: Kind
    cues: Kind
    worths: Kind  # by the game's own value, for every player
    scores: Kind
