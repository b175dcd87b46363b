"""The commands for players: the games and their rulebooks, playing, replays, pictures, random games."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from garrison.cli import app, need_terminal
from garrison.cli.arguments import GameChoice, GameName, Json, Seed, progress_bar
from garrison.cli.options import Argument, Option
from garrison.core import discovery
from garrison.core.files import read_bytes
from garrison.errors import BadOption, GarrisonError

if TYPE_CHECKING:
    from garrison.core.replay import Replay


@app.command()
def games() -> None:
    """List the games."""
    width = max(12, *(len(name) + 2 for name in discovery.names()))
    for name in discovery.names():
        for place, line in enumerate(_about_game(name)):
            print(f"{'' if place else name:<{width}}{line}")


def _about_game(name: str) -> list[str]:
    """What there is to know about a game, or why it can't be loaded."""
    try:
        package = discovery.find(name)
    except GarrisonError as error:
        return [str(error)]
    facts, options = package.facts, "".join(f"; option: --{option}" for option in package.facts.options)
    players = f"{facts.player_range:>4} player{'s' if facts.players[1] > 1 else ' '}"
    return [f"{players}  {facts.time}", facts.summary, f"variants: {', '.join(package.variants)}{options}"]


@app.command()
def rules(game: GameName) -> None:
    """Show a game's rulebook."""
    text = discovery.find(game).rulebook
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))


@app.command()
def play(
    choice: GameChoice,
    seed: Annotated[int | None, Option(help="a whole number; by default, a new game every time")] = None,
    seats: Annotated[str, Option(help="who plays, in order: person or bot:NAME, separated by commas")] = "",
    name: Annotated[str, Option(help="your name, for the high scores")] = "",
    text: Annotated[bool, Option("--text", help="at a plain prompt, in words, also through a pipe")] = False,
    width: Annotated[int | None, Option(help="with --text: characters of a line", low=20, high=1000)] = None,
    tick: Annotated[int, Option(help="with --text, in real time: ms of a tick; 0: the clock waits", low=0)] = 0,
) -> None:
    """Play a game in the terminal."""
    from garrison.play.match import Match, read_seats

    game = choice.load()
    players = read_seats(seats, game)
    if not text:
        need_terminal("with --text, garrison play needs none")
    from garrison.bots import prepare

    prepare((seat.bot for seat in players), game.package)  # before the screen changes, where its progress can be seen
    match = Match(game, _new_seed() if seed is None else seed, players)
    if text:
        from garrison.play.prompt.console import converse

        converse(match, width, tick)
        return
    from garrison.play.terminal import play as play_in_terminal

    play_in_terminal(match, name)


def _read_replay(file: Path) -> Replay:
    """A replay from its JSON, or from a list of its moves."""
    from garrison.core import replay as replays
    from garrison.core.words.move_list import from_moves

    data = read_bytes(file)
    if not data.lstrip().startswith(b"["):
        return replays.parse(data, str(file))
    return from_moves(data.decode("utf-8", errors="replace"), str(file))


@app.command()
def replay(
    file: Annotated[Path, Argument(metavar="FILE", help="a saved replay, or a list of its moves")],
    verify: Annotated[bool, Option("--verify", help="only say whether it went as it says")] = False,
    moves: Annotated[bool, Option("--moves", help="print it as a list of moves, for people")] = False,
    as_json: Annotated[bool, Option("--json", help="print it as JSON, for programs")] = False,
) -> None:
    """Watch a replay: forward, backward, step by step."""
    from garrison.core import replay as replays
    from garrison.core import verification
    from garrison.core.words.move_list import to_moves

    game = _read_replay(file)
    if verify:
        print(verification.verify(game, str(file)))
        return
    if moves or as_json:
        game.verify()
        print(to_moves(game) if moves else game.to_json(), end="" if moves else "\n")
        return
    if game.warning:
        print(game.warning, file=sys.stderr)
    else:
        game.verify()
    if not sys.stdout.isatty():
        print(replays.Reel(game).go(len(game.moves)))
        return
    from garrison.play.terminal import watch

    watch(game)


@app.command()
def sim(
    choice: GameChoice,
    count: Annotated[int, Option("-n", "--games", help="how many games")] = 1000,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Play many random games on all cores: how long they last, what they score, how they end."""
    from garrison.lab.games.simulate import simulate

    game = choice.load()
    with progress_bar(game.facts.title, count, quiet=as_json) as advance:
        summary = simulate(game, count, seed, advance)
    if as_json:
        print(json.dumps(summary.to_dict()))
        return
    changes = "".join(f", {text}" for text in [*(choice.rule or []), " ".join(choice.context.args)] if text)
    print(f"{summary.games:,} random games of {game.name} ({summary.variant}{changes}), seed {summary.seed}")
    print(f"mean length  {summary.mean_length:,.1f} steps")
    for player, score in enumerate(summary.mean_scores):
        print(f"mean score   {score:,.3f}  {game.facts.seats[player]}")
    for ending, times in summary.outcomes.items():
        print(f"{times / summary.games:>11.2%}  {ending} ({times:,})")


@app.command()
def picture(
    choice: GameChoice,
    output: Annotated[Path, Argument(metavar="OUTPUT", help="a file that ends with .png or .svg")],
    seed: Seed = 0,
    steps: Annotated[int, Option(help="how many random actions to play first", low=0)] = 0,
    field_size: Annotated[int, Option(help="pixels along a side of a field", low=8, high=512)] = 32,
) -> None:
    """Draw a position as a picture."""
    from garrison.core.files import write_whole
    from garrison.look.picture import to_png, to_svg
    from garrison.play.match import Match, Seat

    if output.suffix not in (".png", ".svg"):
        raise BadOption(f"{output}: a picture's name ends with .png or .svg.")
    game = choice.load()
    match = Match(game, seed, [Seat("random")] * game.players)
    while match.position.steps < steps and match.bot_acts():
        pass
    who = match.position.waiting[0] if len(match.position.waiting) == 1 else -1
    scene, sprites = match.position.scene(who), game.package.folder / "sprites"
    is_png = output.suffix == ".png"
    write_whole(output, to_png(scene, sprites, field_size) if is_png else to_svg(scene, sprites, field_size))


def _new_seed() -> int:
    return int.from_bytes(os.urandom(4))
