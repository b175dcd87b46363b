"""`npm run dev`: the sources of the client as they are, with the matches of a running server."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from host import PATIENCE, Server, free_port
from test_client_files import WEB

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VITE = WEB / "node_modules" / "vite" / "bin" / "vite.js"


@pytest.fixture
def address(server: Server, tmp_path: Path) -> Iterator[str]:
    """Where the sources are shown, as `npm run dev` does it, but at a port of their own."""
    node, port = shutil.which("node"), free_port()
    assert node is not None
    command = [node, str(VITE), "--port", str(port), "--strictPort", "--host", "127.0.0.1"]
    with open(tmp_path / "vite.log", "wb") as log:
        process = subprocess.Popen(
            command, cwd=WEB, env={**os.environ, "GARRISON_SERVER": server.base}, stdout=log, stderr=log
        )
    try:
        until = time.monotonic() + PATIENCE
        while not _answers(f"http://127.0.0.1:{port}/"):
            assert process.poll() is None, (tmp_path / "vite.log").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=10):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not VITE.exists(), reason="needs Node and the client's packages")
def test_a_match_is_shown_by_the_sources(browser: Browser, server: Server, address: str) -> None:
    made = server.make("skirmish", 2)
    page = browser.new_page()
    page.goto(f"{address}/m/{made['match']}")
    page.locator("[role=grid]").wait_for(timeout=PATIENCE * 1000)  # what the match's socket has sent
    page.close()
