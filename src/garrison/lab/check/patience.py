"""Rules that run for ever: a process that plays, and from which nothing is heard any more, is ended."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from typing import Any

PATIENCE = 60.0  # seconds: the longest silence of a process that plays
PAUSE = 0.2  # seconds between two looks at the clock


class Patience:
    """Listens to what a process says, and ends it when it has been silent for too long."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.place: dict[str, Any] = {}  # where it was when it was last heard: the seed and the step
        self.is_exhausted = False
        self._process = process
        self._last = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def sentence(self) -> str:
        """What is wrong with a process that was ended."""
        return f"a rule runs for more than {PATIENCE:.0f} seconds, in or shortly after this step"

    def hear(self, message: dict[str, Any]) -> None:
        """Something was said; from the first word about a game on, more must follow. Compiling takes as it takes."""
        if "seed" in message:
            self.place = {name: message[name] for name in ("seed", "step")}
        self._last = time.monotonic()

    def _watch(self) -> None:
        while self._process.poll() is None:
            time.sleep(PAUSE)
            if self.place and time.monotonic() - self._last > PATIENCE:
                self.is_exhausted = True
                end(self._process)
                return


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    if process.poll() is None and hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
