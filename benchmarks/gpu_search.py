"""How fast the search is on a GPU, beside one core and all cores, and whether it decides the same there.

    python benchmarks/gpu_search.py [GAME:LEVEL ...] --positions 4096 --seconds 5

Every search is compiled in a process of its own; the measurements take turns. Its positions are those after some steps
of the search itself, with few simulations and some mistakes. Measured are those in which there is something to decide.
Prints one line of JSON for each search.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import queue
import time
from random import Random
from typing import Any

import numpy as np

from garrison.core.batches.device_batch import gpu
from garrison.errors import BadOption

# Not Loop's `hard`, whose simulations go on to the end of the game: thousands of steps, one after the other.
SEARCHES = ("minefield:hard", "loop:hard")
OPENING, MISTAKES = 8, 0.1  # simulations a decision of the games that lead to the positions, and how often they err
STEPS = {"minefield": 40, "loop": 150}  # of those games
USUAL_STEPS = 60
COMPARED = 400  # decisions that are compared, at most
Task = tuple[str, dict[str, Any], int, float, list[tuple[int, bytes]]]


def opened(search: Any, steps: int) -> Any:
    """Play this many steps of all games; what is told then."""
    dice = np.random.default_rng(1)
    for _ in range(steps):
        told = search.look()
        actions, _ = search.decide(told, dice.integers(0, 1 << 60, len(told.players), dtype=np.uint64), OPENING)
        errs = (dice.random(len(actions)) < MISTAKES) & (told.players >= 0)
        for index in np.flatnonzero(errs):
            actions[index] = dice.choice(np.flatnonzero(told.legal[index]))
        search.play(actions)
    return search.look()


def on_gpu(search: Any, told: Any, simulations: int, seconds: float) -> tuple[dict[str, Any], Any, Any]:
    """Decide in all positions again and again: how fast that is, what was decided first, and in which positions.

    A position's number is its seed the first time.
    """
    seeds = np.arange(len(told.players), dtype=np.uint64)
    search.forget()
    decided, found = search.decide(told, seeds, simulations)
    start, before, times = time.perf_counter(), search.steps, 0
    while not times or time.perf_counter() - start < seconds:
        search.forget()
        search.decide(told, seeds + np.uint64(times), simulations)
        times += 1
    taken, steps = time.perf_counter() - start, search.steps - before
    each = int(found.visits.sum()) / len(found.which)
    said = rates(len(found.which) * times / taken, each, steps / (len(found.which) * times * each))
    return {**said, "steps a simulation": round(said["steps/s"] / said["simulations/s"], 2)}, decided, found.which


def thought(task: Task) -> tuple[list[tuple[int, int]], float]:
    """What one core decides until time is up, as numbers of positions and actions, and how long it took."""
    from garrison.bots.search import Budget, method
    from garrison.core.game import load

    name, settings, simulations, seconds, positions = task
    game, made = load(name), list[tuple[int, int]]()
    found = [(number, game.from_bytes(data)) for number, data in positions]
    method("halving", game, settings).think(found[0][1], found[0][1].waiting[0], Budget(simulations), 0)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        number, position = found[len(made) % len(found)]
        thinker = method("halving", game, settings)  # another one, which remembers no plan
        made.append((number, thinker.think(position, position.waiting[0], Budget(simulations), number)[0].action))
    return made, time.perf_counter() - start


def on_cpu(search: Any, level: Any, decided: Any, which: Any, each: dict[str, float], seconds: float) -> dict[str, Any]:
    """The same decisions on one core and on all, and how many of them are the same as on the GPU."""
    from garrison.core.batches.parallel import cores

    chosen = Random(1).sample(which.tolist(), min(len(which), COMPARED))
    positions = [(number, search.batch[number].to_bytes()) for number in chosen]
    task = (search.game.name, dict(level.settings), level.simulations, seconds)
    made, taken = thought((*task, positions))
    compared = dict(made)
    same = sum(int(decided[number]) == action for number, action in compared.items())
    with multiprocessing.get_context("spawn").Pool(cores()) as pool:
        parts = pool.map(thought, [(*task, positions)] * cores())
    whole = sum(len(found) / spent for found, spent in parts)
    said = {"compared": len(compared), "same": same, "one core": rates(len(made) / taken, **each)}
    return {**said, "cores": cores(), "all cores": rates(whole, **each)}


def rates(decisions: float, simulations: float, steps: float) -> dict[str, Any]:
    """How many decisions a second there were, how many simulations in each, and how many steps in each of those."""
    made = decisions * simulations
    return {"decisions/s": round(decisions), "simulations/s": round(made), "steps/s": round(made * steps)}


def measure(wanted: str, positions: int, seconds: float, turn: Any, results: Any) -> None:
    """Compile and measure one search."""
    from garrison.bots.gpu.halving import DeviceHalving
    from garrison.bots.search import method
    from garrison.bots.search.halving import HalvingSettings
    from garrison.core.game import load
    from garrison.train.self_play import level_of

    start, (name, _, chosen) = time.perf_counter(), wanted.partition(":")
    game = load(name)
    level = level_of(game, chosen or "hard")
    batch = game.batch(positions, seed=5, device="cuda")
    search = DeviceHalving(batch, HalvingSettings(**level.settings).search(game))
    opened(search, 1)
    batch.wait()
    said = {"search": wanted, "positions": positions, "ready after": round(time.perf_counter() - start, 1)}
    method("halving", game, level.settings)  # so that it is compiled for the CPU, too
    with turn:
        told = opened(search, STEPS.get(name, USUAL_STEPS))
        found, decided, which = on_gpu(search, told, level.simulations, seconds)
        each = {"simulations": found["simulations/s"] / found["decisions/s"], "steps": found["steps a simulation"]}
        said |= {"deciding": len(which), "simulations a decision": round(each["simulations"]), "gpu": found}
        said |= on_cpu(search, level, decided, which, each, seconds)
    results.put(json.dumps(said))


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searches", nargs="*", default=SEARCHES)
    parser.add_argument("--positions", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds per measurement; each search has three")
    given = parser.parse_args()
    try:
        gpu("This script is about nothing else")
    except BadOption as error:
        raise SystemExit(str(error)) from None
    context = multiprocessing.get_context("spawn")
    turn, results = context.Lock(), context.Queue()
    shared = (given.positions, given.seconds, turn, results)
    running = [context.Process(target=measure, args=(wanted, *shared)) for wanted in given.searches]
    for process in running:
        process.start()
    while any(process.is_alive() for process in running) or not results.empty():
        try:
            print(results.get(timeout=1), flush=True)
        except queue.Empty:
            continue


if __name__ == "__main__":
    main()
