"""The commands about bots: how strong they are, and what they think of a game that was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from garrison.cli import app
from garrison.cli_arguments import (
    GameCommand,
    GameName,
    Json,
    Rules,
    Seed,
    Variant,
    load_game,
    progress_bar,
)
from garrison.core.files import read_bytes
from garrison.errors import BadOption, shown


@app.command(cls=GameCommand)
def arena(
    context: typer.Context,
    game: GameName,
    bots: Annotated[str, typer.Option(help="who takes part, separated by commas; program:COMMAND is a program")],
    count: Annotated[int, typer.Option("-n", "--games", help="games of each bot, pair or table")] = 200,
    seed: Seed = 0,
    variant: Variant = None,
    rule: Rules = None,
    until: Annotated[str, typer.Option(help="settled: stop when the order is beyond doubt")] = "",
    kept: Annotated[Path | None, typer.Option("--keep", help="add results to this file; resume where it ends")] = None,
    replays: Annotated[Path | None, typer.Option(help="keep the replays of all games in this folder")] = None,
    seconds: Annotated[float, typer.Option(help="the longest a bot may take for an action")] = 10.0,
    place: Annotated[
        str, typer.Option("--on", help="where to play: here, or ray for all machines of a Ray cluster")
    ] = "here",
    as_json: Json = False,
    as_html: Annotated[bool, typer.Option("--html", help="print a page of HTML")] = False,
) -> None:
    """Let bots play each other: ratings with 95% intervals, or scores in games for one."""
    from garrison.lab.arena import MOST_GAMES, hold, page_of, total

    _check_arena(until, as_json, as_html)
    loaded = load_game(game, variant, rule, context.args)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    planned = total(loaded, names, count) if 0 < count <= MOST_GAMES else 0
    with progress_bar(loaded.facts.title, planned, quiet=as_json) as advance:
        report = hold(
            loaded,
            names,
            count,
            seed,
            until_settled=until == "settled",
            seconds=seconds,
            kept=kept,
            replays=replays,
            place=place,
            progress=advance,
        )
    print(json.dumps(report.to_dict()) if as_json else page_of(report) if as_html else report)


def _check_arena(until: str, as_json: bool, as_html: bool) -> None:
    if as_json and as_html:
        raise BadOption("Use --json or --html, not both.")
    if until not in ("", "settled"):
        raise BadOption(f"--until takes settled, not {shown(until)}.")


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a saved replay")],
    seconds: Annotated[float, typer.Option(help="how long to think about each move")] = 0.1,
    simulations: Annotated[
        int, typer.Option(help="simulations for each move, instead of --seconds; the result is the same on any machine")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Show what each turn of a replay was worth, the best moves, and the biggest mistakes."""
    from garrison.bots.analysis import analyse as run
    from garrison.core import replay as replays

    recorded = replays.parse(read_bytes(file), str(file))
    if recorded.warning:
        raise BadOption(f"{file} can't be analysed: {recorded.warning}")
    recorded.verify()
    with progress_bar(recorded.game.facts.title, len(recorded.moves), quiet=as_json) as advance:
        analysis = run(recorded, seconds, simulations, advance)
    print(json.dumps(analysis.to_dict()) if as_json else analysis)
