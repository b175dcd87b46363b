"""Games in which a search labels every decision of the learner: what it would do, and how the game came out.

In the first iteration the teacher plays. Later the network does part of it, so that the teacher also says what to do in
positions that the network gets itself into. The other players come from a pool: fixed bots, and the network as it was.
Each of them sees only its own observation.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from garrison import bots
from garrison.bots.levels import levels_of
from garrison.bots.network import Network, width_of
from garrison.bots.search import Budget, Choice, method
from garrison.core.engine import memory
from garrison.core.errors import BadOption
from garrison.core.game import Game, load
from garrison.train.samples import Recorder, Samples

if TYPE_CHECKING:
    from garrison.core.position import Position
    from garrison.train.settings import Settings

SHARPEST = 0.5  # temperature of what the network plays: it should meet more than its first choice


class Teacher:
    """The search of a level, with its own budget or a larger one."""

    def __init__(self, game: Game, level: str, effort: float) -> None:
        known = levels_of(game.entry)
        if level not in known or known[level].bot:
            raise BadOption(f"There is no level of {game.name} that searches and is called {level!r}.")
        self._level, self._effort = known[level], effort
        self._method = method(self._level.method, game, self._level.settings)

    def choices(self, position: Position, player: int, seed: int) -> list[Choice]:
        """What it would do; a move that it has begun it goes on with."""
        followed = self._method.follow(position, player)
        if followed is not None:
            return [Choice(followed, 0.0, 1.0)]
        return self._method.think(position, player, self._budget(), seed)

    def _budget(self) -> Budget:
        if self._level.milliseconds:
            return Budget(milliseconds=self._level.milliseconds * self._effort)
        return Budget(max(1, int(self._level.simulations * self._effort)))


def worth(position: Position) -> list[float]:
    """What a position is worth to each player, from -1 to 1, by the game's own value."""
    game, out = position.game, np.zeros((1, position.game.facts.players[1]))
    value = game.skill.value
    getattr(value, "ctypes", value)(game.reference, memory.reference(position.state), memory.reference(out))
    return [float(number) for number in np.clip(out[0, : game.players], -1, 1)]


def play(settings: Settings, seed: int, network: Path | None) -> Samples | None:
    """One game, labelled; None if there was nothing to decide."""
    game, dice = load(settings.game, **settings.options), Random(seed)
    teacher = Teacher(game, settings.teacher, settings.effort)
    learner = Network.load(network) if network else None
    seat, others = dice.randrange(game.players), _others(game, settings, learner, dice)
    position, recorder = game.new(dice.getrandbits(60)), Recorder()
    while not position.over and len(recorder) < settings.longest:
        player = position.waiting[0]
        if player != seat:
            position.play(player, others(position, player, dice))
            continue
        choices = teacher.choices(position, player, dice.getrandbits(60))
        if len(position.actions(player)) > 1:
            recorder.note(position, player, width_of(position), choices)
        position.play(player, _played(position, player, choices, learner, settings, dice))
    return recorder.finished(worth(position)) if len(recorder) else None


def _played(
    position: Position, player: int, choices: list[Choice], learner: Network | None, settings: Settings, dice: Random
) -> int:
    """What the learner plays: mostly what the teacher or the network says, now and then anything."""
    if dice.random() < settings.noise:
        return dice.choice(position.actions(player))
    if learner is not None and dice.random() < settings.student:
        return drawn(learner, position, player, dice)
    return choices[0].action


def drawn(network: Network, position: Position, player: int, dice: Random) -> int:
    """An action, likelier the better the network thinks of it."""
    odds = network.think(position, player)[0] ** (1 / SHARPEST)
    return dice.choices(range(len(odds)), odds.tolist())[0]


def _others(game: Game, settings: Settings, learner: Network | None, dice: Random) -> bots.Bot:
    """Whom the others play like in this game."""
    if settings.against:
        return bots.find(settings.against, game.entry)
    pool = [bots.find(name, game.entry) for name in bots.names(game.entry) if name not in (settings.teacher, "expert")]
    if learner is not None:
        earlier = learner
        pool += [lambda position, player, dice: drawn(earlier, position, player, dice)] * len(pool)
    return dice.choice(pool)
