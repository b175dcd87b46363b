"""The commands about bots: how strong they are, and what they think of a game that was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from garrison.cli import app
from garrison.cli.arguments import GameChoice, Json, progress_bar
from garrison.cli.options import Argument, Option
from garrison.core.files import read_bytes
from garrison.errors import BadOption
from garrison.lab.arena.settings import ArenaSettings


@app.command()
def arena(
    choice: GameChoice,
    bots: Annotated[str, Option(help="who takes part, separated by commas; program:COMMAND is a program")],
    settings: ArenaSettings,
    as_json: Json = False,
    as_html: Annotated[bool, Option("--html", help="print a page of HTML")] = False,
) -> None:
    """Let bots play each other: ratings with 95% intervals, or scores in games for one."""
    from garrison.lab.arena.arena import hold, total
    from garrison.lab.pages.arena_page import page_of

    if as_json and as_html:
        raise BadOption("Use --json or --html, not both.")
    game, names = choice.load(), [name.strip() for name in bots.split(",") if name.strip()]
    with progress_bar(game.facts.title, total(game, names, settings.games), quiet=as_json) as advance:
        report = hold(game, names, settings, advance)
    print(json.dumps(report.to_dict()) if as_json else page_of(report) if as_html else report)


@app.command()
def analyse(
    file: Annotated[Path, Argument(metavar="FILE", help="a saved replay")],
    seconds: Annotated[float, Option(help="how long to think about each move")] = 0.1,
    simulations: Annotated[
        int, Option(help="simulations for each move, instead of --seconds; the result is the same on any machine")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Show what each turn of a replay was worth, the best moves, and the biggest mistakes."""
    from garrison.bots.analysis import analyse as run
    from garrison.core import replay as replays

    replay = replays.parse(read_bytes(file), str(file))
    if replay.warning:
        raise BadOption(f"{file} can't be analysed: {replay.warning}")
    replay.verify()
    with progress_bar(replay.game.facts.title, len(replay.moves), quiet=as_json) as advance:
        analysis = run(replay, seconds, simulations, advance)
    print(json.dumps(analysis.to_dict()) if as_json else analysis)
