"""How soon something happens for somebody who opens the lobby for the first time: clicks and seconds for each game.

    python benchmarks/first_action.py [--size 1366x768] [--chromium /usr/bin/chromium]

It needs Playwright for Python, Chromium on the machine and a built client; it starts a server of its own with an empty
database. Each game gets a browser that has never been here, at the lobby. From there this script presses what a person
who reads nothing would press: Play, what closes the offer of a lesson, Start, and then whatever field or button may be
chosen, until something of its own has happened: a move on the board, or a sentence in the log. The seconds are those of
the pages, and 0.4 s after each press. A person's are estimated with 2.65 s more for each press after the first: 1.35 s
to decide, 1.1 s to point, 0.2 s to press (the keystroke-level model).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

try:
    from playwright.sync_api import Browser, Page, WebSocket, sync_playwright
except ImportError:
    raise SystemExit("This needs Playwright: pip install playwright") from None

from garrison.core.discovery import find, own_names

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
A_PRESS = 2.65  # seconds of a person: to decide, to point and to press
MOST = 20  # presses until this gives up
PATIENCE = 60.0  # seconds for a page
SETTLED = 400  # ms after a press, in which its answer comes
LEGAL = """() => {
  const hits = document.querySelector(".hits.live"), grid = document.querySelector("[role=grid]");
  const fields = (hits?.dataset.legal || "").split(",").filter(Boolean).map(Number);
  const box = hits?.getBoundingClientRect();
  const side = box && box.width / Number(grid.ariaColCount);
  const places = fields.map(field => [box.left + (field % grid.ariaColCount + 0.5) * side,
    box.top + (Math.floor(field / grid.ariaColCount) + 0.5) * side]);
  const seen = places.filter(([x, y]) => document.elementFromPoint(x, y) === hits);
  return seen.length ? seen[Math.floor(seen.length / 2)] : null;
}"""
AT_ONCE = ("Play right away", "Start")  # what stands before a game
BUTTONS = "[aria-label=Actions] button:enabled, [aria-label=Controls] button:enabled"


class Witness:
    """Sees in what travels whether an action of one's own was acknowledged, and then whether something happened."""

    def __init__(self, page: Page) -> None:
        self.own: set[str] = set()
        self.has_acted = self.has_effect = False
        page.on("websocket", self._watch)

    def _watch(self, line: WebSocket) -> None:
        line.on("framesent", lambda frame: self._sent(json.loads(frame)))
        line.on("framereceived", lambda frame: self._received(json.loads(frame)))

    def _sent(self, message: Any) -> None:
        if message.get("type") == "act":
            self.own.add(message["id"])

    def _received(self, message: Any) -> None:
        if message.get("type") == "ack" and message.get("id") in self.own:
            self.has_acted = True
        elif message.get("type") == "update" and self.own:
            boards = (message.get("patch") or {}).get("boards", {})
            self.has_effect |= bool(message.get("log")) or any("pieces" in board for board in boards.values() if board)

    @property
    def is_satisfied(self) -> bool:
        """Whether something of one's own has happened."""
        return self.has_acted and self.has_effect


def press_next(page: Page) -> None:
    """Press what somebody would press who reads nothing."""
    for name in AT_ONCE:
        button = page.get_by_role("button", name=name, exact=True)
        if button.count() and button.first.is_visible():
            button.first.click()
            return
    place = page.evaluate(LEGAL)
    if place:
        page.mouse.click(*place)
        return
    buttons = page.locator(BUTTONS)
    if not buttons.count():
        raise SystemExit(f"There is nothing to press at {page.url}.")
    buttons.first.click()


def first_action(browser: Browser, base: str, game: str, size: tuple[int, int]) -> tuple[int, float]:
    """Presses and seconds from the lobby until something of one's own happens."""
    context = browser.new_context(base_url=base, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    witness = Witness(page)
    page.goto("/")
    play = page.get_by_role("button", name=f"Play {find(game).facts.title}", exact=True)
    play.wait_for()
    start = time.perf_counter()
    play.click()
    page.wait_for_selector(".hits.live", timeout=1000 * PATIENCE)
    page.wait_for_timeout(SETTLED)
    presses = 1
    while not witness.is_satisfied and presses < MOST:
        press_next(page)
        presses += 1
        page.wait_for_timeout(SETTLED)
    seconds = time.perf_counter() - start
    context.close()
    if not witness.is_satisfied:
        raise SystemExit(f"{game}: nothing has happened after {presses} presses.")
    return presses, seconds


@contextmanager
def serving() -> Iterator[str]:
    """A server with an empty database."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "garrison", "serve", "--port", str(port)]
        environment = {**os.environ, "GARRISON_DATA_DIR": folder, "GARRISON_DATABASE": ""}
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            await_answer(f"http://localhost:{port}")
            yield f"http://localhost:{port}"
        finally:
            process.terminate()
            process.wait()


def await_answer(base: str) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{base}/healthz", timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The server does not answer.")


def main() -> None:
    """Measure all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1366x768", help="of the window")
    parser.add_argument("--chromium", default=shutil.which("chromium-headless-shell") or shutil.which("chromium"))
    wishes = parser.parse_args()
    wide, high = (int(number) for number in wishes.size.split("x"))
    with serving() as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=wishes.chromium, args=FLAGS)
        print("| game | presses | seconds, pages | seconds, a person |\n|-|-|-|-|")
        for game in own_names():
            presses, seconds = first_action(browser, base, game, (wide, high))
            print(f"| {game} | {presses} | {seconds:.1f} | {seconds + (presses - 1) * A_PRESS:.0f} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
