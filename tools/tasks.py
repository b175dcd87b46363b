"""Runs tasks in parallel on all cores: each starts when what it needs is done and a core is free."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO


@dataclass(frozen=True)
class Task:
    """A command with a title. One with `cores` 0 waits more than it computes, and runs alongside the others."""

    title: str
    command: list[str]
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    after: tuple[str, ...] = ()  # titles of the tasks that must have succeeded
    cores: int = 1
    fine: tuple[int, ...] = (0,)  # the exit statuses that count as success
    quiet: bool = True  # show only the last line of what a successful one printed
    again: Callable[[], Task | None] | None = None  # what to run if it fails, instead of giving up


class Running:
    """A task that has been started."""

    def __init__(self, task: Task) -> None:
        self.task, self.start, self.computed = task, time.perf_counter(), 0.0
        self.output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is read when the task has ended)
        environment = {**os.environ, **task.environment}
        streams = {"stdin": subprocess.DEVNULL, "stdout": self.output, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(task.command, cwd=task.folder, env=environment, **streams)

    def ended(self) -> bool:
        """Whether it has ended; only then its time on the processor is known, with that of its own children."""
        before = _children_seconds()
        if self.process.poll() is None:
            return False
        self.computed = _children_seconds() - before
        return True

    def report(self) -> bool:
        """Print how it ended; whether it succeeded."""
        good = self.process.returncode in self.task.fine
        with self.output:
            self.output.seek(0)
            lines = self.output.read().decode(errors="replace").strip().splitlines()
        shown = lines[-1:] if good and self.task.quiet else lines
        seconds = time.perf_counter() - self.start
        verdict = f"{self.task.title}: {'good' if good else 'FAILED'} ({seconds:.0f} s, computing {self.computed:.0f})"
        print("\n".join(["", *shown, verdict]), flush=True)
        return good


def _children_seconds() -> float:
    """What all children that have ended have computed, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def run(tasks: list[Task], cores: int) -> bool:
    """Run tasks in the given order, as far as cores and dependencies allow; whether all of them succeeded."""
    todo, running, done, failed = list(tasks), [], set[str](), set[str]()
    try:
        while todo or running:
            todo = _start_ready(todo, running, done, failed, cores)
            time.sleep(0.05)
            for one in [one for one in running if one.ended()]:
                running.remove(one)
                good = one.report()
                second = one.task.again() if one.task.again and not good else None
                if second is not None:
                    todo.append(second)
                else:
                    (done if good else failed).add(one.task.title)
    finally:
        for one in running:
            one.process.terminate()
    return not failed


def _start_ready(todo: list[Task], running: list[Running], done: set[str], failed: set[str], cores: int) -> list[Task]:
    """Start what can be started; returns the tasks still to do."""
    waiting = []
    for task in todo:
        busy = sum(one.task.cores for one in running)
        if failed.intersection(task.after):
            print(f"\n{task.title}: NOT RUN", flush=True)
            failed.add(task.title)
        elif done.issuperset(task.after) and busy + task.cores <= cores:
            running.append(Running(task))
        else:
            waiting.append(task)
    return waiting
