"""Many games at once, as a Gymnasium vector environment on a batch: `gymnasium.make_vec("garrison/Minefield-v1", 64)`.

The arrays of a step are new ones, unless `copy=False`: then they are the batch's own, which the next step overwrites.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from garrison.core.batches.advance import Transition
from garrison.core.batches.batch import Batch
from garrison.core.game import Game
from garrison.core.seeds import checked_seed
from garrison.envs.frames import MODES_OF_MANY, Screen
from garrison.envs.game_seeds import MOST_SEED, seed_of_game
from garrison.envs.options import SeatOptions, game_and_options
from garrison.envs.seated import SeatedBatch
from garrison.envs.spaces import check_options, final_parts, observation, observation_space, parts
from garrison.errors import BadOption, shown

Array = np.ndarray[Any, Any]
AUTORESET = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
MODES = {word: mode for mode, word in AUTORESET.items()}


def mode_of(mode: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, or of the words that batches have for them."""
    try:
        return MODES.get(str(mode)) or AutoresetMode(mode)
    except ValueError:
        raise BadOption(f"autoreset_mode must be one of {', '.join(MODES)}, not {shown(mode)}.") from None


class GameVectorEnv(VectorEnv[dict[str, Any], Array, Array]):
    """A batch with one seat in each position; the options are those of `GameEnv`."""

    metadata = {"render_modes": list(MODES_OF_MANY), "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = 1,
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.game, own = game_and_options(game, options, SeatOptions)
        self.num_envs, self._copies = num_envs, copy
        self.autoreset_mode = mode_of(autoreset_mode)  # where Gymnasium's own environments have it, too
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        autoreset = AUTORESET[self.autoreset_mode]
        passing = {**own.of_batch, "autoreset": autoreset, "final": autoreset == "same_step"}
        self.table = SeatedBatch(self.game, num_envs, own.seat, own.opponent, threads, **passing)
        self._make_spaces(own.entities)
        digest = np.frombuffer(bytes.fromhex(self.game.rules_hash), dtype=np.uint8)
        self._digests = np.tile(digest, (num_envs, 1))  # since tensors hold no text
        self.render_mode = render_mode
        self._screen = Screen(render_mode, MODES_OF_MANY) if render_mode else None

    def _make_spaces(self, entities: bool) -> None:
        actions = len(self.table.batch.used_actions)
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = observation_space(self.game, actions, entities)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    @property
    def seats(self) -> Array:
        """Who the program is in each of the games that are being played."""
        return self.table.seats

    @property
    def batch(self) -> Batch:
        """The batch that is played on."""
        return self.table.batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start games: all, or those that `options={"reset_mask": ...}` marks.

        As everywhere in Gymnasium, a seed is that of the first game, the next one has the following number, and so on;
        or there is a seed for each. `options={"game_seeds": ...}` takes seeds from an info. Without any, the next games
        begin.
        """
        own = check_options(options, ("reset_mask", "game_seeds"))
        which = own.get("reset_mask")
        if which is not None and not np.any(which):
            raise BadOption("reset_mask must mark at least one of the games.")
        if "game_seeds" in own:
            seeds = [seed_of_game(each) for each in np.ravel(np.asarray(own["game_seeds"], dtype=object))]
            transition = self.table.begin(seeds, which)
        elif seed is None and self.table.has_begun:
            transition = self.table.begin_next(which)
        else:
            transition = self.table.begin(self._seeds(seed), which)
        return self._observations(transition), self._info(transition)

    def _seeds(self, seed: int | Iterable[int | None] | None) -> int | list[int]:
        """The seeds to begin with; what is left open is drawn."""
        if not isinstance(seed, Iterable):
            super().reset(seed=seed if seed is None else checked_seed(seed))
            return self._draw() if seed is None else seed
        return [self._draw() if each is None else each for each in seed]

    def _draw(self) -> int:
        return int(self.np_random.integers(MOST_SEED))

    def step(self, actions: Any) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        """One step of every game."""
        transition = self.table.advance(actions)
        info, ends = self._info(transition), (transition.terminated.copy(), transition.truncated.copy())
        is_over = transition.terminated | transition.truncated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and is_over.any():
            info |= self._final(transition, is_over)
        return self._observations(transition), self.table.gained, *ends, info

    def render(self) -> tuple[Any, ...] | None:
        """A frame of each game."""
        if not self._screen:
            return None
        return tuple(self._screen.frame(self.batch[index], int(self.seats[index])) for index in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        if self._screen:
            self._screen.close()

    def _observations(self, transition: Transition) -> dict[str, Any]:
        return observation(parts(transition), ...) if self._copies else parts(transition)

    def _info(self, transition: Transition) -> dict[str, Any]:
        masks = transition.masks.view(np.int8)
        values = {
            "action_mask": masks.copy() if self._copies else masks,
            "game_seed": self.batch.seeds.astype(np.int64),
            "seat": self.seats.copy(),
            "played": self.table.played.copy(),
            "rules_hash": self._digests.copy(),
        }
        everywhere = np.ones(self.num_envs, dtype=bool)
        return values | {f"_{name}": everywhere for name in values}

    def _final(self, transition: Transition, is_over: Array) -> dict[str, Any]:
        """What the seat saw at the end of the games that have begun again."""
        final, last = np.full(self.num_envs, None, dtype=object), final_parts(transition)
        for index in np.flatnonzero(is_over):
            final[index] = observation(last, index)
        return {"final_obs": final, "_final_obs": is_over.copy(), "final_info": {}, "_final_info": is_over.copy()}
