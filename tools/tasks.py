"""Runs tasks in parallel on all cores: each starts when what it needs is done and a core is free.

Some tasks leave part of their core idle, since they wait for a browser or a clock. Beside them one more runs that gives
way to all others: it gets what they leave.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

NICENESS = 19  # gives way to all others, also to those that give way themselves, such as bots


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
    waits: bool = False  # it leaves part of its cores idle
    yields: bool = False  # it may run at a low priority: nothing in it depends on how long something takes
    again: Callable[[], Task | None] | None = None  # what to run if it fails, instead of giving up
    closes: str = ""  # what the last line of a successful one is like: whoever ends a process early fails it


class Running:
    """A task that has been started."""

    def __init__(self, task: Task, yields: bool = False) -> None:
        self.task, self.yields, self.start, self.computed = task, yields, time.perf_counter(), 0.0
        self.output: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (it is read when the task has ended)
        environment = {**os.environ, **task.environment}
        streams = {"stdin": subprocess.DEVNULL, "stdout": self.output, "stderr": subprocess.STDOUT}
        command = [*_nicely(), *task.command] if yields else task.command
        self.process = subprocess.Popen(command, cwd=task.folder, env=environment, **streams)

    def ended(self) -> bool:
        """Whether it has ended; only then its time on the processor is known, with that of its own children."""
        before = _children_seconds()
        if self.process.poll() is None:
            return False
        self.computed = _children_seconds() - before
        return True

    def report(self) -> bool:
        """Print how it ended; whether it succeeded."""
        with self.output:
            self.output.seek(0)
            lines = self.output.read().decode(errors="replace").strip().splitlines()
        good = self.process.returncode in self.task.fine and bool(re.search(self.task.closes, "".join(lines[-1:])))
        shown = lines[-1:] if good and self.task.quiet else lines
        seconds = time.perf_counter() - self.start
        verdict = f"{self.task.title}: {'good' if good else 'FAILED'} ({seconds:.0f} s, computing {self.computed:.0f})"
        print("\n".join(["", *shown, verdict]), flush=True)
        return good


def _nicely() -> list[str]:
    """What to put before a command so that it gives way; nothing where that is unknown."""
    program = shutil.which("nice")
    return [program, "-n", str(NICENESS)] if program else []


def _children_seconds() -> float:
    """What all children that have ended have computed, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def _machine_seconds() -> float:
    """What the whole machine has computed, in seconds, where that is known: also what nobody waited for, such as the
    processes of a browser."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _, _, *interrupts = map(int, file.readline().split()[1:8])
    except (OSError, ValueError):
        return _children_seconds()
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def run(tasks: list[Task], cores: int) -> bool:
    """Run tasks in the given order, as far as cores and dependencies allow; whether all of them succeeded."""
    todo, running, done, failed = list(tasks), [], set[str](), set[str]()
    start, before = time.perf_counter(), _machine_seconds()
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
    print(f"\nAll of it: {time.perf_counter() - start:.0f} s, computing {_machine_seconds() - before:.0f}", flush=True)
    return not failed


def _start_ready(todo: list[Task], running: list[Running], done: set[str], failed: set[str], cores: int) -> list[Task]:
    """Start what can be started; returns the tasks still to do."""
    waiting = []
    for task in todo:
        is_ready = done.issuperset(task.after)
        if failed.intersection(task.after):
            print(f"\n{task.title}: NOT RUN", flush=True)
            failed.add(task.title)
        elif is_ready and _busy(running, task) + task.cores <= cores:
            running.append(Running(task))
        elif is_ready and task.yields and _leaves_room(running):
            running.append(Running(task, yields=True))
        else:
            waiting.append(task)
    return waiting


def _busy(running: list[Running], other: Task) -> int:
    """How many cores another task finds taken. What gives way takes one only where nobody would leave it anything."""
    waits = other.waits or any(one.task.waits for one in running)
    return sum(one.task.cores for one in running if not (one.yields and waits))


def _leaves_room(running: list[Running]) -> bool:
    """Whether something may run beside all others, giving way to them."""
    return any(one.task.waits for one in running) and not any(one.yields for one in running)
