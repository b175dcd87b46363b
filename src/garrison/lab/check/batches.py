"""A batch plays what single positions play, whatever is chosen about it and whatever a game has or lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from random import Random
from typing import Any, NamedTuple

import numpy as np

from garrison.core.batches.advance import Passing, Transition
from garrison.core.batches.batch import Batch
from garrison.core.engine import memory
from garrison.core.engine.pass_arguments import NOTHING
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.errors import IllegalAction
from garrison.lab.check.batch_model import PlaceModel, Start
from garrison.lab.check.property import Array, Flaw

NAME, SENTENCE = "batches", "A batch plays what single positions play."
PLACES = 3  # positions of each batch
ROUNDS = 20  # actions in each position: past the end of a game, and into the next one
LIMIT = 5  # steps of a game that is cut off
FAR_OUT = 10**6  # no action, in any game
# What is chosen about a batch. Of any two choices, every pair of values is in some row.
WAYS = (
    "next_step raise",
    "next_step replace outcome every_player observe entities limit out",
    "next_step penalty observe compact seat final",
    "next_step raise outcome every_player observe compact seat final limit out",
    "same_step raise outcome observe entities compact out",
    "same_step replace observe seat final limit",
    "same_step penalty every_player observe entities seat final out",
    "same_step penalty outcome compact limit",
    "same_step replace every_player compact final out",
    "disabled raise every_player observe entities final limit",
    "disabled replace outcome seat compact final",
    "disabled penalty outcome every_player observe limit out",
    "disabled raise observe entities seat compact out",
)


class Discrepancy(NamedTuple):
    """Where a batch differs from single positions: in which game, after how many of its steps, and in what."""

    seed: int
    step: int
    flaw: Flaw


def first_discrepancy(game: Game, starts: Sequence[Start], seed: int, way: str) -> Discrepancy | None:
    """Play a batch that begins with these positions in one of the WAYS, and compare it with single positions."""
    trial = BatchTrial(game, passing_of(game, way), [starts[place % len(starts)] for place in range(PLACES)], seed)
    for place, flaw in trial.play("out" in way.split()):
        model = trial.models[place]
        return Discrepancy(model.seed, model.position.steps, flaw)
    return None


def passing_of(game: Game, way: str) -> Passing:
    """What a row of WAYS chooses, as far as the game has it."""
    autoreset, illegal, *more = way.split()
    return Passing(
        autoreset,
        illegal,
        rewards="outcome" if "outcome" in more else "score",
        every_player="every_player" in more,
        observe="observe" in more,
        entities="entities" in more and bool(game.facts.entities),
        compact="compact" in more,
        seat=game.players - 1 if "seat" in more else 0,
        final="final" in more,
        limit=LIMIT if "limit" in more else 0,
    )


def call_of(passing: Passing) -> str:
    """How somebody asks for such a batch.

    >>> call_of(Passing(illegal="replace", compact=True))
    "batch(3, illegal='replace', compact=True)"
    """
    options = {part.name: getattr(passing, part.name) for part in fields(passing)}
    others = [f"{name}={value!r}" for name, value in options.items() if value != getattr(Passing, name)]
    return f"batch({', '.join([str(PLACES), *others])})"


class BatchTrial:
    """A batch that is played at random, with a model of each of its places."""

    def __init__(self, game: Game, passing: Passing, starts: Sequence[Start], seed: int) -> None:
        self.game, self.passing, self.random = game, passing, Random(seed)
        self.batch = Batch(game, len(starts), seed, 1, passing)
        self.actions = game.used_actions if passing.compact else np.arange(game.facts.actions)
        dice, _ = Batch.beginning(len(starts), seed)
        following = seeds_of(seed, len(starts) * (ROUNDS + 2))[len(starts) :].reshape(-1, len(starts)).T
        self.models = [
            PlaceModel(passing, self.actions, start, iter(seeds.tolist()), dice[place : place + 1])
            for place, (start, seeds) in enumerate(zip(starts, following, strict=True))
        ]
        records = memory.empty(game.state_dtype, len(starts))
        for place, start in enumerate(starts):
            records[place] = start.position.state[0]
        self.batch.restore(records)

    def play(self, is_given: bool) -> Iterator[tuple[int, Flaw]]:
        """What differs, with its place; if arrays are given, then other ones every time."""
        outs = [self.batch.transition(), self.batch.transition()] if is_given else [None]
        transition = self.batch.look(outs[0])
        for count in range(ROUNDS):
            yield from self._wrong(transition)
            if self.passing.illegal == "raise":
                yield from self._missing_refusal()
            actions = [self._actions(model) for model in self.models]
            transition = self.batch.advance(self._in_shape(actions), outs[count % len(outs)])
            for model, own in zip(self.models, actions, strict=True):
                model.advance(own)
        yield from self._wrong(transition)

    def _in_shape(self, actions: list[list[int]]) -> Array:
        numbers = np.array(actions, dtype=np.int64)
        return numbers if self.passing.every_player else numbers[:, 0]

    def _actions(self, model: PlaceModel) -> list[int]:
        """An action for each row: mostly a legal one, sometimes none, and an illegal one where that is allowed."""
        actions = []
        for player in model.viewers:
            legal = [action for action, mark in enumerate(model.mask(player)) if mark and action < len(self.actions)]
            odd = [NOTHING] if self.passing.illegal == "raise" else [NOTHING, FAR_OUT, *range(len(self.actions))]
            is_odd = not legal or self.random.random() < 0.1
            actions.append(self.random.choice(odd if is_odd else legal))
        return actions

    def _missing_refusal(self) -> Iterator[tuple[int, Flaw]]:
        """An action that is none must be refused, and nothing be played."""
        running = [place for place, model in enumerate(self.models) if not model.is_over]
        if running:
            actions = [[FAR_OUT] * len(model.viewers) for model in self.models]
            try:
                self.batch.advance(self._in_shape(actions))
            except IllegalAction:
                return
            yield running[0], Flaw(f"action {FAR_OUT} is not refused, with {call_of(self.passing)}")

    def _wrong(self, transition: Transition) -> Iterator[tuple[int, Flaw]]:
        for place, model in enumerate(self.models):
            others = set(_legal(model.position)) - set(self.actions.tolist())
            if others:
                words = model.position.action_words(min(others))
                yield place, Flaw(f"{words} is legal, but state.py has it in unused_actions")
            for name, there, here, player in self._pairs(transition, place, model):
                if not np.array_equal(there, np.asarray(here, dtype=np.asarray(there).dtype)):
                    text = f"{name}: {_short(there)} in the batch, {_short(here)} in a single position"
                    yield place, Flaw(f"{text}, with {call_of(self.passing)}", player)

    def _pairs(self, transition: Transition, place: int, model: PlaceModel) -> Iterator[tuple[str, Any, Any, int]]:
        """What a batch says about a place, with its name, and what it must be."""
        position, own = model.position, self.batch[place]
        for name in self.game.state_dtype.names if own != position else ():
            yield f"the record's {name}", own.state[name], position.state[name], -1
        end = [transition.terminated[place], transition.truncated[place]]
        yield "the end (terminated, truncated)", end, [model.terminated, model.truncated], -1
        yield "the rewards", transition.rewards[place], model.rewards, -1
        actor = NOTHING if self.passing.every_player or not position.waiting else position.waiting[0]
        yield "the player who acts", transition.players[place], actor, -1
        for row, player in enumerate(model.viewers):
            where = (place, row) if self.passing.every_player else place
            yield "the mask", transition.masks[where], model.mask(player), player
            yield from self._sights(transition, "", where, position, player)
        if model.final is not None and self.passing.final:
            for row, player in enumerate(model.last_viewers):
                where = (place, row) if self.passing.every_player else place
                yield from self._sights(transition, "final_", where, model.final, player)

    def _sights(
        self, transition: Transition, when: str, where: Any, position: Position, player: int
    ) -> Iterator[tuple[str, Any, Any, int]]:
        """What a player sees of a position, in a row of the batch and alone."""
        words = "the last " if when else "the "
        if self.passing.observe or when:
            yield f"{words}planes", getattr(transition, f"{when}planes")[where], position.observe(player), player
            yield f"{words}numbers", getattr(transition, f"{when}numbers")[where], position.measure(player), player
        if self.passing.entities:
            entities = getattr(transition, f"{when}entities")[where]
            yield f"{words}entities", entities, position.entities(player, padded=True), player


def _legal(position: Position) -> list[int]:
    """What the player who acts may do."""
    return position.actions(position.waiting[0]) if position.waiting else []


def _short(numbers: Any) -> str:
    """Numbers in a few characters."""
    text = np.array2string(np.asarray(numbers), separator=", ", threshold=20, edgeitems=6).replace("\n", "")
    return text if len(text) < 100 else f"{text[:97]}..."
