"""The command that trains networks."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from garrison.cli import app
from garrison.cli_arguments import GAME_OPTIONS, GameName, Rules, Seed, Variant, options_of, rules_of
from garrison.core import discovery
from garrison.core.errors import BadOption
from garrison.train.settings import Settings

if TYPE_CHECKING:
    from garrison.train.run import Training


@app.command(context_settings=GAME_OPTIONS)
def train(
    context: typer.Context,
    game: GameName,
    folder: Annotated[Path, typer.Option("--to", help="where samples, progress and networks are kept")],
    seed: Seed = 0,
    variant: Variant = None,
    rule: Rules = None,
    mix: Annotated[list[str] | None, typer.Option(metavar="NAME=A,B", help="an option that each game draws")] = None,
    iterations: Annotated[int, typer.Option(help="how often to play, learn and rate")] = Settings.iterations,
    positions: Annotated[int, typer.Option(help="that are noted in an iteration")] = Settings.positions,
    seconds: Annotated[float, typer.Option(help="after which it is enough in an iteration; 0: no limit")] = 0.0,
    play: Annotated[str, typer.Option(help="search, gpu (the same on a GPU) or policy: who plays")] = Settings.play,
    at_once: Annotated[int, typer.Option(help="games that are played together on a GPU")] = Settings.at_once,
    styles: Annotated[list[int] | None, typer.Option(help="in which the policy plays; else the search's")] = None,
    judge: Annotated[str, typer.Option(help="each, game or found: by what a position is judged")] = Settings.judge,
    teacher: Annotated[str, typer.Option(help="the level that plays in the first iteration")] = Settings.teacher,
    student: Annotated[str, typer.Option(help="the level whose search asks the network; else the teacher")] = "",
    effort: Annotated[float, typer.Option(help="times the budget of that level")] = Settings.effort,
    trust: Annotated[float, typer.Option(help="how much the search believes the network, 0 to 1")] = Settings.trust,
    start: Annotated[str, typer.Option(help="the file of a network that the search asks from the beginning")] = "",
    against: Annotated[str, typer.Option(help="the bot that all the others play like; else the learner")] = "",
    guests: Annotated[float, typer.Option(help="in how many games the others are other bots")] = Settings.guests,
    longest: Annotated[int, typer.Option(help="actions after which a game is broken off")] = Settings.longest,
    learn: Annotated[str, typer.Option(help="outcome; or change or score: of the own value or score")] = Settings.learn,
    par: Annotated[float, typer.Option(help="the score that counts as 1, to learn how it changes")] = Settings.par,
    horizon: Annotated[int, typer.Option(help="noted decisions after which it counts how it went; 0: at the end")] = 0,
    every: Annotated[int, typer.Option(help="of so many decisions one is noted")] = Settings.every,
    noise: Annotated[float, typer.Option(help="how often anything legal is played, 0 to 1")] = Settings.noise,
    passes: Annotated[int, typer.Option(help="over all that was noted, at most")] = Settings.passes,
    batch: Annotated[int, typer.Option(help="positions of a step of learning")] = Settings.batch,
    sees: Annotated[str, typer.Option(help="all, or cues: only what the game's skill tells")] = Settings.sees,
    width: Annotated[int, typer.Option(help="of the network")] = Settings.width,
    depth: Annotated[int, typer.Option(help="of its second layer")] = Settings.depth,
    games: Annotated[int, typer.Option(help="with the network against those without, for the progress")] = 20,
    device: Annotated[str, typer.Option(help="cpu, or cuda to learn on a GPU")] = "cpu",
    workers: Annotated[int, typer.Option(help="processes that play; by default, one per core", min=0)] = 0,
) -> None:
    """Train a network that the search of a game asks. A training goes on where it was interrupted.

    `garrison games` lists each game's own options, such as --setup.
    """
    given = locals()
    entry = discovery.find(game)
    named = {"variant": variant, "rules": rules_of(rule)}
    options = {**{name: value for name, value in named.items() if value}, **options_of(entry, list(context.args))}
    chosen = {each.name: given[each.name] for each in fields(Settings) if each.name in given}
    others = {"options": options, "mix": _mixed(entry, mix or []), "styles": tuple(styles or ())}
    settings = Settings(**{**chosen, **others})
    _training()(settings, folder, " ".join(["garrison", *sys.argv[1:]]), _commit()).run()


def _training() -> type[Training]:
    try:
        from garrison.train.run import Training
    except ImportError as error:
        raise BadOption(f'Training needs PyTorch: pip install "garrison[train]" ({error}).') from None
    return Training


def _mixed(entry: discovery.GamePackage, mix: list[str]) -> dict[str, list[str | int]]:
    """The options of which each game draws one: `players=2,3,4`."""
    found = {}
    for name, _, values in (text.partition("=") for text in mix):
        found[name] = [options_of(entry, [f"--{name}={value}"])[name] for value in values.split(",")]
    return found


def _commit() -> str:
    """The version of the sources, where they are under version control."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip()
