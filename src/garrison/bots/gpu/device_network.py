"""A network in the GPU's memory, as the kernels of the search take it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from garrison.bots.network import Network
    from garrison.core.game import Game

NOTHING = np.zeros((1, 1), dtype=np.float32)


def on_gpu(cuda: Any, game: Game, network: Network | None, trust: float) -> tuple[Any, ...]:
    """Links, vectors, those of cues, both layers, and how much it is trusted with the score that counts as 1."""
    if network is None:
        arrays = [np.zeros(1, dtype=np.int32), NOTHING, NOTHING, NOTHING, NOTHING[0]]
    else:
        cues = network.cues if len(network.cues) else NOTHING
        arrays = [network.links(game), network.vectors, cues, network.middle, network.last]
    settings = np.array([trust, network.card.par if network else 1.0])
    return tuple(cuda.to_device(np.ascontiguousarray(array)) for array in [*arrays, settings])
