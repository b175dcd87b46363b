"""The spaces of a game's observations and actions, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from garrison.core.game import Game
from garrison.core.observation import ObservationSpec


def observation_space(game: Game, actions: int, entities: bool = False) -> spaces.Dict:
    """Planes and numbers as `game.observation_spec` describes them, the mask of legal actions, and perhaps entities."""
    spec = game.observation_spec
    lists = {"entities": _list_space(spec)} if entities else {}
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
            **lists,
        }
    )


def _list_space(spec: ObservationSpec) -> spaces.Box:
    """A list of entities, with rows of zeros after the last."""
    low = np.array([min(part.low, 0) for part in spec.entities], dtype=np.int16)
    high = np.array([part.high for part in spec.entities], dtype=np.int16)
    every = (spec.most_entities, 1)
    return spaces.Box(np.tile(low, every), np.tile(high, every), dtype=np.int16)


def seen(planes: Any, numbers: Any, mask: Any, **lists: Any) -> dict[str, Any]:
    """One observation, in arrays of its own."""
    kept = {"planes": planes, "numbers": numbers, **lists}
    return {**{name: array.copy() for name, array in kept.items()}, "action_mask": mask.astype(np.int8)}
