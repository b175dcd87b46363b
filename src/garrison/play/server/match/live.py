"""A match in memory. It has a history (`store/journal.py`), an audience, clocks, and a schedule of what happens on its
own; it is told when the history grows and when anything else changes, and sees what follows from that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from garrison.core.ending import Ending
from garrison.errors import GarrisonError
from garrison.play.history import ENDED
from garrison.play.server.match.absences import Absences
from garrison.play.server.match.alterations import Alterations
from garrison.play.server.match.audience import Audience
from garrison.play.server.match.clocks import Clocks
from garrison.play.server.match.connection import Connection
from garrison.play.server.match.follower import Follower
from garrison.play.server.match.schedule import Schedule
from garrison.play.server.match.tasks import Tasks, pauses
from garrison.play.server.store import queries
from garrison.play.server.store.info import Info, SeatState, StoredMatch
from garrison.play.server.store.journal import Journal
from garrison.play.server.store.news import LATEST, Added, Altered, Forwarded, Held, News, Present
from garrison.play.server.store.secrecy import NOBODY, Knowledge, Viewer
from garrison.play.server.store.store import Store
from garrison.play.server.store.transaction import StoreBusy
from garrison.play.server.store.views import Now, match_view
from garrison.play.server.store.writer import Pending, Tell
from garrison.play.server.wire import server_time
from garrison.play.server.wire.messages import MatchView, Welcome
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.bot_pool import Thinking
from garrison.play.server.work.guard import Guard


class LiveMatch:
    """Owns a match while somebody looks at it or a program plays it."""

    def __init__(
        self, stored_match: StoredMatch, store: Store, settings: Settings, guard: Guard, thinking: Thinking
    ) -> None:
        self._store, self.settings, self._guard, self.thinking = store, settings, guard, thinking
        self._last_use = server_time.now()
        self._is_stopped = self._is_finishing = False
        self._tasks = Tasks(stored_match.info.id)
        self.journal = Journal(stored_match, store, self)
        self.audience = Audience(stored_match, self.journal, store, settings, self)
        self.absences = Absences(self.journal, self.audience.presence, settings)
        self.clocks = Clocks.of(stored_match.info)
        self.follower = Follower(self.journal, self.audience.broadcast, store, self._tasks, self)
        self.alterations = Alterations(
            journal=self.journal,
            audience=self.audience,
            clocks=self.clocks,
            store=store,
            tasks=self._tasks,
            listener=self,
            wish_lasts=settings.wish_lasts,
        )
        self.schedule = Schedule(
            journal=self.journal,
            presence=self.audience.presence,
            absences=self.absences,
            clocks=self.clocks,
            store=store,
            settings=settings,
            thinking=thinking,
            listener=self,
        )
        self._finish_if_over()  # the server may have stopped between the last move and its result
        store.watch(self.id)

    def stop(self) -> None:
        """Leave memory; the match stays on disk."""
        self._is_stopped = True
        self.schedule.stop()
        self._tasks.stop()
        self.audience.stop()
        self._store.unwatch(self.id)

    def send_away(self) -> None:
        """The match is gone: tell everybody who looks at it, and whoever counts the matches that are being played."""
        self.audience.send_away()
        self._guard.match_over(self.id)

    # --- Asking.

    @property
    def id(self) -> str:
        """The match's name."""
        return self.journal.info.id

    @property
    def info(self) -> Info:
        """What there is to it besides its history."""
        return self.journal.info

    @property
    def seats(self) -> list[SeatState]:
        """Who sits where."""
        return self.journal.info.seats

    def touch(self) -> None:
        """Somebody has looked at it."""
        self._last_use = server_time.now()

    def is_idle(self, since: float) -> bool:
        """Whether nobody is watching it, nobody has looked at it since, and all there is to write is written."""
        is_busy = self.audience.presence.is_watched or self.journal.pending or self._is_finishing
        return not is_busy and self._last_use < since

    def view(self, viewer: Viewer = NOBODY) -> MatchView:
        """The match as a viewer sees it."""
        journal, schedule, absences, outcome = self.journal, self.schedule, self.absences, self.journal.outcome
        now = Now(
            number=journal.told(viewer),
            is_over=journal.is_over,
            is_present=self.audience.presence.is_present,
            is_away=absences.is_away,
            is_claimable=absences.is_claimable,
            left_ms=self.clocks.left() if not journal.is_over or self.clocks.has_bank else {},
            ticking=self.clocks.running,
            undoable=journal.undoable(viewer),
            askable=journal.askable(viewer),
            waits_for_input=schedule.waits_for_input,
            held=schedule.waits_for_eyes,
            gone_after=absences.claim_limit,
            public=journal.told(NOBODY),
            reason=outcome.reason if outcome else "",
            winners=outcome.winners if outcome else (),
            scores=journal.scores if outcome else (),
            spectators=self.audience.presence.spectators,
            waiting=() if journal.is_over else journal.shown.waiting,
        )
        return match_view(self.info, now)

    def join(self, connection: Connection, start: int) -> Welcome:
        """Somebody has connected and knows the first `start` entries: everything there is to know."""
        self.audience.join(connection, self.absences.limit)
        return self.audience.welcome(connection, start, self.view(connection.players))

    def leave(self, connection: Connection) -> None:
        """Somebody has left."""
        self.touch()
        self.audience.leave(connection, self.absences.limit)

    # --- Playing.

    def surely(self, do: Callable[[Tell], None], tell: Tell) -> None:
        """Do what a message asks for. Another process may have done it, or what has to come before it, and this one may
        not have heard of that yet: so nothing is refused before the disk was asked."""
        try:
            do(tell)
        except Refusal as refusal:
            if not self._store.several_processes or refusal.reason not in ("stale", "illegal"):
                raise
            self._tasks.start(self._once_more(do, tell))

    async def _once_more(self, do: Callable[[Tell], None], tell: Tell) -> None:
        await self._follow()
        try:
            do(tell)
        except Refusal as refusal:
            tell(self.journal.shown_number, refusal)

    def act(self, player: int, action: int, message: str, knowledge: Knowledge, tell: Tell) -> None:
        """Play an action, now or at the next tick; `tell` is called when it is on disk. A message is played once."""
        if self.is_known(player, message, tell):
            return
        info, history = self.info, self.journal.history
        if self.seats[player].is_bot:
            raise Refusal("seat", "A bot plays this seat at the moment.")
        if info.tick_ms and self._waits_for_tick(action):
            self.journal.check(player)
            if history.over:
                raise Refusal("illegal", ENDED)
            self.schedule.hear(player, action, message, tell)
            return
        if info.paused and (not info.tick_ms or action == info.facts.tick_action):
            raise Refusal("illegal", "The match is paused.")
        self.journal.act(player, action, message, knowledge).tells.append(tell)
        self.schedule.start()

    def undo(self, player: int, message: str, knowledge: Knowledge, tell: Tell) -> None:
        """Take the player's last action back; `tell` is called when that is on disk."""
        if self.is_known(player, message, tell):
            return
        if not self.journal.why_not_undo(player) and self.journal.needs_consent(player, knowledge.viewer):
            raise Refusal("illegal", "This move is complete: the others have to agree before it is taken back.")
        self.journal.undo(player, message, knowledge).tells.append(tell)

    def finish(self, end: Ending, message: str, tell: Tell) -> None:
        """The players end the match; `tell` is called when that is on disk."""
        if not self.is_known(end.player, message, tell):
            self.journal.finish(end, message).tells.append(tell)

    def is_known(self, player: int, message: str, tell: Tell) -> bool:
        """Whether a message has been played already; then it is answered again."""
        self.touch()
        number = self.journal.known(player, message)
        if number:
            self.journal.when_written(number, tell)
        return number > 0

    def _waits_for_tick(self, action: int) -> bool:
        facts = self.info.facts
        place = action - facts.fields
        return 0 <= place < len(facts.buttons) and facts.buttons[place].on_tick

    # --- What it is told.

    def has_grown(self, entry: Pending) -> None:
        """The history has grown by an entry that is on disk."""
        if not self._is_stopped:
            self.schedule.after_history_entry()
            self._finish_if_over()
            self.audience.broadcast.committed(entry)

    def has_changed(self) -> None:
        """Anything else is different: tell everybody, and see what is due now."""
        if self._is_stopped:
            return
        if self.journal.is_gone:
            self.send_away()
            return
        if self.journal.is_lost:
            self.follower.read_again()
        if self.schedule.ends_pause():
            self._tasks.start(self._end_pause())
        self.audience.tell(self.view)
        self.schedule.wake()
        self._finish_if_over()

    def hear(self, news: News) -> None:
        """Another process has done something, or this one is to run the match."""
        match news:
            case Added():
                if news.number > self.journal.number:
                    self._tasks.start(self._follow())
            case Altered():
                self.alterations.read_again()
            case Held():
                self._hold(news.held)
            case Forwarded():
                if self.schedule.is_holder:
                    with suppress(Refusal):
                        self.schedule.hear(news.player, news.action, news.message, lambda number, refusal: None)
            case Present():
                self.audience.hear_of(news)
                self.schedule.wake()

    def _hold(self, is_holder: bool) -> None:
        if is_holder != self.schedule.is_holder:
            self.schedule.hold(is_holder)
            if is_holder:
                self.hear(Added(self.id, LATEST))  # read what the previous process did before playing anything
                self.hear(Altered(self.id))

    async def _follow(self) -> None:
        if await self.follower.has_followed():
            self.schedule.heard()
        self.schedule.take_over()

    async def _end_pause(self) -> None:
        """A pause among several people has lasted too long."""
        with suppress(GarrisonError):
            await self.alterations.change(paused=False)

    def _finish_if_over(self) -> None:
        if not self.journal.is_over or self.info.finished or self.info.sentence or self._is_finishing:
            return
        self._is_finishing = True
        self._tasks.start(self._finish())

    async def _finish(self) -> None:
        """Store the result, as soon as that is possible."""
        moment = self.journal.moment
        try:
            for pause in pauses():
                with suppress(StoreBusy):
                    await self._store.write(
                        lambda database: queries.save_result(database, self.id, moment.position, moment.end)
                    )
                    break
                await asyncio.sleep(pause)
            self.info.finished = True
            self._guard.match_over(self.id)
        finally:
            self._is_finishing = False
        self.has_changed()
