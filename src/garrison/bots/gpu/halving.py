"""Sequential halving over plans on a GPU: for all positions of a batch at once, one thread per simulation.

For the same seeds and number of simulations it tries the same plans with the same chance as `halving` does on the CPU,
and they come to the same positions. Values may differ in their last digits, since a GPU multiplies and adds in one go;
so where two plans differ by no more than that, it may choose the other one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.gpu.arguments import (
    DeviceKernel,
    DevicePositions,
    KeptPlans,
    Observations,
    PlanArrays,
    Round,
    network_on_gpu,
)
from garrison.bots.gpu.plans import NOBODY, Decisions, DevicePlans, PlanMemory
from garrison.bots.search.scratch import Horizon
from garrison.bots.search.simulation import ANY
from garrison.bots.search.tally import schedule
from garrison.core.batches.device_batch import gpu
from garrison.core.engine import memory
from garrison.core.engine.record import Array
from garrison.errors import BadOption

if TYPE_CHECKING:
    from garrison.bots.gpu.arguments import GpuArray
    from garrison.bots.search.halving import Halving
    from garrison.core.batches.device_batch import DeviceBatch

ALWAYS = 1 << 40  # turns; no game has as many
ONE_STEP = Horizon(turns=ALWAYS, steps=1, plan_turns=ALWAYS)


class DeviceHalving:
    """A search with the settings of `method` that plays the positions of a batch on a GPU.

    search = DeviceHalving(game.batch(4096, device="cuda"), HalvingSettings(**level.settings).search(game))
    told = search.look()
    actions, _ = search.decide(told, seeds, simulations=180)
    search.play(actions)
    """

    def __init__(self, batch: DeviceBatch, method: Halving) -> None:
        from garrison.bots.gpu.game_kernels import Form, common_kernels, kernels_of

        self._cuda, self._engine = gpu()
        self.batch, self.game, self._method = batch, batch.game, method
        network = method.judge.network
        self.kernels = kernels_of(self.game, Form.of(network) if network else None)
        self._common = common_kernels()
        self._network = network_on_gpu(self._cuda, self.game, network, method.judge.trust)
        self._memory = PlanMemory(len(batch))
        self._steps = self._cuda.to_device(np.zeros(1, dtype=np.int64))
        self._allocate(len(batch))

    def _allocate(self, count: int) -> None:
        game, words = self.game, self._engine.whole_words
        sizes = (game.facts.actions, int(np.prod(game.planes_shape)))
        masks, planes = (self._zeros(np.uint64, count, words(size) // self._engine.WORD) for size in sizes)
        worths, scores = (self._zeros(np.float64, count, game.facts.players[1]) for _ in range(2))
        self._about = Observations(
            players=self._zeros(np.int64, count),
            turns=self._zeros(np.int64, count),
            legal=masks,
            planes=planes,
            numbers=self._zeros(np.int64, count, max(len(game.numbers), 1)),
            cues=self._zeros(np.float64, count, max(len(game.cues), 1)),
            worths=worths,
            scores=scores,
        )
        parameters = self._cuda.to_device(memory.copied(game.record))
        self._positions = DevicePositions(parameters, self.batch.states.array, self._about.players)

    def _zeros(self, kind: type[np.number], *shape: int) -> GpuArray:
        zeros: GpuArray = self._cuda.to_device(np.zeros(shape, dtype=kind))
        return zeros

    @property
    def steps(self) -> int:
        """How many steps all simulations have played so far."""
        return int(self._steps.copy_to_host()[0])

    def look(self) -> Observations[Array]:
        """What is told of every position observations."""
        self._launch(self.kernels.tell_positions, len(self.batch), self._positions, self._about)
        players, turns, masks, planes, numbers, cues, worths, scores = (each.copy_to_host() for each in self._about)
        game, count = self.game, len(self.batch)
        plane_bytes = planes.view(np.uint8)[:, : int(np.prod(game.planes_shape))].reshape(count, *game.planes_shape)
        legal = masks.view(np.uint8)[:, : game.facts.actions]
        parts = numbers[:, : len(game.numbers)], cues[:, : len(game.cues)]
        prospects = worths[:, : game.players], scores[:, : game.players]
        return Observations(players, turns, legal, plane_bytes, *parts, *prospects)

    def decide(self, observations: Observations[Array], seeds: Array, simulations: int) -> tuple[Array, Decisions]:
        """An action for every position, -1 where the game is over; and what was thought, where that was necessary.

        As on the CPU, plans that were begun are followed, and where there is no choice nobody thinks. `observations`
        are what `look` said last.
        """
        players, plan_memory = observations.players, self._memory
        fits = plan_memory.fitting(players)
        follows = fits & (observations.turns - plan_memory.turns < self._method.settings.followed)
        is_forced = ~follows & (observations.legal.sum(axis=1) == 1)
        following, thinking = np.flatnonzero(follows), np.flatnonzero((players != NOBODY) & ~follows & ~is_forced)
        next_plans = self._ask(following)
        turns = observations.turns[thinking]
        decisions, best_plans = self._think(thinking, turns, seeds[thinking], fits[thinking], simulations)
        plan_memory.forget()
        actions = np.full(len(self.batch), NOBODY)
        actions[is_forced] = observations.legal[is_forced].argmax(axis=1)
        for which, plans in ((following, next_plans), (thinking, best_plans)):
            actions[which] = plans.actions
            plan_memory.note(which, players[which], plans)
        return actions, decisions

    def forget(self) -> None:
        """Think again everywhere, whatever was planned."""
        self._memory.forget()

    def play(self, actions: Array) -> None:
        """Play these actions, -1 for none, whatever was decided."""
        self._memory.play(actions)
        self.batch.step(actions, checked=False)

    def _ask(self, which: Array) -> DevicePlans:
        """The next actions of the plans that are kept for these positions."""
        plans = self._memory.of(which)
        if not len(which):
            return plans
        table = self._table(which, plans.dice, plans.styles[:, None], plans.dice[:, None])
        self._try(table, ONE_STEP, Round(1, 0, 1, is_asked=True))
        return plans._replace(actions=table.actions.copy_to_host()[:, 0], dice=table.next_dice.copy_to_host()[:, 0])

    def _think(
        self, which: Array, turns: Array, seeds: Array, has_kept: Array, simulations: int
    ) -> tuple[Decisions, DevicePlans]:
        """Try plans in these positions; what came of all of them, and the best of each position."""
        count = self._method.count(simulations)
        empty = np.zeros((len(which), count), dtype=np.int64)
        if not len(which):
            return Decisions(which, empty, empty, empty), self._memory.of(which)
        table = self._table(which, seeds, empty, empty.astype(np.uint64))
        self._make_plans(table, which, has_kept)
        first_number = 0
        for trying, each in schedule(simulations, count):
            values = self._try(table, self._method.horizon, Round(trying, first_number, each))
            self._launch(self._common.halve, len(which), table, values, trying, each)
            first_number += each
        firsts, visits, totals = (each.copy_to_host() for each in (table.actions, table.visits, table.totals))
        return Decisions(which, firsts, visits, totals), self._best(table, turns)

    def _table(self, which: Array, seeds: Array, styles: Array, dice: Array) -> PlanArrays:
        """A row of plans for each of these positions, of which nothing is known yet."""
        alive = np.tile(np.arange(styles.shape[1]), (len(which), 1))
        arrays = (self._cuda.to_device(np.ascontiguousarray(array)) for array in (which, seeds, styles, dice, alive))
        kinds = (np.float64, np.int64, np.int64, np.uint64)
        return PlanArrays(*arrays, *(self._zeros(kind, *styles.shape) for kind in kinds))

    def _make_plans(self, table: PlanArrays, which: Array, has_kept: Array) -> None:
        """Plans in the styles of the method, each with dice of its own; the first is the one that was kept."""
        rows, count = table.styles.shape
        former, pattern = self._memory.of(which), np.array(self._method.pattern(count))
        arrays = (has_kept.astype(np.uint8), former.styles, former.dice)
        former_plans = KeptPlans(*(self._cuda.to_device(np.ascontiguousarray(array)) for array in arrays))
        self._launch(self._common.make_plans, rows * count, table, self._cuda.to_device(pattern), former_plans)

    def _best(self, table: PlanArrays, turns: Array) -> DevicePlans:
        """The best plan of each position, as it goes on after its first action."""
        best = table.alive.copy_to_host()[:, :1]
        arrays = (table.actions, table.styles, table.next_dice)
        actions, styles, dice = (np.take_along_axis(each.copy_to_host(), best, axis=1)[:, 0] for each in arrays)
        return DevicePlans(actions, np.where(styles == ANY, self._method.horizon.free, styles), dice, turns)

    def _try(self, table: PlanArrays, horizon: Horizon, turn: Round) -> GpuArray:
        """What each simulation of a round comes to."""
        items = table.which.shape[0] * turn.trying * turn.each
        values: GpuArray = self._cuda.device_array(items, dtype=np.float64)
        arguments = (self._positions, table, horizon, turn, self._network, values, self._steps)
        self._launch(self.kernels.try_plans, items, *arguments)
        return values

    def _launch(self, kernel: DeviceKernel, items: int, *arguments: object) -> None:
        try:
            kernel[-(-items // self._engine.BLOCK), self._engine.BLOCK](*arguments)
        except Exception as error:
            if not any(kind.__name__ == "NumbaError" for kind in type(error).__mro__):
                raise
            raise BadOption(f"The rules by which {self.game.name} is searched don't compile for a GPU.") from error
