"""The games as PettingZoo environments: `aec(game)` in turns, `parallel(game)` all at once.

Where several players are asked at the same time, `aec` asks one after the other, and nobody sees an answer before all
have answered. In `parallel`, a player who is not asked has one legal action, the last: to do nothing.

An observation has the parts that it has in Gymnasium. With `flat=True` it is one vector, under "observation", beside
the mask, as in PettingZoo's own classic games and as the libraries around it expect.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from garrison.core.errors import BadOption, shown
from garrison.core.game import Game
from garrison.core.seeds import checked_seed
from garrison.envs.frames import MODES, Screen
from garrison.envs.gymnasium_env import MOST_SEED, made
from garrison.envs.spaces import flat_space, flattened, observation_space, parts, seen, seen_of, whole


def aec(game: str | Game, **options: Any) -> GameAEC:
    """The environment in which agents act one after the other."""
    return GameAEC(game, **options)


def parallel(game: str | Game, **options: Any) -> GameParallel:
    """The environment in which all agents act at once."""
    return GameParallel(game, **options)


class _Seats:
    """What both have in common: agents, spaces, one position, and frames."""

    at_once = False

    def __init__(
        self,
        game: str | Game,
        render_mode: str | None = None,
        rewards: str = "score",
        illegal: str = "replace",
        compact: bool = True,
        limit: int = 0,
        entities: bool = False,
        flat: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = made(game, options)
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"garrison_{self.game.name}_v0",
            "is_parallelizable": self.at_once,
            "render_fps": 10,
        }
        self.batch = self.game.batch(
            1,
            threads=1,
            autoreset="disabled",
            every_player=self.at_once,
            rewards=rewards,
            illegal=illegal,
            compact=compact,
            limit=limit,
            entities=entities,
        )
        actions = self.batch.look().masks.shape[-1]
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        space = observation_space(self.game, actions, entities)
        self._is_flat = flat
        space = flat_space(space) if flat else space
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.render_mode = render_mode
        self._screen = Screen(render_mode) if render_mode else None
        self._numbers = np.random.default_rng()

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

    def _begin(self, seed: int | None) -> Any:
        if seed is not None:
            self._numbers = np.random.default_rng(checked_seed(seed))
        self.batch.restart(int(self._numbers.integers(MOST_SEED)))
        self.agents = list(self.possible_agents)
        return self.batch.look()

    def _formed(self, observation: dict[str, Any]) -> dict[str, Any]:
        """An observation in the form that was asked for."""
        return flattened(observation) if self._is_flat else observation

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _check_begun(self) -> None:
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
        self._brought = brought = self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(brought.players[0])]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty while others act."""
        self._check_begun()
        player = self._player(agent)
        if self._brought.players[0] == player:
            return self._formed(seen(parts(self._brought), 0))
        return self._formed(seen_of(self.batch[0], player, self.batch.used_actions, self.batch.passing.entities))

    def step(self, action: Any) -> None:
        """Play the selected agent's action."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._brought = brought = self.batch.advance(np.array([whole(action)], dtype=np.int64))
        self.rewards = {other: float(brought.rewards[0, self._player(other)]) for other in self.agents}
        self.terminations = dict.fromkeys(self.agents, bool(brought.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(brought.truncated[0]))
        self._accumulate_rewards()
        if brought.players[0] >= 0:
            self.agent_selection = self.possible_agents[int(brought.players[0])]
        self._deads_step_first()
        self._show()


class GameParallel(_Seats, ParallelEnv):
    """All agents act at once; the options are those of Gymnasium's `GameEnv`."""

    at_once = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game."""
        brought = self._begin(seed)
        self._show()
        return self._seen(brought), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play everybody's action."""
        self._check_begun()
        chosen = np.full((1, len(self.possible_agents)), -1, dtype=np.int64)
        for agent, action in actions.items():
            chosen[0, self._player(agent)] = whole(action)
        brought = self.batch.advance(chosen)
        agents = self.agents
        rewards = {agent: float(brought.rewards[0, self._player(agent)]) for agent in agents}
        terminations = dict.fromkeys(agents, bool(brought.terminated[0]))
        truncations = dict.fromkeys(agents, bool(brought.truncated[0]))
        observations = self._seen(brought)
        self.agents = [] if brought.terminated[0] or brought.truncated[0] else agents
        self._show()
        return observations, rewards, terminations, truncations, {agent: {} for agent in agents}

    def _seen(self, brought: Any) -> dict[str, Any]:
        return {
            agent: self._formed(seen(parts(brought), (0, player)))
            for player, agent in enumerate(self.possible_agents)
            if agent in self.agents
        }
