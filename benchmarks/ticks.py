"""Whether a real-time match keeps its time while the server is busy with other matches.

    python benchmarks/ticks.py [--seconds 60] [--matches 20]

Every tick has its due time: that of the first tick plus a whole number of intervals. The drift is how much later (or
earlier), relative to that, the last ticks come than the first ones did.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

import uvloop
from clients import Wire, encode, make_match
from load import Load, scripts, shown
from servers import Server, end_tidily

from garrison.play.server.wire.messages import Act, Join, NewMatch, SeatWish

# In this match, a player can stand still for a hundred seconds and nothing happens.
WISH = NewMatch("minefield", "stubborn", seats=[SeatWish("person")], seed=19)
STAND = 0  # the action
INTERVAL = 0.2
FEW = 10  # ticks at the beginning and at the end to compare


async def tick_times(server: Server, seconds: float) -> list[float]:
    """When the ticks of a match reach a client."""
    times: list[float] = []
    made = await make_match(server.port, WISH)

    def heard(data: bytes) -> None:
        if data.startswith(b'{"type":"moves"'):
            times.append(time.perf_counter())

    wire = await Wire.connect(server.port, made.match, heard)
    wire.send(encode(Join([made.seats["0"]], view="moves")))
    wire.send(encode(Act("start", 0, STAND, 0)))
    await asyncio.sleep(seconds)
    wire.close()
    return times


async def measure(server: Server, seconds: float, matches: int) -> dict[str, float]:
    """Run a real-time match alongside busy ones."""
    busy = asyncio.create_task(Load(server, scripts()).run(matches, seconds + 2, int(seconds * 40) // matches + 10))
    await asyncio.sleep(3)
    times = await tick_times(server, seconds)
    load = await busy
    late = [moment - times[0] - number * INTERVAL for number, moment in enumerate(times)]
    drift = median(late[-FEW:]) - median(late[:FEW])
    usual = median(late)
    away = sorted(abs(one - usual) for one in late)
    return {
        "ticks": len(times),
        "expected": int(seconds / INTERVAL) - 1,
        "drift ms": drift * 1000,
        "p99 from the usual ms": away[len(away) * 99 // 100] * 1000,
        "farthest ms": away[-1] * 1000,
        "other actions/s": load["actions/s"],
    }


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--matches", type=int, default=20, help="busy matches alongside it")
    chosen = parser.parse_args()
    end_tidily()
    with tempfile.TemporaryDirectory(prefix="garrison-ticks-") as name:
        folder = Path(name)
        with Server(f"sqlite:///{folder / 'matches.sqlite'}", folder) as server:
            print(shown(uvloop.run(measure(server, chosen.seconds, chosen.matches))))


if __name__ == "__main__":
    main()
