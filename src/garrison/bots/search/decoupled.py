"""Decoupled UCT: every player has a tree of their own choices, and all of them choose at the same time.

It is made for games in which all choose at once. A node is what a player has chosen so far; what the others choose and
what chance brings is met in the simulations. Nobody in them knows what somebody else has just chosen.

A tree sees far into its player's choices, but whoever has left it plays on quickly and badly. Where the game has a
better style, the choice that was tried most often is compared with that style's own before it is made.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from garrison.bots.search.branches import BRANCH, NODE, SPAN, Tree, simulate
from garrison.bots.search.budget import FEWEST, Budget, Choice, Clock, Slices
from garrison.bots.search.duel import Duel, own_choice
from garrison.bots.search.mind import Judge
from garrison.bots.search.scratch import Horizon, Scratch, shared
from garrison.core.engine.memory import whole
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.seeds import seeds_of

if TYPE_CHECKING:
    from garrison.bots.network import Network

DEEPEST = 64  # branches that a player takes in a simulation
KEPT_MOVES = 256  # choices of several clicks whose rest is remembered, of all games that a bot plays at the same time


@dataclass(frozen=True)
class DecoupledSettings:
    """What can be set about the method `decoupled`; `curiosity` and `doubt` are on a scale from the worst to the best
    value seen."""

    turns: int = 2  # that a simulation looks ahead
    steps: int = 400  # of a simulation, at most
    curiosity: float = 0.06  # how much it favours actions that were seldom tried
    doubt: float = 0.05  # how much worse than average an untried action is assumed to be
    style: int = 0  # of the policy, whose own choice is compared with that of the trees; 0: it is not asked
    each: int = 80  # simulations of the trees for a play-out of each of the two
    trees: int = 1  # that grow side by side; their visits are added up
    trust: float = 0.0  # how much a trained network has to say about how a simulation ends, from 0 to 1
    network: Network | None = None  # None: the one in the game's folder

    def search(self, game: Game) -> Decoupled:
        """The method for a game."""
        return Decoupled(game, self)


class Decoupled:
    """The method for one game."""

    def __init__(self, game: Game, settings: DecoupledSettings) -> None:
        self.game, self.settings = game, settings
        self._judge = Judge(game, settings.trust, settings.network)
        self._clock = Clock()
        self._duel = Duel(game, settings.style)
        self._rest: OrderedDict[tuple[int, bytes], list[int]] = OrderedDict()  # by whose it is and where it goes on
        self._lock = Lock()

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """A player's actions, the one that was tried most often first."""
        legal = position.actions(player)
        if len(legal) == 1:
            return [Choice(legal[0], 0.0, 1.0)]
        if self._clock.is_new(budget):
            self._trees(position, player, FEWEST, Budget(FEWEST), seed)
            start = time.perf_counter()
            self._trees(position, player, FEWEST, Budget(FEWEST), seed)
            self._clock.note(FEWEST, start)
        simulations, start = self._clock.simulations(budget), time.perf_counter()
        trees = self._trees(position, player, simulations, budget, seed)
        choices = _choices(trees, player)
        path = trees[0].path(player, choices[0].action)
        if self.settings.style > 0:
            choices, path = self._compared(position, player, choices, path, simulations, seed)
        self._clock.note(simulations, start)
        self._remember(position, player, path)
        return choices

    def _compared(
        self, position: Position, player: int, choices: list[Choice], path: list[int], simulations: int, seed: int
    ) -> tuple[list[Choice], list[int]]:
        """The better one of the choice that was tried most often and the policy's own comes first."""
        own, count = own_choice(position, player, self.settings.style, seed), -(-simulations // self.settings.each)
        if own == path:
            return choices, path
        value, own_value = (self._duel.value(position, player, one, count, seed) for one in (path, own))
        if own_value <= value:
            return choices, path
        share = sum(choice.share for choice in choices if choice.action == own[0])
        others = [choice for choice in choices if choice.action != own[0]]
        return [Choice(own[0], own_value, share), *others], own

    def follow(self, position: Position, player: int) -> int | None:
        """The next click of a choice that was begun; None when it is time to think."""
        with self._lock:
            rest = self._rest.pop((player, position.to_bytes()), None)
        if not rest or rest[0] not in position.actions(player):
            return None
        self._remember(position, player, rest)
        return rest[0]

    def _trees(self, position: Position, player: int, simulations: int, budget: Budget, seed: int) -> list[Trees]:
        count = self.settings.trees
        each = max(1, simulations // count)
        scratches = [self._scratch(position, player) for _ in range(count)]
        trees = [Trees(self.game, each, self.settings, int(number)) for number in seeds_of(seed, count)]
        for first, last in Slices(budget).of(0, each):

            def work(thread: int, start: int, end: int, first: int = first, last: int = last) -> None:
                for number in range(start, end):
                    trees[number].grow(scratches[number], first, last)

            shared(work, count, budget.threads)
        return trees

    def _scratch(self, position: Position, player: int) -> Scratch:
        horizon = Horizon(self.settings.turns, self.settings.steps)
        return Scratch(self.game, position, player, self._judge.mind(), horizon)

    def _remember(self, position: Position, player: int, path: list[int]) -> None:
        """Keep the rest of a choice for the position after its first click, if it goes on there.

        Where something has happened, the choice was complete: what the same player does next is a new one. Otherwise
        whoever chooses last of all would go by an old plan where the others think again.
        """
        after = position.copy()
        after.play(player, path[0])
        is_complete = bool(after.events) or after.state["turn"][0] != position.state["turn"][0]
        if len(path) == 1 or is_complete or player not in after.waiting:
            return
        with self._lock:
            self._rest[player, after.to_bytes()] = path[1:]
            while len(self._rest) > KEPT_MOVES:
                self._rest.popitem(last=False)


class Trees:
    """Everybody's tree for one decision."""

    def __init__(self, game: Game, simulations: int, settings: DecoupledSettings, seed: int) -> None:
        players = game.players
        room = 1 + players * simulations  # everybody's tree grows by a branch at most in a simulation
        self._nodes, self._branches = np.zeros(room + players, dtype=NODE), np.zeros(room, dtype=BRANCH)
        self._spans, self._paths = np.zeros(players, dtype=SPAN), np.zeros((players, 1 + DEEPEST), dtype=np.int64)
        self._tree = Tree(
            nodes=whole(self._nodes),
            branches=whole(self._branches),
            room=room,
            spans=whole(self._spans),
            paths=whole(self._paths),
            deepest=DEEPEST,
            players=players,
            curiosity=settings.curiosity,
            doubt=settings.doubt,
            seed=seed,
        )

    def grow(self, scratch: Scratch, first: int, last: int) -> None:
        """Make simulations first .. last-1."""
        simulate(scratch.trial.address, self._tree.address, first, last)

    def visits(self, node: int) -> dict[int, tuple[int, float, int]]:
        """For each action from a node: how often it was tried, what came of it in all, and the node behind it."""
        counts, number = {}, int(self._nodes["chain"][node])
        while number > 0:
            following, action, visits, child, total = self._branches[number].tolist()
            counts[action] = (visits, total, child)
            number = following
        return counts

    def path(self, player: int, action: int) -> list[int]:
        """An action and those that a player most often took after it."""
        path, node = [action], self.visits(player).get(action, (0, 0.0, 0))[2]
        while node > 0 and self.visits(node):
            counts = self.visits(node)
            action = max(counts, key=lambda key: counts[key][0])
            path.append(action)
            node = counts[action][2]
        return path


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
