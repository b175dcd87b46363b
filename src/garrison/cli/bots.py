"""The commands about bots: how strong they are, and what they think of a game that was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from garrison.cli import app
from garrison.cli.arguments import GameChoice, Json, progress_bar
from garrison.cli.options import Argument, Option
from garrison.core.files import read_bytes
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import BadOption
from garrison.lab.arena.settings import ArenaSettings

if TYPE_CHECKING:
    from garrison.core.replay import Replay


@app.command()
def arena(
    choice: GameChoice,
    bots: Annotated[
        str,
        Option(help="who takes part, separated by commas; program:COMMAND is a program, chat:NAME@URL a model"),
    ],
    settings: ArenaSettings,
    budget: ReaderBudget,
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
        report = hold(game, names, settings, advance, budget)
    print(json.dumps(report.to_dict()) if as_json else page_of(report) if as_html else report)


@app.command()
def analyse(
    files: Annotated[list[Path], Argument(metavar="FILE", help="saved replays, such as those of an arena")],
    seconds: Annotated[float, Option(help="how long to think about each move")] = 0.1,
    simulations: Annotated[
        int, Option(help="simulations for each move, instead of --seconds; the result is the same on any machine")
    ] = 0,
    as_json: Json = False,
) -> None:
    """Show what each move of a replay was worth and the biggest mistakes; of several, the kinds that cost most."""
    from garrison.bots import mistakes
    from garrison.bots.analysis import analyse as run

    replays = [_judgeable(file) for file in files]
    title, length = replays[0].game.facts.title, sum(len(replay.moves) for replay in replays)
    with progress_bar(title, length, quiet=as_json) as advance:
        analyses = [run(replay, seconds, simulations, advance) for replay in replays]
    if len(analyses) == 1:
        print(json.dumps(analyses[0].to_dict()) if as_json else analyses[0])
    else:
        print(json.dumps(mistakes.to_dict(analyses)) if as_json else mistakes.listed(analyses))


def _judgeable(file: Path) -> Replay:
    """A replay that today's rules can play to its end."""
    from garrison.core.replay import parse

    replay = parse(read_bytes(file), str(file))
    if replay.warning:
        raise BadOption(f"{file} can't be analysed: {replay.warning}")
    replay.verify()
    return replay
