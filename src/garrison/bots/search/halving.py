"""Sequential halving over plans: a plan is a style and dice for the game's own policy, for a turn or a few.

All plans meet the same chance. Those that do worse are given up in rounds, half of them at a time, so that most of the
simulations go to those that are hard to tell apart.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from garrison.bots.search.alone import asked
from garrison.bots.search.budget import FEWEST, Budget, Choice, Clock, Slices
from garrison.bots.search.mind import Judge, worth
from garrison.bots.search.scratch import Horizon, Scratch, shared
from garrison.bots.search.simulation import ANY, NOTHING, try_plan
from garrison.bots.search.tally import Tally, schedule
from garrison.bots.search.trial import ORIGIN, TRIAL
from garrison.core.engine import rng
from garrison.core.engine.arguments import Arguments, Seed
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import Address, array_at, record_at, whole
from garrison.core.engine.record import Array
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of

if TYPE_CHECKING:
    from garrison.bots.network import Network

KEPT_PLANS = 256  # plans that are remembered, of all games that a bot plays at the same time
SEEDS = 1 << 62  # the seeds of plans and of chance have nothing in common


class Plans(Arguments):
    """Plans for one decision, which of them are tried and with which simulations, and what they have come to."""

    count: int
    styles: Address
    dice: Address
    which: Address  # the numbers of those that are tried
    which_count: int
    first_number: int  # of the simulations
    last_number: int
    seed: Seed
    actions: Address  # each plan's first action
    next_dice: Address  # the dice with which it goes on after that
    totals: Address  # the sum of what its simulations were worth


PLANS = Plans.dtype


@kernel("ref ref whole whole", ORIGIN)
def try_plans(trial: Address, plans: Address, first: int, last: int) -> None:
    """Try plans which[first .. last-1], each with simulations first_number .. last_number-1."""
    t, p = record_at(trial, TRIAL), record_at(plans, PLANS)
    styles, dice = array_at(p.styles, p.count, np.int64), array_at(p.dice, p.count, np.uint64)
    actions, next_dice = array_at(p.actions, p.count, np.int64), array_at(p.next_dice, p.count, np.uint64)
    which, totals = array_at(p.which, p.which_count, np.int64), array_at(p.totals, p.count, np.float64)
    for place in range(first, last):
        plan = which[place]
        for number in range(p.first_number, p.last_number):
            action, following, _ = try_plan(t, styles[plan], dice[plan], rng.derived(p.seed, number))
            if action != NOTHING:
                actions[plan], next_dice[plan] = action, following
            totals[plan] += worth(t, t.state, t.player)


class Plan(NamedTuple):
    """How to go on: a style, the dice's state, and the turn in which it was made."""

    style: int
    dice: int
    turn: int


@dataclass(frozen=True)
class HalvingSettings:
    """What can be set about the method `halving`."""

    plans: int = 32  # at most
    styles: int | Sequence[int] = 1  # in which plans are made, or how many there are
    plan_turns: int = 1  # for which a plan holds
    turns: int = 2  # that are looked ahead
    steps: int = 400  # of a simulation, at most
    free: float = 0.25  # the share of plans that begin with any legal action
    usual: int = 0  # the style in which everybody goes on who has no plan
    followed: int = 1  # turns for which a plan is followed; 0: it thinks before every action
    trust: float = 0.0  # how much a trained network has to say about how a simulation ends, from 0 to 1
    network: Network | None = None  # None: the one in the game's folder

    def search(self, game: Game) -> Halving:
        """The method for a game."""
        return Halving(game, self)


class Halving:
    """The method for one game; it remembers its plans from click to click."""

    def __init__(self, game: Game, settings: HalvingSettings) -> None:
        self.game, self.settings = game, settings
        self.judge = Judge(game, settings.trust, settings.network)
        styles = settings.styles
        self._styles = tuple(range(styles)) if isinstance(styles, int) else tuple(styles)
        self.horizon = Horizon(settings.turns, settings.steps, settings.plan_turns, settings.usual, self._styles[0])
        self._plans: OrderedDict[tuple[int, bytes], Plan] = OrderedDict()  # by whose it is and where it goes on
        self._lock = Lock()
        self._clock = Clock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the plans, the best first; the best plan is remembered."""
        legal = position.actions(player)
        if len(legal) == 1:
            return [Choice(legal[0], 0.0, 1.0)]
        if self._clock.is_new(budget):
            few = Budget(FEWEST, threads=budget.threads)
            self._halve(position, player, FEWEST, few, seed)
            start = time.perf_counter()
            self._halve(position, player, FEWEST, few, seed)
            self._clock.note(FEWEST, start)
        start = time.perf_counter()
        trial = self._halve(position, player, self._clock.simulations(budget), budget, seed)
        self._clock.note(int(trial.counts.sum()), start)
        self._remember(position, player, *trial.best())
        return trial.choices(trial.actions.tolist())

    def follow(self, position: Position, player: int) -> int | None:
        """The next action of a plan that was made not long ago; None when it is time to think."""
        with self._lock:
            plan = self._plans.get((player, position.to_bytes()))
        if plan is None or int(position.state["turn"][0]) - plan.turn >= self.settings.followed:
            return None
        action, dice = asked(self.game, position, player, plan.style, plan.dice)
        self._remember(position, player, plan._replace(dice=dice), action)
        return action

    def _halve(self, position: Position, player: int, simulations: int, budget: Budget, seed: int) -> PlanTrial:
        count = self.count(simulations)
        trial = PlanTrial(self, position, player, self._candidates(position, player, count, seed), seed)
        alive, start, slices = list(range(count)), 0, Slices(budget)
        for trying, each in schedule(simulations, count):
            alive = sorted(alive, key=trial.order)[:trying]
            for first, last in slices.of(start, start + each):
                trial.run(alive, first, last, budget.threads)
            start += each
            if slices.is_over:
                break
        return trial

    def count(self, simulations: int) -> int:
        """How many plans are made for this many simulations."""
        return max(2, min(self.settings.plans, simulations // 4))

    def pattern(self, count: int) -> list[int]:
        """The styles of this many plans: one of each after the other, and some that begin with anything."""
        free = int(count * self.settings.free)
        return [self._styles[index % len(self._styles)] for index in range(count - free)] + [ANY] * free

    def _candidates(self, position: Position, player: int, count: int, seed: int) -> list[Plan]:
        """The plan of the move before, if it fits, then others with dice of their own."""
        turn = int(position.state["turn"][0])
        seeds = seeds_of(seed | SEEDS, count)
        plans = [
            Plan(style, int(rng.seeded(number)), turn) for style, number in zip(self.pattern(count), seeds, strict=True)
        ]
        with self._lock:
            former = self._plans.get((player, position.to_bytes()))
        return [former._replace(turn=turn), *plans[1:]] if former else plans

    def _remember(self, position: Position, player: int, plan: Plan, action: int) -> None:
        """Keep a plan for the position that follows from this action, if nobody else acts in between."""
        after = position.copy()
        after.play(player, action)
        if after.over or player not in after.waiting:
            return
        with self._lock:
            self._plans[player, after.to_bytes()] = plan
            while len(self._plans) > KEPT_PLANS:
                self._plans.popitem(last=False)


class PlanTrial(Tally):
    """Plans for one decision, and what they have come to so far."""

    def __init__(self, method: Halving, position: Position, player: int, plans: list[Plan], seed: int) -> None:
        super().__init__(len(plans))
        self.plans = plans
        self._method, self._position, self._player, self._seed = method, position, player, seed
        self._styles = np.array([plan.style for plan in plans], dtype=np.int64)
        self._dice = np.array([plan.dice for plan in plans], dtype=np.uint64)
        self._next_dice = np.zeros(len(plans), dtype=np.uint64)
        self.actions = np.zeros(len(plans), dtype=np.int64)

    def run(self, which: list[int], first_number: int, last_number: int, threads: int) -> None:
        """Simulate these plans with the same chance; the threads share the plans."""
        numbers = np.array(which, dtype=np.int64)
        plans = self._plans(numbers, first_number, last_number)

        def work(thread: int, first: int, last: int) -> None:
            scratch = self._scratch()
            try_plans(scratch.trial.address, plans.address, first, last)

        shared(work, len(which), threads)
        self.counts[numbers] += last_number - first_number

    def look(self, plan: int, number: int) -> Position:
        """Make one simulation of a plan; the position that it comes to."""
        numbers, scratch = np.array([plan], dtype=np.int64), self._scratch()
        plans = self._plans(numbers, number, number + 1)
        try_plans(scratch.trial.address, plans.address, 0, 1)
        self.counts[plan] += 1
        return Position(self._method.game, scratch.state)

    def _scratch(self) -> Scratch:
        method = self._method
        return Scratch(method.game, self._position, self._player, method.judge.mind(), method.horizon)

    def _plans(self, numbers: Array, first_number: int, last_number: int) -> Plans:
        return Plans(
            count=len(self.plans),
            styles=whole(self._styles),
            dice=whole(self._dice),
            which=whole(numbers),
            which_count=len(numbers),
            first_number=first_number,
            last_number=last_number,
            seed=self._seed,
            actions=whole(self.actions),
            next_dice=whole(self._next_dice),
            totals=whole(self.totals),
        )

    def best(self) -> tuple[Plan, int]:
        """The plan to follow, as it goes on after its first action, and that action."""
        number = next(self.ordered())
        plan = self.plans[number]
        style = plan.style if plan.style != ANY else self._method.horizon.free
        return Plan(style, int(self._next_dice[number]), plan.turn), int(self.actions[number])
