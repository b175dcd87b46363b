"""A vector environment in PufferLib's convention: it writes into buffers that the caller gives.

Every row of the observations is one record, `env.layout`: the planes, the numbers beside them, the mask of legal
actions and, if they are wanted, the list of entities, as bytes. The pass writes them where PufferLib wants them;
nothing is copied.

At the end of a game, `infos` has "episode_return" and "episode_length" of each of its agents, in the order of the rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from garrison.core.batches.advance import Transition
from garrison.core.game import Game
from garrison.envs.options import PufferOptions, game_and_options
from garrison.envs.seated import SeatedBatch
from garrison.envs.spaces import check_space
from garrison.errors import BadOption, shown

OUTPUTS = ("observations", "rewards", "terminals", "truncations")
BUFFERS = (*OUTPUTS, "actions", "masks")
AGENTS: dict[str, Any] = {"illegal": "replace", "compact": True, "autoreset": "same_step"}

try:
    from pufferlib import PufferEnv
except ImportError:  # the convention needs nothing of PufferLib but its base class
    PufferEnv = object


class GarrisonPuffer(PufferEnv):
    """Games of one player, or of several who all belong to the program: one agent for each player of each game.

    With an `opponent`, there is one agent for each game: the program has the `seat`, and bots have the others.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 64,
        buf: Any = None,
        seed: int = 0,
        threads: int | None = 1,
        **options: Any,
    ) -> None:
        self.game, own = game_and_options(game, options, PufferOptions)
        if own.opponent is None and own.seat != 0:
            raise BadOption("seat goes with opponent: without one, all seats belong to the program.")
        passing = {**own.of_batch, **AGENTS}
        self._table: SeatedBatch | None = None
        self._is_single = self.game.players == 1 or own.opponent is not None  # one agent for each game
        if self.game.players > 1 and own.opponent is not None:
            self._table = SeatedBatch(self.game, num_envs, own.seat, own.opponent, threads, **passing)
            self.batch = self._table.batch
        else:
            self.batch = self.game.batch(num_envs, seed, threads, every_player=not self._is_single, **passing)
        self.num_agents = self.agents_per_batch = num_envs * (1 if self._is_single else self.game.players)
        fresh = self.batch.transition()
        actions = fresh.masks.shape[-1]
        self.layout = layout_of(self.game, actions, own.entities)
        self.single_observation_space = spaces.Box(0, 255, (self.layout.itemsize,), dtype=np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self._take(buf)
        self._shape = fresh.masks.shape[:-1]  # of actions
        self._out = self._outputs(fresh)
        self._steps, self._starts = 0, np.zeros(self.num_agents, dtype=np.int64)  # steps made, and when games began
        self._returns = np.zeros(self.num_agents)  # of the games that are played
        if self._table:
            self._table.begin(seed, out=self._out)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, or what was pickled: its pass writes into its own buffers."""
        self.__dict__.update(state)
        self._out = self._outputs(self.batch.transition())

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
        if not fits or (name in OUTPUTS and array.dtype != own.dtype):
            raise BadOption(f"The buffer {name} must be an array of {own.dtype}, {own.shape}.")

    def _outputs(self, fresh: Transition) -> Transition:
        """Where the pass writes: into the buffers."""
        records = self.observations.view(self.layout).reshape(fresh.masks.shape[:-1])
        outputs = fresh._replace(
            planes=records["planes"],
            numbers=records["numbers"],
            masks=records["action_mask"],
            entities=records["entities"] if self.batch.passing.entities else fresh.entities,
        )
        if self._table:  # which says itself what is gained and ends, since others act in between
            return outputs
        outputs = outputs._replace(rewards=self.rewards.reshape(fresh.rewards.shape))
        return outputs._replace(terminated=self.terminals, truncated=self.truncations) if self._is_single else outputs

    def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
        """Start all games; the observations are in the buffer."""
        if self._table:
            if seed is not None:
                self._table.begin(seed, out=self._out)
            self.rewards[:], self.terminals[:], self.truncations[:] = 0, False, False
        else:
            if seed is not None:
                self.batch.restart(seed)
            self.batch.look(self._out)
        self._tell_ends()
        self._returns[:], self._starts[:] = 0, self._steps
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, ...]:
        """One step of every game; everything is in the buffers."""
        if self._table:
            transition = self._table.advance(actions, self._out)
            self.rewards[:] = self._table.gained
            self.terminals[:], self.truncations[:] = transition.terminated, transition.truncated
        elif self._is_single:  # then the pass itself reports the ends, at the least cost
            self._check(actions)
            self.batch.advance(actions, self._out)
        else:
            self._check(actions)
            self.batch.advance(np.asarray(actions).reshape(self._shape), self._out)
            self._tell_ends()
        self._steps += 1
        self._returns += self.rewards
        has_ends = np.count_nonzero(self.terminals) or np.count_nonzero(self.truncations)
        return self.observations, self.rewards, self.terminals, self.truncations, self._ends() if has_ends else []

    def _check(self, actions: Any) -> None:
        """Raise unless all actions are in the action space; who is not asked may pass with -1."""
        is_idle: Any = ~self.batch.marks.any(axis=1) if np.min(actions) < 0 else False
        check_space(np.ravel(actions), self.single_action_space.n, is_idle, "agent")

    def _ends(self) -> list[dict[str, float]]:
        """What the games that ended in this step came to, for each agent; the next ones begin."""
        ends = np.flatnonzero(self.terminals | self.truncations)
        lengths = (self._steps - self._starts[ends]).tolist()
        infos = [
            {"episode_return": total, "episode_length": length}
            for total, length in zip(self._returns[ends].tolist(), lengths, strict=True)
        ]
        self._returns[ends], self._starts[ends] = 0, self._steps
        return infos

    def _tell_ends(self) -> None:
        """The end of a game is the end for all of its players; for single agents, the pass itself reports it."""
        if self._is_single:
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
