"""The command line. Each command imports what it needs when it runs, so that the quick ones stay quick."""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, NoReturn

from garrison import __version__
from garrison.cli.arguments import options_of_games, refuse
from garrison.cli.command_line import CommandGroup
from garrison.cli.options import Option
from garrison.core import discovery
from garrison.errors import BadOption, GarrisonError

ABOUT = "Grid strategy games on one engine. Without a command, play in the browser."
app = CommandGroup("garrison", ABOUT, {"Options of the games": options_of_games})
LOCAL = "127.0.0.1"
Crowd = Annotated[
    int | None,
    Option(help="how many people come from one address: a class, a club, a fair; 0 is any number", low=0),
]
ALWAYS = "serve"  # a command that is there without loading more
INTERRUPTED = 130  # the exit status after Ctrl+C


@app.usual
def start(
    version: Annotated[bool, Option("--version", help="Show the version and exit.")] = False,
    terminal: Annotated[bool, Option("--terminal", help="Choose a game and play in the terminal.")] = False,
    host: Annotated[str, Option(help="The address to listen on; 0.0.0.0 lets others play with you.")] = LOCAL,
    crowd: Crowd = None,
) -> None:
    """Serve the games on this machine and open the browser."""
    if version:
        print(f"Garrison {__version__}")
    elif terminal:
        need_terminal("garrison games lists the games")
        from garrison.play.terminal import menu

        menu()
    else:
        _serve(host, open_browser=True, crowd=crowd)


@app.command()
def serve(
    host: Annotated[str, Option(help="the address to listen on; 0.0.0.0 lets in everybody who can reach you")] = LOCAL,
    port: Annotated[int, Option(help="the port; 0 is the first free one from 8000 on", low=0, high=65535)] = 0,
    database: Annotated[str, Option(help="a database's address; by default, a file in your data folder")] = "",
    origin: Annotated[
        list[str] | None, Option(help="an address that browsers use, such as https://games.example.org")
    ] = None,
    trust_proxy: Annotated[bool, Option("--trust-proxy", help="trust the proxy's X-Forwarded-For")] = False,
    crowd: Crowd = None,
    open_browser: Annotated[bool, Option("--open", help="open the browser")] = False,
    log_json: Annotated[bool, Option("--log-json", help="log JSON, one object per line, for programs")] = False,
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; what Garrison refuses becomes one sentence and exit status 2."""
    if not sys.warnoptions:
        _silence_warnings()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the terminal can't show is no reason to stop
    try:
        words = sys.argv[1:] if arguments is None else arguments
        load_commands(words[0] if words else ALWAYS)
        status = app.run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
    except GarrisonError as error:
        refuse(str(error))
    except KeyboardInterrupt:
        _leave_at_once(INTERRUPTED)
    except OSError as error:
        # What is still buffered can't be written, not even when Python closes the stream.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise SystemExit(1) from None  # whoever reads our output has stopped: there is nothing left to say
        refuse(f"{error.filename or 'the output'} can't be used ({error.strerror}).")
    raise SystemExit(status if isinstance(status, int) else 0)


def _silence_warnings() -> None:
    """Warnings are for programmers, who ask Python for them: none is shown here, nor by processes started from here."""
    warnings.simplefilter("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"


def load_commands(name: str = "") -> None:
    """Add commands until there is one of this name; without a name, all of them, also those of games."""
    for part in ("games", "authors", "bots", "lab", "research", "train", "models"):
        if name in app:
            return
        import_module(f"garrison.cli.{part}")
    if name not in app:
        _load_commands_of_games()


def _load_commands_of_games() -> None:
    for name in discovery.names():
        with suppress(GarrisonError):  # a game that can't be loaded says so when somebody asks for it, not before
            package = discovery.find(name)
            if package.has("commands"):
                package.module("commands").register(app)


def _leave_at_once(status: int) -> NoReturn:
    """End after Ctrl+C: Python would wait for a rule that never returns."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError):  # the reader of our output may have stopped; there may be no stream
            stream.flush()
    os._exit(status)


def need_terminal(instead: str) -> None:
    """Refuse to play where there is no terminal, and say what to do instead."""
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
