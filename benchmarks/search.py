"""How fast the search is on one core, beside random play to the same depth without any search.

    python benchmarks/search.py [--simulations 10000] [GAME ...]

A simulation copies the position, plays up to 20 steps and asks what that is worth. Inside the search it is played at
random first, so that both sides do the same work, and then by the game's own policy and value, as the levels do it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

import numba
import numpy as np

import garrison
from garrison.bots.search import Budget, method
from garrison.bots.search.scratch import Scratch
from garrison.bots.search.trial import TRIAL, copy_root, game_of
from garrison.build import at_once
from garrison.core import discovery
from garrison.core.engine import rng
from garrison.core.engine.default_skill import DEFAULT_SKILL
from garrison.core.engine.kernels import random_steps
from garrison.core.engine.memory import header, record_at, reference
from garrison.core.engine.numba_rules import OPTIONS
from garrison.core.engine.table import Skill
from garrison.core.game import Game
from garrison.core.position import Position

DEPTH = 20  # steps of a simulation
POSITIONS = 8  # from which it is measured
REPEATS = 7  # measurements of each, of which the best counts
Work = Callable[[Position, int], Any]
SETTINGS = {"plans": 32, "plan_turns": DEPTH, "turns": 10**6, "steps": DEPTH, "free": 0.0}


@numba.njit(**OPTIONS)
def simulate(trial: Any, count: Any, seed: Any) -> int:
    """Random play from one position, again and again; how many steps were played."""
    t, steps = record_at(trial, TRIAL), 0
    for number in range(count):
        copy_root(t)
        header(t.state).rng = rng.seeded(rng.derived(seed, number))
        steps += random_steps(game_of(t), t.state, t.mask, t.dice, DEPTH)
    return steps


def best(works: list[Work], positions: list[Position], simulations: int) -> list[float]:
    """Simulations a second of each of some works by CPU time, over all positions, the best measurement of each.

    They take turns, since a machine that others use is not always equally fast.
    """
    seconds = [0.0] * len(works)
    for position in positions:
        taken = [[timed(work, position, seed) for work in works] for seed in range(1 + REPEATS)]
        for index in range(len(works)):
            seconds[index] += min(each[index] for each in taken[1:])  # the first time, caches are cold
    return [len(positions) * simulations / each for each in seconds]


def timed(work: Work, position: Position, seed: int) -> float:
    """How long it takes, in seconds of the processor."""
    start = time.process_time()
    work(position, seed)
    return time.process_time() - start


def without_search(game: Game, simulations: int) -> Work:
    """Simulations without a search; they give how many steps they had in all."""
    scratch = Scratch(game)
    scratch.dice["rng"] = rng.seeded(np.uint64(1))

    def work(position: Position, seed: int) -> int:
        scratch.trial.root = reference(position.state)
        return simulate(scratch.trial.address, simulations, np.uint64(seed))

    return work


def within_search(game: Game, simulations: int) -> Work:
    """Simulations of a decision."""
    thinker, budget = method("halving", game, SETTINGS), Budget(simulations=simulations)
    return lambda position, seed: thinker.think(position, position.waiting[0], budget, seed)


def knowing_nothing(game: Game) -> Skill:
    """The skill of a game that says nothing: any action, and who has won."""
    shapes = game.package.blueprint().shapes()
    return Skill(**{name: at_once.entry(name, rule, shapes) for name, rule in DEFAULT_SKILL.items()})


def met(game: Game) -> list[Position]:
    """Positions of one random game from its beginning to its end, in which somebody has a choice."""
    position, dice, found = game.new(1), Random(1), list[Position]()
    while not position.over:
        player = position.waiting[0]
        actions = position.actions(player)
        if len(actions) > 1:
            found.append(position.copy())
        position.play(player, dice.choice(actions))
    return found[:: -(-len(found) // POSITIONS)]


def measure(name: str, simulations: int) -> None:
    """Print what was measured for one game."""
    game = garrison.load(name)
    positions = met(game)
    (skilled,) = best([within_search(game, simulations)], positions, simulations)
    vars(game)["skill"] = knowing_nothing(game)
    plain = without_search(game, simulations)
    steps = fmean(plain(position, 0) for position in positions) / simulations
    raw, searched = best([plain, within_search(game, simulations)], positions, simulations)
    print(
        f"{name:<10} {raw:>10,.0f} simulations/s of {steps:.1f} steps without search, {searched:>10,.0f} inside "
        f"({searched / raw:.2f}, {searched * steps / 1e6:.2f} million steps/s), {skilled:>10,.0f} by its own policy",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=discovery.names(), metavar="GAME")
    parser.add_argument("--simulations", type=int, default=10_000, help="of each measured decision")
    given = parser.parse_args()
    for each in given.games:
        measure(each, given.simulations)
