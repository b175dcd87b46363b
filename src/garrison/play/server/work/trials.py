"""The lab in the browser: trials that are played in the background, one at a time for each person.

They have a process of their own, at a low priority, so that neither moves nor replays wait for them. What was found is
kept as files in the data folder, and can be opened again.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

import msgspec

from garrison.core.files import write_whole
from garrison.errors import GarrisonError
from garrison.play.server.wire import lab_messages
from garrison.play.server.wire.settings import Settings
from garrison.play.server.wire.tokens import new_id
from garrison.play.server.work import lab_work
from garrison.play.server.work.answers import Answers
from garrison.play.server.work.choices import check_offered
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.user import data_folder

SLICE = 1.5  # seconds of play between two looks at a trial
MOST_TRIALS = 8  # at the same time
KEPT_DIALS = 64  # variants whose numbers stay in memory
MOST_FILES = 400  # reports that are kept; the oldest go first
PATIENCE = 120.0  # seconds that a slice may take: at least one game is played, and others may come before it
OFF = "The lab is switched off on this server."
BUSY = "Your last trial is still running. Wait for it, or stop it."
FULL = "Others are trying things out at the moment. Please try again in a minute."
ENDLESS = "A game with these rules takes too long; it was stopped."
NAME = re.compile(r"[a-z0-9]{1,16}")


class NoTrial(GarrisonError):
    """There is no such trial."""


class LabOff(GarrisonError):
    """Nothing is tried out here, or not now."""


class KeptTrial(NamedTuple):
    """A trial as it stands: for the page, and as a page of its own."""

    view: lab_messages.LabView
    page: str


class Trials:
    """All trials of a server."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self.heavy = settings, HeavyWork()
        self.recent: OrderedDict[str, KeptTrial] = OrderedDict()
        self._dials = Answers[tuple[str, str], list[lab_messages.DialView]](KEPT_DIALS)
        self._tasks: dict[str, tuple[str, asyncio.Task[None]]] = {}  # by address: a trial's name, and what plays it
        self._beginning: set[str] = set()  # addresses whose trial is being checked
        self.patience = PATIENCE

    @property
    def is_on(self) -> bool:
        """Whether anything may be tried: on a public server only if its settings allow it."""
        return self._settings.lab > (1 if self._settings.origins else 0)

    async def dials(self, game: str, variant: str) -> list[lab_messages.DialView]:
        """The numbers of a game that can be turned."""
        self._check()
        check_offered(game, variant, {})
        return await self._dials.get((game, variant), lambda: self.heavy.do(lab_work.dials, game, variant))

    async def start(self, address: str, wish: lab_messages.LabWish) -> lab_messages.LabView:
        """Begin a trial."""
        self._check()
        check_offered(wish.game, wish.variant, wish.options)
        self._tasks = {who: task for who, task in self._tasks.items() if not task[1].done()}
        if address in self._tasks or address in self._beginning:
            raise LabOff(BUSY)
        if len(self._tasks) + len(self._beginning) >= MOST_TRIALS:
            raise LabOff(FULL)
        self._beginning.add(address)  # before anything is waited for: somebody may ask many times at once
        try:
            await self.heavy.do(lab_work.check, wish)  # refused now, and not in the background
        finally:
            self._beginning.discard(address)
        name = new_id()
        self.recent[name] = KeptTrial(lab_messages.begun(name, wish), "")
        self._tasks[address] = name, asyncio.create_task(self._play(name, wish))
        return self.recent[name].view

    async def _play(self, name: str, wish: lab_messages.LabWish) -> None:
        end, problem = time.monotonic() + self._settings.lab_seconds, ""
        try:
            while time.monotonic() < end:
                # Whoever stops a trial does not stop the slice, which still has to end in time; then nobody asks for
                # what came of it.
                playing = asyncio.create_task(self._slice(name, wish))
                playing.add_done_callback(lambda task: task.cancelled() or task.exception())
                self.recent[name] = await asyncio.shield(playing)
        except GarrisonError as error:
            problem = str(error)
        finally:
            self._finish(name, problem)
        await self.heavy.do(lab_work.end, name)

    async def _slice(self, name: str, wish: lab_messages.LabWish) -> KeptTrial:
        """Play a little further. With rules that nobody has tried before, a single game may never end: then the
        process does."""
        try:
            async with asyncio.timeout(self.patience):
                return KeptTrial(*await self.heavy.do(lab_work.more, name, wish, SLICE))
        except TimeoutError:
            self.heavy.kill()
            raise LabOff(ENDLESS) from None

    def _finish(self, name: str, problem: str) -> None:
        view, page = self.recent[name]
        notes = [*view.notes, *([problem] if problem else [])]
        self.recent[name] = KeptTrial(msgspec.structs.replace(view, done=True, notes=notes), page)
        if page:
            asyncio.get_running_loop().run_in_executor(None, _store, name, self.recent[name])
        while len(self.recent) > MOST_FILES:
            self.recent.popitem(last=False)

    def stop_one(self, address: str, name: str) -> None:
        """End a trial, if it is that of this address; what was measured is kept."""
        if address in self._tasks and self._tasks[address][0] == name:
            self._tasks.pop(address)[1].cancel()

    async def find(self, name: str) -> KeptTrial:
        """A trial that is running, or one that was kept."""
        if name in self.recent:
            return self.recent[name]
        trial = await asyncio.to_thread(_read, name)
        if trial is None:
            raise NoTrial("There is no such report here. Old reports are removed.")
        return trial

    async def variant(self, name: str) -> str:
        """The rules that were tried, as a file."""
        return await self.heavy.do(lab_work.variant_file, (await self.find(name)).view.wish)

    def stop(self) -> None:
        """End everything."""
        for _, task in self._tasks.values():
            task.cancel()
        self.heavy.stop()

    def _check(self) -> None:
        if not self.is_on:
            raise LabOff(OFF)


def _folder() -> Path:
    folder = data_folder() / "lab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _store(name: str, trial: KeptTrial) -> None:
    folder = _folder()
    write_whole(folder / f"{name}.json", msgspec.json.encode(trial))
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_FILES]:
        file.unlink(missing_ok=True)


def _read(name: str) -> KeptTrial | None:
    file = _folder() / f"{name}.json"
    if not NAME.fullmatch(name) or not file.is_file():
        return None
    return msgspec.json.decode(file.read_bytes(), type=KeptTrial)
