"""The games as PettingZoo environments: `aec(game)` in turns, `parallel(game)` all at once.

Where several players are asked at the same time, `aec` asks one after the other, and nobody sees an answer before all
have answered. In `parallel`, a player who is not asked has one legal action, the last: to do nothing. An agent's info
says which game is played and which action was (`played`), -1 for none.

An observation has the parts that it has in Gymnasium. With `flat=True` it is one vector, under "observation", beside
the mask, as in PettingZoo's own classic games and as the libraries around it expect.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from garrison.core.batches.advance import Transition
from garrison.core.game import Game
from garrison.envs import version_of
from garrison.envs.frames import MODES, Screen
from garrison.envs.game_seeds import MOST_SEED, first_seeds, following_seeds
from garrison.envs.options import AgentOptions, game_and_options
from garrison.envs.spaces import (
    check_space,
    flat_observation,
    flat_space,
    observation,
    observation_of,
    observation_space,
    parts,
    whole,
)
from garrison.errors import BadOption, IllegalAction, shown

Array = np.ndarray[Any, Any]


def aec(game: str | Game, **options: Any) -> GameAEC:
    """The environment in which agents act one after the other."""
    return GameAEC(game, **options)


def parallel(game: str | Game, **options: Any) -> GameParallel:
    """The environment in which all agents act at once."""
    return GameParallel(game, **options)


class _Seats:
    """What both have in common: agents, spaces, one position, and frames."""

    at_once = False

    def __init__(self, game: str | Game, render_mode: str | None = None, flat: bool = False, **options: Any) -> None:
        super().__init__()
        self.game, own = game_and_options(game, options, AgentOptions)
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"garrison_{self.game.name}_v{version_of(self.game)}",
            "is_parallelizable": self.at_once,
            "render_fps": 10,
        }
        self._replaces, self._dice = own.illegal == "replace", Random(0)  # illegal actions are replaced here
        passing = {**own.of_batch, "illegal": "raise" if self._replaces else own.illegal}
        self.batch = self.game.batch(1, threads=1, autoreset="disabled", every_player=self.at_once, **passing)
        actions = self.batch.look().masks.shape[-1]
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        space = observation_space(self.game, actions, own.entities)
        self._is_flat = flat
        space = flat_space(space) if flat else space
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.render_mode = render_mode
        self._screen = Screen(render_mode) if render_mode else None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """A frame, as a spectator sees it."""
        return self._screen.frame(self.batch[0], -1) if self._screen else None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen:
            self._screen.close()

    def _begin(self, seed: int | None) -> Transition:
        """Start the game of this seed, or the next one, as in Gymnasium."""
        which = np.ones(1, dtype=bool)
        if seed is None and "agents" in vars(self):
            seeds = following_seeds(self.batch.seeds, which)
        else:
            seeds = first_seeds(int(np.random.default_rng().integers(MOST_SEED)) if seed is None else seed, 1)
        self._dice, self.agents = Random(int(seeds[0])), list(self.possible_agents)
        return self.batch.begin(seeds, which)

    def _playable(self, numbers: Array, is_idle: Array) -> Array:
        """What is to be played, -1 for the idle; others are drawn in place of illegal actions, if that is wished."""
        check_space(numbers, len(self.batch.used_actions) + self.at_once, is_idle, "player")
        actions = np.where(is_idle, -1, numbers).astype(np.int64)
        for row in np.flatnonzero(~is_idle & ~self._are_legal(actions)).tolist() if self._replaces else ():
            actions[row] = self._dice.choice(np.flatnonzero(self.batch.marks[row]).tolist())
        return actions

    def _are_legal(self, actions: Array) -> Array:
        marks = self.batch.marks
        is_inside = (actions >= 0) & (actions < marks.shape[1])
        legal: Array = is_inside & (marks[np.arange(len(actions)), np.where(is_inside, actions, 0)] != 0)
        return legal

    def _infos(self, actions: Array) -> dict[str, dict[str, Any]]:
        """What each agent learns: which game it is, and what was played for it."""
        seed = self.batch.seeds.astype(np.int64)[0]
        return {agent: {"game_seed": seed, "played": actions[self._player(agent)]} for agent in self.agents}

    def _in_form(self, parts: dict[str, Array]) -> dict[str, Array]:
        """An observation in parts, or flat."""
        return flat_observation(parts) if self._is_flat else parts

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _check_has_begun(self) -> None:
        if "agents" not in vars(self):
            raise BadOption("No game has begun: call reset() first.")

    def _player(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise BadOption(f"The agents are {', '.join(self.possible_agents)}, not {shown(agent)}.")
        return self.possible_agents.index(agent)


class GameAEC(_Seats, AECEnv):
    """Agents act one after the other; the options are those of Gymnasium's `GameEnv`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game."""
        self._transition = transition = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos(np.full(self.game.players, -1))
        self.agent_selection = self.possible_agents[int(transition.players[0])]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty while others act."""
        self._check_has_begun()
        player = self._player(agent)
        if self._transition.players[0] == player:
            return self._in_form(observation(parts(self._transition), 0))
        return self._in_form(
            observation_of(self.batch[0], player, self.batch.used_actions, self.batch.passing.entities)
        )

    def step(self, action: Any) -> None:
        """Play the selected agent's action."""
        self._check_has_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        actions = self._playable(np.array([whole(action)]), np.zeros(1, dtype=bool))
        everybody = np.full(self.game.players, -1)
        everybody[self._player(agent)] = actions[0] if self._are_legal(actions)[0] else -1
        self._transition = transition = self.batch.advance(actions)
        self._cumulative_rewards[agent] = 0.0
        self.infos = self._infos(everybody)
        self.rewards = {other: float(transition.rewards[0, self._player(other)]) for other in self.agents}
        self.terminations = dict.fromkeys(self.agents, bool(transition.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(transition.truncated[0]))
        self._accumulate_rewards()
        if transition.players[0] >= 0:
            self.agent_selection = self.possible_agents[int(transition.players[0])]
        self._deads_step_first()
        self._show()


class GameParallel(_Seats, ParallelEnv):
    """All agents act at once; the options are those of Gymnasium's `GameEnv`."""

    at_once = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game."""
        self._transition = transition = self._begin(seed)
        self._show()
        return self._observations(transition), self._infos(np.full(self.game.players, -1))

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play everybody's action."""
        self._check_has_begun()
        numbers = {self._player(agent): whole(action) for agent, action in actions.items()}
        is_idle = ~self.batch.marks.any(axis=1) | self._transition.terminated | self._transition.truncated
        for player in np.flatnonzero(~is_idle).tolist():
            if player not in numbers:
                raise IllegalAction(f"{self.possible_agents[player]} is asked, and has no action; nothing was played.")
        everybody = self._playable(np.array([numbers.get(player, -1) for player in range(self.game.players)]), is_idle)
        legal = np.where(self._are_legal(everybody), everybody, -1)
        self._transition = transition = self.batch.advance(everybody[None])
        agents = self.agents
        rewards = {agent: float(transition.rewards[0, self._player(agent)]) for agent in agents}
        terminations = dict.fromkeys(agents, bool(transition.terminated[0]))
        truncations = dict.fromkeys(agents, bool(transition.truncated[0]))
        observations, infos = self._observations(transition), self._infos(legal)
        self.agents = [] if transition.terminated[0] or transition.truncated[0] else agents
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _observations(self, transition: Transition) -> dict[str, Any]:
        return {
            agent: self._in_form(observation(parts(transition), (0, player)))
            for player, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }
