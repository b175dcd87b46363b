"""Two checkouts of Garrison beside each other, by turns: steps, passes, calls from Python, searches, starts.

python benchmarks/turns.py OTHER [--turns 20] [--seconds 0.2] [GAME ...]

OTHER is another checkout, with its machine code compiled or built. Each measures in a process of its own; what is
printed is this one's median speed and the median of its ratios to the other.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parents[1]
START = "import garrison; p = garrison.load({!r}).new(1); p.play(p.waiting[0], p.actions(p.waiting[0])[0])"


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much is done in a second."""
    done, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        done += work()
    return done / spent


def measure(name: str, seconds: float) -> dict[str, float]:
    """The speeds of one game in this process."""
    import garrison
    from garrison.bots.search.budget import Budget
    from garrison.bots.search.methods import method

    game = garrison.load(name)
    batch, many, one = game.batch(64, 1, 1), game.batch(256, 1, 1, illegal="replace"), game.batch(1, 1, 1)
    actions, first = many.random_actions(), one.random_actions()
    many.look(), one.look()
    alone = game.batch(1, 1, 1, illegal="replace")
    alone.look()
    position = game.new(1)
    playouts = method("halving", game)

    def play() -> int:
        nonlocal position
        for _ in range(100):
            if not position.waiting:
                position = game.new(1)
            player = position.waiting[0]
            position.play(player, position.actions(player)[0])
        return 100

    def advance() -> int:
        for _ in range(500):
            alone.advance(first)
        return 500

    def think() -> int:
        start = game.new(3)
        playouts.think(start, start.waiting[0], Budget(simulations=64), seed=1)
        return 64

    works: dict[str, Callable[[], int]] = {
        "steps": lambda: (batch.random_steps(200) and 64 * 200) or 64 * 200,
        "passes of 256": lambda: (many.advance(actions) and 256) or 256,
        "advance of one": advance,
        "position.play": play,
        "simulations": think,
    }
    for work in works.values():
        work()
    return {what: rate(work, seconds) for what, work in works.items()}


def turn(checkout: Path, name: str, seconds: float) -> dict[str, float]:
    """One turn of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", START.format(name)], env=environment, check=True)
    begun = time.perf_counter() - start
    command = [sys.executable, __file__, "--measure", name, "--seconds", str(seconds)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return {**json.loads(done.stdout), "starts": 1 / begun}


def compare(name: str, other: Path, turns: int, seconds: float) -> None:
    """Measure a game in both checkouts, and print it."""
    both = [(turn(HERE, name, seconds), turn(other, name, seconds)) for _ in range(turns)]
    for what in both[0][0]:
        speed = statistics.median(own[what] for own, _ in both)
        ratio = statistics.median(own[what] / theirs[what] for own, theirs in both)
        print(f"{name:10} {what:15} {speed:12,.1f}/s  {ratio:5.2f}", flush=True)


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", nargs="?", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.2, help="of each measurement")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(given.measure, given.seconds)))
        return
    import garrison

    for name in given.games or garrison.game_names():
        compare(name, given.other.resolve(), given.turns, given.seconds)


if __name__ == "__main__":
    main()
