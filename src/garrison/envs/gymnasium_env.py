"""Every game as a Gymnasium environment: one seat for whoever learns, bots in the others.

>>> import gymnasium, garrison.envs
>>> env = gymnasium.make("garrison/Skirmish-v1", opponent="random", seat=1)
>>> observation, info = env.reset(seed=7)
>>> sorted(observation)
['action_mask', 'numbers', 'planes']
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from garrison.core.batches.advance import Transition
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import checked_seed
from garrison.envs.frames import MODES, Screen
from garrison.envs.game_seeds import MOST_SEED, seed_of_game
from garrison.envs.options import SeatOptions, game_and_options
from garrison.envs.seated import SeatedBatch
from garrison.envs.spaces import check_options, observation, observation_space, parts, whole

Array = np.ndarray[Any, Any]


class GameEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game with one seat.

    `seat="random"` draws another seat for each game. `opponent` sits in all others: a bot's name, a function
    `(position, player, dice)`, a network's file, or a list from which each game draws. `illegal` says what becomes of
    an illegal action: by default it is replaced by a legal one, drawn from the seed, because checkers and samplers do
    not look at masks; `info["played"]` is what was played. `compact` numbers only the actions that the scenario can
    ever use. `entities` adds a list of what is on the board, if a game has one (rows of zeros follow after the last).
    All options are in `SeatOptions`; what is not named there goes to `garrison.load`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 10}

    def __init__(self, game: str | Game, render_mode: str | None = None, **options: Any) -> None:
        self.game, own = game_and_options(game, options, SeatOptions)
        self.table = SeatedBatch(self.game, 1, own.seat, own.opponent, **own.of_batch, autoreset="disabled")
        actions = len(self.table.batch.used_actions)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = observation_space(self.game, actions, own.entities)
        self.render_mode = render_mode
        self._screen = Screen(render_mode) if render_mode else None

    @property
    def position(self) -> Position:
        """A copy of the position that is being played."""
        return self.table.batch[0]

    @property
    def seat(self) -> int:
        """Who the program is in the game that is being played."""
        return int(self.table.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the game of this seed, or the next one; `options={"game_seed": n}` takes a seed from an info."""
        own = check_options(options, ("game_seed",))
        super().reset(seed=seed if seed is None else checked_seed(seed))
        if own:
            transition = self.table.begin(seed_of_game(own["game_seed"]))
        elif seed is None and self.table.has_begun:
            transition = self.table.begin_next()
        else:
            transition = self.table.begin(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._show()
        return observation(parts(transition), 0), self._info(transition)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and then the others' until the seat is asked again."""
        transition = self.table.advance(np.array([whole(action)]))
        self._show()
        ends = bool(transition.terminated[0]), bool(transition.truncated[0])
        return observation(parts(transition), 0), float(self.table.gained[0]), *ends, self._info(transition)

    def action_masks(self) -> Array:
        """The legal actions, under the name that Stable-Baselines3's maskable algorithms look for."""
        masks: Array = self.table.batch.masks[0].astype(bool)
        return masks

    def render(self) -> Any:
        """A picture as an array, text, or nothing: see `render_mode`."""
        return self._screen.frame(self.position, self.seat) if self._screen else None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen:
            self._screen.close()

    def _show(self) -> None:
        if self._screen and self.render_mode == "human":
            self._screen.frame(self.position, self.seat)

    def _info(self, transition: Transition) -> dict[str, Any]:
        """Numbers as NumPy has them, whose types TorchRL looks at."""
        return {
            "action_mask": transition.masks[0].astype(np.int8),
            "game_seed": self.table.batch.seeds.astype(np.int64)[0],
            "seat": self.table.seats[0],
            "played": self.table.played[0],
            "rules_hash": self.game.rules_hash,
        }
