"""What strangers can do to a server while two honest people play on it.

    python benchmarks/attacks.py [--seconds 20] [NAME ...]

Every attack runs in its own process, from its own address (127.0.0.2), against a server with its default limits, but
for the messages a second, so that a pair of honest players on 127.0.0.1 can play Skirmish as fast as they get answers,
before the attack and during it. Meanwhile somebody else looks around: makes matches, shares them, lists them, watches a
replay. An attack has failed if the pair keeps at least half of its undisturbed moves a second, no acknowledgement takes
longer than 500 ms and no answer to the newcomer longer than 1,000 (about a replay: 10,000), nothing is refused, the
database has not grown beyond reason and the server has logged no error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from honest import Newcomer, Pair
from servers import START, USUAL_LIMITS, Server, end_tidily
from strangers import ATTACKS

HALF, SLOWEST_MS, MOST_GROWTH = 0.5, 500.0, 250e6
PATIENT_MS = {"quick": 1000.0, "replay": 10_000.0}  # for the newcomer's answers
QUIET = 5.0  # seconds that the pair plays undisturbed


async def measure(server: Server, name: str, seconds: float) -> dict[str, object]:
    """One attack: how the pair fares before and during it, and the newcomer during it."""
    pair, newcomer = Pair(server.port), Newcomer(server.port)
    playing = [asyncio.create_task(pair.play()), asyncio.create_task(newcomer.look_around())]
    try:
        async with asyncio.timeout(START):
            await newcomer.at_home.wait()
            while not pair.taken:
                await asyncio.sleep(0.1)
        await pair.measured(1.0)
        alone, _ = await pair.measured(QUIET)
        size = _size(server)
        attack = subprocess.Popen([sys.executable, __file__, "--strike", name, str(server.port), str(seconds)])
        newcomer.forget()
        beside, slowest = await pair.measured(seconds)
        waited = newcomer.stop()
        if attack.wait(seconds + 30):
            raise SystemExit(f"{name} could not be carried out.")
    finally:
        pair.stopping = newcomer.stopping = True
        for unfinished in (await asyncio.wait(playing, timeout=10))[1]:
            unfinished.cancel()
    grown, said = _size(server) - size, server.said()
    return {
        "attack": name,
        "moves/s alone": round(alone),
        "moves/s beside": round(beside),
        "share": round(beside / alone, 2) if alone else 0.0,
        "slowest ms": round(slowest * 1000),
        "newcomer's slowest ms": waited["quick"],
        "about a replay": waited["replay"],
        "refused": newcomer.refused,
        "database grown MB": round(grown / 1e6, 1),
        "errors": said.count("Traceback"),
        "failed": bool(
            alone
            and beside >= HALF * alone
            and slowest * 1000 <= SLOWEST_MS
            and all(waited[kind] <= most for kind, most in PATIENT_MS.items())
            and not newcomer.refused
            and grown <= MOST_GROWTH
            and "Traceback" not in said
            and server.runs
        ),
    }


def _size(server: Server) -> int:
    file = Path(server.database.removeprefix("sqlite:///"))
    return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))


def strike(name: str, port: int, seconds: float) -> None:
    """Attack for this long; the server's answers are counted and printed."""

    async def until() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(ATTACKS[name](port, time.monotonic() + seconds), seconds + 10)

    asyncio.run(until())


def main() -> int:
    """All attacks one after the other, each on its own server; 0 if all have failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*ATTACKS, []], metavar="NAME", help=", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--strike", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.strike:
        strike(given.strike[0], int(given.strike[1]), float(given.strike[2]))
        return 0
    end_tidily()
    results = []
    for name in given.names or ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite:///{folder}/matches.sqlite"
            limits = {**USUAL_LIMITS, "messages_a_second": 0, "load_ahead": 0}
            with Server(database, Path(folder), **limits) as server:
                results.append(asyncio.run(measure(server, name, given.seconds)))
        print(json.dumps(results[-1]) if given.json else _line(results[-1]), flush=True)
    return 0 if all(result["failed"] for result in results) else 1


def _line(result: dict[str, object]) -> str:
    verdict = "failed" if result["failed"] else "DID HARM"
    figures = ", ".join(f"{key} {value}" for key, value in result.items() if key not in ("attack", "failed"))
    return f"{result['attack']}: {verdict} ({figures})"


if __name__ == "__main__":
    raise SystemExit(main())
