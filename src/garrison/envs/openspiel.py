"""Every game for OpenSpiel: `register()`, then `pyspiel.load_game("garrison_skirmish")`.

Chance is sampled: where a player's action rolls dice, a chance node follows that stirs one of DICE fresh numbers into
the position's generator before the action is played, so that no search can know the dice beforehand. Where it rolls
none, there is no chance node. Games in which several are asked at once have simultaneous nodes; who is not asked has
the last action, to do nothing. States are serialised by their histories, as OpenSpiel does.

The options of `garrison.load` are one parameter, `options`, an object of JSON: `{"options": '{"setup": "duel"}'}`.
"""

from __future__ import annotations

import json
import math
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from garrison.core.batches.advance import check_lists
from garrison.core.discovery import find, names
from garrison.core.game import Game, load
from garrison.core.position import Position
from garrison.errors import BadOption, IllegalAction, shown

DICE = 256  # outcomes of a chance node
LARGEST_UTILITY = 1e12  # OpenSpiel takes no infinity
# 0 and "": the game's own; options are JSON; entities: whether observers list what is on the board, too; compact: only
# the actions that the scenario can ever use are numbered
PARAMETERS = {"players": 0, "max_steps": 0, "seed": 0, "options": "", "entities": False, "compact": True}
SEPARATORS = ",=()"  # between the parameters in the text of a game


def short_name(name: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"garrison_{name}"


def register() -> None:
    """Make every installed game known to OpenSpiel."""
    others = set(pyspiel.registered_names())
    for name in names():
        if short_name(name) not in others:
            pyspiel.register_game(_type_of(name), _class_of(name))


def _type_of(name: str) -> Any:
    facts, kinds = find(name).facts, pyspiel.GameType
    return kinds(
        short_name=short_name(name),
        long_name=f"Garrison: {facts.title}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if facts.simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if facts.simultaneous
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if facts.is_zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.players[1],
        min_num_players=facts.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _class_of(name: str) -> type[SpielGame]:
    """A game's class: OpenSpiel calls it with parameters only."""
    return type(f"{name.capitalize()}Game", (SpielGame,), {"name": name})


def options_of(text: str) -> dict[str, Any]:
    """The options of `garrison.load` in a parameter.

    >>> options_of('{"setup": "duel"}'), options_of("")
    ({'setup': 'duel'}, {})
    """
    try:
        options = json.loads(unquote(text) if text.startswith("%") else text or "{}")
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise BadOption(f'options must be an object of JSON, such as \'{{"setup": "duel"}}\', not {shown(text)}.')
    return options


def options_text(text: str) -> str:
    """Options as OpenSpiel can write them beside other parameters and read them again: what separates these is quoted.

    >>> options_text('{"players": 3}'), options_text('{"players": 3, "traps": "all"}')[:6]
    ('{"players": 3}', '%7B%22')
    """
    return quote(text) if any(separator in text for separator in SEPARATORS) else text


def _load(name: str, params: dict[str, Any]) -> Game:
    options = options_of(params["options"])
    if params["players"]:
        options["players"] = params["players"]
    rules = options.get("rules") or {}
    if params["max_steps"] and isinstance(rules, dict):
        options["rules"] = {**rules, "max_steps": params["max_steps"]}
    return load(name, **options)


class SpielGame(pyspiel.Game):
    """A game, from which states and observers are made."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(params or {})}
        self.game = _load(self.name, values)
        self.seed, self.entities = int(values["seed"]), bool(values["entities"])
        actions = self.game.used_actions if values["compact"] else range(self.game.facts.actions)
        self.actions: list[int] = [int(action) for action in actions]  # of the game, by their numbers here
        self.numbers = {action: number for number, action in enumerate(self.actions)}
        if self.entities:
            check_lists(self.game)
        longest = int(self.game.record["max_steps"][0])
        low, high = self._utilities()
        super().__init__(
            _type_of(self.name),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.actions) + self.game.facts.simultaneous,
                max_chance_outcomes=DICE,
                num_players=self.game.players,
                min_utility=low,
                max_utility=high,
                utility_sum=0.0 if self.game.facts.is_zero_sum else None,
                max_game_length=longest,
            ),
            {**values, "options": options_text(values["options"])},
        )

    def action_of(self, number: int) -> int:
        """The game's own action that a number here stands for."""
        if not 0 <= number < len(self.actions):
            raise IllegalAction(f"Actions here are numbers from 0 to {len(self.actions) - 1}, not {shown(number)}.")
        return self.actions[number]

    def _utilities(self) -> tuple[float, float]:
        if self.game.players > 1:
            return -1.0, 1.0
        low, high = self.game.facts.utility
        return max(low, -LARGEST_UTILITY), min(high, LARGEST_UTILITY)

    def new_initial_state(self) -> SpielState:
        """The start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What observes states of this game."""
        return SpielObserver(self.game, self.entities)


class SpielState(pyspiel.State):
    """A position, and perhaps actions that wait for their dice."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position: Position = game.game.new(game.seed)
        self._simultaneous = game.game.facts.simultaneous
        self._nothing = len(game.actions)
        self._pending: list[tuple[int, int]] = []

    # --- Who acts, and what they may do

    def current_player(self) -> int:
        """Who is to act: a player, chance, or several at once."""
        if self._pending:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self.position.waiting
        if not waiting:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self._simultaneous and len(waiting) > 1 else waiting[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player in self.position.waiting:
            return [self.get_game().numbers[action] for action in self.position.actions(player)]
        return [self._nothing] if self._simultaneous else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Fresh numbers for the dice, each as likely."""
        return [(number, 1.0 / DICE) for number in range(DICE)]

    # --- Playing

    def _apply_action(self, action: int) -> None:
        if self._pending:
            self.position.stir(action + 1)
            moves, self._pending = self._pending, []
            _play(self.position, moves)
        else:
            self._try([(self.current_player(), self.get_game().action_of(action))])

    def _apply_actions(self, actions: list[int]) -> None:
        waiting = self.position.waiting
        moves = [(player, action) for player, action in enumerate(actions) if player in waiting]
        self._try([(player, self.get_game().action_of(action)) for player, action in moves])

    def _try(self, moves: list[tuple[int, int]]) -> None:
        """Play moves that need no dice; others wait for theirs."""
        trial = self.position.copy()
        _play(trial, moves)
        if trial.state["rng"][0] == self.position.state["rng"][0]:
            self.position = trial
        else:
            self._pending = moves

    # --- What it is like

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"dice {action}"
        if action == self._nothing:
            return "nothing"
        game = self.get_game()
        return str(game.game.action_name(game.action_of(action)))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._pending and self.position.over

    def returns(self) -> list[float]:
        """At the end 1 for winners, -1 for losers and 0 for a draw, or a single player's score; 0 before."""
        players, outcome = self.position.game.players, self.position.outcome
        if outcome is None or (len(outcome.winners) in (0, players) and players > 1):
            return [0.0] * players
        if players == 1:
            return [min(self.position.scores[0], LARGEST_UTILITY)]
        winners = outcome.winners
        return [1.0 if player in winners else -1.0 for player in range(players)]

    def __str__(self) -> str:
        waiting = f" {self._pending}" if self._pending else ""
        return str(self.position) + waiting

    def __deepcopy__(self, memo: Any) -> SpielState:
        twin = SpielState(self.get_game())
        twin.position, twin._pending = self.position.copy(), list(self._pending)
        return twin


def _play(position: Position, moves: list[tuple[int, int]]) -> None:
    for player, action in moves:
        if player in position.waiting:  # the limit may have ended the game in between
            position.play(player, action)


class SpielObserver:
    """What a player sees as one vector of numbers: the planes, the numbers beside them, and perhaps the entities."""

    def __init__(self, game: Game, entities: bool = False) -> None:
        shapes = {"planes": game.planes_shape, "numbers": (len(game.numbers),)}
        shapes |= {"entities": game.entities_shape} if entities else {}
        ends = np.cumsum([math.prod(shape) for shape in shapes.values()])
        self.tensor = np.zeros(ends[-1], dtype=np.float32)
        views = np.split(self.tensor, ends[:-1])  # whoever writes to one of them writes to the tensor
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), views, strict=True)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees of a state."""
        self.dict["planes"][:] = state.position.observe(player)
        self.dict["numbers"][:] = state.position.measure(player)
        if "entities" in self.dict:
            self.dict["entities"][:] = state.position.entities(player, padded=True)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text."""
        return state.position.scene(player).to_text()
