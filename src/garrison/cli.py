"""The command line. Each command imports what it needs when it runs, so that the quick ones stay quick."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from garrison import __version__
from garrison.cli_arguments import GameChoice, GameCommand, GameName, Json, Seed, progress_bar, refuse, shorten
from garrison.cli_options import flat_options
from garrison.core import discovery
from garrison.core.files import read_bytes
from garrison.errors import BadOption, GarrisonError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence


app = typer.Typer(
    help="Grid strategy games on one engine. Without a command, play in the browser.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

# A wrong command line as Typer reports it; this base of a public class has no public name.
UsageError: Any = typer.BadParameter.__base__
LOCAL = "127.0.0.1"
Crowd = Annotated[
    int | None,
    typer.Option(help="how many people come from one address: a class, a club, a fair; 0 is any number", min=0),
]
INTERRUPTED = 130  # the exit status after Ctrl+C


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    terminal: Annotated[bool, typer.Option("--terminal", help="Choose a game and play in the terminal.")] = False,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others play with you.")] = LOCAL,
    crowd: Crowd = None,
) -> None:
    """Serve the games on this machine and open the browser."""
    if version:
        print(f"Garrison {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return
    if terminal:
        _need_terminal("garrison games lists the games")
        from garrison.play.terminal import menu

        menu()
    else:
        _serve(host, open_browser=True, crowd=crowd)


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="the address to listen on; 0.0.0.0 lets in everybody who can reach you")
    ] = LOCAL,
    port: Annotated[int, typer.Option(help="the port; 0 is the first free one from 8000 on", min=0, max=65535)] = 0,
    database: Annotated[str, typer.Option(help="a database's address; by default, a file in your data folder")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(help="an address that browsers use, such as https://games.example.org")
    ] = None,
    trust_proxy: Annotated[bool, typer.Option("--trust-proxy", help="trust the proxy's X-Forwarded-For")] = False,
    crowd: Crowd = None,
    open_browser: Annotated[bool, typer.Option("--open", help="open the browser")] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="log JSON, one object per line, for programs")] = False,
) -> None:
    """Serve the games to browsers."""
    _serve(
        host,
        port=port,
        database=database,
        origins=origin or [],
        open_browser=open_browser,
        trust_proxy=trust_proxy,
        crowd=crowd,
        log_json=log_json,
    )


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


@app.command(cls=GameCommand)
@flat_options
def play(
    choice: GameChoice,
    seed: Annotated[int | None, typer.Option(help="a whole number; by default, a new game every time")] = None,
    seats: Annotated[str, typer.Option(help="who plays, in order: person or bot:NAME, separated by commas")] = "",
    name: Annotated[str, typer.Option(help="your name, for the high scores")] = "",
) -> None:
    """Play a game in the terminal."""
    from garrison.play.match import Match, read_seats

    game = choice.load()
    players = read_seats(seats, game)
    _need_terminal("garrison sim plays games without one")
    from garrison.bots import wanted_by
    from garrison.core.preparation import ensure
    from garrison.play.terminal import play as play_in_terminal

    for code in wanted_by((seat.bot for seat in players), game.package):
        ensure(code)  # before the screen changes, where its progress can be seen
    play_in_terminal(Match(game, _new_seed() if seed is None else seed, players), name)


@app.command()
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help="a saved replay")]) -> None:
    """Watch a replay: forward, backward, step by step."""
    from garrison.core import replay as replays

    game = replays.parse(read_bytes(file), str(file))
    if game.warning:
        print(game.warning, file=sys.stderr)
    else:
        game.verify()
    if not sys.stdout.isatty():
        print(replays.Reel(game).go(len(game.moves)))
        return
    from garrison.play.terminal import watch

    watch(game)


@app.command(cls=GameCommand)
@flat_options
def sim(
    choice: GameChoice,
    count: Annotated[int, typer.Option("-n", "--games", help="how many games")] = 1000,
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


@app.command(cls=GameCommand)
@flat_options
def check(
    choice: GameChoice,
    count: Annotated[int, typer.Option("-n", "--games", help="how many games")] = 1000,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
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
    raise typer.Exit(0 if report.passed else 1)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="a game; by default, all of them")] = None,
    as_json: Json = False,
    seconds: Annotated[float, typer.Option(help="roughly how long one measurement takes")] = 1.0,
    device: Annotated[str, typer.Option(help="cpu, or cuda, which also compares the games with the CPU's")] = "cpu",
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
def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="the games; by default, all of them")
    ] = None,
    only_rules: Annotated[bool, typer.Option("--rules", help="leave out what only bots need")] = False,
) -> None:
    """Compile the games now, then the loops of learning programs and the skill of bots, so that nobody waits later."""
    from garrison.bots import wanted_by_levels
    from garrison.core.engine.cache import PASSES
    from garrison.core.engine.warm import Kernels, Wanted, jobs_for
    from garrison.core.preparation import Preparation, can_keep
    from garrison.core.progress_bar import drawn_progress

    packages = [discovery.find(name) for name in game or discovery.names()]
    games: list[Wanted] = [package.blueprint() for package in packages]
    skills = [] if only_rules else [code for package in packages for code in wanted_by_levels(package)]
    extras: list[Wanted] = [Kernels(PASSES), *skills]
    if not jobs_for([*games, *extras]):
        print("Everything is compiled already.")
        return
    if not can_keep():
        raise typer.Exit(2)  # and the reason has been printed
    start, preparation = time.perf_counter(), Preparation(together=len(games) > (os.cpu_count() or 1))
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that the compilers end, too
    try:
        preparation.prepare([*games, *extras])
        for title, codes in (("The rules", games), ("The rest", extras)):
            with drawn_progress("Compiling") as show:
                preparation.wait(codes, show)
            print(f"{title}: compiled after {time.perf_counter() - start:.1f} s.", flush=True)
    finally:
        preparation.stop()


@app.command(cls=GameCommand)
@flat_options
def picture(
    choice: GameChoice,
    output: Annotated[Path, typer.Argument(metavar="OUTPUT", help="a file that ends with .png or .svg")],
    seed: Seed = 0,
    steps: Annotated[int, typer.Option(help="how many random actions to play first", min=0)] = 0,
    field_size: Annotated[int, typer.Option(help="pixels along a side of a field", min=8, max=512)] = 32,
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; what Garrison refuses becomes one sentence and exit status 2."""
    if not sys.warnoptions:
        _silence_warnings()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the terminal can't show is no reason to stop
    try:
        for part in ("cli_bots", "cli_lab", "cli_research", "cli_train"):  # which add their commands
            import_module(f"garrison.{part}")
        _add_commands_of_games()
        status = app(args=arguments, prog_name="garrison", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except GarrisonError as error:
        refuse(str(error))
    except UsageError as error:
        refuse(shorten(error.format_message()))
    except (typer.Abort, KeyboardInterrupt):
        _leave_at_once(INTERRUPTED)
    except OSError as error:
        # What is still buffered can't be written, not even when Python closes the stream.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(1) from None  # whoever reads our output has stopped: there is nothing left to say
        refuse(f"{error.filename or 'the output'} can't be used ({error.strerror}).")
    if status == INTERRUPTED:  # what one version of Typer raises, another returns
        _leave_at_once(INTERRUPTED)
    raise SystemExit(status if isinstance(status, int) else 0)


def _silence_warnings() -> None:
    """Warnings are for programmers, who ask Python for them: none is shown here, nor by processes started from here."""
    warnings.simplefilter("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"


def _add_commands_of_games() -> None:
    for name in discovery.names():
        with suppress(GarrisonError):  # a game that can't be loaded says so when somebody asks for it, not before
            package = discovery.find(name)
            if package.has("commands"):
                package.module("commands").register(app)


def _leave_at_once(status: int) -> NoReturn:
    """End after Ctrl+C: shutting down Numba takes a second, and Python would wait for a rule that never returns."""
    if "garrison.core.preparation" in sys.modules:
        sys.modules["garrison.core.preparation"].shared.stop()  # what it started would continue compiling
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError):  # the reader of our output may have stopped; there may be no stream
            stream.flush()
    os._exit(status)


def _need_terminal(instead: str) -> None:
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BadOption(f"Playing needs a terminal, and this is not one; {instead}.")


def _serve(
    host: str,
    *,
    port: int = 0,
    database: str = "",
    origins: Sequence[str] = (),
    open_browser: bool = False,
    trust_proxy: bool = False,
    crowd: int | None = None,
    log_json: bool = False,
) -> None:
    from garrison.play.server.http.serve import serve as run
    from garrison.play.server.wire.settings import checked_origin, default_database, default_origins, from_environment

    addresses = tuple(checked_origin(origin) for origin in origins) or default_origins()
    limits = {} if crowd is None else {"crowd": crowd}
    settings = from_environment(
        database=database or default_database(), origins=addresses, trust_proxy=trust_proxy, **limits
    )
    run(settings, host, port, open_browser=open_browser, log_json=log_json)


def _new_seed() -> int:
    return int.from_bytes(os.urandom(4))
