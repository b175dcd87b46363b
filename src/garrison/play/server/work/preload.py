"""Games in memory before somebody asks for them: what is read once holds nobody up later."""

from __future__ import annotations

import gc
import logging
import threading

from garrison.bots import kernels_of
from garrison.bots import names as bot_names
from garrison.core import discovery, libraries, progress_bar
from garrison.core.discovery import GamePackage
from garrison.core.engine.machine import NotBuilt
from garrison.core.engine.store import ENGINE
from garrison.core.game import load
from garrison.errors import GarrisonError
from garrison.play.server.work import catalogue
from garrison.play.server.work.bot_pool import Thinking

logger = logging.getLogger("garrison")
_ended = threading.Event()


def build_missing() -> None:
    """See to it that every game can be played, also by bots; one that can't be built says so when it is asked for."""
    for package in _packages():
        try:
            libraries.need(package.blueprint(), ENGINE, *kernels_of(bot_names(package), package))
        except NotBuilt as error:
            logger.warning("%s", error)
    libraries.build_no_more()
    progress_bar.quiet = True


def begin(thinking: Thinking, load_ahead: bool = True) -> None:
    """Load all games in a thread, or leave each to whoever asks for it first."""
    _ended.clear()
    if load_ahead:
        threading.Thread(target=_load_all, args=(thinking,), daemon=True).start()


def end() -> None:
    """Load nothing more: the server is about to end."""
    _ended.set()


def _packages() -> list[GamePackage]:
    return [discovery.find(view.name) for view in catalogue.games()]


def _load_all(thinking: Thinking) -> None:
    """Load every game, and let its bots think once."""
    for package in _packages():
        if _ended.is_set():
            return
        try:
            load(package.name).new(0)
            thinking.rehearse(package.name)
        except GarrisonError as error:
            logger.warning("%s", error)
    # Games in memory are so many objects that scanning them for garbage would hold up every match. There is next to no
    # garbage among them, so they are not even scanned once.
    gc.freeze()
