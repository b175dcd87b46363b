"""The command that trains networks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from garrison.cli import app
from garrison.cli_arguments import GAME_OPTIONS, GameName, Seed, options_of
from garrison.core import discovery
from garrison.core.errors import BadOption
from garrison.train.settings import Settings


@app.command(context_settings=GAME_OPTIONS)
def train(
    context: typer.Context,
    game: GameName,
    folder: Annotated[Path, typer.Option("--to", help="where check-points, progress and the network are kept")],
    seed: Seed = 0,
    iterations: Annotated[int, typer.Option(help="how often to label, learn and rate")] = Settings.iterations,
    positions: Annotated[int, typer.Option(help="that are labelled in an iteration")] = Settings.positions,
    teacher: Annotated[str, typer.Option(help="the level whose search labels them")] = Settings.teacher,
    effort: Annotated[float, typer.Option(help="times the budget of that level")] = Settings.effort,
    against: Annotated[str, typer.Option(help="the bot that all the others play like; else a pool of them")] = "",
    passes: Annotated[int, typer.Option(help="over all that was labelled, in an iteration")] = Settings.passes,
    batch: Annotated[int, typer.Option(help="positions of a step of learning")] = Settings.batch,
    channels: Annotated[int, typer.Option(help="the width of the network")] = Settings.channels,
    blocks: Annotated[int, typer.Option(help="its depth")] = Settings.blocks,
    games: Annotated[int, typer.Option(help="against each fixed bot, for the progress")] = Settings.games,
    device: Annotated[str, typer.Option(help="cpu, or cuda to learn on a GPU")] = "cpu",
    workers: Annotated[int, typer.Option(help="processes that label; by default, one per core", min=0)] = 0,
) -> None:
    """Train a network for a game: a search teaches it. A training goes on where it was interrupted.

    `garrison games` lists each game's own options, such as --setup.
    """
    settings = Settings(
        game=game,
        options=options_of(discovery.find(game), list(context.args)),
        seed=seed,
        iterations=iterations,
        positions=positions,
        teacher=teacher,
        effort=effort,
        against=against,
        passes=passes,
        batch=batch,
        channels=channels,
        blocks=blocks,
        games=games,
        device=device,
        workers=workers,
    )
    try:
        from garrison.train.run import Training
    except ImportError as error:
        raise BadOption(f'Training needs PyTorch: pip install "garrison[train]" ({error}).') from None
    Training(settings, folder, " ".join(["garrison", *sys.argv[1:]]), _commit()).run()


def _commit() -> str:
    """The version of the sources, where they are under version control."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
