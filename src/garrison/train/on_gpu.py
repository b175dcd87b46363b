"""Games that the search plays on a GPU, thousands at once, with every decision noted.

For the same seed it is the game that `self_play` plays on a CPU: the same chance, the same plans, the same mistakes.
Only where two plans differ in no more than the last digits may the search choose another one.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from garrison.bots.gpu.arguments import Observations
from garrison.bots.gpu.halving import DeviceHalving
from garrison.bots.network import inputs_of_many
from garrison.bots.search.halving import HalvingSettings
from garrison.core.batches.device_batch import gpu
from garrison.core.game import load
from garrison.core.levels import SCORE
from garrison.errors import BadOption
from garrison.train.samples import CHOICES, Recorder, Samples
from garrison.train.self_play import asking, draw_options, level_of, others_of, simulations_of
from garrison.train.settings import FOUND

if TYPE_CHECKING:
    from garrison.bots.gpu.plans import Decisions
    from garrison.core.game import Game
    from garrison.train.settings import TrainingSettings

Array = np.ndarray[Any, Any]
INSTEAD = "Leave out --play to have the search play on the CPU"


def check_on_gpu(settings: TrainingSettings) -> None:
    """Say in one sentence, before anything is compiled, if these games can't be played on a GPU."""
    game = load(settings.game, **settings.options)
    for name in (settings.teacher, settings.asking):
        level = level_of(game, name)
        if level.method != "halving":
            raise BadOption(
                f"On a GPU there is only the search called halving, but level {name} of {game.name} uses another one."
            )
        if not level.simulations:
            raise BadOption(f"On a GPU a search needs a number of simulations; {name} of {game.name} has a time.")
    if settings.against or (game.players > 1 and settings.guests > 0):
        raise BadOption("On a GPU the search plays for everybody: leave out --against, and say --guests 0.")
    gpu(INSTEAD)
    from garrison.bots.gpu.game_kernels import check_skill

    check_skill(game)


def play_at_once(settings: TrainingSettings, seeds: list[int], network: Path | None) -> list[Samples | None]:
    """One game for each seed, noted; None where there was nothing to decide."""
    dice = [Random(seed) for seed in seeds]
    options_of_each = [draw_options(settings, each) for each in dice]
    alike: dict[str, list[int]] = {}
    for number, options in enumerate(options_of_each):
        alike.setdefault(repr(options), []).append(number)
    results: list[Samples | None] = [None] * len(seeds)
    for numbers in alike.values():
        game = load(settings.game, **options_of_each[numbers[0]])
        games = GamesOnGpu(game, settings, [dice[number] for number in numbers], network)
        for number, samples in zip(numbers, games.play(), strict=True):
            results[number] = samples
    return results


class GamesOnGpu:
    """Games with the same rules that are played side by side, each with dice of its own."""

    def __init__(self, game: Game, settings: TrainingSettings, dice: list[Random], network: Path | None) -> None:
        self._game, self._settings, self._dice = game, settings, dice
        level = level_of(game, settings.asking if network else settings.teacher)
        self._simulations = simulations_of(level, settings.effort)
        for each in dice:  # a seat and the others are drawn on a CPU too
            each.randrange(game.players)
            others_of(game, settings, each)
        batch = game.batch(len(dice), device="cuda")
        batch.reset(np.array([each.getrandbits(60) for each in dice], dtype=np.uint64))
        self._search = DeviceHalving(batch, HalvingSettings(**asking(level, network, settings.trust)).search(game))
        self._recorders = [Recorder() for _ in dice]

    def play(self) -> list[Samples | None]:
        """Play all of them; what was noted in each."""
        for _ in range(self._settings.longest):
            view = self._search.look()
            if (view.players < 0).all():
                break
            self._decide(view)
        ends = self._targets(self._search.look()).tolist()
        is_found, horizon = self._settings.judge == FOUND, self._settings.horizon
        return [
            recorder.samples(None if is_found else end, horizon) if len(recorder) else None
            for recorder, end in zip(self._recorders, ends, strict=True)
        ]

    def _decide(self, view: Observations[Array]) -> None:
        """One decision in every game that is not over."""
        playing = np.flatnonzero(view.players >= 0).tolist()
        seeds = np.zeros(len(self._dice), dtype=np.uint64)
        seeds[playing] = np.array([self._dice[number].getrandbits(60) for number in playing], dtype=np.uint64)
        actions, decisions = self._search.decide(view, seeds, self._simulations)
        self._note(view, actions, decisions, playing)
        for number in playing:
            if self._dice[number].random() < self._settings.noise:
                actions[number] = self._dice[number].choice(np.flatnonzero(view.legal[number]).tolist())
        self._search.play(actions)

    def _note(self, view: Observations[Array], actions: Array, decisions: Decisions, playing: list[int]) -> None:
        """Note some of the decisions, as the players saw them."""
        candidates, shares, values, is_thought = self._candidates(actions, decisions)
        is_choice = (view.legal.sum(axis=1) > 1) & (is_thought | (self._settings.judge != FOUND))
        every, choices = self._settings.every, is_choice.tolist()
        numbers = [number for number in playing if choices[number] and self._dice[number].randrange(every) == 0]
        if not numbers:
            return
        ids, counts = inputs_of_many(self._game, view.planes[numbers], view.numbers[numbers])
        inputs = np.split(ids, np.cumsum(counts)[:-1])
        guesses = self._targets(view)
        for number, own in zip(numbers, inputs, strict=True):
            player, legal = int(view.players[number]), np.flatnonzero(view.legal[number]).astype(np.int16)
            guess = float(guesses[number, player])
            row = (own, legal, candidates[number], shares[number], guess, view.cues[number])
            self._recorders[number].add(player, row, float(values[number]))

    def _candidates(self, actions: Array, decisions: Decisions) -> tuple[Array, Array, Array, Array]:
        """For every game the candidates with their shares, what the best is worth, and whether there was a doubt.

        Who follows a plan considers nothing else.
        """
        count, which = len(actions), decisions.which
        candidates, shares = np.full((count, CHOICES), -1, np.int16), np.zeros((count, CHOICES), np.float32)
        values, is_thought = np.zeros(count), np.zeros(count, dtype=bool)
        candidates[:, 0], shares[:, 0] = actions, 1
        if len(which):
            options, parts, values[which] = decisions.choices(self._game.facts.actions)
            is_thought[which] = parts[:, 0] < 1
            order = np.argsort(-parts, axis=1, kind="stable")[:, :CHOICES]
            width, most = order.shape[1], np.take_along_axis(parts, order, axis=1).astype(np.float32)
            candidates[which, :width] = np.take_along_axis(options, order, axis=1)
            shares[which, :width] = most / most.sum(axis=1)[:, None]
        return candidates, shares, values, is_thought

    def _targets(self, view: Observations[Array]) -> Array:
        """What is noted of positions for each player: their worth, or the scores as shares of par."""
        is_score = self._settings.learn == SCORE
        targets: Array = np.clip(view.scores / self._settings.par if is_score else view.worths, -1, 1)
        return targets
