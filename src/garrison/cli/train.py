"""The command that trains networks."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from garrison.cli import app
from garrison.cli.arguments import GameChoice, options_of, rules_of
from garrison.cli.options import Option
from garrison.core import discovery
from garrison.errors import BadOption
from garrison.train.settings import TrainingSettings

if TYPE_CHECKING:
    from garrison.train.run import Training


@app.command()
def train(
    choice: GameChoice,
    folder: Annotated[Path, Option("--to", help="where samples, progress and networks are kept")],
    *,
    mix: Annotated[
        list[str] | None,
        Option(metavar="NAME=A,B", help="an option with several values, one of which is drawn for each game"),
    ] = None,
    settings: partial[TrainingSettings],
) -> None:
    """Train a network that a game's search asks. Training continues where it was interrupted."""
    rules = {"variant": choice.variant, "rules": rules_of(choice.rule)}
    options = {**{name: value for name, value in rules.items() if value}, **choice.options}
    complete = settings(game=choice.game, options=options, mix=_mix(choice.package, mix or []))
    _training()(complete, folder, " ".join(["garrison", *sys.argv[1:]]), _commit()).run()


def _training() -> type[Training]:
    try:
        from garrison.train.run import Training
    except ImportError as error:
        raise BadOption(f'Training needs PyTorch: pip install "garrison[train]" ({error}).') from None
    return Training


def _mix(package: discovery.GamePackage, texts: list[str]) -> dict[str, list[str | int]]:
    """The options of which each game draws one: `players=2,3,4`."""
    parts = [text.partition("=") for text in texts]
    return {
        name: [options_of(package, [f"--{name}={value}"])[name] for value in values.split(",")]
        for name, _, values in parts
    }


def _commit() -> str:
    """The version of the sources, where they are under version control."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
