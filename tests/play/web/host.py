"""A real server in a process of its own, and matches made through its interface for programs."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

PATIENCE = 60.0  # seconds; machines that run tests are busy
UNLIMITED = {"GARRISON_MATCHES_AN_ADDRESS": "0", "GARRISON_REQUESTS_A_SECOND": "0"}  # all tests have one address
# Nobody waits for two minutes, or for a thorough analysis.
HASTY = {"GARRISON_ABSENT_AFTER": "1", "GARRISON_ANALYSIS_TAKES": "5", "GARRISON_HINT_TAKES": "0.2"}


class Server:
    """A server with its own folder; it can be killed and started again, and is the same one afterwards."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.port, self._environment = folder, free_port(), environment
        self.base = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        with open(self.folder / "server.log", "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "garrison", "serve", "--port", str(self.port)],
                env={
                    **os.environ,
                    **UNLIMITED,
                    **HASTY,
                    "GARRISON_DATA_DIR": str(self.folder),
                    "GARRISON_DATABASE": "",
                    "GARRISON_BOT_DELAY": "0.2",
                    **self._environment,
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            assert self._process.poll() is None, f"The server ended:\n{self.log}"
            assert time.monotonic() < until, f"The server does not answer:\n{self.log}"
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it can be asked something."""
        try:
            with urllib.request.urlopen(f"{self.base}/healthz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """Pull its plug."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ask it to end, with all that it has started."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def log(self) -> str:
        """What it has said."""
        return (self.folder / "server.log").read_text(errors="replace")

    def get(self, path: str) -> Any:
        """Ask for something."""
        with urllib.request.urlopen(f"{self.base}{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        """Ask it to do something."""
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}{path}", data, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path} is refused: {error.read().decode()}") from None

    def make(self, game: str, seats: int = 0, **wish: Any) -> dict[str, Any]:
        """A match; its first `seats` seats are the maker's."""
        people = [{"kind": "person"}] * seats
        return dict(self.post("/api/matches", {"game": game, "seats": people, **wish}))

    def number(self, match: str) -> int:
        """How many entries a match has, as nobody but the database knows while some are hidden."""
        with closing(sqlite3.connect(f"file:{self.folder / 'matches.sqlite'}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM history_entries WHERE match = ?", (match,)).fetchone()[0])


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
