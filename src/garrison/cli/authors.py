"""The commands for authors: checking a game, measuring how fast it runs, compiling."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from garrison.cli import app
from garrison.cli.arguments import GameChoice, Json, Seed, progress_bar
from garrison.cli.options import Argument, Option
from garrison.core import discovery
from garrison.errors import BadOption, shown


@app.command()
def check(
    choice: GameChoice,
    count: Annotated[int, Option("-n", "--games", help="how many games")] = 1000,
    seed: Seed = 0,
    as_json: Json = False,
) -> int:
    """For authors: play random games in all lanes and say, one line per property, what the game gets right.

    The exit status is 1 if something is wrong.
    """
    from garrison.lab.check import LANES
    from garrison.lab.check import check as run

    game = choice.load()
    with progress_bar(game.facts.title, count * len(LANES), quiet=as_json) as advance:
        report = run(game, count, seed, advance)
    if as_json:
        print(json.dumps(report.to_dict()))
    else:
        print(f"{count:,} random games of {game.name} ({report.variant}), seed {seed}")
        print(*report.lines.values(), sep="\n")
    return 0 if report.passed else 1


@app.command()
def bench(
    game: Annotated[str | None, Argument(metavar="GAME", help="a game; by default, all of them")] = None,
    as_json: Json = False,
    seconds: Annotated[float, Option(help="roughly how long one measurement takes")] = 1.0,
    device: Annotated[str, Option(help="cpu, or cuda, which also compares the games with the CPU's")] = "cpu",
) -> None:
    """Measure how fast the games run."""
    from garrison.lab.speed.bench import bench as measure
    from garrison.lab.speed.bench import speed_line
    from garrison.lab.speed.device_bench import bench_on_gpu, line_of

    if device not in ("cpu", "cuda"):
        raise BadOption(f"--device must be cpu or cuda, not {shown(device)}.")
    names = list(discovery.names()) if game is None else [discovery.find(game).name]
    for name in names:
        for speed in measure(name, seconds) if device == "cpu" else ():
            print(json.dumps(speed.to_dict()) if as_json else speed_line(speed), flush=True)
        for there in bench_on_gpu(name, seconds) if device == "cuda" else ():
            print(json.dumps(there.to_dict()) if as_json else line_of(there), flush=True)


@app.command()
def build(
    game: Annotated[
        list[str] | None, Argument(metavar="GAME", help="the games; by default, all, and what bots need")
    ] = None,
    target: Annotated[
        list[str] | None, Option(help="the processor to build for; by default, this one; may be repeated")
    ] = None,
    to: Annotated[Path | None, Option(help="the folder to put it into; by default, the cache")] = None,
) -> None:
    """Build the machine code of games now, so that nobody waits later. It needs Numba: garrison[build]."""
    from garrison.cli.libraries import build_now, wanted_libraries

    build_now(wanted_libraries(game or []), target or [], to)
