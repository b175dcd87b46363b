"""The command that trains networks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garrison.cli import app
from garrison.cli_arguments import GameCommand, GameName, Rules, Seed, Variant, options_of, rules_of
from garrison.core import discovery
from garrison.errors import BadOption
from garrison.train.settings import TrainingSettings

if TYPE_CHECKING:
    from garrison.train.run import Training


@app.command(cls=GameCommand)
def train(
    context: typer.Context,
    game: GameName,
    folder: Annotated[Path, typer.Option("--to", help="where samples, progress and networks are kept")],
    seed: Seed = 0,
    variant: Variant = None,
    rule: Rules = None,
    mix: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B", help="an option with several values, one of which is drawn for each game"),
    ] = None,
    iterations: Annotated[
        int, typer.Option(help="how many times to play, learn and rate")
    ] = TrainingSettings.iterations,
    positions: Annotated[int, typer.Option(help="positions to record in each iteration")] = TrainingSettings.positions,
    seconds: Annotated[float, typer.Option(help="seconds of play in each iteration, at most; 0 for no limit")] = 0.0,
    play: Annotated[
        str, typer.Option(help="who plays: search, gpu (the search on a GPU) or policy")
    ] = TrainingSettings.play,
    at_once: Annotated[int, typer.Option(help="games to play side by side on a GPU")] = TrainingSettings.at_once,
    styles: Annotated[
        list[int] | None,
        typer.Option(help="a style in which the policy plays; by default, those of the student's search"),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(
            help="what a position is judged by: an end of its own (each), its game's end (game) or the search (found)"
        ),
    ] = TrainingSettings.judge,
    teacher: Annotated[
        str, typer.Option(help="the level that plays in the first iteration")
    ] = TrainingSettings.teacher,
    student: Annotated[str, typer.Option(help="the level whose search asks the network; by default, the teacher")] = "",
    effort: Annotated[float, typer.Option(help="a factor for the level's budget")] = TrainingSettings.effort,
    trust: Annotated[
        float, typer.Option(help="how much the search relies on the network, from 0 to 1")
    ] = TrainingSettings.trust,
    start: Annotated[
        str, typer.Option(help="the file of a network that the search asks from the first iteration on")
    ] = "",
    against: Annotated[str, typer.Option(help="the bot in all other seats; by default, the learner")] = "",
    guests: Annotated[
        float, typer.Option(help="the share of games in which the others are other bots, from 0 to 1")
    ] = TrainingSettings.guests,
    longest: Annotated[int, typer.Option(help="actions after which a game is cut off")] = TrainingSettings.longest,
    learn: Annotated[
        str,
        typer.Option(
            help="what to learn: outcome, change (in the game's own value) or score (the points still to come)"
        ),
    ] = TrainingSettings.learn,
    par: Annotated[float, typer.Option(help="the score that counts as 1, with --learn score")] = TrainingSettings.par,
    horizon: Annotated[
        int, typer.Option(help="recorded decisions after which a position is judged; 0 for the end of the game")
    ] = 0,
    every: Annotated[int, typer.Option(help="record one in this many decisions")] = TrainingSettings.every,
    noise: Annotated[
        float, typer.Option(help="the share of decisions in which any legal action is played, from 0 to 1")
    ] = TrainingSettings.noise,
    passes: Annotated[int, typer.Option(help="the most passes over all recorded positions")] = TrainingSettings.passes,
    batch: Annotated[int, typer.Option(help="positions in each learning step")] = TrainingSettings.batch,
    sees: Annotated[
        str, typer.Option(help="what the network sees: all, or cues for only what the game's skill tells it")
    ] = TrainingSettings.sees,
    width: Annotated[int, typer.Option(help="the width of the network's first layer")] = TrainingSettings.width,
    depth: Annotated[int, typer.Option(help="the width of the network's second layer")] = TrainingSettings.depth,
    games: Annotated[int, typer.Option(help="games against the search without the network, to measure progress")] = 20,
    device: Annotated[str, typer.Option(help="where to learn: cpu, or cuda for a GPU")] = "cpu",
    workers: Annotated[int, typer.Option(help="processes that play; by default, one per core", min=0)] = 0,
) -> None:
    """Train a network that a game's search asks. Training continues where it was interrupted."""
    given = locals()
    package = discovery.find(game)
    named = {"variant": variant, "rules": rules_of(rule)}
    options = {**{name: value for name, value in named.items() if value}, **options_of(package, list(context.args))}
    chosen = {each.name: given[each.name] for each in fields(TrainingSettings) if each.name in given}
    others = {"options": options, "mix": _mixed(package, mix or []), "styles": tuple(styles or ())}
    settings = TrainingSettings(**{**chosen, **others})
    _training()(settings, folder, " ".join(["garrison", *sys.argv[1:]]), _commit()).run()


def _training() -> type[Training]:
    try:
        from garrison.train.run import Training
    except ImportError as error:
        raise BadOption(f'Training needs PyTorch: pip install "garrison[train]" ({error}).') from None
    return Training


def _mixed(package: discovery.GamePackage, mix: list[str]) -> dict[str, list[str | int]]:
    """The options of which each game draws one: `players=2,3,4`."""
    found = {}
    for name, _, values in (text.partition("=") for text in mix):
        found[name] = [options_of(package, [f"--{name}={value}"])[name] for value in values.split(",")]
    return found


def _commit() -> str:
    """The version of the sources, where they are under version control."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
