"""Games that are still being compiled, and what people are told about it. Waiting here holds nobody else up."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from collections.abc import Callable, Iterable
from functools import partial

from garrison import bots
from garrison.core import discovery, progress_bar
from garrison.core.discovery import GamePackage
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.warm import Wanted
from garrison.core.game import load
from garrison.core.preparation import NotCompiled, shared
from garrison.errors import GarrisonError
from garrison.play.server.wire import messages
from garrison.play.server.work import bot_pool, catalogue

GLANCE = 0.25  # seconds between checks of a game's progress
logger = logging.getLogger("garrison")
_ended = threading.Event()
_blueprints: dict[str, tuple[GamePackage, Blueprint]] = {}  # by game


def begin(load_ahead: bool = True) -> None:
    """Start compiling all games, and load each one as soon as it is ready, or only when it is asked for."""
    progress_bar.quiet = True
    _ended.clear()
    threading.Thread(target=_prepare_all, args=(load_ahead,), daemon=True).start()


def end() -> None:
    """Load nothing more: the server is about to end."""
    _ended.set()


def _prepare_all(load_ahead: bool) -> None:
    """In a thread: compile every game, and load it and what bots know of it, so that nobody waits for it later."""
    waiting: list[tuple[Wanted, Callable[[], object]]] = []
    for package in [discovery.find(view.name) for view in catalogue.games()]:
        waiting.append((package.blueprint(), partial(_start, package.name)))
        waiting += [(wanted, partial(_rehearse, package.name)) for wanted in bots.wanted_by_levels(package)]
    shared.prepare([wanted for wanted, _ in waiting])
    while waiting:
        waiting = [(wanted, use) for wanted, use in waiting if not _is_settled(wanted, use if load_ahead else _leave)]
        if _ended.wait(GLANCE):
            return


def _leave() -> None:
    """What is not loaded ahead is loaded by whoever asks for it first."""


def _start(game: str) -> None:
    load(game).new(0)


def _rehearse(game: str) -> None:
    package = discovery.find(game)
    if shared.progress(package.blueprint(), *bots.wanted_by_levels(package)).state == "ready":
        bot_pool.shared.rehearse(game)


def _is_settled(wanted: Wanted, use: Callable[[], object]) -> bool:
    """Whether there is nothing to wait for; what has become ready is used, so that it is in memory."""
    progress = shared.progress(wanted)
    if progress.state == "ready" and not _ended.is_set():
        use()
        # A game in memory is so many objects that scanning them for garbage would hold up every match for a tenth of a
        # second at a time. There is next to no garbage among them, so they are not even scanned once.
        gc.freeze()
    elif progress.state == "failed":
        logger.warning("%s", progress.sentence)
    return progress.state in ("ready", "failed")


def blueprint(game: str) -> Blueprint:
    """What the engine must know about a game; kept, since it is asked for with almost every request."""
    package = discovery.find(game)
    if game not in _blueprints or _blueprints[game][0] is not package:
        _blueprints[game] = package, package.blueprint()
    return _blueprints[game][1]


async def views() -> list[messages.PreparationView]:
    """How far along each game is."""
    games = [blueprint(view.name) for view in catalogue.games()]
    await asyncio.to_thread(shared.prepare, games)
    found = [shared.progress(game) for game in games]
    return [messages.PreparationView(each.game, each.state, each.share, each.sentence) for each in found]


async def ready(game: str, seated: Iterable[str] = (), tell: Callable[[float], None] = lambda share: None) -> None:
    """Wait until a game can be played, also by these bots; `tell` is given the progress several times a second."""
    package = discovery.find(game)
    wanted = [blueprint(game), *bots.wanted_by(seated, package)]
    if shared.progress(*wanted).state == "ready":
        return
    await asyncio.to_thread(shared.ask, *wanted)
    while (progress := shared.progress(*wanted)).state in ("waiting", "compiling"):
        tell(progress.share)
        await asyncio.sleep(GLANCE)
    if progress.state == "failed":
        raise NotCompiled(progress.sentence)


async def is_ready(game: str) -> bool:
    """Whether a game can be played now; one that is not installed raises its own error when it is read."""
    try:
        wanted = blueprint(game)
    except GarrisonError:
        return True
    await asyncio.to_thread(shared.prepare, [wanted])
    return shared.progress(wanted).state == "ready"
