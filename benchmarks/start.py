"""How long people wait: for the list of games, for a game's first step, for a server's first move, and for the build of
all games and of Siege alone; and how much memory a process takes.

python benchmarks/start.py [--cold] [--times 9] [GAME ...]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import garrison

FIRST_STEP = "import garrison; p = garrison.load({!r}).new(1); p.play(p.waiting[0], p.actions(p.waiting[0])[0])"


def seconds(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def median_of(times: int, arguments: list[str]) -> float:
    return statistics.median(seconds(arguments) for _ in range(times))


def memory(program: str) -> float:
    """How many megabytes a process holds in the end."""
    told = "; import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    return float(subprocess.run([sys.executable, "-c", program + told], check=True, capture_output=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=garrison.game_names(), metavar="GAME")
    parser.add_argument("--times", type=int, default=9, help="measurements, whose median counts")
    parser.add_argument("--cold", action="store_true", help="build everything, too")
    given = parser.parse_args()
    print(f"garrison games                        {median_of(given.times, ['-m', 'garrison', 'games']):6.2f} s")
    for name in given.games:
        command = ["-c", FIRST_STEP.format(name)]
        seconds(command)  # builds, if still necessary
        print(f"from python to the first step of {name:<12}{median_of(given.times, command):.2f} s")
        print(f"memory after the first step of {name:<12}{memory(FIRST_STEP.format(name)):6.0f} MB")
    for names in ((), ("siege",)) if given.cold else ():
        with tempfile.TemporaryDirectory() as folder:
            print(f"build of {', '.join(names) or 'all games'}", flush=True)
            environment = {**os.environ, "GARRISON_CACHE_DIR": folder}
            subprocess.run([sys.executable, "-m", "garrison", "build", *names], check=True, env=environment)


if __name__ == "__main__":
    main()
