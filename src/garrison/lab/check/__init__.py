"""`garrison check`: random play, tested for everything that every game must do.

One lane explores: it plays the games, examines positions on the way and records set-ups and single steps as probes,
which the other lanes then play. That is the checked lane, in which a rule that leaves its arrays is caught and does no
harm. Each lane is a separate process, because the lane is chosen before anything is imported.
"""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.core.seeds import checked_seed, seeds_of
from garrison.errors import BadOption
from garrison.lab.check import batches, lanes, package, trouble
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.explore import PROPERTIES
from garrison.lab.check.lane_worker import Stint
from garrison.lab.check.lanes import Probe
from garrison.lab.check.processes import LaneTask, Processes, Progress, nothing
from garrison.lab.check.properties.scenes import words

SENTENCES = {
    "package": package.SENTENCE,
    trouble.NAME: trouble.SENTENCE,
    **{item.name: item.sentence for item in PROPERTIES},
    batches.NAME: batches.SENTENCE,
    lanes.NAME: lanes.SENTENCE,
}
LANES = ("checked", "compiled", "interpreted")  # the first explores
MOST_GAMES = 1_000_000
WORTH_SHARING = 100  # games: fewer are played faster than another process starts
MOST_SLOW = 300  # probes of a kind: plain Python takes a thousand times as long


def check(
    game: Game, games: int = 1000, seed: int = 0, progress: Progress = nothing, through: Sequence[str] = LANES
) -> CheckReport:
    """Play that many random games and report, one line per property.

    `progress` is called with how much is done, of `games` for each lane, and with what is being done, in words.
    """
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"A check plays 1 to {MOST_GAMES:,} games, not {games}.")
    seeds = [int(own) for own in seeds_of(checked_seed(seed), games)]
    report = blank(game, games, seed)
    if is_complete(game, report):
        with tempfile.TemporaryDirectory() as folder, Processes(progress) as pool:
            pool.work([_exploring(game, share, folder, through[0]) for share in _shares(seeds)], games, report)
            pool.work([_trying(game, folder, lane) for lane in through[1:]], games * len(through[1:]), report)
    return report


def blank(game: Game, games: int, seed: int) -> CheckReport:
    """A report in which nothing has been examined yet, its lines in order."""
    report = CheckReport(game.name, game.variant, games, seed)
    for name, sentence in SENTENCES.items():
        report.line(name, sentence)
    return report


def is_complete(game: Game, report: CheckReport) -> bool:
    """Whether the package has what a game needs; what is missing is recorded, and so is what has no words."""
    line = report.lines["package"]
    line.looked = 1
    lacking = next(package.missing(game), None)
    if lacking is not None:
        line.counterexample = Counterexample(lacking)
        return False
    wordless = next(package.wordless(game), None)
    if wordless is not None:
        report.lines[words.name].counterexample = Counterexample(wordless)
    return True


def _shares(seeds: list[int]) -> list[list[int]]:
    """The games of each process that explores, in order."""
    count = cores() if len(seeds) >= WORTH_SHARING else 1
    edges = [len(seeds) * place // count for place in range(count + 1)]
    return [seeds[first:last] for first, last in pairwise(edges)]


def _exploring(game: Game, seeds: list[int], folder: str, lane: str) -> LaneTask:
    return LaneTask(lane, Stint(game, seeds, Path(folder) / f"{seeds[0]}.probes"), len(seeds))


def _trying(game: Game, folder: str, lane: str) -> LaneTask:
    """The probes left to try: set-ups and steps, fewer of both if the lane is slow."""
    probes = [probe for file in sorted(Path(folder).glob("*.probes")) for probe in pickle.loads(file.read_bytes())]
    if lane == "interpreted":
        starts = [probe for probe in probes if probe.step is None]
        probes = _sample(starts) + _sample([probe for probe in probes if probe.step is not None])
    else:
        probes = [probe for probe in probes if probe.after is not None]  # without bounds checks they could do harm
    file = Path(folder) / lane
    file.write_bytes(pickle.dumps(probes))
    return LaneTask(lane, Stint(game, [], file), len(probes))


def _sample(probes: list[Probe]) -> list[Probe]:
    """No more than plain Python can play in a while, evenly chosen; those that went wrong are all kept."""
    every = -(-len(probes) // MOST_SLOW) or 1
    return [probe for place, probe in enumerate(probes) if place % every == 0 or probe.after is None]
