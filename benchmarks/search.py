"""How fast the search is on one core, beside random play to the same depth without any search.

    python benchmarks/search.py [GAME ...]

A simulation copies the position, plays up to 20 steps and asks what that is worth. Inside the search it is played at
random first, so that both sides do the same work, and then by the game's own policy and value, as the levels do it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import garrison
from garrison.bots.search import Budget, method
from garrison.bots.search.scratch import Scratch
from garrison.core import discovery
from garrison.core.engine import rng
from garrison.core.engine.entries import build_entry
from garrison.core.engine.kernels import random_steps
from garrison.core.engine.memory import at, copy, header, rows
from garrison.core.engine.rule import OPTIONS
from garrison.core.engine.skill import PLAIN
from garrison.core.engine.table import Skill
from garrison.core.game import Game
from garrison.core.position import Position

DEPTH = 20  # steps of a simulation
SIMULATIONS = 20_000
REPEATS = 7  # measurements, of which the best counts
SETTINGS = {"plans": 32, "plan_turns": DEPTH, "turns": 10**6, "steps": DEPTH, "free": 0.0}


@numba.njit(**OPTIONS)
def simulate(
    legal: Any, step: Any, parameters: Any, root: Any, states: Any, mask: Any, dice: Any, count: Any, seed: Any
) -> int:
    """Random play from one position, again and again; how many steps were played."""
    steps = 0
    for number in range(count):
        copy(states, 0, root, 0)
        header(at(states, 0)).rng = rng.seeded(rng.derived(seed, number))
        steps += random_steps(legal, step, parameters, at(states, 0), mask, dice, DEPTH)
    return steps


def best(work: Callable[[int], Any]) -> float:
    """The simulations a second of the best measurement, by CPU time."""
    rates = []
    for seed in range(REPEATS):
        start = time.process_time()
        work(seed)
        rates.append(SIMULATIONS / (time.process_time() - start))
    return max(rates)


def without_search(position: Position) -> tuple[float, float]:
    """Simulations a second without a search, and how many steps each has."""
    game, scratch = position.game, Scratch(position.game)
    scratch.dice["rng"] = rng.seeded(np.uint64(1))
    fixed = (game.table.legal, game.table.step, game.reference, rows(position.state))
    room = (scratch.states, scratch.mask, scratch.dice)
    steps = simulate(*fixed, *room, SIMULATIONS, np.uint64(0)) / SIMULATIONS
    return best(lambda seed: simulate(*fixed, *room, SIMULATIONS, np.uint64(seed))), steps


def within_search(position: Position) -> float:
    """Simulations a second of one decision."""
    player = position.waiting[0]
    thinker = method("halving", position.game, SETTINGS)
    thinker.think(position, player, Budget(simulations=200), 0)
    return best(lambda seed: thinker.think(position, player, Budget(simulations=SIMULATIONS), seed))


def knowing_nothing(game: Game) -> Skill:
    """The skill of a game that says nothing: any action, and who has won."""
    shapes = game.entry.blueprint().shapes()
    return Skill(**{name: build_entry(name, rule, shapes, False) for name, rule in PLAIN.items()})


def beginning(game: Game) -> Position:
    """The first position of a game in which somebody has a choice."""
    position = game.new(1)
    while len(position.actions(position.waiting[0])) == 1:
        position.play(position.waiting[0], position.actions(position.waiting[0])[0])
    return position


def measure(name: str) -> None:
    """Print what was measured for one game."""
    game = garrison.load(name)
    skilled = within_search(beginning(game))
    vars(game)["skill"] = knowing_nothing(game)
    raw, steps = without_search(beginning(game))
    searched = within_search(beginning(game))
    print(
        f"{name:<10} {raw:>10,.0f} simulations/s of {steps:.1f} steps without search, {searched:>10,.0f} inside "
        f"({searched / raw:.2f}, {searched * steps / 1e6:.2f} million steps/s), {skilled:>10,.0f} by its own policy",
        flush=True,
    )


if __name__ == "__main__":
    for each in sys.argv[1:] or discovery.names():
        measure(each)
