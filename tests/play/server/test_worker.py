"""A process beside the server: what it answers, and how it ends."""

from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest
from serving import PATIENCE, SharedThinking

from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.machine import NotBuilt
from garrison.errors import BadOption
from garrison.play.server.work import preload
from garrison.play.server.work.worker import COMMAND, RemoteTraceback, Worker, WorkerLost


@pytest.fixture(scope="module")
def shared() -> Iterator[Worker]:
    worker = Worker(niceness=1)
    yield worker
    worker.stop()


def test_work_is_done_in_order_and_errors_come_back(shared: Worker) -> None:
    sums = [shared.submit(operator.add, number, 1) for number in range(3)]
    refused = shared.submit(int, "no number")
    assert [done.result(PATIENCE) for done in sums] == [1, 2, 3]
    error = refused.exception(PATIENCE)
    assert isinstance(error, ValueError)
    assert isinstance(error.__cause__, RemoteTraceback)
    assert "Traceback" in str(error.__cause__)
    assert isinstance(shared.submit(BadOption, "A sentence.").result(PATIENCE), BadOption)


def test_what_cannot_be_sent_back_is_an_error(shared: Worker) -> None:
    assert "pickle" in str(shared.submit(open, os.devnull).exception(PATIENCE))


def test_what_a_bot_prints_is_no_answer(shared: Worker) -> None:
    assert shared.submit(print, "not an answer").result(PATIENCE) is None
    assert shared.submit(os.getpid).result(PATIENCE) != os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no sessions")
def test_a_terminal_does_not_interrupt_it(shared: Worker) -> None:
    assert shared.submit(os.getpgid, 0).result(PATIENCE) != os.getpgid(0)
    assert shared.submit(signal.getsignal, signal.SIGINT).result(PATIENCE) == signal.SIG_IGN


def test_what_is_cancelled_while_it_waits_is_left_out(shared: Worker, tmp_path: os.PathLike[str]) -> None:
    made = os.path.join(tmp_path, "made")
    busy = shared.submit(time.sleep, 0.2)
    left_out = shared.submit(os.mkdir, made)
    assert left_out.cancel()
    busy.result(PATIENCE)
    shared.submit(operator.add, 1, 1).result(PATIENCE)
    assert not os.path.exists(made)


def test_a_process_that_is_lost_is_replaced() -> None:
    worker = Worker(niceness=0)
    lost, behind = worker.submit(os._exit, 9), worker.submit(os.getpid)
    with pytest.raises(WorkerLost):
        lost.result(PATIENCE)
    with pytest.raises(WorkerLost):
        behind.result(PATIENCE)
    killed = worker.submit(time.sleep, 600)
    worker.kill()
    with pytest.raises(WorkerLost):
        killed.result(PATIENCE)
    stopped = worker.submit(time.sleep, 600)  # most likely, it has not even started
    worker.stop()
    with pytest.raises(CancelledError):
        stopped.result(PATIENCE)


def test_one_whose_server_is_gone_before_it_begins_says_nothing() -> None:
    ended = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_server_that_ends_loads_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    thinking = SharedThinking()
    monkeypatch.setattr(preload, "_ended", threading.Event())

    def rehearse(game: str) -> None:
        used.append(game)
        preload.end()

    monkeypatch.setattr(thinking, "rehearse", rehearse)
    preload._load_all(thinking)
    assert len(used) == 1


@pytest.mark.parametrize("ahead", [True, False])
def test_games_and_bots_are_loaded_ahead_or_when_they_are_asked_for(
    ahead: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: set[str] = set()
    thinking, done = SharedThinking(), threading.Event()
    monkeypatch.setattr(preload.gc, "freeze", done.set)
    monkeypatch.setattr(thinking, "rehearse", used.add)
    preload.begin(thinking, ahead)
    assert done.wait(PATIENCE if ahead else 0.3) is ahead
    assert ({"siege", "loop"} <= used) is ahead


def test_a_game_that_cannot_be_built_is_said_and_the_others_are_loaded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def need(game: Blueprint, *kernels: object) -> None:
        asked.append(game.name)
        if game.name == "siege":
            raise NotBuilt("The rules of siege can't be built: so it is.")

    for name in ("need", "build_no_more"):
        monkeypatch.setattr(preload.libraries, name, need if name == "need" else lambda: asked.append("no more"))
    monkeypatch.setattr(preload.progress_bar, "quiet", False)
    preload.build_missing()
    assert {"siege", "skirmish", "loop"} < set(asked)
    assert asked[-1] == "no more"
    assert caplog.messages == ["The rules of siege can't be built: so it is."]
