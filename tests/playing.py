"""Games for the tests of the engine: each game with its smallest scenario, and play that numbers decide."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

import garrison
from garrison import bots
from garrison.core import discovery
from garrison.core.engine.rng import pick
from garrison.core.game import Game
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.core.replay import Move

NAMES = discovery.own_names()  # what tests mean by every game: those of this project, whatever else is installed
# The options of a short game, where there are any.
SMALL: dict[str, dict[str, Any]] = {"skirmish": {"setup": "duel"}, "loop": {"world": "small"}}


def game_of(name: str, **options: Any) -> Game:
    return garrison.load(name, **{**SMALL.get(name, {}), **options})


def move_of(position: Position, number: int) -> Move:
    """The action that a number stands for: which of those who may act, then which of what they may do."""
    player = position.waiting[number % len(position.waiting)]
    actions = position.actions(player)
    return Move(player, actions[number // len(position.waiting) % len(actions)])


def bots_play(game: Game, seed: int, names: Sequence[str]) -> Position:
    """A whole game between bots, to its end."""
    position, dice = game.new(seed), Random(seed)
    players = [bots.find(name, game.package) for name in names]
    while not position.over:
        who = position.waiting[0]
        position.play(who, players[who](position, who, dice))
    return position


class Drawn(Random):
    """Chance for a bot in Python, drawn as compiled code draws it from dice in this state."""

    FINE = 1 << 30

    def __init__(self, state: int) -> None:
        super().__init__()
        self._dice = SimpleNamespace(rng=np.uint64(state))

    def random(self) -> float:
        return float(plain(pick)(self._dice, self.FINE)) / self.FINE


def play_on(position: Position, numbers: Iterable[int]) -> list[Move]:
    """Play what the numbers stand for, until they or the game end."""
    moves = []
    for number in numbers:
        if position.over:
            break
        moves.append(move_of(position, number))
        position.play(moves[-1].player, moves[-1].action)
    return moves


def numbers_of(seed: int, count: int) -> list[int]:
    dice = Random(seed)
    return [dice.randrange(1 << 16) for _ in range(count)]


def played(name: str, count: int = 12, **options: Any) -> Position:
    """A position in the middle of a game, of the first seed that lasts so long."""
    game = game_of(name, **options)
    for seed in range(100):
        position = game.new(seed)
        play_on(position, numbers_of(seed, count))
        if not position.over:
            return position
    raise AssertionError(f"no game of {name} lasts {count} actions")


def limited(name: str, steps: int) -> Position:
    """A game that its limit has ended."""
    position = game_of(name, rules={"max_steps": steps}).new(1)
    play_on(position, numbers_of(1, steps + 50))
    return position


def traces(name: str, options: dict[str, Any], seed: int, numbers: list[int]) -> tuple[str, list[str]]:
    """The lane, and after every action a hash of all that the rules say: bytes, masks, observations and scores."""
    position = game_of(name, **options).new(seed)
    seen = [_trace(position)]
    for number in numbers:
        if position.over:
            break
        move = move_of(position, number)
        position.play(move.player, move.action)
        seen.append(_trace(position))
    return os.environ.get("GARRISON_LANE", "compiled"), seen


def _trace(position: Position) -> str:
    digest = hashlib.sha256(position.to_bytes())
    for player in range(position.game.players):
        digest.update(position.mask(player).tobytes() + position.observe(player).tobytes())
    digest.update(repr(position.scores).encode())
    return digest.hexdigest()
