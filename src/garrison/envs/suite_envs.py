"""Suites of named tasks as environments.

>>> import garrison.envs
>>> task = garrison.envs.suite("garrison-10")["skirmish-duel"]
>>> env = task.env()
>>> observation, info = env.reset(seed=7)
>>> env.seat in (0, 1)
True

What a program trains on and what it is tested on are apart. Training has the task's own set-ups and any seeds; the
test has set-ups of its own where the task names some, and the protocol's seeds, which `garrison suite` plays.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from garrison.core.game import Game
from garrison.core.task_suite import SuiteTask, suite_named
from garrison.errors import BadOption, shown

if TYPE_CHECKING:
    from garrison.envs.gymnasium_env import GameEnv
    from garrison.envs.gymnasium_vector import GameVectorEnv


@dataclass(frozen=True)
class TaskEnvs:
    """The environments of one task; options are those of `GameEnv`, where you sit is drawn for each game."""

    task: SuiteTask

    @property
    def setups(self) -> int:
        """How many set-ups there are to train on; each is an environment of its own."""
        return len(self.task.games())

    def env(self, setup: int = 0, **options: Any) -> GameEnv:
        """An environment to train in."""
        from garrison.envs.gymnasium_env import GameEnv

        return GameEnv(self._game(setup), **{**self._seats, **options})

    def vector(self, num_envs: int, setup: int = 0, **options: Any) -> GameVectorEnv:
        """Many games at once."""
        from garrison.envs.gymnasium_vector import GameVectorEnv

        return GameVectorEnv(self._game(setup), num_envs, **{**self._seats, **options})

    def _game(self, setup: int) -> Game:
        games = self.task.games()
        if setup not in range(len(games)):
            raise BadOption(f"{self.task.name} has set-ups 0 to {len(games) - 1} to train on, not {shown(setup)}.")
        return games[setup]

    @property
    def _seats(self) -> dict[str, Any]:
        return {"rewards": "outcome"} | (
            {} if self.task.is_alone else {"seat": "random", "opponent": self.task.opponent}
        )


class SuiteEnvs(Mapping[str, TaskEnvs]):
    """The tasks of a suite, by name."""

    def __init__(self, name: str) -> None:
        self.suite = suite_named(name)

    def __getitem__(self, name: str) -> TaskEnvs:
        return TaskEnvs(self.suite.task(name))

    def __contains__(self, name: object) -> bool:
        return name in self.suite.tasks

    def __iter__(self) -> Iterator[str]:
        return iter(self.suite.tasks)

    def __len__(self) -> int:
        return len(self.suite.tasks)
