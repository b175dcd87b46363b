"""Playing what the measures need: on all cores or on many machines, a number of games or for a time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import ceil
from typing import TypeAlias

from garrison import bots as all_bots
from garrison.core import preparation
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.errors import BadOption, shown
from garrison.lab.arena.settings import PLACES
from garrison.lab.design.experiments import GAMES, PARTS, Experiment, experiments_for, king_tasks, repeats, tasks
from garrison.lab.games.changes import Change, with_changes
from garrison.lab.games.ends import Block
from garrison.lab.games.players import player_of
from garrison.lab.games.portions import PortionPool, forfeit_any, play_any
from garrison.lab.games.quick import play_quickly
from garrison.lab.games.traces import DECISION_SECONDS, LabGame, Trace, forfeit
from garrison.lab.measures import kinds_for
from garrison.lab.measures.evidence import PLAY, Evidence, count_of
from garrison.lab.notes.counts import NOTES
from garrison.lab.work.cluster import Cluster
from garrison.lab.work.process_pool import GamePool, ProcessPool

ROUND_SECONDS = 3.0  # of play between two looks at what needs more games
HEAD_START = 0.1  # of the time is for the main experiment alone
PROBES = 4  # games that tell whether games differ at all
OPENING = 2  # random turns at the beginning of games that would otherwise all be alike
KINGS = 0.15  # of the time is for games in which somebody may make a king
MOST_GAMES = 1_000_000
MOST_SECONDS = 7 * 24 * 3600.0
Progress = Callable[[float], None]
LabPool: TypeAlias = "GamePool[LabGame, Trace | Block]"


@dataclass(frozen=True)
class Extent:
    """How much to play: games of the main experiment, or seconds in all; 0 of either means the other."""

    games: int = 0
    seconds: float = 0.0
    seed: int = 0
    processes: int | None = None
    place: str = "here"
    tools: tuple[str, ...] = ()  # that are weighed; by default all

    def __post_init__(self) -> None:
        """One of the two is given."""
        if (self.games > 0) == (self.seconds > 0):
            raise BadOption("The lab takes a number of games or a time budget, not both.")
        if self.games > MOST_GAMES or self.seconds > MOST_SECONDS:
            raise BadOption(f"The lab plays up to {MOST_GAMES:,} games of a kind, and up to a week.")
        if self.place not in PLACES:
            raise BadOption(f"Games are played here or on ray, not on {shown(self.place)}.")


class Run:
    """Games that are being played; what has been measured is there at any time, also after Ctrl+C."""

    def __init__(
        self, base: Game, bot: str, extent: Extent, measures: Iterable[str] = (), changes: tuple[Change, ...] = ()
    ) -> None:
        game = with_changes(base, changes)
        player_of(bot, game)  # which refuses names that nobody has
        self.evidence, self._base, self._changes = Evidence(game, bot), base, changes
        self.extent, self.opening, self.is_cut_short = extent, 0, False
        self.names = list(kinds_for(game, measures))
        kinds = kinds_for(game, measures).values()
        self._needs = [need for kind in kinds for need in kind.needs]
        self._only_end = all(kind.only_end for kind in kinds)
        self.experiments = experiments_for(game, bot, self._needs, extent.tools)
        self.seconds = 0.0

    def go(self, progress: Progress = lambda share: None, pool: LabPool | None = None) -> Evidence:
        """Play until there are enough games, or time is up; with a pool that is there already, or one of its own."""
        start = time.monotonic()
        try:
            with pool_of(self._base, self.extent) if pool is None else nullcontext(pool) as workers:
                self._probe(workers)
                for batch in self._batches(start):
                    self._play(workers, batch, start, progress)
        except KeyboardInterrupt:
            self.is_cut_short = True
        self.seconds = time.monotonic() - start
        return self.evidence

    def stream(self) -> Iterator[Trace]:
        """The main experiment alone, without an end, game by game in this process."""
        with pool_of(self._base, replace(self.extent, processes=0, place="here")) as pool:
            self._probe(pool)
            for first in count(0, repeats(self.evidence.game)):
                for trace in pool.work(self._tasks(self.experiments[0], first, first + repeats(self.evidence.game))):
                    self.evidence.add(trace)
                    assert isinstance(trace, Trace)  # since one process plays game by game
                    yield trace

    def total(self) -> int:
        """How many games are planned, if their number is."""
        return sum(self._quota(experiment) for experiment in self.experiments)

    def _probe(self, pool: LabPool) -> None:
        self.note_probes([trace for trace in pool.work(self.probes()) if isinstance(trace, Trace)])

    def probes(self) -> list[LabGame]:
        """A few games that tell what there is to measure."""
        group = repeats(self.evidence.game)
        return self._tasks(self.experiments[0], 0, PROBES * group)[::group]

    def note_probes(self, traces: Sequence[Trace]) -> None:
        """Where neither rules nor bots use chance, all games would be alike: then they begin at random."""
        if len({trace.digest for trace in traces}) == 1:
            self.opening = OPENING
        tools = {
            tool.name
            for index, tool in enumerate(self.evidence.game.facts.tools)
            if any(trace.offers[:, index].any() for trace in traces)
        }  # that somebody could use
        self.experiments = [
            one for one in self.experiments if one.kind != "without" or one.name.partition(":")[2] in tools
        ]

    def all_tasks(self) -> list[LabGame]:
        """The games of all experiments, if their number is planned."""
        return [task for one in self.experiments for task in self._tasks(one, 0, self._quota(one))]

    def _quota(self, experiment: Experiment) -> int:
        """How many games an experiment gets; whoever names the tools to be weighed wants to know it exactly."""
        group = repeats(self.evidence.game)
        is_named = experiment.kind == "without" and self.extent.tools
        return group * ceil(self.extent.games * (1.0 if is_named else GAMES[experiment.kind]) / group)

    def _tasks(self, experiment: Experiment, first: int, last: int) -> list[LabGame]:
        own = replace(experiment, changes=self._changes + experiment.changes)
        only_end = self._only_end or experiment.kind != PLAY  # all others are compared by their ends
        return tasks(self.evidence.game, own, first, last, self.extent.seed, self.opening, only_end)

    def _batches(self, start: float) -> Iterator[Sequence[LabGame]]:
        """All at once, or a few at a time until time is up; kings are made from games that were played."""
        if self.extent.games:
            yield self.all_tasks()
        else:
            yield from self._rounds(start)
        if "king" in self._needs and not self.is_cut_short:
            yield king_tasks(self.evidence.of())

    def _rounds(self, start: float) -> Iterator[Sequence[LabGame]]:
        """A few games at a time, until time is up."""
        group, counts = repeats(self.evidence.game), Counter[str]()
        size, part = 2 * group, 1 - KINGS if "king" in self._needs else 1.0
        while (now := time.monotonic()) - start < part * self.extent.seconds:
            batch, times = list[LabGame](), self._times(now - start)
            for _ in range(max(1, size // group)):
                one = self._next(times, counts)
                batch += self._tasks(one, counts[one.name], counts[one.name] + group)
                counts[one.name] += group
                times[one.kind] += self._pace() * group
            yield batch
            seconds = max(time.monotonic() - now, 1e-3)
            size = max(group, min(4 * size, int(size * ROUND_SECONDS / seconds)))

    def _next(self, times: dict[str, float], counts: Counter[str]) -> Experiment:
        """Each kind of experiment gets its part of the time, and within a kind whoever has the fewest games is next."""
        kind = min(times, key=lambda one: times[one] / PARTS[one])
        return min((one for one in self.experiments if one.kind == kind), key=lambda one: counts[one.name])

    def _times(self, elapsed: float) -> dict[str, float]:
        """How many seconds the games of each kind have taken so far; at first only the main ones count."""
        kinds = [one.kind for one in self.experiments]
        times = dict.fromkeys(kinds if elapsed > HEAD_START * self.extent.seconds else [PLAY], 0.0)
        for name, games in self.evidence.results.items():
            kind = name.partition(":")[0]
            if kind in times:
                times[kind] += sum(one.seconds for one in games)
        return times

    def _pace(self) -> float:
        games = self.evidence.results.get(PLAY, [])
        return sum(one.seconds for one in games) / count_of(games) if games else 1.0

    def _play(self, pool: LabPool, batch: Sequence[LabGame], start: float, progress: Progress) -> None:
        total = self.total()
        for result in pool.work(batch):
            self.evidence.add(result)
            elapsed = time.monotonic() - start
            progress(min(elapsed / self.extent.seconds if self.extent.seconds else self.evidence.games / total, 1.0))
            if 0 < self.extent.seconds < elapsed:
                break


def pool_of(game: Game, extent: Extent) -> LabPool:
    """Those who play: processes of this machine, or of many."""
    for code in (game.package.blueprint(), *all_bots.wanted_by_levels(game.package), NOTES):
        preparation.ensure(code)  # now, since the processes would all wait for it
    play = partial(play_quickly, game)
    if extent.place == "ray":
        return Cluster(play, DECISION_SECONDS, forfeit)
    processes = cores() if extent.processes is None else extent.processes
    if not processes:
        return ProcessPool(play, 0, DECISION_SECONDS, forfeit)
    return PortionPool(ProcessPool(partial(play_any, game), processes, DECISION_SECONDS, forfeit_any), game, processes)
