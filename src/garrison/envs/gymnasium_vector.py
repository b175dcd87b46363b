"""Many games at once, as a Gymnasium vector environment on a batch: `gymnasium.make_vec("garrison/Minefield-v0", 64)`.

The arrays of a step are new ones, unless `copy=False`: then they are the batch's own, which the next step overwrites.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from garrison.core.errors import BadOption, shown
from garrison.core.game import Game
from garrison.core.passing import Transition
from garrison.core.seeds import checked_seed
from garrison.envs.frames import MODES_OF_MANY, Screen
from garrison.envs.gymnasium_env import MOST_SEED, made
from garrison.envs.seated import SeatedBatch
from garrison.envs.spaces import check_options, final_parts, observation_space, parts, seen

Array = np.ndarray[Any, Any]
AUTORESET = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
NAMED = {word: mode for mode, word in AUTORESET.items()}


def mode_of(given: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes, or of the words that batches have for them."""
    try:
        return NAMED.get(str(given)) or AutoresetMode(given)
    except ValueError:
        raise BadOption(f"autoreset_mode must be one of {', '.join(NAMED)}, not {shown(given)}.") from None


class GameVectorEnv(VectorEnv[dict[str, Any], Array, Array]):
    """A batch with one seat in each position; the options are those of `GameEnv`."""

    metadata = {"render_modes": list(MODES_OF_MANY), "render_fps": 10, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        render_mode: str | None = None,
        seat: int = 0,
        opponent: str = "random",
        rewards: str = "score",
        illegal: str = "replace",
        compact: bool = True,
        limit: int = 0,
        entities: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = 1,
        copy: bool = True,
        **options: Any,
    ) -> None:
        self.game, self.seat, self.num_envs, self._copies = made(game, options), seat, num_envs, copy
        self._mode = mode_of(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self._mode}
        self._table = SeatedBatch(
            self.game,
            num_envs,
            seat,
            opponent,
            threads,
            rewards=rewards,
            illegal=illegal,
            compact=compact,
            limit=limit,
            entities=entities,
            autoreset=AUTORESET[self._mode],
            final=self._mode == AutoresetMode.SAME_STEP,
        )
        self._make_spaces(entities)
        self.render_mode = render_mode
        self._screen = Screen(render_mode, MODES_OF_MANY) if render_mode else None

    def _make_spaces(self, entities: bool) -> None:
        actions = len(self._table.batch.used_actions)
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = observation_space(self.game, actions, entities)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    @property
    def batch(self) -> Any:
        """The batch that is played on."""
        return self._table.batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start all games, or those that `options={"reset_mask": ...}` marks; `game_seeds` names the seed of each."""
        given = check_options(options, ("reset_mask", "game_seeds"))
        if isinstance(seed, list | tuple | np.ndarray):
            given["game_seeds"] = [self._drawn() if each is None else each for each in seed]
        else:
            super().reset(seed=seed)
        which = given.get("reset_mask")
        if which is None:
            self._table.begin(self._drawn())
            which = np.ones(self.num_envs, dtype=bool)
        elif not np.any(which):
            raise BadOption("reset_mask must mark at least one of the games.")
        seeds = given.get("game_seeds", self.batch.seeds if given.get("reset_mask") is None else self._several())
        chosen = np.array([checked_seed(each) for each in np.ravel(np.asarray(seeds, dtype=object))], dtype=np.uint64)
        brought = self._table.begin_some(chosen, np.asarray(which))
        return self._seen(brought), self._info(brought)

    def step(self, actions: Any) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        """One step of every game."""
        brought = self._table.advance(np.asarray(actions))
        ended = brought.terminated | brought.truncated
        info = self._info(brought)
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            info |= self._final(brought, ended)
        gained = brought.rewards[:, self.seat].astype(np.float64)
        return self._seen(brought), gained, brought.terminated.copy(), brought.truncated.copy(), info

    def render(self) -> tuple[Any, ...] | None:
        """A frame of each game."""
        if not self._screen:
            return None
        return tuple(self._screen.frame(self.batch[index], self.seat) for index in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Close the window, if there is one."""
        if self._screen:
            self._screen.close()

    def _drawn(self) -> int:
        return int(self.np_random.integers(MOST_SEED))

    def _several(self) -> Array:
        drawn: Array = self.np_random.integers(MOST_SEED, size=self.num_envs).astype(np.uint64)
        return drawn

    def _seen(self, brought: Transition) -> dict[str, Any]:
        return seen(parts(brought), ...) if self._copies else parts(brought)

    def _info(self, brought: Transition) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=bool)
        masks = brought.masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self._copies else masks,
            "_action_mask": everywhere,
            "game_seed": self.batch.seeds.copy(),
            "_game_seed": everywhere,
        }

    def _final(self, brought: Transition, ended: Array) -> dict[str, Any]:
        """What the seat saw at the end of the games that have begun again."""
        final, last = np.full(self.num_envs, None, dtype=object), final_parts(brought)
        for index in np.flatnonzero(ended):
            final[index] = seen(last, index)
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": {}, "_final_info": ended.copy()}
