"""What happens in a match by itself: ticks, bots, and the end of a person's time. Only the process that holds the
match's lock runs these."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from garrison import bots
from garrison.play.match import tick_action, timeout_choice
from garrison.play.server.live import Live, Refusal
from garrison.play.server.settings import Settings

LATE = 3  # ticks that may be missed before they are given up
OPEN = 30.0  # seconds after which everything is looked at again in any case

Tell = Callable[[int, Refusal | None], None]
logger = logging.getLogger("garrison")


class Running:
    """One task a match that knows what is due next."""

    def __init__(self, live: Live, settings: Settings, changed: Callable[[], None]) -> None:
        self.live, self.settings, self.changed = live, settings, changed
        self.inputs: list[tuple[int, str, Tell]] = []  # for the next tick: an action, its message and whom to tell
        self._forwarded: dict[tuple[int, str], tuple[Tell, float]] = {}  # to the process that runs the match
        self.deadlines: dict[int, tuple[int, float]] = {}  # by player: which decision, and when its time is over
        self.tick_due = 0.0  # 0: the clock stands
        self.started = False  # real time begins, and goes on after everybody was gone, with the first input
        self._wake = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._bot_at = 0.0
        self._bot_series = 0
        self._stuck = -1  # the number at which a bot has broken down
        self._task = asyncio.get_running_loop().create_task(self._run())

    def wake(self) -> None:
        """Something has changed: look what is due."""
        self._wake.set()

    def after_event(self) -> None:
        """Somebody has acted; where only people play, and in their own time, nothing follows from it."""
        info = self.live.info
        if info.tick_ms or info.timer_ms or any(seat.is_bot for seat in self.live.seats):
            self._wake.set()

    def stop(self) -> None:
        """End."""
        self._task.cancel()
        if self._thinking is not None:
            self._thinking.cancel()

    @property
    def ticks(self) -> bool:
        """Whether time passes in a real-time match now."""
        live = self.live
        runs = live.held and self.started and not live.info.paused and not live.info.sentence and not live.is_lost
        return bool(runs and live.info.tick_ms and not live.course.position.over and live.has_players)

    @property
    def waits_for_input(self) -> bool:
        """Whether a real-time match stands until a player does something."""
        live = self.live
        return bool(live.info.tick_ms and not self.started and not live.is_over and not live.info.sentence)

    def left(self) -> dict[int, int]:
        """What is left of everybody's time, in milliseconds."""
        now = time.monotonic()
        return {player: max(int((due - now) * 1000), 0) for player, (_, due) in self.deadlines.items()}

    def hear(self, player: int, action: int, message: str, tell: Tell) -> None:
        """A person's input for the next tick. Of several the keys go together, or the latest counts."""
        if self.live.info.paused:
            raise Refusal("illegal", "The match is paused.")
        if self.live.held:
            self.inputs.append((action, message, tell))
        else:
            self._forwarded[player, message] = tell, time.monotonic() + self.settings.busy_after
            self.live.store.forward(self.live.id, player, action, message)
        self.start()

    def heard(self) -> None:
        """Another process has played: time passes there, and what was forwarded may be done."""
        if self.live.info.tick_ms and not self.started:
            self.started = True
            self.changed()
        for key in [key for key in self._forwarded if key in self.live.ids]:
            tell, _ = self._forwarded.pop(key)
            tell(self.live.ids[key], None)

    def _give_up(self) -> float:
        """What was forwarded and has not been played in time was refused, or lost on its way."""
        now = time.monotonic()
        for key in [key for key, (_, until) in self._forwarded.items() if until <= now]:
            tell, _ = self._forwarded.pop(key)
            tell(self.live.shown_number, Refusal("busy", "This was not played: time stands still at the moment."))
        return min((until - now for _, until in self._forwarded.values()), default=OPEN)

    def start(self) -> None:
        """Somebody has done something: a real-time match begins."""
        if not self.started:
            self.started = True
            self.wake()
            if self.live.info.tick_ms:
                self.changed()

    async def _run(self) -> None:
        while True:
            try:
                wait = self._do_what_is_due()
            except Exception:
                logger.exception("Match %s can't go on by itself.", self.live.id)
                wait = OPEN
            self._wake.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(wait, 0.0005))

    def _do_what_is_due(self) -> float:
        """Do it, and say in how many seconds something else is."""
        return min(self._tick(), self._bot(), self._time(), self._give_up(), OPEN)

    # --- Ticks.

    def _tick(self) -> float:
        if not self.live.info.tick_ms:
            return OPEN
        now, interval = time.monotonic(), self.live.info.tick_ms / 1000
        if self.started and not self.live.has_players:
            self.started = False
        if not self.ticks:
            self.tick_due = 0.0
            return OPEN
        if not self.tick_due:
            self.tick_due = now + interval
        late = now - self.tick_due
        if late >= 0:
            self._play_tick()
            self.tick_due += interval if late < LATE * interval else late + interval
        return self.tick_due - time.monotonic()

    def _play_tick(self) -> None:
        live, inputs = self.live, self.inputs
        position = live.course.position
        if not position.waiting or live.seats[position.waiting[0]].is_bot:
            return
        self.inputs = []
        player = position.waiting[0]
        legal = position.actions(player)
        wanted = joined([action for action, _, _ in inputs], live)
        played = tick_action(live.info.game, legal, wanted)
        if played not in legal:
            for _, _, tell in inputs:
                tell(live.shown_number, Refusal("illegal", "Time stands still at the moment."))
            return
        heard = [one for one in inputs if played == wanted]
        entry = live.act(player, played, " ".join(message for _, message, _ in heard if message))
        entry.acks += [tell for _, _, tell in heard]
        for one in inputs:
            if one not in heard:
                name = live.info.game.action_name(one[0]).capitalize()
                one[2](live.shown_number, Refusal("illegal", f"{name} is not legal now."))

    # --- Bots.

    def _bot(self) -> float:
        live = self.live
        playing = [player for player in live.course.position.waiting if live.seats[player].is_bot]
        idle = not live.held or live.info.sentence or live.info.paused or live.is_lost or not live.is_watched
        if not playing or idle or self._thinking is not None or self._stuck == live.number:
            return OPEN
        if live.info.tick_ms and not live.seats[playing[0]].is_bot:
            return OPEN
        now = time.monotonic()
        if now < self._bot_at:
            return self._bot_at - now
        self._thinking = asyncio.get_running_loop().create_task(self._bot_acts(playing[0]))
        return OPEN

    async def _bot_acts(self, player: int) -> None:
        """Let a bot choose, in a thread, and play its choice."""
        live, begun = self.live, time.monotonic()
        number, name = live.number, live.seats[player].bot
        try:
            choose = bots.find(name, live.info.game.entry)
            position = live.course.position.copy()
            action = await asyncio.to_thread(choose, position, player, live.dice)
            pause = self._bot_pause() - (time.monotonic() - begun)
            if pause > 0:
                await asyncio.sleep(pause)
            # Somebody may have acted meanwhile; then the bot looks again.
            current = live.number == number or action in live.course.position.actions(player)
            if current and live.held and live.seats[player].is_bot and not live.info.paused:
                live.act(player, action)
        except Refusal:
            pass
        except Exception as error:
            self._broke_down(name, error, number)
        finally:
            self._thinking = None
            self.wake()

    def _bot_pause(self) -> float:
        """So long that people can follow, shorter in a long series."""
        self._bot_series = self._bot_series + 1 if self._was_bot() else 1
        if self.live.info.tick_ms:
            return self.live.info.tick_ms / 1000
        delay, turn = self.settings.bot_delay, self.settings.bot_turn
        return delay if self._bot_series * delay < turn else delay / 5

    def _was_bot(self) -> bool:
        moves = self.live.course.moves
        return bool(moves) and self.live.seats[moves[-1].player].is_bot

    def _broke_down(self, name: str, error: Exception, number: int) -> None:
        logger.error("The bot %s broke down in match %s: %r.", name, self.live.id, error)
        self._stuck = number

    # --- Time.

    def _time(self) -> float:
        live = self.live
        counts = live.held and live.info.timer_ms and not live.info.paused and not live.info.sentence
        if not counts or live.is_open or live.is_lost or live.course.position.over or not live.has_players:
            changed, self.deadlines = bool(self.deadlines), {}
            if changed:
                self.changed()
            return OPEN
        self._set_deadlines()
        now = time.monotonic()
        for player, (decision, due) in list(self.deadlines.items()):
            while due <= now and player in live.course.position.waiting and live.decided[player] == decision:
                live.act(player, timeout_choice(live.course.position, player, live.dice))
        self._set_deadlines()
        return min((due for _, due in self.deadlines.values()), default=now + OPEN) - now

    def _set_deadlines(self) -> None:
        """Everybody who has something new to decide gets the whole time for it."""
        live, now, before = self.live, time.monotonic(), self.deadlines
        self.deadlines = {}
        for player in live.course.position.waiting:
            if live.seats[player].is_bot:
                continue
            decision = live.decided[player]
            old = before.get(player)
            due = old[1] if old and old[0] == decision else now + live.info.timer_ms / 1000
            self.deadlines[player] = (decision, due)
        if self.deadlines != before:
            self.changed()


def joined(actions: list[int], live: Live) -> int | None:
    """What several inputs for one tick mean together: the button with the keys of all, else the latest.

    Up, then a mine, is up with a mine; up, then down, is down.
    """
    facts = live.info.game.facts
    keys: frozenset[str] = frozenset()
    chosen: int | None = None
    for action in actions:
        own = frozenset(facts.buttons[action - facts.fields].keys)
        together = [
            facts.fields + place
            for place, button in enumerate(facts.buttons)
            if button.on_tick and frozenset(button.keys) == keys | own
        ]
        chosen, keys = (together[0], keys | own) if together else (action, own)
    return chosen
