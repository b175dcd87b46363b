"""Servers and databases as separate processes, which can be killed and restarted. Loopback only."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

from garrison.play.server.wire.settings import Settings

HOST = "127.0.0.1"
START = 120.0  # seconds after which something that does not answer is abandoned; the first start may compile
OF_AN_ADDRESS = tuple(one.name for one in fields(Settings) if one.name.endswith("_an_address"))
LIMITS = (*OF_AN_ADDRESS, "messages_a_second", "requests_a_second", "connections")
# All clients of a measurement share one address, and are faster than people. For those who have limits, this machine
# stands for no more people than any other address.
NO_LIMITS = {**dict.fromkeys(LIMITS, 0), "private_crowd": 0}
USUAL_LIMITS: dict[str, Any] = {one.name: one.default for one in fields(Settings) if one.name in LIMITS}


def end_tidily() -> None:
    """Make a script that is told to end also end what it has started."""
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as listening:
        listening.bind((HOST, 0))
        port: int = listening.getsockname()[1]
        return port


class Server:
    """`garrison serve` on a database; `kill` pulls its plug. Its output goes to a file."""

    def __init__(self, database: str, folder: Path, **limits: str | int | float) -> None:
        self.database, self.port, self.log = database, free_port(), folder / "server.log"
        self._limits = {f"GARRISON_{name.upper()}": str(value) for name, value in {**NO_LIMITS, **limits}.items()}
        self._folder = folder
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def start(self) -> None:
        """Start the process without waiting until it answers."""
        command = [sys.executable, "-m", "garrison", "serve", "--port", str(self.port), "--database", self.database]
        environment = {**os.environ, "GARRISON_DATA_DIR": str(self._folder), **self._limits}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self._folder
            )
        self.starts += 1

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + START
        while not answers(self.port):
            if not self.runs or time.monotonic() > until:
                raise RuntimeError(f"The server did not start:\n{self.said()}")
            time.sleep(0.02)

    @property
    def runs(self) -> bool:
        """Whether the process is running."""
        return self.process is not None and self.process.poll() is None

    @property
    def memory(self) -> int:
        """Bytes of memory that it uses now."""
        assert self.process is not None
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

    @property
    def seconds(self) -> float:
        """Processor time that it has used."""
        assert self.process is not None
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def said(self) -> str:
        """Its output so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def kill(self) -> None:
        """Pull the plug."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def __enter__(self) -> Server:
        self.start()
        try:
            self.wait()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *problem: object) -> None:
        self.kill()


def answers(port: int) -> bool:
    """Whether a server is listening there."""
    try:
        with socket.create_connection((HOST, port), 5) as connection:
            connection.sendall(f"GET /healthz HTTP/1.1\r\nhost: {HOST}:{port}\r\nconnection: close\r\n\r\n".encode())
            return b" 200 " in connection.recv(100)
    except OSError:
        return False


def postgresql_programs() -> Path | None:
    """The folder with PostgreSQL's programs; None where it is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


class Postgresql:
    """A separate PostgreSQL in its own folder, removed on leaving the context."""

    def __init__(self) -> None:
        programs = postgresql_programs()
        if programs is None:
            raise RuntimeError("PostgreSQL is not installed: apt install postgresql.")
        self._programs, self.port = programs, free_port()
        self.url = f"postgresql+psycopg://garrison@{HOST}:{self.port}/postgres"
        self._user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
        self._folder = Path(tempfile.mkdtemp(prefix="garrison-postgresql-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] = (self._folder / "log").open("ab")

    def __enter__(self) -> Postgresql:
        if self._user:
            owner = pwd.getpwnam(self._user)
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
        self._run("initdb", "--auth=trust", "--username=garrison", "--no-sync", "--pgdata", str(self._data))
        self.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.kill()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, user=self._user, cwd=self._folder, stdout=self._log, stderr=self._log, check=True)

    def start(self) -> None:
        """Start it and wait until it answers; leftovers of a previous one may be in the way for a moment."""
        command = [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        command += ["-c", f"listen_addresses={HOST}", "-c", f"unix_socket_directories={self._folder}"]
        until = time.monotonic() + START
        while not self._answers():
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL did not start:\n" + (self._folder / "log").read_text())
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    command, user=self._user, cwd=self._folder, stdout=self._log, stderr=self._log
                )
            time.sleep(0.1)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url.replace("+psycopg", ""), connect_timeout=5).close()
        except psycopg.Error:
            return False
        return True

    def kill(self) -> None:
        """Pull the plug; its helper processes notice on their own."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
