"""A PostgreSQL for tests: the one that GARRISON_TEST_POSTGRESQL names, or a throw-away one of our own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import PATIENCE, free_port, wait_until

MISSING = "PostgreSQL (install postgresql, or name a database in GARRISON_TEST_POSTGRESQL)"


def program(name: str) -> str | None:
    """Where one of PostgreSQL's programs lies; Debian keeps them out of the way."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(places[0]) if places else shutil.which(name)


def install() -> None:
    """Install PostgreSQL where that is allowed; its own cluster is never started."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quietly: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "timeout": 300}
        calm = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", "postgresql"], env=calm, **quietly)


class Cluster:
    """A PostgreSQL of our own, in a folder that goes away with it."""

    def __init__(self) -> None:
        if program("initdb") is None:
            install()
        if program("initdb") is None or program("postgres") is None:
            pytest.skip(MISSING)
        self.folder = Path(tempfile.mkdtemp(prefix="garrison-postgresql-"))
        self.port = free_port()
        self.user = self._somebody()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.url = f"postgresql://garrison@127.0.0.1:{self.port}/postgres"
        self._run(
            "initdb", "-D", str(self.folder / "data"), "-U", "garrison", "--auth=trust", "-E", "UTF8", "--no-sync"
        )
        self.process: subprocess.Popen[bytes] | None = None

    def _somebody(self) -> str | None:
        """PostgreSQL refuses to run as root; whom it runs as then."""
        if os.geteuid() != 0:
            return None
        known = {entry.pw_name for entry in pwd.getpwall()}
        return next(name for name in ("postgres", "nobody") if name in known)

    def _run(self, name: str, *arguments: str) -> None:
        command = [str(program(name)), *arguments]
        subprocess.run(command, user=self.user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder} -c fsync=off"
        command = [str(program("postgres")), "-D", str(self.folder / "data"), *options.split()]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, user=self.user, cwd=self.folder, stdout=log, stderr=log)
        self.wait()

    def wait(self) -> None:
        import psycopg

        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            except psycopg.Error:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """Pull PostgreSQL's plug, with all its processes."""
        assert self.process is not None
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        self.process.kill()
        self.process.wait()
        for child in children:
            subprocess.run(["kill", "-9", child], stderr=subprocess.DEVNULL)
        wait_until(lambda: not self._helpers(), "the end of its helpers, which might still write")
        (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def _helpers(self) -> list[Path]:
        """The processes at work in its folder."""
        return [place for place in Path("/proc").glob("[0-9]*/cwd") if _target(place) == self.folder / "data"]

    def remove(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def _target(link: Path) -> Path | None:
    """Where a link leads, unless it is gone or somebody else's."""
    try:
        return link.readlink()
    except OSError:
        return None


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that is running."""
    pytest.importorskip("psycopg", reason="PostgreSQL's driver (psycopg)")
    one = Cluster()
    try:
        one.start()
        yield one
    finally:
        one.remove()
