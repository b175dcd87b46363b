"""The screen on which a match is played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.screen import ModalScreen

from garrison.errors import GarrisonError
from garrison.play.terminal import blocks, theme
from garrison.play.terminal.background import in_thread
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.dialogs import Confirm, Rulebook, SaveReplay
from garrison.play.terminal.hints import hint
from garrison.play.terminal.keys import button_for, is_tick_key, key_name, keys_of
from garrison.play.terminal.live_screen import DIALOG, PAUSED, START, RunningTable
from garrison.play.terminal.session import Session
from garrison.play.terminal.side import Side, SideView

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
# Commands: the key, what it does in words and the method. If the game uses the key itself, Ctrl and the key do it.
COMMANDS = (
    ("p", "pause", "pause"),
    ("u", "undo", "take_back"),
    ("?", "hint", "ask_for_hint"),
    ("f1", "rules", "rulebook"),
    ("n", "new", "new_game"),
    ("g", "give up", "give_up"),
    ("s", "save", "save_replay"),
    ("q", "leave", "leave"),
)
OTHER_KEYS = {"backspace": "take_back", "escape": "escape", "+": "quicker", "-": "slower"}
SPEED_STEP = 2**0.5


class PlayScreen(RunningTable):
    """A match being played: keys and clicks become actions; ticks and bots act by themselves."""

    # What is shown.

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
            return "PAUSED: P continues"
        if clock.is_held_by(START):
            return "Press any key to continue" if self.session.match.replay.moves else "Press any key to start"
        return ""

    def side_view(self) -> SideView:
        """The side column."""
        session = self.session
        bots = [not seat.is_person for seat in session.match.seats]
        words, owner = blocks.turn_words(session.scene, session.match.game.facts.seats, bots)
        if session.is_real_time and not session.is_over:
            words = session.scene.title
        return SideView(session.scene, words, owner, session.log, self.key_help(), self._here(), session.cursor.button)

    def _here(self) -> str:
        if self.session.cursor.button is not None and self.pointer is None:
            return self.session.pressed(self.session.cursor.button)
        place = self.pointer or self.cursor()
        return self.session.place(*place) if place else ""

    def prompt_text(self) -> tuple[str, str]:
        """The message if there is one, else the game's prompt."""
        session = self.session
        if session.message:
            return f"! {session.message}", theme.HIGHLIGHT
        if session.is_over:
            return f"{session.scene.named_prompt} Enter plays again, Q leaves.", theme.HIGHLIGHT
        if self.banner():
            return self.banner(), theme.HIGHLIGHT
        waiting, left = session.scene.waiting, self.deadline.left
        words = self._asked(waiting) if left is None else f"{left} s: {session.scene.named_prompt}"
        owner = session.scene.player if session.scene.player in waiting else waiting[0] if waiting else -1
        return words, theme.owner_colour(owner, session.scene.colours) if owner >= 0 else theme.PANEL_EDGE

    def _asked(self, waiting: tuple[int, ...]) -> str:
        """What is asked; during a bot's turn nobody here is asked anything."""
        seats, names = self.session.match.seats, self.session.scene.seats
        if self.session.is_real_time or not waiting or any(seats[player].is_person for player in waiting):
            return self.session.scene.named_prompt
        return " ".join(f"{names[player]} is played by the bot {seats[player].bot}." for player in waiting)

    def key_help(self) -> blocks.Keys:
        """What the keys do now."""
        session, idle = self.session, set[str]()
        if session.is_real_time:
            idle.add("take_back")
        if not session.has_hints:
            idle.add("ask_for_hint")
        keys = [
            (f"{'^' if self._is_taken(key) else ''}{key.upper()}", words)
            for key, words, name in COMMANDS
            if name not in idle
        ]
        if session.has_fields:
            keys += [("Tab", "next"), ("Enter", "choose")]
        if any(board.ways for board in session.scene.boards):
            keys += [("Space", "one step")]
        quickest, slowest = self.session.match.game.facts.tick_range
        if quickest < slowest:
            keys += [("+ -", "speed")]
        return keys

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
            self.go_on(START)
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
        self.did(session.press(button))
        return True

    def _moves_cursor(self, key: str) -> bool:
        return self.session.has_fields and key in (*ARROWS, "enter", "space", "tab", "shift+tab")

    def _cursor_key(self, key: str) -> bool:
        """Arrows, Tab, Enter and space."""
        if self.session.is_over:
            return key == "enter" and self.after_result(self.again)
        if key in ("tab", "shift+tab"):
            self.session.jump(1 if key == "tab" else -1)
        elif key == "space" and self.session.is_real_time:
            self.pause()
        elif key in ("enter", "space"):
            if self.cursor() is None and self.session.cursor.button is None:
                return False
            self.did(self.session.choose(by_step=key == "space"))
        elif key in ("pageup", "pagedown"):
            self.side.scroll_lines(1 if key == "pagedown" else -1)
        elif key in ARROWS and self.session.has_fields:
            self.session.move_cursor(*ARROWS[key])
        else:
            return False
        self.pointer = None
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
            self.go_on(START)
            return
        self.did(self.session.click(event.board, event.field))

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse is over a field: show what is there."""
        self.pointer = (event.board, event.field) if event.field >= 0 else None
        self.redraw()

    def on_side_pressed(self, event: Side.Pressed) -> None:
        """A button was clicked."""
        self.go_on(START)
        for button in self.session.scene.buttons:
            if button.action == event.action:
                self.did(self.session.press(button))

    # Commands.

    def pause(self) -> None:
        """Pause or continue."""
        if self.session.clock.is_held_by(PAUSED):
            self.go_on(PAUSED)
        elif not self.session.is_over:
            self.session.clock.hold(PAUSED)
            self.session.gatherer.clear()
        self.redraw()

    def quicker(self) -> None:
        """Shorter ticks."""
        self.change_speed(1 / SPEED_STEP)

    def slower(self) -> None:
        """Longer ticks."""
        self.change_speed(SPEED_STEP)

    def take_back(self) -> None:
        """Take back the last action of a move that is not complete."""
        self.did(self.session.take_back())

    def ask_for_hint(self) -> None:
        """Have the strongest level say what it would do."""
        session, player = self.session, self.session.match.person_to_act
        if not session.has_hints:
            session.message = "There are no hints where several people play."
        elif player is None:
            session.message = "There is nothing for you to decide at the moment."
        else:
            if session.is_real_time:
                session.clock.hold(PAUSED)
            session.message = "Thinking …"
            self.run_worker(self._hint(session, player), group="hints", exclusive=True)
        self.redraw()

    async def _hint(self, session: Session, player: int) -> None:
        position, number = session.match.position.copy(), len(session.match.replay.moves)
        try:
            actions, words = await in_thread(lambda: hint(position, player))
        except GarrisonError as error:
            session.message = str(error)
        else:
            if number == len(session.match.replay.moves):
                session.point_at(actions, words)
        self.redraw()

    def escape(self) -> None:
        """Take back a choice; if there is none, leave."""
        if self.session.is_choosing:
            self.take_back()
        else:
            self.leave()

    def rulebook(self) -> None:
        """Show the rules."""
        self._ask(Rulebook(self.session.match.game.package), lambda _: None)

    def new_game(self) -> None:
        """Start again; asks first if a game is running."""
        self._ask_if_running("Give up this game and start a new one?", self.again)

    def give_up(self) -> None:
        """Give up, after a question; then the result is shown."""
        if not self.session.is_over:
            two = self.session.match.game.players == 2
            question = "Resign? The other side wins." if two else "Give up this game?"
            self._ask(Confirm(question), lambda yes: self.did(self.session.give_up()) if yes else None)

    def save_replay(self) -> None:
        """Ask for a file and write the replay there."""
        self._ask(SaveReplay(self.session.match.replay), self._saved)

    def leave(self) -> None:
        """Back to where the match was started from; asks first if a game is running."""
        if self.session.is_over:
            self.after_result(self._leave)
        else:
            self._ask_if_running("Leave this game?", self._leave)

    def _saved(self, path: Path | None) -> None:
        if path is not None:
            self.session.message = f"Saved as {path}."
        self.redraw()

    def _leave(self) -> bool:
        self.dismiss(None)
        return True

    def _ask_if_running(self, question: str, deed: Callable[[], bool]) -> None:
        if self.session.is_running:
            self._ask(Confirm(question), lambda yes: deed() if yes else None)
        else:
            deed()

    def _ask(self, dialog: ModalScreen[Any], then: Callable[[Any], object]) -> None:
        """Show a dialog; time stops meanwhile, and a real-time game continues when a key is pressed."""
        session = self.session
        session.clock.hold(DIALOG)

        def answered(answer: Any) -> None:
            session.clock.go(DIALOG)
            session.gatherer.clear()
            if session.is_real_time and session.is_running:
                session.clock.hold(START)
            then(answer)
            self.schedule()
            self.redraw()

        self.app.push_screen(dialog, answered)
