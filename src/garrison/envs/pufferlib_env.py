"""A vector environment in PufferLib's convention: it writes into buffers that the caller gives.

Every row of the observations is one record, `env.layout`: the planes, the numbers beside them, the mask of legal
actions and, if they are wanted, the list of entities, as bytes. The pass writes them where PufferLib wants them;
nothing is copied.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from garrison.core.errors import BadOption, shown
from garrison.core.game import Game
from garrison.envs.gymnasium_env import made

WRITTEN = ("observations", "rewards", "terminals", "truncations")
BUFFERS = (*WRITTEN, "actions", "masks")

try:
    from pufferlib import PufferEnv
except ImportError:  # the convention needs nothing of PufferLib but its base class
    PufferEnv = object


class GarrisonPuffer(PufferEnv):
    """Games of one player, or of several who all belong to the program: one agent for each player of each game."""

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        buf: Any = None,
        seed: int = 0,
        threads: int | None = 1,
        rewards: str = "score",
        limit: int = 0,
        entities: bool = False,
        **options: Any,
    ) -> None:
        self.game = made(game, options)
        self._is_alone = self.game.players == 1
        self.batch = self.game.batch(
            num_envs,
            seed,
            threads,
            rewards=rewards,
            limit=limit,
            entities=entities,
            illegal="replace",
            compact=True,
            autoreset="same_step",
            every_player=not self._is_alone,
        )
        self.num_agents, self.agents_per_batch = num_envs * self.game.players, num_envs * self.game.players
        fresh = self.batch.transition()
        actions = fresh.masks.shape[-1]
        self.layout = layout_of(self.game, actions, entities)
        self.single_observation_space = spaces.Box(0, 255, (self.layout.itemsize,), dtype=np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self._take(buf)
        self._shape = fresh.masks.shape[:-1]  # of actions
        self._out = self._pointed(fresh)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, or what was pickled: its pass writes into its own buffers."""
        self.__dict__.update(state)
        self._out = self._pointed(self.batch.transition())

    def _take(self, buf: Any) -> None:
        """Take the caller's buffers, or make them."""
        if PufferEnv is not object:
            super().__init__(buf)
            return
        count = self.num_agents
        self.observations = np.zeros((count, self.layout.itemsize), dtype=np.uint8)
        self.rewards, self.actions = np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.int32)
        self.terminals, self.truncations = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        self.masks = np.ones(count, dtype=bool)  # agents that are there: all of them, always
        for name, array in dict(buf or {}).items():
            self._check_buffer(name, array)
            setattr(self, name, array)

    def _check_buffer(self, name: str, array: Any) -> None:
        """Raise unless a buffer is known and has the right shape and, if it is written to, the right type."""
        if name not in BUFFERS:
            raise BadOption(f"There is no buffer {shown(name)}; there are {', '.join(BUFFERS)}.")
        own = getattr(self, name)
        fits = isinstance(array, np.ndarray) and array.shape == own.shape
        if not fits or (name in WRITTEN and array.dtype != own.dtype):
            raise BadOption(f"The buffer {name} must be an array of {own.dtype}, {own.shape}.")

    def _pointed(self, fresh: Any) -> Any:
        """Where the pass writes: into the buffers."""
        records = self.observations.view(self.layout).reshape(fresh.masks.shape[:-1])
        pointed = fresh._replace(
            planes=records["planes"],
            numbers=records["numbers"],
            masks=records["action_mask"],
            entities=records["entities"] if self.batch.passing.entities else fresh.entities,
            rewards=self.rewards.reshape(fresh.rewards.shape),
        )
        return pointed._replace(terminated=self.terminals, truncated=self.truncations) if self._is_alone else pointed

    def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
        """Start all games; the observations are in the buffer."""
        if seed is not None:
            self.batch.restart(seed)
        self.batch.look(self._out)
        self._tell_ends()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, ...]:
        """One step of every game; everything is in the buffers."""
        if self._is_alone:  # then the pass itself reports the ends, at the least cost
            self.batch.advance(actions, self._out)
        else:
            self.batch.advance(np.asarray(actions).reshape(self._shape), self._out)
            self._tell_ends()
        return self.observations, self.rewards, self.terminals, self.truncations, []

    def _tell_ends(self) -> None:
        """The end of a game is the end for all of its players; for a single player, the pass itself reports it."""
        if self._is_alone:
            return
        self.terminals.reshape(len(self.batch), -1)[:] = self._out.terminated[:, None]
        self.truncations.reshape(len(self.batch), -1)[:] = self._out.truncated[:, None]

    def close(self) -> None:
        """There is nothing to close."""


def layout_of(game: Game, actions: int, entities: bool = False) -> np.dtype[Any]:
    """The record that a row of observations is."""
    lists = [("entities", np.int16, game.entities_shape)] if entities else []
    parts = [
        ("numbers", np.int64, (len(game.numbers),)),
        *lists,
        ("planes", np.uint8, game.planes_shape),
        ("action_mask", np.uint8, (actions,)),
    ]
    return np.dtype(parts, align=True)
