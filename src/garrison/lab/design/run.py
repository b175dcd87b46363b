"""Playing what the measures need: on all cores or on many machines, a number of games or for a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import inf
from typing import TypeAlias

from garrison.bots.search import SEARCH
from garrison.core.batches.parallel import cores
from garrison.core.engine.store import ENGINE
from garrison.core.game import Game
from garrison.core.libraries import need
from garrison.errors import BadOption, shown
from garrison.lab.arena.settings import PLACES
from garrison.lab.design.experiments import Experiment, experiments_for, king_tasks, repeats, tasks
from garrison.lab.design.turns import Turns, in_turn, quota_of
from garrison.lab.games.changes import Change, with_changes
from garrison.lab.games.ends import Block
from garrison.lab.games.players import player_of
from garrison.lab.games.portions import PortionPool, forfeit_any, play_any
from garrison.lab.games.quick import play_quickly
from garrison.lab.games.traces import DECISION_SECONDS, LabGame, Trace, forfeit
from garrison.lab.measures import kinds_for, measures_of
from garrison.lab.measures.evidence import PLAY, Evidence, count_of
from garrison.lab.notes.counts import ORIGIN
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
    """How much to play: games of the main experiment, seconds in all, or whichever comes first; 0 is no limit."""

    games: int = 0
    seconds: float = 0.0
    seed: int = 0
    processes: int | None = None
    place: str = "here"
    tools: tuple[str, ...] = ()  # that are weighed; by default all

    def __post_init__(self) -> None:
        """There is a limit."""
        if self.games <= 0 >= self.seconds:
            raise BadOption("The lab takes a number of games, a time budget, or both.")
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
        self.evidence, self._base, self.changes = Evidence(game, bot), base, changes
        self.extent, self.opening, self.is_cut_short = extent, 0, False
        self.names = list(kinds_for(game, measures))
        measures_of(self.evidence, self.names)  # which refuses what another package takes for a measure
        kinds = kinds_for(game, measures).values()
        self._needs = [need for kind in kinds for need in kind.needs]
        self._only_end = all(kind.only_end for kind in kinds)
        self.experiments = experiments_for(game, bot, self._needs, extent.tools)
        self.evidence.schedule = self._names_planned()
        self.seconds, self._start, self._old_tasks = 0.0, time.monotonic(), set[LabGame]()
        self._is_probed = False

    def go(self, progress: Progress = lambda share: None, pool: LabPool | None = None) -> Evidence:
        """Play until there are enough games, or time is up; with a pool that is there already, or one of its own."""
        self._start = time.monotonic()
        try:
            with pool_of(self._base, self.extent) if pool is None else nullcontext(pool) as workers:
                self._probe(workers)
                for batch in self._batches():
                    self.play_batch(workers, batch, progress)
        except KeyboardInterrupt:
            self.is_cut_short = True
        self.seconds = time.monotonic() - self._start
        self.evidence.pace = self.pace
        return self.evidence

    def more(self, games: int, pool: LabPool) -> Evidence:
        """Go on until there are so many games."""
        self._old_tasks = {task for games in self.evidence.results.values() for one in games for task in tasks_of(one)}
        self.extent = replace(self.extent, games=games)
        return self.go(pool=pool)

    @property
    def pace(self) -> float:
        """Seconds that a game takes, all processes together; where their number is what counts, nobody asks."""
        return self.seconds / max(self.evidence.games, 1) if self.extent.seconds else 0.0

    def _left(self) -> float:
        """Seconds that are left."""
        return self.extent.seconds + self._start - time.monotonic() if self.extent.seconds else inf

    def stream(self) -> Iterator[Trace]:
        """The main experiment alone, without an end, game by game in this process."""
        with pool_of(self._base, replace(self.extent, processes=0, place="here")) as pool:
            self._probe(pool)
            for first in count(0, repeats(self.evidence.game)):
                tasks = self._tasks(self.experiments[0], first, first + repeats(self.evidence.game))
                for trace in pool.work(self._unplayed(tasks)):
                    self.evidence.add(trace)
                    assert isinstance(trace, Trace)  # since one process plays game by game
                    yield trace

    def total(self) -> int:
        """How many games are planned, if their number is."""
        return sum(int(self._quota(experiment)) for experiment in self.experiments)

    def _probe(self, pool: LabPool) -> None:
        """The first games tell what there is to measure; unless all are alike, they count."""
        if self._is_probed:
            return
        self._is_probed = True
        traces = list[Trace]()
        for result in pool.work(self.probes()):
            traces += [result] if isinstance(result, Trace) else result.traces()
            if self._left() < 0:
                break
        self.note_probes(traces)
        most = self._quota(self.experiments[0])
        for trace in [] if self.opening else traces:
            if trace.task.number < most:
                self.evidence.add(trace)
                self._old_tasks.add(trace.task)

    def _unplayed(self, tasks: Sequence[LabGame]) -> list[LabGame]:
        """Without those that were played as probes, or before there were to be more."""
        return [task for task in tasks if task not in self._old_tasks]

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
        self.evidence.schedule = self._names_planned()

    def _names_planned(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.experiments)

    def all_tasks(self) -> list[LabGame]:
        """The games of all experiments, if their number is planned: the main ones first, and then all in turn."""
        turns = in_turn(self.experiments, repeats(self.evidence.game), self._quota)
        return [task for one, first, last in turns for task in self._tasks(one, first, last)]

    def _quota(self, experiment: Experiment) -> float:
        return quota_of(experiment, self.extent.games, repeats(self.evidence.game), bool(self.extent.tools))

    def _tasks(self, experiment: Experiment, first: int, last: int) -> list[LabGame]:
        own = replace(experiment, changes=self.changes + experiment.changes)
        only_end = self._only_end or experiment.kind != PLAY  # all others are compared by their ends
        return tasks(self.evidence.game, own, first, last, self.extent.seed, self.opening, only_end)

    def _batches(self) -> Iterator[Sequence[LabGame]]:
        """All at once, or a few at a time until time is up; kings are made from games that were played."""
        if self.extent.seconds:
            yield from self._rounds()
        else:
            yield self._unplayed(self.all_tasks())
        if "king" in self._needs and self._left() > 0:
            yield self._unplayed(king_tasks(self.evidence.of()))

    def _rounds(self) -> Iterator[Sequence[LabGame]]:
        """A few games at a time, until time is up or all is played."""
        group = repeats(self.evidence.game)
        turns, size = Turns(self.experiments, group, self._quota), 2 * group
        reserve = KINGS * self.extent.seconds if "king" in self._needs else 0.0
        while self._left() > reserve and (batch := self._round(turns, size)):
            now = time.monotonic()
            yield self._unplayed(batch)
            seconds = max(time.monotonic() - now, 1e-3)
            size = max(group, min(4 * size, int(size * ROUND_SECONDS / seconds)))

    def _round(self, turns: Turns, size: int) -> list[LabGame]:
        """About so many games, of those whose turn it is."""
        batch, times, pace = list[LabGame](), self._times(turns), max(self._pace(), 1e-6)
        seconds_each = (self.extent.seconds - self._left()) / max(self.evidence.games, 1)
        while len(batch) < size and (turn := turns.next(times, self._left() / max(seconds_each, 1e-6) - len(batch))):
            batch += self._tasks(*turn)
            times[turn[0].kind] += pace * (turn[2] - turn[1])
        return batch

    def _times(self, turns: Turns) -> dict[str, float]:
        """How many seconds the games of each kind have taken so far; at first only the main ones count."""
        kinds, time_spent = turns.kinds(), self.extent.seconds - self._left()
        if PLAY in kinds and (time_spent < HEAD_START * self.extent.seconds or turns.counts[PLAY] < turns.beginning):
            kinds = [PLAY]
        times = dict.fromkeys(kinds, 0.0)
        for name, games in self.evidence.results.items():
            kind = name.partition(":")[0]
            if kind in times:
                times[kind] += sum(one.seconds for one in games)
        return times

    def _pace(self) -> float:
        games = self.evidence.results.get(PLAY, [])
        return sum(one.seconds for one in games) / count_of(games) if games else 1.0

    def play_batch(self, pool: LabPool, batch: Sequence[LabGame], progress: Progress) -> None:
        """Play some games in the processes, and keep what came out."""
        total = self.total() if self.extent.games else inf
        for result in pool.work(batch):
            self.evidence.add(result)
            part = 1 - self._left() / self.extent.seconds if self.extent.seconds else 0.0
            progress(min(max(part, self.evidence.games / total), 1.0))
            if self._left() < 0:
                break


def tasks_of(result: Trace | Block) -> Sequence[LabGame]:
    """The games of a result."""
    return result.tasks if isinstance(result, Block) else [result.task]


def pool_of(game: Game, extent: Extent) -> LabPool:
    """Those who play: processes of this machine, or of many."""
    need(game.package.blueprint(), ENGINE, SEARCH, ORIGIN)  # now, since the processes would all wait for it
    play = partial(play_quickly, game)
    if extent.place == "ray":
        cluster = Cluster(partial(play_any, game), DECISION_SECONDS, forfeit_any)
        return PortionPool(cluster, game, cluster.processes)
    processes = cores() if extent.processes is None else extent.processes
    if not processes:
        return ProcessPool(play, 0, DECISION_SECONDS, forfeit)
    return PortionPool(ProcessPool(partial(play_any, game), processes, DECISION_SECONDS, forfeit_any), game, processes)
