"""Decoupled UCT: every player has a tree of their own choices, and all of them choose at the same time.

It is made for games in which all choose at once. A node is what a player has chosen so far; what the others choose and
what chance brings is met in the simulations. Nobody in them knows what somebody else has just chosen.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.search.branches import EDGES, TREES, simulate
from garrison.bots.search.budget import FEWEST, Budget, Choice, Clock, Slices
from garrison.bots.search.mind import Mind, Trusted
from garrison.bots.search.scratch import Scratch, shared
from garrison.core.engine.memory import rows
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of

if TYPE_CHECKING:
    from garrison.bots.network import Network

KEPT_MOVES = 256  # choices of several clicks whose rest is remembered, of all games that a bot plays at the same time


class Decoupled:
    """The method for one game.

    A simulation looks `turns` turns ahead. `curiosity` is how much it favours actions that were seldom tried, `doubt`
    how much worse than average an untried action is assumed to be, both on a scale from the worst to the best value
    seen. The visits of `trees` grown side by side are added up. `trust` is how much a trained network has to
    say about how a simulation ends, from 0 to 1: the one in the game's folder, or `network`.
    """

    def __init__(
        self,
        game: Game,
        turns: int = 2,
        steps: int = 400,
        curiosity: float = 0.06,
        doubt: float = 0.05,
        trees: int = 1,
        trust: float = 0.0,
        network: Network | None = None,
    ) -> None:
        self.game, self._trusted = game, Trusted(game, trust, network)
        self._turns, self._steps, self._trees = turns, steps, trees
        self._weights = np.array([[curiosity, doubt]])
        self._clock = Clock()
        self._rest: OrderedDict[tuple[int, bytes], list[int]] = OrderedDict()  # by whose it is and where it goes on
        self._lock = Lock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """A player's actions, the one that was tried most often first."""
        legal = position.actions(player)
        if len(legal) == 1:
            return [Choice(legal[0], 0.0, 1.0)]
        if self._clock.is_new(budget):
            self._grown(position, player, FEWEST, Budget(FEWEST), seed)
            start = time.perf_counter()
            self._grown(position, player, FEWEST, Budget(FEWEST), seed)
            self._clock.note(FEWEST, start)
        simulations, start = self._clock.simulations(budget), time.perf_counter()
        trees = self._grown(position, player, simulations, budget, seed)
        self._clock.note(simulations, start)
        choices = _choices(trees, player)
        self._remember(position, player, trees[0].path(player, choices[0].action))
        return choices

    def follow(self, position: Position, player: int) -> int | None:
        """The next click of a choice that was begun; None when it is time to think."""
        with self._lock:
            rest = self._rest.pop((player, position.to_bytes()), None)
        if not rest or rest[0] not in position.actions(player):
            return None
        self._remember(position, player, rest)
        return rest[0]

    def _grown(self, position: Position, player: int, simulations: int, budget: Budget, seed: int) -> list[Trees]:
        seeds = seeds_of(seed, self._trees)
        each = max(1, simulations // self._trees)
        grown = [Trees(self.game, each, self._trusted.mind()) for _ in range(self._trees)]
        for first, last in Slices(budget).of(0, each):
            limits = np.array([player, self._turns, self._steps, first, last], dtype=np.int64)

            def work(thread: int, start: int, end: int, limits: np.ndarray = limits) -> None:
                for number in range(start, end):
                    grown[number].grow(position, limits, self._weights, int(seeds[number]))

            shared(work, self._trees, budget.threads)
        return grown

    def _remember(self, position: Position, player: int, path: list[int]) -> None:
        """Keep the rest of a choice for the position after its first click, if it goes on there."""
        after = position.copy()
        after.play(player, path[0])
        if len(path) == 1 or after.over or player not in after.waiting:
            return
        with self._lock:
            self._rest[player, after.to_bytes()] = path[1:]
            while len(self._rest) > KEPT_MOVES:
                self._rest.popitem(last=False)


class Trees:
    """Everybody's tree for one decision."""

    def __init__(self, game: Game, simulations: int, mind: Mind) -> None:
        self.game, self._mind = game, mind
        self._scratch = Scratch(game)
        players, deepest = game.facts.players[1], 64
        room = 1 + game.players * simulations  # everybody's tree grows by a branch at most in a simulation
        self._nodes = np.zeros((room + players, TREES), dtype=np.int64)
        self._edges = np.zeros((room, EDGES), dtype=np.int64)
        self._totals = np.zeros((room, 1))
        self._span = np.zeros((players, 2))
        self._path = np.zeros((players, 1 + deepest), dtype=np.int64)

    def grow(self, position: Position, limits: np.ndarray, weights: np.ndarray, seed: int) -> None:
        """Make the simulations."""
        table, skill, scratch = self.game.table, self.game.skill, self._scratch
        simulate(
            table.legal,
            table.step,
            skill.value,
            skill.policy,
            skill.hide,
            self.game.reference,
            rows(position.state),
            scratch.states,
            scratch.mask,
            scratch.dice,
            scratch.values,
            self._nodes,
            self._edges,
            self._totals,
            self._span,
            self._path,
            limits,
            weights,
            self._mind.reference,
            np.uint64(seed),
        )

    def visits(self, node: int) -> dict[int, tuple[int, float, int]]:
        """For each action from a node: how often it was tried, what came of it in all, and the node behind it."""
        found, edge = {}, int(self._nodes[node, 0])
        while edge > 0:
            following, action, visits, child = (int(number) for number in self._edges[edge])
            found[action] = (visits, float(self._totals[edge, 0]), child)
            edge = following
        return found

    def path(self, player: int, action: int) -> list[int]:
        """An action and those that a player most often took after it."""
        found, node = [action], self.visits(player).get(action, (0, 0.0, 0))[2]
        while node > 0 and self.visits(node):
            tried = self.visits(node)
            action = max(tried, key=lambda key: tried[key][0])
            found.append(action)
            node = tried[action][2]
        return found


def _choices(trees: list[Trees], player: int) -> list[Choice]:
    """The actions, the one that was tried most often first."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for tree in trees:
        for action, (count, total, _) in tree.visits(player).items():
            visits[action] = visits.get(action, 0) + count
            totals[action] = totals.get(action, 0.0) + total
    every = sum(visits.values())
    order = sorted(visits, key=lambda action: (-visits[action], -totals[action], action))
    return [Choice(action, totals[action] / visits[action], visits[action] / every) for action in order]
