"""The spaces of a game's observations and actions, as Gymnasium and PettingZoo describe them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from garrison.core.batches.advance import Transition
from garrison.core.game import Game
from garrison.core.observation import ObservationSpec
from garrison.core.position import Position
from garrison.errors import BadOption, IllegalAction, shown

Array = np.ndarray[Any, Any]


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


FLAT = ("planes", "numbers", "entities")  # in this order, as OpenSpiel's observers have them


def flat_space(space: spaces.Dict) -> spaces.Dict:
    """The space of flat observations: one vector, and the mask."""
    low = flat_observation({name: box.low for name, box in space.items()})["observation"]
    high = flat_observation({name: box.high for name, box in space.items()})["observation"]
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": space["action_mask"]})


def flat_observation(parts: dict[str, Array]) -> dict[str, Array]:
    """An observation as one vector under "observation", and the mask, as PettingZoo's classic games have it."""
    vector = np.concatenate(
        [parts[name].reshape(-1) for name in FLAT if name in parts], dtype=np.float32, casting="unsafe"
    )
    return {"observation": vector, "action_mask": parts["action_mask"]}


def whole(action: Any) -> int:
    """One agent's action: a whole number, or an array that holds nothing else."""
    number = np.asarray(action)
    if number.dtype.kind not in "iu" or number.size != 1:
        raise IllegalAction(f"An action is a whole number, as action_space.sample() draws it, not {shown(action)}.")
    return int(number.reshape(-1)[0])


def check_space(actions: Array, count: int, is_idle: Array, rows: str = "game") -> None:
    """Raise unless each action is one of the `count` in the action space; -1 is for the idle, whom nobody asks.

    `rows` is what an action belongs to.
    """
    if not len(actions) or (actions.min() >= 0 and actions.max() < count):
        return
    outside = (actions < 0) | (actions >= count)
    outside &= ~(is_idle & (actions == -1))
    if outside.any():
        place = int(np.flatnonzero(outside)[0])
        whose = f" of {rows} {place}" if len(actions) > 1 else ""
        raise IllegalAction(
            f"Action {int(actions[place])}{whose} is outside the action space, which is 0 to {count - 1}; "
            "nothing was played."
        )


def check_options(options: dict[str, Any] | None, names: tuple[str, ...]) -> dict[str, Any]:
    """The options of a reset, unless there is one that would be ignored."""
    for name in options or {}:
        if name not in names:
            raise BadOption(f"reset has no option {shown(name)}; it has {', '.join(names)}.")
    return dict(options or {})


def parts(transition: Transition) -> dict[str, Array]:
    """All observations of a transition, by the names of the space; entities are there if they were asked for."""
    return _by_name(transition.planes, transition.numbers, transition.masks, transition.entities)


def final_parts(transition: Transition) -> dict[str, Array]:
    """The last observations of games that have begun again; nothing was legal any more."""
    masks = np.zeros_like(transition.masks)
    return _by_name(transition.final_planes, transition.final_numbers, masks, transition.final_entities)


def _by_name(planes: Array, numbers: Array, masks: Array, entities: Array) -> dict[str, Array]:
    lists = {"entities": entities} if entities.size else {}
    return {"planes": planes, "numbers": numbers, "action_mask": masks.view(np.int8), **lists}


def observation_of(position: Position, player: int, used_actions: Array, entities: bool) -> dict[str, Array]:
    """What any player sees of a position, in the form of `observation`."""
    mask = position.mask(player)[used_actions].view(np.int8)
    lists = {"entities": position.entities(player, padded=True)} if entities else {}
    return {"planes": position.observe(player), "numbers": position.measure(player), "action_mask": mask, **lists}


def observation(parts: dict[str, Array], place: Any) -> dict[str, Array]:
    """The observation in one place, in arrays of its own."""
    return {name: array[place].copy() for name, array in parts.items()}
