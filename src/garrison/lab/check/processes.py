"""The processes of a check: one for each lane and share of the games, controlled over pipes."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import IO, Any, NamedTuple

from garrison.errors import BadRules
from garrison.lab.check import trouble
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.lane_worker import Stint
from garrison.lab.check.patience import Patience, end
from garrison.lab.work.threads import in_threads

Progress = Callable[[float, str], None]  # how much more is ready, and what is being done


def nothing(share: float, what: str) -> None:
    """Nobody listens."""


class LaneTask(NamedTuple):
    """A task, the lane to do it in, and how many parts it has."""

    lane: str
    task: Stint
    parts: int


class Processes:
    """The running processes; none of them outlives the pool."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._running: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def work(self, jobs: Sequence[LaneTask], worth: float, report: CheckReport) -> None:
        """Do all jobs in parallel; together they advance the progress by `share`, and what they find is added."""
        share = worth / max(sum(job.parts for job in jobs), 1)
        results = in_threads(
            lambda place: (place, self._do(jobs[place], share)), range(len(jobs)), len(jobs), self._stop
        )
        for _, lines in sorted(results, key=itemgetter(0)):
            for line in lines:
                report.add(line)

    def _do(self, job: LaneTask, share: float) -> list[dict[str, Any]]:
        """Do one job; the lines that it found."""
        with tempfile.TemporaryFile() as errors, self._start(job, errors) as process:
            assert process.stdout is not None
            patience = Patience(process)
            for text in process.stdout:
                message = json.loads(text)
                patience.hear(message)
                if "error" in message:
                    raise BadRules(message["error"])
                if "lines" in message:
                    return list(message["lines"])
                if "what" in message:
                    self._progress(share * message.get("parts", 0), message["what"])
            if patience.is_exhausted:
                return [_wrong(job.lane, patience.sentence, **patience.place)]
            errors.seek(0)
            return [crash(job.lane, process.wait(), errors.read().decode(errors="replace"))]

    def _start(self, job: LaneTask, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join(path for path in sys.path if path)
        process = subprocess.Popen(
            [sys.executable, "-m", "garrison.lab.check.lane_worker"],
            env={**os.environ, "PYTHONPATH": paths, "GARRISON_LANE": job.lane},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,  # a group of its own, to be ended with all that it starts
        )
        self._running.append(process)
        assert process.stdin is not None
        with process.stdin:
            pickle.dump(job.task, process.stdin)
        return process

    def _stop(self) -> None:
        """End all that run, each with the processes that compile for it."""
        for process in self._running:
            end(process)


def crash(lane: str, status: int, output: str) -> dict[str, Any]:
    """The line of a process that ended without a result: a rule crashed it."""
    last = output.strip().splitlines()[-1:]
    how = signal.Signals(-status).name if status < 0 else f"status {status}"
    return _wrong(lane, f"the process ended with {how}{': ' if last else ''}{''.join(last)}")


def _wrong(lane: str, text: str, seed: int | None = None, step: int | None = None) -> dict[str, Any]:
    """The line of what a rule did wrong in a process that can't say it."""
    line = CheckReport("", "", 0, 0).line(trouble.NAME, trouble.SENTENCE)
    line.counterexample = Counterexample(text, seed, step, lane=lane)
    return line.to_dict()
