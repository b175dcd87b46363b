"""One lane's part of a check, in a process of its own: `python -m garrison.lab.check.worker`.

It reads a task from its input, and writes lines of JSON: how much is done, and in the end what was found.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from garrison.core.engine import warm
from garrison.core.engine.lane import LANE
from garrison.core.errors import GarrisonError
from garrison.core.game import Game
from garrison.lab.check.report import Report
from garrison.lab.check.trouble import Watch


@dataclass(frozen=True)
class Task:
    """What a lane has to do: explore games and leave probes in a file, or (no seeds) try the probes that are there.

    Without a file there is nothing to do but to compile the game.
    """

    game: Game
    seeds: list[int]
    probes: Path | None


class Worker:
    """Does a task, and says so on a stream."""

    def __init__(self, task: Task, stream: TextIO) -> None:
        self.task, self._stream = task, stream
        self.report = Report(task.game.name, task.game.variant, len(task.seeds), 0)
        self.watch = Watch()

    def run(self) -> None:
        """Compile the game if need be, do the task, and say what was found."""
        try:
            warm.run([self.task.game.entry.blueprint()], self._compiling)
            self.watch.start()
            if self.task.probes is not None:
                self._explore(self.task.probes) if self.task.seeds else self._try_probes(self.task.probes)
        except GarrisonError as error:
            self._say(error=str(error))
        else:
            self._say(found=[line.to_dict() for line in self.report.lines.values()])

    def _explore(self, probes: Path) -> None:
        """Play the games, look at them, and leave the probes."""
        from garrison.lab.check.explore import Explorer

        explorer = Explorer(self.task.game, self.report, self.watch)
        for seed in self.task.seeds:
            explorer.play(seed)
            self._say(done=1, what=f"Playing in the {LANE} lane")
        probes.write_bytes(pickle.dumps(explorer.probes))

    def _try_probes(self, probes: Path) -> None:
        """Play what another lane has played."""
        from garrison.lab.check.lanes import compare

        for probe in pickle.loads(probes.read_bytes()):
            compare(self.task.game, probe, self.report, self.watch)
            self._say(done=1, what=f"Comparing the {LANE} lane")

    def _compiling(self, done: int, total: int, what: str) -> None:
        self._say(what=f"Compiling the {LANE} lane, {done} of {total}")

    def _say(self, **words: object) -> None:
        print(json.dumps(words), file=self._stream, flush=True)


def main() -> None:
    """Do the task that is on the input."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a game prints is none of ours
    Worker(pickle.load(sys.stdin.buffer), stream).run()


if __name__ == "__main__":
    main()
