"""Every game as a Gymnasium environment: one seat for whoever learns, bots in the others.

>>> import gymnasium, garrison.envs
>>> env = gymnasium.make("garrison/Skirmish-v0", opponent="random", seat=1)
>>> observation, info = env.reset(seed=7)
>>> sorted(observation)
['action_mask', 'numbers', 'planes']
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from garrison.core.discovery import find
from garrison.core.game import Game, load
from garrison.core.seeds import checked_seed
from garrison.envs.frames import MODES, Screen
from garrison.envs.game_seeds import MOST_SEED, seed_of_game
from garrison.envs.opponents import Opponents
from garrison.envs.seated import SeatedBatch
from garrison.envs.spaces import check_options, observation_space, parts, seen, whole
from garrison.errors import BadOption


class UnknownOption(BadOption, TypeError):
    """An option that there is not, as Python refuses it: some libraries try options, and leave out what is refused."""


def made(game: str | Game, options: dict[str, Any]) -> Game:
    """The game; options are those of `garrison.load`."""
    if not isinstance(game, str):
        if options:
            raise UnknownOption(
                f"{next(iter(options))} is an option of garrison.load, and this game is loaded already."
            )
        return game
    known = ("variant", "rules", *find(game).facts.options)
    for name in options:
        if name not in known:
            raise UnknownOption(
                f"{game} has no option called {name!r} (an unexpected keyword argument {name!r}); "
                f"it takes {', '.join(known)}."
            )
    return load(game, **options)


class GameEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game with one seat.

    `seat="random"` draws another seat for each game. `opponent` sits in all others: a bot's name, a function
    `(position, player, dice)`, a network's file, or a list from which each game draws. `illegal` says what becomes of
    an illegal action: by default it is replaced by a legal one, drawn from the seed, because checkers and samplers do
    not look at masks; `info["played"]` is what was played. `compact` numbers only the actions that the scenario can
    ever use. `entities` adds a list of what is on the board, if a game has one (rows of zeros follow after the last).
    What is not named here goes to `garrison.load`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 10}

    def __init__(
        self,
        game: str | Game,
        render_mode: str | None = None,
        seat: int | str = 0,
        opponent: Opponents = "random",
        rewards: str = "score",
        illegal: str = "replace",
        compact: bool = True,
        limit: int = 0,
        entities: bool = False,
        **options: Any,
    ) -> None:
        self.game = made(game, options)
        self._table = SeatedBatch(
            self.game,
            1,
            seat,
            opponent,
            rewards=rewards,
            illegal=illegal,
            compact=compact,
            limit=limit,
            entities=entities,
            autoreset="disabled",
        )
        actions = len(self._table.batch.used_actions)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = observation_space(self.game, actions, entities)
        self.render_mode = render_mode
        self._screen = Screen(render_mode) if render_mode else None

    @property
    def position(self) -> Any:
        """A copy of the position that is being played."""
        return self._table.batch[0]

    @property
    def seat(self) -> int:
        """Who the program is in the game that is being played."""
        return int(self._table.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the game of this seed, or the next one; `options={"game_seed": n}` takes a seed from an info."""
        given = check_options(options, ("game_seed",))
        super().reset(seed=seed if seed is None else checked_seed(seed))
        if given:
            brought = self._table.begin(seed_of_game(given["game_seed"]))
        elif seed is None and self._table.has_begun:
            brought = self._table.begin_next()
        else:
            brought = self._table.begin(int(self.np_random.integers(MOST_SEED)) if seed is None else seed)
        self._show()
        return seen(parts(brought), 0), self._info(brought)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action, and then the others' until the seat is asked again."""
        brought = self._table.advance(np.array([whole(action)]))
        self._show()
        over = bool(brought.terminated[0]), bool(brought.truncated[0])
        return seen(parts(brought), 0), float(self._table.gained[0]), *over, self._info(brought)

    def action_masks(self) -> Any:
        """The legal actions, under the name that Stable-Baselines3's maskable algorithms look for."""
        return self._table.batch.masks[0].astype(bool)

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

    def _info(self, brought: Any) -> dict[str, Any]:
        """Numbers as NumPy has them, whose types TorchRL looks at."""
        return {
            "action_mask": brought.masks[0].astype(np.int8),
            "game_seed": self._table.batch.seeds.astype(np.int64)[0],
            "seat": self._table.seats[0],
            "played": self._table.played[0],
            "rules_hash": self.game.rules_hash,
        }
