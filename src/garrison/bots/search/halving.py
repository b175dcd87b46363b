"""Sequential halving over plans: a plan is a style and dice for the game's own policy, for a turn or a few.

All plans meet the same chance. Those that do worse are given up in rounds, half of them at a time, so that most of the
simulations go to those that are hard to tell apart.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from garrison.bots.search.alone import asked
from garrison.bots.search.budget import FEWEST, Budget, Choice, Clock, Slices
from garrison.bots.search.imagine import imagine
from garrison.bots.search.mind import Trusted, weigh
from garrison.bots.search.scratch import DICE_OF_OTHERS, DICE_OF_PLAN, ORIGIN, Scratch, shared
from garrison.bots.search.tally import Tally, schedule
from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.masks import random_mark
from garrison.core.engine.memory import array_at, at, header, record_at, rows
from garrison.core.engine.record import DICE
from garrison.core.engine.rule import rule
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of

if TYPE_CHECKING:
    from garrison.bots.network import Network

KEPT_PLANS = 256  # plans that are remembered, of all games that a bot plays at the same time
NOTHING = -1  # no action
ANY = -1  # the style of a plan that begins with any legal action and goes on in the usual style
SEEDS = 1 << 62  # the seeds of plans and of chance have nothing in common


@rule
def follow_plan(rules: Any, room: Any, style: Any, is_free: Any, limits: Any) -> Any:
    """Play on by a plan: its first action, NOTHING if there was none, and the dice with which it goes on after that.

    The room is made of references, since Numba counts the users of an array wherever it is handed on.
    """
    legal, step, policy, parameters = rules
    state, marks, count, own, others = room
    player, plan_turns, turns, steps, usual = limits
    s = header(state)
    turn, played, first, continued = s.turn, 0, np.int64(NOTHING), np.uint64(0)
    while s.over == 0 and s.turn - turn < turns and played < steps and s.waiting != 0:
        who = first_waiting(s.waiting)
        tally = legal(parameters, state, who, marks)
        if tally == 0:
            break
        is_planned = who == player and s.turn - turn < plan_turns
        if is_planned and is_free and first == NOTHING:
            action = random_mark(array_at(marks, count, np.uint8), tally, record_at(own, DICE))
        elif is_planned:
            action = policy(parameters, state, who, marks, tally, own, style)
        else:
            action = policy(parameters, state, who, marks, tally, others, usual)
        if is_planned and first == NOTHING:
            first, continued = np.int64(action), record_at(own, DICE).rng
        step(parameters, state, who, action)
        played += 1
    return first, continued


@kernel(
    "legal step value policy hide ref rows rows masks dice scores wholes seeds seeds wholes wholes wholes scores "
    "whole whole whole whole ref seed",
    ORIGIN,
)
def try_plans(
    legal: Any,
    step: Any,
    value: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    root: Any,
    states: Any,
    mask: Any,
    dice: Any,
    out: Any,
    styles: Any,
    plans: Any,
    continued: Any,
    actions: Any,
    chosen: Any,
    limits: Any,
    totals: Any,
    first: Any,
    last: Any,
    first_number: Any,
    last_number: Any,
    mind: Any,
    seed: Any,
) -> None:
    """Try plans chosen[first .. last-1], each with simulations first_number .. last_number-1.

    `limits` holds the player, for how many turns a plan holds, how many turns are looked ahead, at most how many steps,
    the style of everybody else, and that in which a plan goes on that began with anything. Noted are the sum of values
    in `totals`, each plan's first action and the dice with which it goes on.
    """
    state, own, others = at(states, 0), at(dice, DICE_OF_PLAN), at(dice, DICE_OF_OTHERS)
    rules, room = (legal, step, policy, parameters), (state, at(mask, 0), mask.shape[1], own, others)
    player, bounds = limits[0], (limits[0], limits[1], limits[2], limits[3], limits[4])
    for place in range(first, last):
        plan = chosen[place]
        is_free = styles[plan] == ANY
        style = limits[5] if is_free else styles[plan]
        for number in range(first_number, last_number):
            chance = rng.derived(seed, number)
            imagine(hide, parameters, states, 0, root, player, chance)
            record_at(own, DICE).rng = plans[plan]
            record_at(others, DICE).rng = rng.seeded(rng.derived(chance, 1))
            action, dice_then = follow_plan(rules, room, style, is_free, bounds)
            if action != NOTHING:
                actions[plan], continued[plan] = action, dice_then
            weigh(value, mind, parameters, state, out)
            totals[plan, 0] += out[0, player]


class Plan(NamedTuple):
    """How to go on: a style, the dice's state, and the turn in which it was made."""

    style: int
    dice: int
    turn: int


class Halving:
    """The method for one game; it remembers its plans from click to click.

    `styles` are the styles in which plans are made, or how many there are; `usual` is the style in which everybody
    goes on who has no plan, and `free` the share of plans that begin with any legal action. `trust` is how much a
    trained network has to say about how a simulation ends, from 0 to 1: the one in the game's folder, or `network`.
    A plan is `followed` for this many turns; 0: it thinks before every action.
    """

    def __init__(
        self,
        game: Game,
        plans: int = 32,
        styles: int | Sequence[int] = 1,
        plan_turns: int = 1,
        turns: int = 2,
        steps: int = 400,
        free: float = 0.25,
        usual: int = 0,
        followed: int = 1,
        trust: float = 0.0,
        network: Network | None = None,
    ) -> None:
        self.game, self.trusted = game, Trusted(game, trust, network)
        self._plans, self._free, self.followed = plans, free, followed
        self._styles = tuple(range(styles)) if isinstance(styles, int) else tuple(styles)
        self.limits = (plan_turns, turns, steps, usual, self._styles[0])
        self._kept: OrderedDict[tuple[int, bytes], Plan] = OrderedDict()  # by whose it is and where it goes on
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
            plan = self._kept.get((player, position.to_bytes()))
        if plan is None or int(position.state["turn"][0]) - plan.turn >= self.followed:
            return None
        action, dice = asked(self.game, position, player, plan.style, plan.dice)
        self._remember(position, player, plan._replace(dice=dice), action)
        return action

    def _halve(self, position: Position, player: int, simulations: int, budget: Budget, seed: int) -> PlanTrial:
        count = self.count(simulations)
        trial = PlanTrial(self, position, player, self._candidates(position, player, count, seed), seed)
        alive, done, slices = list(range(count)), 0, Slices(budget)
        for trying, each in schedule(simulations, count):
            alive = sorted(alive, key=trial.order)[:trying]
            for first, last in slices.of(done, done + each):
                trial.run(alive, first, last, budget.threads)
            done += each
            if slices.is_over:
                break
        return trial

    def count(self, simulations: int) -> int:
        """How many plans are made for this many simulations."""
        return max(2, min(self._plans, simulations // 4))

    def pattern(self, count: int) -> list[int]:
        """The styles of this many plans: one of each after the other, and some that begin with anything."""
        free = int(count * self._free)
        return [self._styles[index % len(self._styles)] for index in range(count - free)] + [ANY] * free

    def _candidates(self, position: Position, player: int, count: int, seed: int) -> list[Plan]:
        """The plan of the move before, if it fits, then others with dice of their own."""
        turn = int(position.state["turn"][0])
        seeds = seeds_of(seed | SEEDS, count)
        made = [
            Plan(style, int(rng.seeded(number)), turn) for style, number in zip(self.pattern(count), seeds, strict=True)
        ]
        with self._lock:
            kept = self._kept.get((player, position.to_bytes()))
        return [kept._replace(turn=turn), *made[1:]] if kept else made

    def _remember(self, position: Position, player: int, plan: Plan, action: int) -> None:
        """Keep a plan for the position that follows from this action, if nobody else acts in between."""
        after = position.copy()
        after.play(player, action)
        if after.over or player not in after.waiting:
            return
        with self._lock:
            self._kept[player, after.to_bytes()] = plan
            while len(self._kept) > KEPT_PLANS:
                self._kept.popitem(last=False)


class PlanTrial(Tally):
    """Plans for one decision, and what they have come to so far."""

    def __init__(self, method: Halving, position: Position, player: int, plans: list[Plan], seed: int) -> None:
        super().__init__(len(plans))
        self.plans = plans
        self._method, self._seed = method, seed
        self._root = rows(position.state)
        self._styles = np.array([plan.style for plan in plans], dtype=np.int64)
        self._dice = np.array([plan.dice for plan in plans], dtype=np.uint64)
        self._continued = np.zeros(len(plans), dtype=np.uint64)
        self._limits = np.array([player, *method.limits], dtype=np.int64)
        self.actions = np.zeros(len(plans), dtype=np.int64)

    def run(self, which: list[int], first_number: int, last_number: int, threads: int) -> None:
        """Simulate these plans with the same chance; the threads share the plans."""
        table, skill, game = self._method.game.table, self._method.game.skill, self._method.game
        chosen = np.array(which, dtype=np.int64)

        def work(thread: int, first: int, last: int) -> None:
            scratch, mind = Scratch(game), self._method.trusted.mind()
            try_plans(
                table.legal,
                table.step,
                skill.value,
                skill.policy,
                skill.hide,
                game.reference,
                self._root,
                scratch.states,
                scratch.mask,
                scratch.dice,
                scratch.values,
                self._styles,
                self._dice,
                self._continued,
                self.actions,
                chosen,
                self._limits,
                self.totals,
                first,
                last,
                first_number,
                last_number,
                mind.reference,
                np.uint64(self._seed),
            )

        shared(work, len(which), threads)
        self.counts[chosen] += last_number - first_number

    def best(self) -> tuple[Plan, int]:
        """The plan to follow, as it goes on after its first action, and that action."""
        number = next(self.ordered())
        plan = self.plans[number]
        style = plan.style if plan.style != ANY else int(self._limits[5])
        return Plan(style, int(self._continued[number]), plan.turn), int(self.actions[number])
