"""The commands for research: how strong a policy is, and data sets of games."""

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
    Processes,
    Rules,
    Seed,
    Variant,
    load_game,
    progress_bar,
)
from garrison.errors import BadOption


@app.command(cls=GameCommand)
def evaluate(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a Python file with policy(position, player, dice)")],
    game: Annotated[str, typer.Option(help="the game, unless the file names it as GAME")] = "",
    protocol: Annotated[str, typer.Option(help="the protocol; by default, the latest")] = "",
    count: Annotated[int, typer.Option("-n", "--games", help="games per rung; use fewer only to try it out")] = 1000,
    ladder: Annotated[str, typer.Option(help="the bots to play against, separated by commas")] = "",
    processes: Processes = None,
    variant: Variant = None,
    rule: Rules = None,
    as_json: Json = False,
) -> None:
    """Measure how strong a policy is by a fixed protocol: seeds, seats and opponents are always the same."""
    from garrison.lab.evaluation import LATEST, names_in, policy_in, rungs_of
    from garrison.lab.evaluation import evaluate as run

    _, named = policy_in(file)
    if not game and not named:
        raise BadOption(f"{file} names no GAME: say which with --game.")
    loaded = load_game(game or str(named), variant, rule, context.args)
    rungs = rungs_of(loaded, protocol or LATEST, tuple(names_in(ladder)))
    with progress_bar(loaded.facts.title, count * len(rungs), quiet=as_json) as advance:
        result = run(file, loaded, protocol or LATEST, count, rungs, advance, processes)
    print(json.dumps(result.to_dict()) if as_json else result)


@app.command(cls=GameCommand)
def dataset(
    context: typer.Context,
    game: GameName,
    output: Annotated[Path, typer.Option("-o", "--output", help="the file: .npz or .parquet")],
    bots: Annotated[str, typer.Option(help="who plays, separated by commas")] = "easy,medium,hard",
    count: Annotated[int, typer.Option("-n", "--games", help="how many games")] = 10_000,
    processes: Processes = None,
    seed: Seed = 0,
    variant: Variant = None,
    rule: Rules = None,
) -> None:
    """Let bots play many games and keep every decision; `garrison.lab.data.dataset.Dataset` reads the file.

    Games that were played are kept beside it (FILE.part) until it is complete: the same command resumes from them.
    """
    from garrison.lab.data.dataset import make
    from garrison.lab.evaluation import names_in

    loaded = load_game(game, variant, rule, context.args)
    with progress_bar(loaded.facts.title, count) as advance:
        rows = make(loaded, tuple(names_in(bots)), count, seed, output, advance, processes)
    print(f"{output}: {rows:,} decisions of {count:,} games")
