"""The screen on which a match is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.screen import ModalScreen
from textual.timer import Timer

from garrison.core.errors import GarrisonError
from garrison.core.scene import Scene
from garrison.play.terminal import blocks, palette
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.clock import Ticks
from garrison.play.terminal.dialogs import Confirm, Rulebook, SaveReplay
from garrison.play.terminal.ending import AGAIN, LEAVE, EndScreen
from garrison.play.terminal.keys import button_for, is_tick_key, key_name, keys_of
from garrison.play.terminal.session import Session
from garrison.play.terminal.side import Side, SideView
from garrison.play.terminal.table import TableScreen
from garrison.play.terminal.threads import in_thread

BOT_DELAY = 0.4  # seconds, so that people can follow
END_DELAY = 0.9  # the last board is seen before the result covers it
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
START, PAUSED, DIALOG, SMALL = "start", "paused", "dialog", "small"  # why the clock stands
# Commands: the key, what it does in words and the method. A game's own key comes first; then Ctrl and the key do it.
COMMANDS = (
    ("p", "pause", "pause"),
    ("u", "undo", "take_back"),
    ("f1", "rules", "rulebook"),
    ("n", "new", "new_game"),
    ("s", "save", "save_replay"),
    ("q", "leave", "leave"),
)
OTHER_KEYS = {"backspace": "take_back", "escape": "leave"}


class PlayScreen(TableScreen):
    """A match being played: keys and clicks become actions, ticks and bots go on by themselves."""

    def __init__(self, session: Session, name: str = "", ticking: bool = True, bot_delay: float = BOT_DELAY) -> None:
        super().__init__()
        self.session = session
        self.player_name = name
        self.ticking, self.bot_delay = ticking, bot_delay
        self._ticks: Ticks | None = None
        self._timer: Timer | None = None
        self._bot_busy = False
        self._ended = False

    def on_mount(self) -> None:
        """Begin: a real-time game waits for a key."""
        self._begin()

    def _begin(self) -> None:
        self._ended = False
        if self.session.is_real_time:
            self._ticks = Ticks(self.session.clock, self.session.match.game.facts.tick_ms / 1000)
            self.session.clock.hold(START)
        self.after_step()

    # What is shown.

    def scene(self) -> Scene:
        """What the person at the table sees."""
        return self.session.scene

    def cursor(self) -> tuple[int, int] | None:
        """The field that the keyboard points at, while somebody may click."""
        session = self.session
        if not session.has_fields or session.match.person_to_act is None or session.cursor.button is not None:
            return None
        return session.cursor.board, session.cursor.field

    def banner(self) -> str:
        """Why nothing moves."""
        clock = self.session.clock
        if self.session.is_over:
            return ""
        if clock.is_held_by(PAUSED):
            return "PAUSED: P goes on"
        if clock.is_held_by(START):
            return "Press any key to go on" if self.session.match.replay.moves else "Press any key to start"
        return ""

    def side_view(self) -> SideView:
        """The side of the table."""
        session = self.session
        bots = [not seat.is_person for seat in session.match.seats]
        words, owner = blocks.turn_words(session.scene, session.match.game.facts.seats, bots)
        if session.is_real_time and not session.is_over:
            words = session.scene.title
        return SideView(session.scene, words, owner, session.log, self.key_help(), self._here(), session.cursor.button)

    def _here(self) -> str:
        place = self.pointed or self.cursor()
        return self.session.place(*place) if place else ""

    def prompt_text(self) -> tuple[str, str]:
        """The message if there is one, else what the game asks for."""
        session = self.session
        if session.message:
            return f"! {session.message}", palette.HIGHLIGHT
        if session.is_over:
            return f"{session.scene.prompt} Enter plays again, Q leaves.", palette.HIGHLIGHT
        if self.banner():
            return self.banner(), palette.HIGHLIGHT
        waiting = session.scene.waiting
        owner = session.scene.player if session.scene.player in waiting else waiting[0] if waiting else -1
        return session.scene.prompt, palette.owner_colour(owner) if owner >= 0 else palette.PANEL_EDGE

    def key_help(self) -> blocks.Keys:
        """What the keys do now."""
        can_undo = not self.session.is_real_time
        keys = [
            (f"{'^' if self._is_taken(key) else ''}{key.upper()}", words)
            for key, words, name in COMMANDS
            if can_undo or name != "take_back"
        ]
        if self.session.has_fields:
            keys += [("Tab", "next"), ("Enter", "choose")]
        return keys

    def fits(self, it_does: bool) -> None:
        """Time stands still while the terminal is too small."""
        if it_does:
            self._go(SMALL)
        else:
            self.session.clock.hold(SMALL)

    # What people do.

    def on_key(self, event: events.Key) -> None:
        """A key: a button of the game, the cursor, or a command, in this order."""
        key = key_name(event.key, event.character)
        if self.has_class("too-small") and key not in ("q", "escape"):
            return
        if self._key(key, event.key):
            event.stop()
            event.prevent_default()

    def _key(self, key: str, full: str) -> bool:
        clock = self.session.clock
        if clock.is_held_by(START) and (self._command(key) in (None, "pause") or self._is_taken(key)):
            self._go(START)
            if not is_tick_key(key, self.session.scene.buttons):
                return True
        return self._game_key(key) or self._cursor_key(full) or self._command_key(key, full)

    def _game_key(self, key: str) -> bool:
        """A key of one of the game's buttons."""
        session, buttons = self.session, self.session.scene.buttons
        if session.is_real_time and is_tick_key(key, buttons):
            if session.clock.running:
                session.gatherer.press(key)
            return True
        button = button_for(key, [b for b in buttons if not (b.on_tick and session.is_real_time)])
        if button is None or (not button.legal and self._moves_cursor(key)):
            return False
        self._did(session.press(button))
        return True

    def _moves_cursor(self, key: str) -> bool:
        return self.session.has_fields and key in (*ARROWS, "enter", "space", "tab", "shift+tab")

    def _cursor_key(self, key: str) -> bool:
        """Arrows, Tab, Enter and space."""
        if self.session.is_over:
            return key == "enter" and self._again()
        if key in ("tab", "shift+tab"):
            self.session.jump(1 if key == "tab" else -1)
        elif key in ("enter", "space"):
            if self.cursor() is None and self.session.cursor.button is None:
                return False
            self._did(self.session.choose())
        elif key in ARROWS and self.session.has_fields:
            self.session.move_cursor(*ARROWS[key])
        else:
            return False
        self.pointed = None
        self.redraw()
        return True

    def _command_key(self, key: str, full: str) -> bool:
        name = self._command(key)
        if name is None and full.startswith("ctrl+"):
            name = self._command(full.removeprefix("ctrl+"))
        if name is None:
            return False
        getattr(self, name)()
        return True

    def _command(self, key: str) -> str | None:
        """The command of a key."""
        return next((name for command, _, name in COMMANDS if command == key), OTHER_KEYS.get(key))

    def _is_taken(self, key: str) -> bool:
        """Whether the game itself uses this key."""
        return any(key in keys_of(button) for button in self.session.scene.buttons)

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A field was clicked."""
        if self.session.clock.is_held_by(START):
            self._go(START)
            return
        self._did(self.session.click(event.board, event.field))

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse is over a field: say what is there."""
        self.pointed = (event.board, event.field) if event.field >= 0 else None
        self.redraw()

    def on_side_pressed(self, event: Side.Pressed) -> None:
        """A button was clicked."""
        self._go(START)
        for button in self.session.scene.buttons:
            if button.action == event.action:
                self._did(self.session.press(button))

    def _did(self, something: bool) -> None:
        if something:
            self.after_step()
        else:
            self.redraw()

    # What goes on by itself.

    def after_step(self) -> None:
        """Draw, wake the bot that is to act, and notice the end."""
        self.redraw()
        if self.session.is_over:
            self._end()
        elif self.session.is_real_time:
            self._schedule()
        elif self.session.match.bot_to_act is not None and not self._bot_busy:
            self.run_worker(self._bots_act(), group="bots")

    def _schedule(self) -> None:
        """Set the alarm for the next tick."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.ticking and self._ticks is not None and self.session.clock.running and not self.session.is_over:
            self._timer = self.set_timer(max(self._ticks.wait, 0.002), self._due)

    def _due(self) -> None:
        if self._ticks is not None and self._ticks.take():
            self.tick()
        else:
            self._schedule()

    def tick(self) -> None:
        """One tick of a real-time game."""
        if not self.session.clock.running or self.session.is_over:
            return
        if self.session.match.person_to_act is None:
            if not self._bot_busy:
                self.run_worker(self._bot_acts(0), group="bots")
            self._schedule()
        elif self.session.tick():
            self.after_step()
        else:
            self.redraw()

    async def _bots_act(self) -> None:
        session = self.session
        while session is self.session and session.match.bot_to_act is not None and not session.message:
            await self._bot_acts(self.bot_delay)

    async def _bot_acts(self, delay: float) -> None:
        """Let the next bot choose, in a thread, and play its choice when time is not standing still."""
        import asyncio

        session, self._bot_busy = self.session, True
        player = session.match.bot_to_act
        try:
            await asyncio.sleep(delay)
            if player is None or session is not self.session:
                return
            action = await in_thread(lambda: session.match.bot_choice(player))
            while not session.clock.running:
                await asyncio.sleep(0.05)
            if session is self.session and action in session.match.position.actions(player):
                session.bot_acts(player, action)
        except GarrisonError as error:
            session.message = str(error)
        except Exception as error:
            session.message = f"The bot {session.match.seats[player or 0].bot} broke down: {error!r}."
        finally:
            self._bot_busy = False
        if session is self.session:
            self.after_step()

    # Commands.

    def pause(self) -> None:
        """Stop or go on."""
        if self.session.clock.is_held_by(PAUSED):
            self._go(PAUSED)
        elif not self.session.is_over:
            self.session.clock.hold(PAUSED)
            self.session.gatherer.clear()
        self.redraw()

    def take_back(self) -> None:
        """Take back the last action of a move that is not complete."""
        self._did(self.session.take_back())

    def rulebook(self) -> None:
        """Show the rules."""
        self._ask(Rulebook(self.session.match.game.entry), lambda _: None)

    def new_game(self) -> None:
        """Begin again; asks when a game is running."""
        self._ask_if_running("Give up this game and start a new one?", self._again)

    def save_replay(self) -> None:
        """Ask for a file and write the replay there."""
        self._ask(SaveReplay(self.session.match.replay), self._saved)

    def leave(self) -> None:
        """Back to where the match was started from; asks when a game is running."""
        self._ask_if_running("Leave this game?", self._leave)

    def _saved(self, path: Path | None) -> None:
        if path is not None:
            self.session.message = f"Saved as {path}."
        self.redraw()

    def _leave(self) -> bool:
        self.dismiss(None)
        return True

    def _again(self) -> bool:
        self.session = self.session.again()
        self.pointed = None
        self._begin()
        return True

    def _go(self, reason: str) -> None:
        """A reason to stand still is gone."""
        if self.session.clock.is_held_by(reason):
            self.session.clock.go(reason)
            self._schedule()
            self.redraw() if reason != SMALL else None

    def _ask_if_running(self, question: str, deed: Callable[[], bool]) -> None:
        if self.session.is_running:
            self._ask(Confirm(question), lambda yes: deed() if yes else None)
        else:
            deed()

    def _ask(self, dialog: ModalScreen[Any], then: Callable[[Any], object]) -> None:
        """Show a dialog; time stands still meanwhile, and a real-time game goes on at a key."""
        session = self.session
        session.clock.hold(DIALOG)

        def answered(answer: Any) -> None:
            session.clock.go(DIALOG)
            session.gatherer.clear()
            if session.is_real_time and session.is_running:
                session.clock.hold(START)
            then(answer)
            self._schedule()
            self.redraw()

        self.app.push_screen(dialog, answered)

    # The end.

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self.session.clock.hold("over")
            self.set_timer(END_DELAY if self.ticking else 0.001, self.show_end)

    def show_end(self) -> None:
        """The result, and the high scores where they are kept."""
        if self.session.is_over and self.is_current:
            self.app.push_screen(EndScreen(self.session, self.player_name), self._after_end)

    def _after_end(self, wish: str | None) -> None:
        if wish == AGAIN:
            self._again()
        elif wish == LEAVE:
            self._leave()
        else:
            self.redraw()
