"""The spaces of a game's observations and actions, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from garrison.core.game import Game


def observation_space(game: Game, actions: int) -> spaces.Dict:
    """Planes and numbers as `game.observation_spec` describes them, and the mask of legal actions."""
    spec = game.observation_spec
    high = np.array([part.high for part in spec.planes], dtype=np.uint8).reshape(-1, 1, 1)
    return spaces.Dict(
        {
            "planes": spaces.Box(
                np.zeros(spec.shape, np.uint8), np.broadcast_to(high, spec.shape).copy(), dtype=np.uint8
            ),
            "numbers": spaces.Box(
                np.array([part.low for part in spec.numbers], dtype=np.int64),
                np.array([part.high for part in spec.numbers], dtype=np.int64),
                dtype=np.int64,
            ),
            "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
        }
    )


def seen(planes: Any, numbers: Any, mask: Any) -> dict[str, Any]:
    """One observation, in arrays of its own."""
    return {"planes": planes.copy(), "numbers": numbers.copy(), "action_mask": mask.astype(np.int8)}
