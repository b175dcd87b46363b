"""Analyses of replays: judged in the background in a process of their own, and kept with what they are about."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

import msgspec

from garrison.bots.analysis import MISTAKE, MISTAKES
from garrison.errors import GarrisonError
from garrison.play.server.store import replay_rows
from garrison.play.server.wire import study_messages
from garrison.play.server.wire.codec import encoder
from garrison.play.server.wire.refusal import BUSY, TooBusy
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work import analysis_work
from garrison.play.server.work.answers import Answers
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.server.work.replays import KEPT_FRAMES, KeptReplay, NoReplay, Reels
from garrison.play.server.work.visitor import visitor

NOT_YET = study_messages.AnalysisView("none", 0.0, "", [], [])
ADVISER = "hard"  # the level whose search judges
SHARE = 0.5  # of the time is for finding better moves; the rest goes into judging what was played
SHORTEST, LONGEST = 15.0, 400.0  # milliseconds for one turn
decoder = msgspec.json.Decoder(study_messages.AnalysisView)


class StillAnalysing(GarrisonError):
    """Somebody wants another analysis before their last one is done."""


@dataclass
class PendingAnalysis:
    """An analysis that is being made, or that failed."""

    address: str
    count: int = 0  # turns to judge
    turns: list[study_messages.JudgedView] = field(default_factory=list)
    sentence: str = ""

    @property
    def view(self) -> study_messages.AnalysisView:
        """As far as it has got."""
        share = len(self.turns) / self.count if self.count else 0.0
        return _view("failed" if self.sentence else "running", share, self.turns, self.sentence)


class Analyses:
    """All analyses of a server; one at a time for each address."""

    def __init__(self, reels: Reels, work: HeavyWork, settings: Settings) -> None:
        self._reels, self._work, self._settings = reels, work, settings
        self._jobs: dict[str, PendingAnalysis] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._better = Answers[tuple[str, int], bytes](KEPT_FRAMES)

    async def view(self, name: str, invite: str) -> study_messages.AnalysisView:
        """How far the analysis of a replay is."""
        await self._reels.find(name, invite)
        if name in self._jobs:
            return self._jobs[name].view
        text = await self._reels.store.read(lambda connection: replay_rows.load_analysis(connection, name))
        return decoder.decode(text) if text else NOT_YET

    async def start(self, name: str, invite: str, address: str) -> study_messages.AnalysisView:
        """Begin to analyse a replay, unless that has been done or is being done."""
        replay = await self._reels.find(name, invite)
        view = await self.view(name, invite)
        if view.state in ("none", "failed") and name not in self._tasks:
            self._check(address)
            self._jobs[name] = PendingAnalysis(address)
            self._tasks[name] = asyncio.get_running_loop().create_task(self._analyse(name, replay))
            view = self._jobs[name].view
        return view

    def _check(self, address: str) -> None:
        """Refuse what is too much for one person, or for the server."""
        own = next((self._jobs[name] for name in self._tasks if self._jobs[name].address == address), None)
        if own is not None:
            raise StillAnalysing(f"Your last analysis is still being made ({own.view.share:.0%}). Please wait for it.")
        if len(self._tasks) >= self._settings.analyses:
            raise TooBusy(BUSY)

    async def better(self, name: str, invite: str, first: int) -> bytes:
        """The better move instead of the turn that begins with action `first`, like a stretch of a replay."""
        replay = await self._reels.find(name, invite)
        turns = (await self.view(name, invite)).turns
        turn = next((turn for turn in turns if turn.first == first and turn.better), None)
        if turn is None:
            raise NoReplay("No better move is known here.")
        player, better = turn.player, turn.better

        async def made() -> bytes:
            visitor().spend_on(len(replay.text))  # the other process may have to read it again
            return await self._work.do(analysis_work.better, name, replay.text, first, player, better)

        return await self._better.get((name, first), made)

    async def _analyse(self, name: str, replay: KeptReplay) -> None:
        job = self._jobs[name]
        try:
            await self.judge_turns(name, replay, job)
            text = encoder.encode(_view("done", 1.0, job.turns)).decode()
            await self._reels.store.write(lambda connection: replay_rows.keep_analysis(connection, name, text))
            del self._jobs[name]
        except GarrisonError as error:
            job.sentence = str(error)
        finally:
            del self._tasks[name]

    async def judge_turns(self, name: str, replay: KeptReplay, job: PendingAnalysis) -> None:
        """Judge turn after turn, until all are done or time is up; the first one has to load everything."""
        settings, work = self._settings, self._work
        places = await work.do(analysis_work.places, name, replay.text, settings.analysed_turns)
        job.count, end = len(places), float("inf")
        each = SHARE * 1000 * settings.analysis_takes / max(len(places), 1)
        for place in places:
            if time.monotonic() >= end:
                return
            milliseconds = min(max(each, SHORTEST), LONGEST)
            job.turns.append(await work.do(analysis_work.judge, name, replay.text, place, milliseconds))
            end = min(end, time.monotonic() + settings.analysis_takes)

    def stop(self) -> None:
        """Stop all of them."""
        for task in self._tasks.values():
            task.cancel()


def _view(
    state: str, share: float, turns: list[study_messages.JudgedView], sentence: str = ""
) -> study_messages.AnalysisView:
    worst = sorted((turn for turn in turns if turn.loss >= MISTAKE), key=lambda turn: (-turn.loss, turn.first))
    in_order = sorted(turns, key=lambda turn: turn.first)
    return study_messages.AnalysisView(
        state,  # type: ignore[arg-type]
        share,
        sentence,
        in_order,
        [turn.first for turn in worst[:MISTAKES]],
    )
