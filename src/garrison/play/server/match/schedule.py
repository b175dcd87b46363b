"""What happens in a match on its own: ticks, bots, and the end of a person's time. Only the process that holds the
match runs these."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import NamedTuple

from garrison.core.ending import LATE, Ending
from garrison.play.match import decide_late, joined_inputs, tick_action
from garrison.play.server.match.absences import STORED_EVERY, Absences
from garrison.play.server.match.bot_turns import BotTurns
from garrison.play.server.match.clocks import Clocks
from garrison.play.server.match.presence import Presence
from garrison.play.server.store import queries
from garrison.play.server.store.journal import Journal, MatchListener
from garrison.play.server.store.store import Store
from garrison.play.server.store.writer import Tell
from garrison.play.server.wire import server_time
from garrison.play.server.wire.refusal import Refusal
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.bot_pool import Thinking

MISSED = 3  # ticks that may be missed before they are given up
OPEN = 30.0  # seconds after which everything is checked again in any case
STANDING = "This was not played: time is standing still at the moment."

logger = logging.getLogger("garrison")


class ForwardedInput(NamedTuple):
    """An input for the next tick that was sent to the process that runs the match."""

    action: int
    tell: Tell
    until: float  # when it counts as lost


class Schedule:
    """One task per match that knows what is due next."""

    def __init__(
        self,
        *,
        journal: Journal,
        presence: Presence,
        absences: Absences,
        clocks: Clocks,
        store: Store,
        settings: Settings,
        thinking: Thinking,
        listener: MatchListener,
    ) -> None:
        self._journal, self._presence, self._absences, self._clocks = journal, presence, absences, clocks
        self._store, self._settings, self._listener = store, settings, listener
        self._keep_due = 0.0  # when what is left of everybody's time is to be stored
        self.is_ready = False  # a person who plays against bots has seen the board
        self.is_holder = not store.several_processes  # whether this process runs the match
        self.inputs: list[tuple[int, str, Tell]] = []  # for the next tick: an action, its message and whom to tell
        self._forwarded_inputs: dict[tuple[int, str], ForwardedInput] = {}  # to the process that runs the match
        self._pause_due = 0.0  # 0: there is no pause, or it has no time limit
        self._is_pause_over = False
        self.tick_due = 0.0  # 0: the clock is stopped
        self.is_running = False  # real time starts, and resumes after everybody was gone, with the next input
        self._wake = asyncio.Event()
        self._bots = BotTurns(journal, presence, settings, thinking, store.metrics, self._wake)
        self._task = asyncio.get_running_loop().create_task(self._run())

    def hold(self, is_holder: bool) -> None:
        """From now on this process runs the match, or no longer does."""
        self.is_holder = is_holder
        if not is_holder:
            self._bots.stop()
        self.wake()

    def wake(self) -> None:
        """Something has changed: see what is due."""
        self._wake.set()

    def after_history_entry(self) -> None:
        """Somebody has acted; where only people play, without a timer, nothing follows from it."""
        info = self._journal.info
        if info.tick_ms or info.is_timed or any(seat.is_bot for seat in info.seats):
            self._wake.set()

    def stop(self) -> None:
        """End."""
        if self._clocks.stop() or (self.is_holder and self._absences.matter):
            self._keep_time()
        self._task.cancel()
        self._bots.stop()

    @property
    def ticks(self) -> bool:
        """Whether time is passing in a real-time match."""
        journal, info = self._journal, self._journal.info
        runs = self.is_holder and self.is_running and not info.paused and not info.sentence and not journal.is_lost
        return bool(runs and info.tick_ms and not journal.history.over and self.has_players)

    @property
    def has_players(self) -> bool:
        """Whether anybody who plays a seat is connected to any process."""
        seats = enumerate(self._journal.seats)
        return any(seat.kind == "person" and self._presence.is_present(player) for player, seat in seats)

    @property
    def waits_for_input(self) -> bool:
        """Whether a real-time match stands still until a player does something."""
        info = self._journal.info
        return bool(info.tick_ms and not self.is_running and not self._journal.is_over and not info.sentence)

    @property
    def waits_for_eyes(self) -> bool:
        """Whether the clock waits until the one person who plays has seen the board: a lesson may cover it."""
        journal = self._journal
        is_first = not journal.number and len(journal.info.people) == 1 and not journal.info.is_open
        return self._clocks.exist and is_first and not self.is_ready

    def ready(self) -> None:
        """Nothing covers the board."""
        if not self.is_ready:
            self.is_ready = True
            self.wake()

    def hear(self, player: int, action: int, message: str, tell: Tell) -> None:
        """A person's input for the next tick. Several inputs combine their keys if they can, else the latest counts."""
        if self._journal.info.paused:
            raise Refusal("illegal", "The match is paused.")
        if self.is_holder:
            self.inputs.append((action, message, tell))
        else:
            until = server_time.now() + self._settings.busy_after
            self._forwarded_inputs[player, message] = ForwardedInput(action, tell, until)
            self._store.forward(self._journal.info.id, player, action, message)
        self.start()

    def heard(self) -> None:
        """Another process has played: time is passing there, and what was forwarded may be done."""
        if self._journal.info.tick_ms and not self.is_running:
            self.is_running = True
            self._tell()
        for key in [key for key in self._forwarded_inputs if key in self._journal.ids]:
            self._forwarded_inputs.pop(key).tell(self._journal.ids[key], None)

    def take_over(self) -> None:
        """If this process now runs the match, play what was forwarded while another one did, or none."""
        if self.is_holder:
            self.inputs += [(one.action, message, one.tell) for (_, message), one in self._forwarded_inputs.items()]
            self._forwarded_inputs.clear()

    def _give_up(self) -> float:
        """Refuse what was forwarded and not played in time: it was refused there, or lost on its way."""
        now = server_time.now()
        for key in [key for key, one in self._forwarded_inputs.items() if one.until <= now]:
            self._forwarded_inputs.pop(key).tell(self._journal.shown_number, Refusal("busy", STANDING))
        return min((one.until - now for one in self._forwarded_inputs.values()), default=OPEN)

    def start(self) -> None:
        """Somebody has done something: a real-time match starts."""
        if not self.is_running:
            self.is_running = True
            self.wake()
            if self._journal.info.tick_ms:
                self._tell()

    async def _run(self) -> None:
        while True:
            try:
                wait = self._do_what_is_due()
            except Exception:
                logger.exception("Match %s can't continue on its own.", self._journal.info.id)
                wait = OPEN
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(wait, 0.0005))

    def _do_what_is_due(self) -> float:
        """Do it, and return the seconds until something else is due."""
        tick = self._tick()
        self._bots.go_on(self.is_holder)
        return min(tick, self._time(), self._keep_absences(), self._pause(), self._give_up(), OPEN)

    def _tell(self) -> None:
        """Something has changed; the others hear of it once all of it has."""
        asyncio.get_running_loop().call_soon(self._listener.has_changed)

    # --- Ticks.

    def _tick(self) -> float:
        if not self._journal.info.tick_ms:
            return OPEN
        now, interval = server_time.now(), self._journal.info.tick_ms / 1000
        if self.is_running and not self.has_players:
            self.is_running = False
        if not self.ticks:
            self.tick_due = 0.0
            self._refuse_inputs()
            return OPEN
        if not self.tick_due:
            self.tick_due = now + interval
        late = now - self.tick_due
        if late >= 0:
            self._play_tick()
            self.tick_due += interval if late < MISSED * interval else late + interval
        return self.tick_due - server_time.now()

    def _refuse_inputs(self) -> None:
        """There is no next tick: the match is over, paused, run by another process, or can't be written just now."""
        inputs, self.inputs = self.inputs, []
        for _, _, tell in inputs:
            tell(self._journal.shown_number, Refusal("busy", STANDING))

    def _play_tick(self) -> None:
        journal, inputs = self._journal, self.inputs
        position = journal.history.position
        if not journal.history.waiting or journal.seats[position.waiting[0]].is_bot:
            return
        self.inputs = []
        player = position.waiting[0]
        legal = position.actions(player)
        request = joined_inputs([action for action, _, _ in inputs], journal.info.facts)
        choice = tick_action(journal.game, legal, request)
        if choice not in legal:
            for _, _, tell in inputs:
                tell(journal.shown_number, Refusal("illegal", "Time is standing still at the moment."))
            return
        parts = [one for one in inputs if choice == request]
        entry = journal.act(player, choice, " ".join(message for _, message, _ in parts if message))
        entry.tells += [tell for _, _, tell in parts]
        for one in inputs:
            if one not in parts:
                name = journal.moment.position.action_words(one[0])
                one[2](journal.shown_number, Refusal("illegal", f"{name} is not possible now."))

    # --- Time.

    def _time(self) -> float:
        if not self._clocks.exist:
            return OPEN
        if not self._clocks_run:
            self._clocks_changed(self._clocks.stop())
            return OPEN
        self._run_clocks()
        now = server_time.now()
        for player, (decision, due) in list(self._clocks.running.items()):
            if due <= now:
                self._time_is_up(player, decision)
        self._run_clocks()
        if self._clocks.running and now >= self._keep_due:
            self._clocks_changed(False, keep=True)
        return min(self._clocks.next_due, self._keep_due) - now if self._clocks.running else OPEN

    def _time_is_up(self, player: int, decision: int) -> None:
        """A player with one time for all decisions has lost; otherwise the game chooses until this one is made."""
        journal = self._journal
        if self._clocks.has_bank:
            journal.finish(Ending(LATE, player))
        decide_late(
            journal.history, player, decision, journal.dice, lambda action, late: journal.act(player, action, late=late)
        )

    @property
    def _clocks_run(self) -> bool:
        journal, info = self._journal, self._journal.info
        counts = (
            self.is_holder and not info.paused and not info.sentence and not info.is_open and not self.waits_for_eyes
        )
        return bool(counts and not journal.is_lost and not journal.history.over and self.has_players)

    def _run_clocks(self) -> None:
        """Give everybody with something new to decide the time for it, and the others what was left of theirs."""
        journal, starts = self._journal, self._journal.history.decision_starts
        people = [player for player in journal.history.waiting if not journal.seats[player].is_bot]
        self._clocks_changed(self._clocks.run({player: starts[player] for player in people}, starts))

    def _clocks_changed(self, has_changed: bool, keep: bool = False) -> None:
        """Store what is left of everybody's time, and tell everybody."""
        if has_changed or keep:
            self._keep_due = server_time.now() + STORED_EVERY
            self._absences.note_stored()
            self._keep_time()
        if has_changed:
            self._tell()

    def _keep_time(self) -> None:
        """Store what is left of everybody's time, and for how long they have been away."""
        info, text = self._journal.info, self._clocks.text(self._absences.now())
        info.clocks = text
        self._store.note(lambda database: queries.change(database, info.id, clocks=text))

    def _keep_absences(self) -> float:
        """Store how long people have been away, also while no clock runs."""
        if not self.is_holder:
            return OPEN
        if self._absences.due <= 0:
            self._clocks_changed(False, keep=True)
        return self._absences.due

    def _pause(self) -> float:
        """End a pause that has lasted too long, where several people play."""
        info, now = self._journal.info, server_time.now()
        if not info.paused or len(info.people) < 2:
            self._pause_due = 0.0
            return OPEN
        if not self._pause_due:
            self._pause_due = now + self._settings.longest_pause
        if now >= self._pause_due and self.is_holder:
            self._pause_due = now + 1.0  # try again if it can't be written now
            self._is_pause_over = True
            self._tell()
        return self._pause_due - now

    def ends_pause(self) -> bool:
        """Whether a pause has just lasted for too long; it is said once."""
        is_over, self._is_pause_over = self._is_pause_over, False
        return is_over
