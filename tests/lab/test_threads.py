"""Threads for compiled loops: all parts once, errors passed on, and Ctrl+C that nothing holds up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import toy
from garrison.lab.work.threads import in_threads

SOON = 5  # seconds: it takes a fraction of one, and longer on a busy machine; without slices it takes for ever
PLAYING = """
import signal, sys
from garrison.cli import main
from garrison.core.batches.series import Series
from garrison.lab.speed import bench

def telling(function):
    def told(*arguments):
        print("playing", flush=True)
        return function(*arguments)
    return told

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background jobs do without
Series.play = telling(Series.play)
bench.Churner.run = telling(bench.Churner.run)
main(sys.argv[1:])
"""
SLOW_STEP = toy.RULES.replace("s.waiting = 2 >> player", "s.waiting = 2 >> player\n    time.sleep(0.05)")
ENDLESS_STEP = toy.RULES.replace("s.waiting = 2 >> player", "while True:\n        time.sleep(0.01)")


def test_every_part_is_done_once() -> None:
    assert sorted(in_threads(lambda part: part * part, range(50), 4)) == [part * part for part in range(50)]


def test_an_error_stops_the_others_and_is_passed_on() -> None:
    stopped, begun = threading.Event(), []

    def work(part: int) -> int:
        begun.append(part)
        if part == 1:
            raise ValueError("part 1")
        stopped.wait(10)
        return part

    with pytest.raises(ValueError, match="part 1"):
        list(in_threads(work, range(100), 2, stopped.set))
    assert len(begun) < 100


def interrupted(environment: dict[str, str], *arguments: str) -> tuple[float, int]:
    """How long a command that is playing takes to end after Ctrl+C, and its exit status."""
    command, quiet = [sys.executable, "-c", PLAYING, *arguments], subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=quiet) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"playing")
        time.sleep(0.3)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=60)
        finally:
            process.kill()
        return time.perf_counter() - start, process.returncode


@pytest.mark.parametrize("command", ["sim minefield -n 100000000", "bench minefield --seconds 3600"])
def test_ctrl_c_ends_a_long_run(command: str) -> None:
    taken, status = interrupted({**os.environ}, *command.split())
    assert status == 130
    assert taken < SOON


@pytest.mark.parametrize("step", [SLOW_STEP, ENDLESS_STEP], ids=["slow", "endless"])
def test_ctrl_c_ends_a_run_of_slow_rules(tmp_path: Path, step: str) -> None:
    environment = {**toy.install(tmp_path, rules=f"import time\n{step}"), "GARRISON_LANE": "interpreted"}
    taken, status = interrupted(environment, "sim", "counting", "-n", "100000")
    assert status == 130
    assert taken < SOON
