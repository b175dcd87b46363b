"""A network in the GPU's memory, as the kernels of the search take it."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.gpu.arguments import DeviceNetwork

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

NOTHING = np.zeros((1, 1), dtype=np.float32)


def on_gpu(cuda: ModuleType, game: Game, network: Network | None, trust: float) -> DeviceNetwork:
    """A copy of a network; with none, a network that nobody asks."""
    if network is None:
        arrays = [np.zeros(1, dtype=np.int32), NOTHING, NOTHING, NOTHING, NOTHING[0]]
    else:
        cues = network.cues if len(network.cues) else NOTHING
        arrays = [network.links(game), network.vectors, cues, network.middle, network.last]
    links, vectors, cue_vectors, middle, last = (cuda.to_device(np.ascontiguousarray(array)) for array in arrays)
    par = network.card.par if network else 1.0
    return DeviceNetwork(links, vectors, cue_vectors, middle, last, float(trust), float(par))
