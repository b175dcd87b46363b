"""Games that are still being compiled: what people are told about it. Whoever waits here keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
from collections.abc import Callable

from garrison.core import bar, discovery
from garrison.core.engine.blueprint import Blueprint
from garrison.core.errors import GarrisonError
from garrison.core.game import load
from garrison.core.preparation import NotCompiled, shared
from garrison.play.server import catalogue, messages

GLANCE = 0.25  # seconds between looks at how far a game is
logger = logging.getLogger("garrison")


def begin() -> None:
    """Compile all games from now on, and load each of them as soon as it is there."""
    bar.quiet = True
    threading.Thread(target=_load_all, daemon=True).start()


def _load_all() -> None:
    """In a thread: have every game in memory, so that nobody waits for it later."""
    waiting = {view.name: blueprint(view.name) for view in catalogue.games()}
    shared.prepare(waiting.values())
    while waiting:
        for name, game in list(waiting.items()):
            progress = shared.progress(game)
            if progress.state == "ready":
                load(waiting.pop(name).name).new(0)
            elif progress.state == "failed":
                logger.warning("%s", progress.sentence)
                del waiting[name]
        time.sleep(GLANCE)
    # The compiler leaves so many objects that looking through them for garbage would hold every match up, for a
    # quarter of a second at a time.
    gc.collect()
    gc.freeze()


def blueprint(game: str) -> Blueprint:
    """What the engine must know of a game."""
    return discovery.find(game).blueprint()


async def views() -> list[messages.PreparationView]:
    """How far every game is."""
    games = [blueprint(view.name) for view in catalogue.games()]
    await asyncio.to_thread(shared.prepare, games)
    found = [shared.progress(game) for game in games]
    return [messages.PreparationView(each.game, each.state, each.share, each.sentence) for each in found]


async def ready(game: str, tell: Callable[[float], None] = lambda share: None) -> None:
    """Wait until a game can be played; `tell` hears how far it is, several times a second."""
    wanted = blueprint(game)
    await asyncio.to_thread(shared.ask, wanted)
    while (progress := shared.progress(wanted)).state in ("waiting", "compiling"):
        tell(progress.share)
        await asyncio.sleep(GLANCE)
    if progress.state == "failed":
        raise NotCompiled(progress.sentence)


async def is_ready(game: str) -> bool:
    """Whether a game can be played now; one that is not installed says so itself when it is read."""
    try:
        wanted = blueprint(game)
    except GarrisonError:
        return True
    await asyncio.to_thread(shared.prepare, [wanted])
    return shared.progress(wanted).state == "ready"
