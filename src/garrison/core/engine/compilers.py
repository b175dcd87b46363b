"""The processes that compile, one piece each.

Importing Numba and getting it ready takes a process two seconds before it compiles anything. So where the system can
fork a process (Linux), one of them does that once, and forks for each piece: the *stock* of compilers. A socket ties it
to the program that wants them: when the program lets go, however it ended, the stock ends, with all its copies.
Elsewhere, and if the stock is lost, each piece gets a process that starts from nothing.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from garrison.core.engine.entries import SKILLS
from garrison.core.engine.lane import LANE
from garrison.core.engine.warm import Job, compile_job, told_job

NICE = 10
# Ctrl+C in a terminal is for the program that started a process; the process may not even have got to where it could
# ignore it. The program ends it.
APART: dict[str, Any] = {"start_new_session": True}
if sys.platform == "win32":
    APART = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
QUICKLY = {} if LANE == "compiled" else {"NUMBA_OPT": "1"}  # where speed is not the point
LONGEST_REASON = 300  # characters of a compiler's complaint that are passed on
LONGEST_JOB = 1 << 17  # bytes of a job, spelled out
CAN_COPY = sys.platform == "linux"
LOOK = 0.02  # seconds between looks at the copies


class Compilers:
    """Starts the compilers of one program."""

    def __init__(self) -> None:
        self._stock: Stock | None = None

    def start(self, job: Job) -> Process:
        """Start compiling a piece."""
        environment = _environment()
        if not CAN_COPY:
            return Process(job, environment)
        if self._stock is None or not self._stock.serves(environment):
            self._stock = Stock(environment)
        return Copy(job, environment, self._stock)

    def dismiss(self) -> None:
        """Nothing more is to be compiled for now: end the stock, and whatever it is still doing."""
        if self._stock is not None:
            self._stock.end()
            self._stock = None


def _environment() -> dict[str, str]:
    return {**QUICKLY, **os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Process:
    """A process that compiles one piece, started from nothing."""

    def __init__(self, job: Job, environment: dict[str, str] | None = None) -> None:
        self.job, self.failure, self._gives_way = job, "", False
        self._environment = _environment() if environment is None else environment
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the process has ended)
        self._process: subprocess.Popen[bytes] | None = None
        self._begin()

    def _begin(self) -> None:
        command = [sys.executable, "-m", "garrison.core.engine.warm", ",".join(self.job.parts), _told(self.job)]
        streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": self._errors}
        self._process = subprocess.Popen(command, env=self._environment, **streams, **APART)
        self._settle()

    def has_ended(self) -> bool:
        """Whether it is done; then `failure` is a sentence if something went wrong."""
        status = self._status()
        if status is None:
            return False
        if not self._errors.closed:
            self.failure = self._reason(status)
            self._errors.close()
        return True

    def give_way(self) -> None:
        """Let more urgent processes go first, where the system has priorities."""
        if not self._gives_way:
            self._gives_way = True
            self._settle()

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _status(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll() if self._process is not None else None

    def _number(self) -> int:
        """The number that the system knows it by; 0 while that is unknown."""
        return self._process.pid if self._process is not None else 0

    def _settle(self) -> None:
        """Take the priority it has been given, once there is a process to take it."""
        if self._gives_way and self._number():
            with suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, self._number(), NICE)

    def _reason(self, status: int) -> str:
        if status == 0:
            return ""
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().decode(errors="replace").splitlines() if line.strip()]
        said = lines[-1][:LONGEST_REASON] if lines else "the compiler gave no reason"
        why = f"signal {-status} ended the compiler, perhaps for lack of memory" if status < 0 else said
        what = "skill" if self.job.parts == SKILLS else "rules"
        name = self.job.game.name if self.job.game else self.job.kernels.name
        return f"The {what} of {name} can't be compiled ({', '.join(self.job.parts)}): {why.rstrip('.')}."


class Copy(Process):
    """A process that compiles one piece, copied from the stock."""

    def __init__(self, job: Job, environment: dict[str, str], stock: Stock) -> None:
        self._stock = stock  # which lives as long as one of its copies is wanted
        super().__init__(job, environment)

    def _begin(self) -> None:
        self._report, theirs = os.pipe()
        os.set_blocking(self._report, False)
        self._told = b""  # its number, then how it ended, each on a line
        try:
            self._stock.copy(self.job, self._errors.fileno(), theirs)
        except OSError:
            self._begin_alone()
        finally:
            os.close(theirs)

    def _begin_alone(self) -> None:
        """The stock is lost, and the result of its copy will never be known."""
        self._close()
        super()._begin()

    def _close(self) -> None:
        if self._report >= 0:
            os.close(self._report)
            self._report = -1

    def _status(self) -> int | None:
        if self._process is not None:
            return super()._status()
        if self._report >= 0:
            self._listen()
        lines = self._told.split()
        return int(lines[1]) if len(lines) > 1 else None

    def _listen(self) -> None:
        """Read what the stock reports."""
        knew = bool(self._number())
        try:
            told = os.read(self._report, 100)
        except BlockingIOError:
            return
        self._told += told
        if not knew:
            self._settle()
        if len(self._told.split()) > 1:
            self._close()
        elif not told:
            self._begin_alone()

    def _number(self) -> int:
        lines = self._told.split()
        return super()._number() or (int(lines[0]) if lines else 0)

    def stop(self) -> None:
        """End it; the stock ends a copy that it has yet to make and that nobody listens to."""
        while self._status() is None and self._process is None and self._number():
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(self._number(), signal.SIGKILL)
            time.sleep(LOOK)
        self._close()
        self._told = self._told or b"0 %d" % -signal.SIGKILL
        super().stop()


class Stock:
    """The process that is copied, seen from the program that wants compilers."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "garrison.core.engine.compilers", str(theirs.fileno())]
        streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        with theirs:
            self._process = subprocess.Popen(command, env=environment, pass_fds=[theirs.fileno()], **streams, **APART)

    def serves(self, environment: dict[str, str]) -> bool:
        """Whether it is alive and would compile for this environment."""
        return self._process.poll() is None and environment == self._environment

    def copy(self, job: Job, errors: int, report: int) -> None:
        """Ask it for a copy, which writes complaints into one file; how the copy fares is told through the other."""
        socket.send_fds(self._line, [json.dumps([",".join(job.parts), _told(job)]).encode()], [errors, report])

    def end(self) -> None:
        """End it at once, with its copies, which are in its group."""
        self._line.close()
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def __del__(self) -> None:
        self.end()


def _told(job: Job) -> str:
    """A job as it is passed to a process, without its parts."""
    return json.dumps(asdict(job.game or job.kernels), default=str)


def main() -> None:
    """What the stock does: get ready, then copy itself whenever it is asked to."""
    line = socket.socket(fileno=int(sys.argv[1]))
    get_ready()
    reports: dict[int, int] = {}  # of every copy, where to tell how it ended
    with line:
        while True:
            if select.select([line], [], [], LOOK)[0]:
                told, files, _, _ = socket.recv_fds(line, LONGEST_JOB, 2)
                if not told:
                    break
                number = os.fork()
                if number == 0:
                    os.dup2(files[0], sys.stderr.fileno())
                    for file in (line.detach(), *reports.values(), *files):
                        os.close(file)
                    return compile_job(told_job(*json.loads(told)))
                os.close(files[0])
                reports[number] = files[1]
                if not _tell(files[1], number):
                    os.kill(number, signal.SIGKILL)
            _notice_ends(reports)
    for number in reports:
        os.kill(number, signal.SIGKILL)
    return None


def _tell(report: int, number: int) -> bool:
    """Whether somebody listens."""
    try:
        os.write(report, b"%d\n" % number)
    except OSError:
        return False
    return True


def _notice_ends(reports: dict[int, int]) -> None:
    """Tell how the copies ended that have."""
    with suppress(ChildProcessError):
        while reports and (ended := os.waitpid(-1, os.WNOHANG))[0]:
            report = reports.pop(ended[0])
            _tell(report, os.waitstatus_to_exitcode(ended[1]))
            os.close(report)


def get_ready() -> None:
    """What takes every compiler the same time, whatever it compiles."""
    from numba import types

    from garrison.core.engine import numba_doors, table  # noqa: F401 (which everything is compiled with)
    from garrison.core.engine.masks import clear_marks, count_marks

    numba_doors.draft_rules()
    gc.disable()  # a compiler makes millions of long-lived objects: looking for garbage among them is a waste of time
    marks: Any = types.uint8[::1]
    with suppress(AttributeError, TypeError):  # Numba's own tables are made with the first rule; every game needs these
        clear_marks.compile((marks,))  # type: ignore[attr-defined]
        count_marks.compile((marks, types.int64, types.int64))  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
