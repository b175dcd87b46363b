"""Games of the search in which every decision is noted: what was seen, what the search chose, and what came of it.

All players are the same search, which from the second iteration on asks the network; in some games the others are a bot
from the pool instead. Each of them sees only its own observation.
"""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison import bots
from garrison.bots.expert import network_at
from garrison.bots.level_bots import further_levels, levels_of
from garrison.bots.limits import Limits, within
from garrison.bots.search import METHODS, Budget, Choice, method
from garrison.core.engine import memory
from garrison.core.game import Game, load
from garrison.core.levels import SCORE, Level
from garrison.errors import BadOption
from garrison.train.samples import Recorder, Samples
from garrison.train.settings import FOUND, POLICY

if TYPE_CHECKING:
    from garrison.core.position import Position
    from garrison.train.settings import TrainingSettings


class Teacher:
    """The search of a level, with its own budget or another one, and with a network if there is one."""

    def __init__(self, game: Game, level: str, effort: float, network: Path | None = None, trust: float = 0.0) -> None:
        self._level, self._effort = level_of(game, level), effort
        self._method = method(self._level.method, game, asking(self._level, network, trust))

    def choices(self, position: Position, player: int, seed: int) -> list[Choice]:
        """What it would do; a move that it has begun it goes on with."""
        action = self._method.follow(position, player)
        if action is not None:
            return [Choice(action, 0.0, 1.0)]
        return self._method.think(position, player, self._budget(), seed)

    def _budget(self) -> Budget:
        if self._level.milliseconds:
            return Budget(milliseconds=self._level.milliseconds * self._effort)
        return Budget(simulations_of(self._level, self._effort))


def asking(level: Level, network: Path | None, trust: float) -> dict[str, Any]:
    """The settings of a level's search, which asks this network, or none."""
    own = {name: value for name, value in level.settings.items() if name != "trust"}
    return {**own, "trust": trust, "network": network_at(network)} if network else own


def simulations_of(level: Level, effort: float) -> int:
    """How many simulations a decision takes with this much effort."""
    return max(1, int(level.simulations * effort))


def level_of(game: Game, name: str) -> Level:
    """A level that thinks for itself; one sentence if there is none of that name."""
    levels = {**levels_of(game.package), **further_levels(game.package)}
    if name not in levels or levels[name].bot:
        raise BadOption(f"There is no level of {game.name} that searches and is called {name!r}.")
    return levels[name]


def check_who_asks(settings: TrainingSettings) -> None:
    """Say now, before a thousand games are played, if a search can't ask a network.

    Where the policy plays and nothing is rated, nobody asks it yet.
    """
    game = load(settings.game, **settings.options)
    level_of(game, settings.teacher)
    student = level_of(game, settings.asking)
    is_asked = settings.play != POLICY or settings.games > 0
    if is_asked and "trust" not in signature(METHODS[student.method]).parameters:
        raise BadOption(
            f"The level {settings.asking} of {game.name} searches in a way that asks no network; name another one."
        )


def worth(position: Position) -> list[float]:
    """What a position is worth to each player, from -1 to 1, by the game's own value."""
    game, out = position.game, np.zeros((1, position.game.facts.players[1]))
    value = game.skill.value
    getattr(value, "ctypes", value)(game.reference, memory.reference(position.state), memory.reference(out))
    return [float(number) for number in np.clip(out[0, : game.players], -1, 1)]


def targets_of(position: Position, settings: TrainingSettings) -> list[float]:
    """What is noted of a position for each player: its worth, or where that is learned, the score as a share of par."""
    if settings.learn != SCORE:
        return worth(position)
    return [float(np.clip(score / settings.par, -1, 1)) for score in position.scores]


def draw_game(settings: TrainingSettings, dice: Random) -> Game:
    """The game, with one of each of the options that are mixed."""
    return load(settings.game, **draw_options(settings, dice))


def draw_options(settings: TrainingSettings, dice: Random) -> dict[str, Any]:
    """The options of a game, with one of each of those that are mixed."""
    return {**settings.options, **{name: dice.choice(list(values)) for name, values in settings.mix.items()}}


def play(settings: TrainingSettings, seed: int, network: Path | None) -> Samples | None:
    """One game, noted; None if there was nothing to decide."""
    dice = Random(seed)
    game = draw_game(settings, dice)
    level = settings.asking if network else settings.teacher
    teacher = Teacher(game, level, settings.effort, network, settings.trust)
    seat, others = dice.randrange(game.players), others_of(game, settings, dice)
    position, recorder = game.new(dice.getrandbits(60)), Recorder()
    for _ in range(settings.longest):
        if position.over:
            break
        player = position.waiting[0]
        if others is not None and player != seat:
            position.play(player, others(position, player, dice))
            continue
        choices = teacher.choices(position, player, dice.getrandbits(60))
        legal = position.actions(player)
        is_thought = settings.judge != FOUND or choices[0].share < 1  # else it follows a plan: nothing was found
        if len(legal) > 1 and is_thought and dice.randrange(settings.every) == 0:
            recorder.note(position, player, targets_of(position, settings)[player], choices)
        position.play(player, dice.choice(legal) if dice.random() < settings.noise else choices[0].action)
    if not len(recorder):
        return None
    return recorder.samples(None if settings.judge == FOUND else targets_of(position, settings), settings.horizon)


def opponent(game: Game, settings: TrainingSettings) -> bots.Bot:
    """The bot that all the others play like, with as much effort as the learner."""
    bot = bots.find(settings.against, game.package)

    def answer(position: Position, player: int, dice: Random) -> int:
        with within(Limits(share=settings.effort)):
            return bot(position, player, dice)

    return answer


def others_of(game: Game, settings: TrainingSettings, dice: Random) -> bots.Bot | None:
    """Whom the others play like in this game; None: like the learner."""
    if settings.against:
        return opponent(game, settings)
    if game.players == 1 or dice.random() >= settings.guests:
        return None
    pool = [name for name in bots.names(game.package) if name not in (settings.teacher, settings.asking, "expert")]
    return bots.find(dice.choice(pool), game.package)
