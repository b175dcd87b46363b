"""Compiling games before somebody needs them: one queue for the whole program, processed in other processes.

Code that needs a game asks for it (`ask`), checks its progress (`progress`) or waits for it (`wait`). What somebody
asked for comes first; otherwise the smallest game does, so that there is something to play as soon as possible. What
bots know of the games (their skill) comes after the rules of all of them.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from garrison.core.engine import cache, warm
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.compilers import Compilers
from garrison.core.engine.kernel import use_cache
from garrison.core.engine.lane import COMPILED
from garrison.core.engine.warm import Kernels, Skilled, Wanted
from garrison.core.orders import Order, share_of
from garrison.core.progress_bar import drawn_progress
from garrison.errors import GarrisonError

State = Literal["waiting", "compiling", "ready", "failed"]
LOOK = 0.05  # seconds between looks at the processes
TELL = 0.2  # seconds between two reports of the progress


class NotCompiled(GarrisonError):
    """A game could not be compiled; the sentence says why."""


@dataclass(frozen=True)
class Progress:
    """How far the compiling of a game has got."""

    game: str
    state: State
    share: float  # from 0 to 1, by expected time
    sentence: str = ""  # what went wrong


class Preparation:
    """A queue of games to compile, and a thread that processes it in as many processes as there are cores."""

    def __init__(self, workers: int | None = None, together: bool = False) -> None:
        self.workers = workers or os.cpu_count() or 1
        # Nobody waits for one game: whole games, the longest first, so that all end sooner.
        self.together = together
        self._orders: dict[cache.Origin, Order] = {}
        self._changed = threading.Condition()
        self._compilers = Compilers()
        self._thread: threading.Thread | None = None
        self._stopped = False

    # --- Asking.

    def prepare(self, games: Iterable[Wanted]) -> None:
        """Compile these games when there is nothing more urgent."""
        for game in games:
            self._order(game)
        self._begin()

    def ask(self, *games: Wanted) -> None:
        """Somebody needs these games: they come next. One that has failed is tried again."""
        for game in games:
            self._order(game, again=True).asked = True
        self._begin()

    def progress(self, game: Wanted, *more: Wanted) -> Progress:
        """How far a game has got, together with what else is needed; what was never asked for is waiting."""
        with self._changed:
            orders = [self._orders[each.origin] for each in (game, *more) if each.origin in self._orders]
            if len(orders) <= len(more):
                return Progress(game.name, "waiting", 0.0)
            failure = next(filter(None, map(self._failure, orders)), "")
            if failure:
                return Progress(game.name, "failed", 0.0, failure)
            needed = [*orders, self._orders[cache.ENGINE]]
            if all(each.is_done for each in needed):
                return Progress(game.name, "ready", 1.0)
            share = orders[-1].shown_share(needed, self._pace)
            return Progress(game.name, "compiling" if any(each.has_begun for each in orders) else "waiting", share)

    def wait(self, games: Iterable[Wanted], tell: Callable[[float], None] = lambda share: None) -> None:
        """Wait until these games are ready; raises `NotCompiled` if one can't be. `tell` gets the progress."""
        wanted = list(games)
        self.ask(*wanted)
        shown = 0.0
        while not self._settled(wanted):
            with self._changed:
                shown = max(shown, self._share(wanted))
            tell(shown)
            with self._changed:
                self._changed.wait(TELL)
        for progress in map(self.progress, wanted):
            if progress.state != "ready":
                raise NotCompiled(progress.sentence)
        tell(1.0)

    def stop(self) -> None:
        """Compile nothing more, and end what is running."""
        with self._changed:
            self._stopped = True
            for order in self._orders.values():
                order.stop()
            self._compilers.dismiss()
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(5)

    # --- The queue.

    def _order(self, game: Wanted, again: bool = False) -> Order:
        """Put a game into the queue, with the engine's kernels, unless they are there already."""
        for origin in (cache.ENGINE, game.origin):
            known = self._orders.get(origin)
            if known is None or (again and known.failure):
                # Where nothing can be kept, nothing can be prepared: a game is compiled when it is built.
                all_jobs = warm.jobs_for([game], halved=not self.together)
                jobs = [job for job in all_jobs if job.origin == origin and can_keep()]
                with self._changed:
                    if self._orders.get(origin) is known:
                        is_extra = origin != cache.ENGINE and not isinstance(game, Blueprint)
                        self._orders[origin] = Order(origin, jobs, origin == cache.ENGINE, is_extra)
        return self._orders[game.origin]

    def _begin(self) -> None:
        with self._changed:
            self._stopped = False
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="preparation", daemon=True)
                self._thread.start()

    def _failure(self, order: Order) -> str:
        return order.failure or self._orders[cache.ENGINE].failure

    def _settled(self, games: list[Wanted]) -> bool:
        return all(self.progress(game).state in ("ready", "failed") for game in games)

    def _share(self, games: list[Wanted]) -> float:
        orders = [self._orders[origin] for origin in (cache.ENGINE, *(game.origin for game in games))]
        return share_of(orders, self._pace)

    @property
    def _pace(self) -> float:
        """How many seconds an expected second takes here, judging by the pieces that are done."""
        done, spent = (sum(getattr(order, name) for order in self._orders.values()) for name in ("done", "spent"))
        return spent / done if done else 1.0

    def _work(self) -> None:
        """The thread: start what is next, notice what has ended."""
        while True:
            with self._changed:
                self._start_some()
                ended = [order for order in self._orders.values() if order.look()]
                if ended:
                    self._changed.notify_all()
                if not any(order.is_busy for order in self._orders.values()):
                    self._thread = None
                    self._compilers.dismiss()
                    return
            time.sleep(LOOK)

    def _start_some(self) -> None:
        while not self._stopped and (waiting := [order for order in self._orders.values() if order.todo]):
            order = min(waiting, key=self._urgency)
            # A piece that nobody waits for gives up its core to one that somebody asked for.
            idle = [other for other in self._orders.values() if order.asked and not other.asked]
            for other in idle:
                other.give_way()
            if sum(len(other.running) for other in self._orders.values() if other not in idle) >= self.workers:
                return
            order.start_next(self._compilers.start)

    def _urgency(self, order: Order) -> tuple[bool, bool, float]:
        """First what somebody waits for, then rules, then what takes least time; all need the engine's kernels."""
        if self.together:
            return False, order.is_extra, -order.next_seconds
        is_first = order.origin == cache.ENGINE
        return (False, False, 0.0) if is_first else (not order.asked, order.is_extra, order.left)


shared = Preparation()  # of this process
atexit.register(shared.stop)


def ensure(wanted: Wanted) -> None:
    """Get machine code onto disk, with a progress bar for those who wait.

    Where that is impossible, because there is no folder for it or because it fails, it is compiled here when it is
    built, and reports itself what is wrong.
    """
    if not COMPILED:
        return
    # What has failed already, for another thread, is not waited for again.
    if not warm.is_warm(wanted) and can_keep() and shared.progress(wanted).state != "failed":
        title = f"Compiling {_named(wanted)} (only needed once)"
        with suppress(NotCompiled), drawn_progress(title, f"{title}; later starts are quick.") as tell:
            shared.wait([wanted], tell)
    kernels = [cache.ENGINE, wanted.origin] if isinstance(wanted, Kernels) else [cache.ENGINE]
    for origin in kernels:
        if cache.is_warm(origin):
            use_cache(origin)


def _named(wanted: Wanted) -> str:
    if isinstance(wanted, Kernels):
        return f"the {wanted.name}"
    return f"what bots know of {wanted.name}" if isinstance(wanted, Skilled) else f"the rules of {wanted.name}"


def can_keep() -> bool:
    """Whether machine code can be kept; if not, other processes can't help, and every start compiles again."""
    with cache.folder_for(cache.ENGINE) as folder:
        return folder is not None
