"""Games that a game's own policy plays: positions that its styles lead to, and how each of them ends.

All of it happens in compiled loops, so that a core plays hundreds of games a second where the search plays one in many
seconds. What a network learns from them is what the search would find if it played a position out very often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.bots.level_bots import further_levels, levels_of
from garrison.bots.network import cues_of, inputs_of
from garrison.bots.search import method
from garrison.bots.search.playouts import Playout, play_out
from garrison.bots.search.scratch import Scratch
from garrison.core.engine import memory, rng
from garrison.core.engine.record import uint64
from garrison.core.game import load
from garrison.core.position import Position
from garrison.errors import BadOption
from garrison.train.samples import CHOICES, Samples
from garrison.train.self_play import draw_game, level_of, targets_of
from garrison.train.settings import GAME

if TYPE_CHECKING:
    from pathlib import Path

    from garrison.core.game import Game
    from garrison.core.levels import Level
    from garrison.train.settings import TrainingSettings

Array = np.ndarray[Any, Any]
GAMES = 16  # that are played for one seed: one alone would hardly be worth sending to another process
Row = tuple[Array, Array, float, float]  # inputs and cues, and what the position is worth now and at the end
SAMPLE = 8  # positions of each of them whose end is played


def styles_of(level: Level) -> tuple[tuple[int, ...], int]:
    """The styles in which the search of a level makes plans, and the one in which it goes on after them."""
    usual = int(level.settings.get("usual", level.settings.get("style", 0)))
    styles = level.settings.get("styles", (usual,))
    return (tuple(range(styles)) if isinstance(styles, int) else tuple(styles)), usual


def check_styles(settings: TrainingSettings) -> None:
    """Say now if there is no such style: machine code would look for it outside its tables."""
    package = load(settings.game, **settings.options).package
    every = [styles_of(level) for level in (*levels_of(package).values(), *further_levels(package).values())]
    last = max(max(*styles, usual) for styles, usual in every)
    for style in settings.styles:
        if not 0 <= style <= last:
            raise BadOption(f"The styles of {settings.game} are 0 to {last}, not {style}.")


class Walker:
    """Plays on from positions by the policy of a game."""

    def __init__(self, game: Game, steps: int) -> None:
        method("policy", game)  # now, so that the loops are compiled
        self.game, self._steps = game, steps
        self._scratch, self._totals = Scratch(game), np.zeros(1)
        self._only = np.zeros(1, dtype=np.int64)  # the number of the only position

    def on(self, position: Position, style: int, turns: int, seed: int) -> Position:
        """The position after this many turns in a style, with chance of its own."""
        trial = self._scratch.trial
        trial.usual, trial.turns, trial.steps = style, turns, self._steps
        playout = Playout(
            positions=memory.whole(position.state),
            count=1,
            which=memory.whole(self._only),
            which_count=1,
            chance=rng.derived(uint64(seed), 0),
            totals=memory.whole(self._totals),
        )
        play_out(trial.address, playout.address, 0, 1)
        return Position(self.game, memory.copied(self._scratch.state))


def play_by_policy(settings: TrainingSettings, seed: int, network: Path | None = None) -> Samples | None:
    """A few games; None if they were over before they had begun."""
    dice, rows = Random(seed), list[Row]()
    game = draw_game(settings, dice)
    styles, usual = styles_of(level_of(game, settings.asking))
    walker = Walker(game, settings.longest)
    for _ in range(GAMES):
        waypoints = _waypoints(walker, settings, settings.styles or styles, dice)
        ends_of = in_one_go if settings.judge == GAME else _each
        for position, end in ends_of(walker, waypoints, usual, settings, dice):
            player = dice.randrange(game.players)
            inputs, cues = inputs_of(position, player), cues_of(position, player)
            rows.append((inputs, cues, targets_of(position, settings)[player], targets_of(end, settings)[player]))
    return _samples(rows) if rows else None


def _each(
    walker: Walker, waypoints: list[Position], usual: int, settings: TrainingSettings, dice: Random
) -> Iterator[tuple[Position, Position]]:
    """Some of the positions, each with an end of its own: it is played on from there once more."""
    for position in dice.sample(waypoints, min(SAMPLE, len(waypoints))):
        yield position, walker.on(position, usual, settings.longest, dice.getrandbits(60))


def in_one_go(
    walker: Walker, waypoints: list[Position], usual: int, settings: TrainingSettings, dice: Random
) -> Iterator[tuple[Position, Position]]:
    """The positions from one of them to the end of the game, or each with the one that came `horizon` of them later."""
    path = waypoints[-1:]
    while path and not path[-1].over and len(path) * settings.every < settings.longest:
        path.append(walker.on(path[-1], usual, settings.every, dice.getrandbits(60)))
    last = len(path) - 1
    for place in range(last):
        yield path[place], path[min(place + (settings.horizon or last), last)]


def _waypoints(walker: Walker, settings: TrainingSettings, styles: Sequence[int], dice: Random) -> list[Position]:
    """Positions of a game, a few turns apart; after each of them it goes on in any style, sometimes with anything."""
    position, waypoints = walker.game.new(dice.getrandbits(60)), list[Position]()
    most = max(settings.longest // settings.every, 1)
    if settings.judge == GAME:
        most = 1 + dice.randrange(max(most // 4, 1))  # the game is played to the end from there
    while not position.over and len(waypoints) < most:
        waypoints.append(position)
        position = walker.on(
            position, dice.choice(styles), 1 + dice.randrange(2 * settings.every), dice.getrandbits(60)
        )
        if not position.over and dice.random() < settings.noise:
            player = position.waiting[0]
            position.play(player, dice.choice(position.actions(player)))
    return waypoints


def _samples(rows: list[Row]) -> Samples:
    """Samples without choices: the policy is not what a network should learn to choose like."""
    inputs, cues, guesses, values = zip(*rows, strict=True)
    return Samples(
        np.concatenate(inputs),
        np.array([len(each) for each in inputs], np.int16),
        np.zeros(0, np.int16),
        np.zeros(len(rows), np.int16),
        np.full((len(rows), CHOICES), -1, np.int16),
        np.zeros((len(rows), CHOICES), np.float32),
        np.array(guesses, np.float32),
        np.array(values, np.float32),
        np.array(cues, np.float32),
    )
