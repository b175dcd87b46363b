"""The build's work: one process for each library, as many at a time as there are cores."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from garrison.build import browser
from garrison.build.complaints import complaint_of
from garrison.build.emit import emit
from garrison.build.exports import exports_of
from garrison.build.link import extension, link
from garrison.build.lower import Export, Lowering
from garrison.build.targets import TARGETS, levels
from garrison.core.engine import fast, store
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.machine import REPORT
from garrison.core.engine.store import Origin

BACK = 0.65  # how long optimising for one target takes, beside translating
LOOK = 0.2  # seconds between two looks at the clock
SECONDS = 40e-6  # for each byte of source, roughly: only ratios matter


@dataclass
class Task:
    """A library to be built."""

    recipe: Blueprint | Origin
    targets: tuple[str, ...]
    to: Path | None = None  # the folder; None: the user's
    share: float = 0.0
    since: float = field(default_factory=time.monotonic)

    @property
    def origin(self) -> Origin:
        """What it is made from."""
        return self.recipe.origin if isinstance(self.recipe, Blueprint) else self.recipe

    @property
    def size(self) -> float:
        """How long it may take, in seconds of some machine."""
        folder, own = self.origin.folder or store.HERE, 1.0
        files = store.sources(folder, self.origin.parts)
        return own + SECONDS * sum(file.stat().st_size for file in files)


def build_library(task: Task, tell: Callable[[float], None]) -> None:
    """Build one library for all its targets, unless another process has."""
    with store.claim(task.origin):
        there = {target: store.kept(task.origin, target) for target in task.targets}
        missing = [target for target, library in there.items() if not library]
        for target, library in there.items():
            if library and task.to:
                store.keep(task.origin, target, library.file.read_bytes(), library.file.suffix, task.to)
        if missing:
            _build(task, missing, tell)


def _build(task: Task, targets: Sequence[str], tell: Callable[[float], None]) -> None:
    exports, whole = exports_of(task.recipe), 1 + BACK * len(targets)
    module = Lowering().module(exports, lambda share: tell(share / whole))
    for number, target in enumerate(targets):
        data = emit(module, TARGETS[target], {export.name for export in exports} | {REPORT})
        tell((1 + BACK * (number + 0.9)) / whole)
        store.keep(task.origin, target, *_finished(data, target, exports), task.to)


def _finished(data: bytes, target: str, exports: Sequence[Export]) -> tuple[bytes, str]:
    """A library and how its name ends; an object where this machine can't link it."""
    if target == browser.TARGET:
        return browser.module_of(data, {export.name for export in exports}), ".wasm"
    return link(data) if target in levels() else (data, ".o")


def build_extension(to: Path | None) -> None:
    """Build the extension for quick calls, where there is a compiler."""
    with store.claim(fast.origin()):
        if to or not store.kept(fast.origin(), fast.kind()):
            data = extension(fast.SOURCE)
            if data:
                store.keep(fast.origin(), fast.kind(), data, ".so", to)


def build_all(tasks: list[Task], jobs: int, tell: Callable[[float, float], None]) -> list[str]:
    """Build libraries, the largest first; returns what went wrong."""
    build_extension(tasks[0].to if tasks else None)
    todo, total = sorted(tasks, key=lambda task: -task.size), sum(task.size for task in tasks)
    running: dict[Connection, tuple[Task, Any]] = {}
    failures: list[str] = []
    start = time.monotonic()
    while todo or running:
        while todo and len(running) < jobs:
            task = todo.pop(0)
            line, process = _start(task)
            running[line] = (task, process)
        ready = wait(list(running), LOOK)
        for line in [line for line in running if line in ready]:
            failures += _listen(line, running)
        share = sum(task.size * task.share for task in tasks) / total
        tell(share, (time.monotonic() - start) * (1 - share) / share if share else 0.0)
    return failures


def _start(task: Task) -> tuple[Connection, Any]:
    kinds = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("fork" if "fork" in kinds and os.name == "posix" else "spawn")
    line, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(task, theirs), daemon=True)
    process.start()
    theirs.close()
    return line, process


def _listen(line: Connection, running: dict[Connection, tuple[Task, Any]]) -> list[str]:
    """Note what a process says; when it has ended, whether it failed."""
    task, process = running[line]
    try:
        message = line.recv()
    except EOFError:
        process.join()
        del running[line]
        task.share = 1.0
        name = task.origin.name
        return [f"The build of {name} ended ({process.exitcode})."] if process.exitcode else []
    if isinstance(message, str):
        return [message]
    task.share = message
    return []


def _work(task: Task, line: Connection) -> None:
    """What one of the processes does."""
    gc.disable()  # a compiler makes millions of long-lived objects: looking for garbage among them is a waste of time
    try:
        build_library(task, line.send)
    except Exception as error:
        line.send(_sentence(task, error))


def _sentence(task: Task, error: Exception) -> str:
    complaint = complaint_of(error, task.origin.folder) if task.origin.folder else ""
    what = complaint or " ".join(str(error).split()) or type(error).__name__
    return f"The rules of {task.origin.name} can't be built: {what.rstrip('.')}."
