"""Garrison in a terminal: one client for all games. It draws scenes and knows no game.

    menu()        choose a game and play it
    play(match)   play a match
    watch(replay) watch a replay

Textual is imported only when one of them is called, so that the command line starts quickly.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

    from garrison.core.replay import Replay
    from garrison.play.match import Match


def menu(name: str = "") -> None:
    """Show the list of games until somebody quits; `name` is offered for the high scores."""
    from garrison.play.terminal.menu import MenuScreen

    _show(MenuScreen(name))


def play(match: Match, name: str = "") -> None:
    """Play a match, and others after it, until somebody leaves."""
    from garrison.play.terminal.play import PlayScreen
    from garrison.play.terminal.session import Session

    _show(PlayScreen(Session(match), name))


def watch(replay: Replay) -> None:
    """Watch a replay."""
    from garrison.play.terminal.watch import WatchScreen

    _show(WatchScreen(replay))


def _show(screen: Screen[None]) -> None:
    """Show a screen until somebody leaves; if something else ends it, exit with that status."""
    from garrison.core import progress_bar
    from garrison.play.terminal.app import TerminalApp

    app, progress_bar.quiet = TerminalApp(screen), True
    app.run()
    if app.last_words:
        print(app.last_words, file=sys.stderr)
    if app.return_code:
        raise SystemExit(app.return_code)
