"""A screen on which time passes: ticks, bots, pauses and the end happen by themselves."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from textual.timer import Timer

from garrison.core.replay import Replay
from garrison.errors import GarrisonError
from garrison.look.scene import Scene
from garrison.play.terminal.background import in_thread
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.countdown import Ticks
from garrison.play.terminal.end_screen import AGAIN, LEAVE, EndScreen
from garrison.play.terminal.session import Session

BOT_DELAY = 0.4  # seconds, so that people can follow
END_DELAY = 0.9  # the final board can be seen before the result covers it
SOON = 0.002
SECOND = 1.0
START, PAUSED, DIALOG, SMALL, OVER = "start", "paused", "dialog", "small", "over"  # why the clock is stopped


class Deadline:
    """When the decision of the person to act has to be made, on the session's clock, which stands still in pauses."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._decision: tuple[int, int] | None = None  # the player, and how many actions there were before
        self._due = 0.0

    @property
    def left(self) -> int | None:
        """The seconds that are left; None where there is no limit or nobody to decide."""
        session, limit = self._session, self._session.match.game.facts.timeout_ms
        player = session.match.person_to_act
        if not limit or player is None:
            return None
        decision = player, session.match.history.decision_starts[player]
        if decision != self._decision:
            self._decision, self._due = decision, session.clock.seconds + limit / 1000
        return max(0, math.ceil(self._due - session.clock.seconds))


class RunningTable(BoardScreen):
    """A session in progress. With `ticking` off, tests call `tick` themselves."""

    def __init__(self, session: Session, name: str = "", ticking: bool = True, bot_delay: float = BOT_DELAY) -> None:
        super().__init__()
        self.session = session
        self.player_name = name
        self.ticking, self.bot_delay = ticking, bot_delay
        self._ticks: Ticks | None = None
        self._timer: Timer | None = None
        self._bot_busy = False
        self._shown_session: Session | None = None  # the result of this session has been shown
        self._botless: Session | None = None  # a bot of this session has failed and is not asked again

    def on_mount(self) -> None:
        """Begin."""
        self.begin(self.session)
        if self.ticking and self.session.match.game.facts.timeout_ms:
            self.set_interval(SECOND, self.second)

    def begin(self, session: Session) -> None:
        """Show a match; a real-time game waits for a key."""
        self.session, self.pointer, self.deadline = session, None, Deadline(session)
        if session.is_real_time:
            self._ticks = Ticks(session.clock, session.match.game.facts.tick_ms / 1000)
            session.clock.hold(START)
        self.after_step()

    def change_speed(self, factor: float) -> None:
        """Make ticks longer or shorter, as far as the game allows."""
        quickest, slowest = self.session.match.game.facts.tick_range
        if self._ticks is not None and quickest < slowest:
            ms = min(max(round(self._ticks.interval * 1000 * factor), quickest), slowest)
            self._ticks.change(ms / 1000)
            self.session.message = f"A tick takes {ms} ms."
            self.schedule()
        self.redraw()

    def second(self) -> None:
        """A second has passed for whoever decides."""
        left = self.deadline.left
        if left is None or not self.session.clock.running:
            return
        if left == 0:
            self.did(self.session.time_is_up())
        else:
            self.redraw()

    def scene(self) -> Scene:
        """What the person at the terminal sees."""
        return self.session.scene

    def is_clickable(self) -> bool:
        """Whether the game has fields to click."""
        return self.session.has_fields

    def fits(self, it_does: bool) -> None:
        """Time stands still while the terminal is too small."""
        if not it_does:
            self.session.clock.hold(SMALL)
        elif self.session.clock.is_held_by(SMALL):
            self.session.clock.go(SMALL)
            self.schedule()

    def go_on(self, reason: str) -> None:
        """A reason to stop is gone."""
        if self.session.clock.is_held_by(reason):
            self.session.clock.go(reason)
            self.schedule()
            self.redraw()

    def did(self, something: bool) -> None:
        """Show the result of something somebody tried."""
        if something:
            self.after_step()
        else:
            self.redraw()

    def after_step(self) -> None:
        """Draw, start the bot that is to act, set the next alarm, and notice the end."""
        self.redraw()
        if self.session.is_over:
            self._end()
        elif self.session.is_real_time:
            self.schedule()
        else:
            self._wake_bot(self.bot_delay)

    def schedule(self) -> None:
        """Set the alarm for the next tick."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.ticking and self._ticks is not None and self.session.clock.running and not self.session.is_over:
            self._timer = self.set_timer(max(self._ticks.wait, SOON), self._due)

    def _due(self) -> None:
        if self._ticks is not None and self._ticks.take():
            self.tick()
        else:
            self.schedule()

    def tick(self) -> None:
        """One tick of a real-time game."""
        if not self.session.clock.running or self.session.is_over:
            return
        if self.session.match.person_to_act is None:
            self._wake_bot(0)
            self.schedule()
        else:
            self.did(self.session.tick())

    def _wake_bot(self, delay: float) -> None:
        """Let the next bot act, unless one is thinking already."""
        if self.session.match.bot_to_act is not None and not self._bot_busy and self._botless is not self.session:
            self._bot_busy = True
            self.run_worker(self._bot_acts(self.session, self.session.match.bot_to_act, delay), group="bots")

    async def _bot_acts(self, session: Session, player: int, delay: float) -> None:
        """Let a bot choose, in a thread, and play its choice once time is running."""
        try:
            await asyncio.sleep(delay)
            number = len(session.match.replay.moves)
            action = await in_thread(lambda: session.match.bot_choice(player))
            while not session.clock.running and session is self.session:
                await asyncio.sleep(0.05)
            # Somebody else may have acted in the meantime; then the bot chooses again.
            is_current = number == len(session.match.replay.moves)
            legal = is_current or action in session.match.position.actions(player)
            if session is self.session and legal and not session.bot_acts(player, action):
                self._botless = session
        except GarrisonError as error:
            session.message, self._botless = str(error), session
        except Exception as error:
            session.message = f"The bot {session.match.seats[player].bot} failed: {error!r}."
            self._botless = session
        finally:
            self._bot_busy = False
        self.after_step()

    def _end(self) -> None:
        if not self.session.clock.is_held_by(OVER):
            self.session.clock.hold(OVER)
            self.set_timer(END_DELAY if self.ticking else SOON, self.show_end)

    def unsaved(self) -> Replay | None:
        """The game that would be lost now: one that is running, or whose result nobody has seen yet."""
        is_news = self.session.is_over and self._shown_session is not self.session
        return self.session.match.replay if self.session.is_running or is_news else None

    def after_result(self, deed: Callable[[], bool]) -> bool:
        """Do something with a game that is over, but only after its result was shown and its score could be saved."""
        if self._shown_session is self.session:
            return deed()
        self.show_end()
        return True

    def show_end(self) -> None:
        """Show the result once, with the high scores if the game has them."""
        if self.session.is_over and self.is_current and self._shown_session is not self.session:
            self._shown_session = self.session
            self.app.push_screen(EndScreen(self.session, self.player_name), self._after_end)

    def _after_end(self, wish: str | None) -> None:
        if wish == AGAIN:
            self.again()
        elif wish == LEAVE:
            self.dismiss(None)
        else:
            self.redraw()

    def again(self) -> bool:
        """A new game with the same rules and seats."""
        self.begin(self.session.again())
        return True
