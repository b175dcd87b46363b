"""What `ppo_numpy.py` has learned, as a policy: the network in the file that PPO_NUMPY names.

python examples/ppo_numpy.py --to ppo_numpy.npz
PPO_NUMPY=ppo_numpy.npz garrison suite garrison-10 examples/ppo_numpy_policy.py --task minefield
"""

from __future__ import annotations

import os
import runpy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from garrison.core.position import Position

GAME = "minefield"
LEARNER = runpy.run_path(str(Path(__file__).with_name("ppo_numpy.py")))


@cache
def network_in(file: str) -> Any:
    """The network in a file."""
    with np.load(file) as arrays:
        network = LEARNER["Network"](len(arrays["hidden"]), arrays["policy"].shape[1], 0)
        network.weights = dict(arrays)
    return network


def policy(position: Position, player: int, dice: Random) -> int:
    """An action, as likely as the network finds it."""
    places = {name: place for place, name in enumerate(position.game.numbers)}
    seen = LEARNER["around"](position.observe(player)[None], position.measure(player)[None], places)
    network = network_in(os.environ.get("PPO_NUMPY", "ppo_numpy.npz"))
    _, logs, _ = network.forward(seen, position.mask(player)[None])
    return int((logs + np.random.default_rng(dice.getrandbits(64)).gumbel(size=logs.shape)).argmax())
