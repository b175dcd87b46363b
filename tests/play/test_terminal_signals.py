"""A program in a terminal that the system asks to end: the terminal is as it was, and no game is lost."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from garrison.core.replay import parse
from starting import saved_replay

pty = pytest.importorskip("pty", reason="terminals of programs (they need a system with pty)")
termios = pytest.importorskip("termios")
fcntl = pytest.importorskip("fcntl")

PATIENCE = 60.0  # seconds
ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"  # the alternate screen
SHOWS_CURSOR = b"\x1b[?25h"


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.seen = folder, b""
        self.ours, self.theirs = pty.openpty()
        self.before = termios.tcgetattr(self.theirs)
        environment = {**os.environ, "GARRISON_DATA_DIR": str(folder), "TERM": "xterm-256color"}
        environment |= {"LINES": "30", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "garrison", *arguments],
            cwd=folder,
            env=environment,
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that it is told when this terminal is closed
        )

    def read(self, seconds: float = 0.05) -> None:
        """Take what the program writes."""
        if select.select([self.ours], [], [], seconds)[0]:
            self.seen += os.read(self.ours, 1 << 16)

    def until(self, words: bytes, after: int = 0) -> None:
        """Wait until it has written something."""
        end = time.monotonic() + PATIENCE
        while words not in self.seen[after:]:
            assert time.monotonic() < end, f"{words!r} did not come: {self.seen[-2000:]!r}"
            assert self.process.poll() is None, self.seen[-2000:]
            self.read()

    def quieten(self) -> None:
        """Wait until it has nothing more to write."""
        size = -1
        while size != len(self.seen):
            size = len(self.seen)
            self.read(0.5)

    def press(self, keys: bytes) -> None:
        os.write(self.ours, keys)

    def end(self, ending: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end, and read what it has to say; its exit status."""
        self.process.send_signal(ending)
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, "it does not end"
            self.read()
        self.quieten()
        return self.process.wait()

    def is_restored(self) -> bool:
        """Whether the terminal is as it was: the usual screen, a cursor, lines with an echo."""
        left = self.seen.rfind(LEAVES) > self.seen.rfind(ENTERS) >= 0
        return left and SHOWS_CURSOR in self.seen and termios.tcgetattr(self.theirs) == self.before

    def hang_up(self) -> int:
        """Close the terminal's window; the program's exit status."""
        os.close(self.ours)
        self.ours = -1
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for end in (self.ours, self.theirs):
            if end >= 0:
                os.close(end)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[object]:
    opened: list[Terminal] = []

    def begin(*arguments: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments))
        return opened[-1]

    yield begin
    for terminal in opened:
        terminal.close()


def kept(folder: Path) -> list[Path]:
    return list(folder.glob("interrupted/*.json"))


def begun(start) -> Terminal:
    """A game in which something has been played."""
    terminal = start("play", "skirmish", "--seed", "3")
    terminal.until(b"choose a character")
    terminal.quieten()
    terminal.press(b"\r")  # the cursor stands on a character that may be chosen
    terminal.until(b"step 1", len(terminal.seen) - 1)
    return terminal


def check_kept(folder: Path) -> Path:
    [file] = kept(folder)
    replay = parse(file.read_text())
    assert (replay.game.name, replay.seed, len(replay.moves)) == ("skirmish", 3, 1)
    return file


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_game_is_kept_when_the_program_is_asked_to_end(ending: signal.Signals, start, tmp_path: Path) -> None:
    terminal = begun(start)
    assert terminal.end(ending) == 128 + ending
    assert terminal.is_restored()
    file = check_kept(tmp_path)
    words = terminal.seen[terminal.seen.rfind(LEAVES) :].decode()
    assert str(file) in "".join(words.split("\r\n"))
    assert "Traceback" not in words


def test_a_game_is_kept_when_its_terminal_is_closed(start, tmp_path: Path) -> None:
    begun(start).hang_up()
    check_kept(tmp_path)


@pytest.mark.parametrize("where", ["menu", "game", "replay"])
def test_everywhere_the_terminal_is_as_it_was(where: str, start, tmp_path: Path) -> None:
    replay = saved_replay(tmp_path)
    ways = {"menu": ["--terminal"], "game": ["play", "minefield"], "replay": ["replay", str(replay)]}
    terminal = start(*ways[where])
    terminal.until(ENTERS)
    terminal.quieten()
    assert terminal.end() == 143
    assert terminal.is_restored()
    assert not kept(tmp_path), "nothing had been played"
    assert b"Traceback" not in terminal.seen
