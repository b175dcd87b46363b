"""One lane's part of a check, in a separate process: `python -m garrison.lab.check.lane_worker`.

It reads a task from its input and writes lines of JSON: how much is done, and at the end what was found.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from garrison.core import libraries
from garrison.core.engine.lane import LANE
from garrison.core.engine.store import ENGINE
from garrison.core.game import Game
from garrison.errors import GarrisonError
from garrison.lab.check.check_report import CheckReport
from garrison.lab.check.trouble import heed


@dataclass(frozen=True)
class Stint:
    """What a lane has to do: explore games and write probes to a file, or (no seeds) try the probes in it."""

    game: Game
    seeds: list[int]
    probes: Path


class LaneWorker:
    """Does a task, and reports on a stream."""

    def __init__(self, stint: Stint, stream: TextIO) -> None:
        self.stint, self._stream = stint, stream
        self.report = CheckReport(stint.game.name, stint.game.variant, len(stint.seeds), 0)

    def run(self) -> None:
        """Build the game if necessary, do the task, and report what was found."""
        try:
            self._build()
            heed()
            self._explore() if self.stint.seeds else self._try_probes()
        except GarrisonError as error:
            self._say(error=str(error))
        else:
            self._say(lines=[line.to_dict() for line in self.report.lines.values()])

    def _explore(self) -> None:
        """Play and examine the games, and write the probes."""
        from garrison.lab.check.explore import Explorer

        explorer = Explorer(self.stint.game, self.report, self._say_place)
        for seed in self.stint.seeds:
            explorer.play(seed)
            self._say(parts=1, what=f"Playing in the {LANE} lane")
        explorer.play_batches()
        self.stint.probes.write_bytes(pickle.dumps(explorer.probes))

    def _try_probes(self) -> None:
        """Play what another lane has played."""
        from garrison.lab.check.lanes import compare

        for probe in pickle.loads(self.stint.probes.read_bytes()):
            self._say_place(probe.seed, probe.step.number if probe.step else 0)
            compare(self.stint.game, probe, self.report)
            self._say(parts=1, what=f"Comparing the {LANE} lane")

    def _build(self) -> None:
        """Build the machine code that is missing, and report the progress."""
        libraries.need(self.stint.game.package.blueprint(), ENGINE, tell=self._say_share)

    def _say_place(self, seed: int, step: int) -> None:
        self._say(seed=seed, step=step)

    def _say_share(self, share: float, left: float) -> None:
        self._say(what=f"Building the {LANE} lane, {share:.0%}")

    def _say(self, **words: object) -> None:
        print(json.dumps(words), file=self._stream, flush=True)


def main() -> None:
    """Do the task from the input."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a game prints must not get among our lines
    LaneWorker(pickle.load(sys.stdin.buffer), stream).run()


if __name__ == "__main__":
    main()
