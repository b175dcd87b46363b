"""The ladder: every bot of a game against every other, for the page Bots and for src/garrison/bots/ladder.json.

    python benchmarks/ladder.py --minutes 10 [GAME ...]
    python benchmarks/ladder.py --minutes 3 minefield --bots expert

Each game gets an equal share of the time. In games for one, single bots can be measured: the others keep their numbers.
The results of all games between bots are kept in a folder (--keep), in a file that is named after what the bots are
made from: when the command is given again, it goes on where it stopped, and after a change of the game's bots it begins
again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

import garrison
from garrison import bots
from garrison.bots.ladder import FILE, Rung
from garrison.core import discovery
from garrison.core.discovery import GamePackage
from garrison.lab.arena.arena import hold
from garrison.lab.arena.report import ArenaReport
from garrison.lab.arena.settings import ArenaSettings

FIRST_ROUND = 2  # games of each bot or pair before the first look at the clock
MOST_GAMES = 1000
# Options: games that might go on for ever have an end, and one that all good bots would win is harder.
OPTIONS = {"minefield": {"variant": "former", "rules": {"time_limit": 600}}, "loop": {"variant": "grim"}}


def version_of(package: GamePackage) -> str:
    """A hash of what a game's bots are made from."""
    folders = (FILE.parent, package.folder)
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.suffix in (".py", ".npz")]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def rungs_of(report: ArenaReport) -> dict[str, dict[str, Any]]:
    """What a report says about each bot, as the ladder keeps it."""
    lines = report.scores or report.ratings
    return {line.bot: _numbers(line, report.milliseconds[line.bot]) for line in lines}


def _numbers(line: Any, milliseconds: float) -> dict[str, Any]:
    rating = line.median if hasattr(line, "median") else line.rating
    interval = {"low": line.low, "high": line.high}
    rung = asdict(Rung(line.bot, "", games=line.games, rating=rating, milliseconds=milliseconds, **interval))
    return {name: round(value, 2) for name, value in rung.items() if name not in ("name", "sentence")}


def measure(name: str, some: list[str], minutes: float, folder: Path) -> dict[str, dict[str, Any]]:
    """Rounds of games between all bots of a game, or some, until its time is up."""
    game = garrison.load(name, **OPTIONS.get(name, {}))
    if some and game.facts.players[1] > 1:
        raise SystemExit(f"Ratings of {name} are about all bots together: leave out --bots.")
    names, file = some or bots.names(game.package), folder / f"{name}-{version_of(game.package)}.jsonl"
    end, games, more, each = time.monotonic() + 60 * minutes, 0, FIRST_ROUND, 0.0
    while games < MOST_GAMES and (games == 0 or time.monotonic() + more * each < end):
        start, games = time.monotonic(), games + more
        report = hold(game, names, ArenaSettings(games, results=file))
        each, more = (time.monotonic() - start) / more, max(FIRST_ROUND, games // 2)
    print(f"{report}\n", flush=True)
    return rungs_of(report)


def main() -> None:
    """Measure and write the file; games that are not named keep their numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bots", default="", help="the bots of a game for one, separated by commas")
    parser.add_argument("--minutes", type=float, default=10.0, help="minutes in all")
    parser.add_argument("--keep", type=Path, default=Path("ladder-results"), help="the folder for results")
    parser.add_argument("--to", type=Path, default=FILE, help="the file that is written")
    wishes = parser.parse_args()
    names = wishes.games or list(discovery.names())
    wishes.keep.mkdir(parents=True, exist_ok=True)
    for name in names:
        found = json.loads(wishes.to.read_text(encoding="utf-8")) if wishes.to.exists() else {}
        some = [bot for bot in wishes.bots.split(",") if bot]
        measured = measure(name, some, wishes.minutes / len(names), wishes.keep)
        found[name] = {**found.get(name, {}), **measured} if some else measured
        wishes.to.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
