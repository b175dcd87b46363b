"""The screen on which a lesson is taken. Time stands still: nothing happens until the learner does something."""

from __future__ import annotations

from dataclasses import replace

from textual import events

from garrison.core.about import explanations
from garrison.look.scene import Scene, SceneButton
from garrison.play.learning.lesson import Lesson
from garrison.play.learning.taking import Taking
from garrison.play.terminal import styles
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.keys import key_name, keys_of
from garrison.play.terminal.session import LogLine, about_button, words_for
from garrison.play.terminal.side import Side, SideView

KEYS = (("Enter", "what is ringed"), ("← ↑ ↓ →", "look around"), ("Q", "leave"))
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class LessonScreen(BoardScreen):
    """A lesson at one of its steps."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.taking = Taking(lesson)
        self.about = explanations(lesson.opening.game)
        self._scene = self.taking.scene()
        self._log: list[LogLine] = []
        self._cursor = 0
        self._point()

    def scene(self) -> Scene:
        """What the learner sees, with the ringed fields marked."""
        first, *others = self._scene.boards
        ringed = self.taking.ringed_fields or first.marked_fields
        return replace(self._scene, boards=(replace(first, marked_fields=ringed), *others))

    def is_clickable(self) -> bool:
        """Whether the game has fields to click."""
        return self.taking.position.game.facts.fields > 0

    def cursor(self) -> tuple[int, int] | None:
        """The field that the keyboard points at."""
        return (0, self._cursor) if self.is_clickable() or self.taking.ringed_fields else None

    def side_view(self) -> SideView:
        """The lesson beside the board: what was said, and what to do next."""
        taking = self.taking
        turn = f"{taking.lesson.title}, {min(taking.place + 1, len(taking.lesson.steps))} of {len(taking.lesson.steps)}"
        focus = taking.ringed_buttons[0] if taking.ringed_buttons else None
        return SideView(
            self.scene(), turn, taking.lesson.opening.player, self._log, KEYS, self._here(), focus, self._say()
        )

    def _say(self) -> str:
        return f"{self.taking.said} {self.taking.words}".strip()

    def _here(self) -> str:
        if self.taking.ringed_buttons and self.pointed is None:
            return about_button(self._button(self.taking.ringed_buttons[0]), self.about)
        board, field = self.pointed or (0, self._cursor)
        return words_for(self._scene.boards[board], field, self.about)

    def prompt_text(self) -> tuple[str, str]:
        """The step in the last line, as far as it fits."""
        if self.taking.is_over:
            return "The lesson is over: Enter or Q leaves.", styles.HIGHLIGHT
        return self.taking.words, styles.HIGHLIGHT

    def on_key(self, event: events.Key) -> None:
        """A key of one of the game's buttons, the ringed thing, the cursor, or leaving."""
        key = key_name(event.key, event.character)
        if self._leaves(key) or self._presses(key) or self._chooses(key) or self._moves(key):
            event.stop()
            event.prevent_default()

    def _leaves(self, key: str) -> bool:
        leaves = key in ("q", "escape") or (self.taking.is_over and key in ("enter", "space"))
        if leaves:
            self.dismiss(None)
        return leaves

    def _presses(self, key: str) -> bool:
        found = [button for button in self._scene.buttons if keys_of(button) == {key} and button.legal]
        if found:
            self.act(found[0].action)
        return bool(found)

    def _chooses(self, key: str) -> bool:
        if key not in ("enter", "space"):
            return False
        ringed = self.taking.ringed_buttons
        self.act(ringed[0] if ringed else self._scene.boards[0].action(self._cursor))
        return True

    def _moves(self, key: str) -> bool:
        if key not in ARROWS:
            return False
        board, (rows, columns) = self._scene.boards[0], ARROWS[key]
        row, column = divmod(self._cursor, board.columns)
        row, column = row + rows, column + columns
        if 0 <= row < board.rows and 0 <= column < board.columns:
            self._cursor = board.field(row, column)
        self.redraw()
        return True

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A field was clicked."""
        if event.board == 0:
            self._cursor = event.field
            self.act(self._scene.boards[0].action(event.field))

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse is over a field: show what is there."""
        self.pointed = (event.board, event.field) if event.field >= 0 else None
        self.redraw()

    def on_side_pressed(self, event: Side.Pressed) -> None:
        """A button was clicked."""
        self.act(event.action)

    def act(self, action: int) -> None:
        """Try an action, and show what it led to."""
        if self.taking.is_over:
            return
        if self.taking.act(action):
            for position in self.taking.frames:
                self._log += [LogLine(position.steps, sentence) for sentence in position.sentences]
            self._scene = self.taking.scene()
            self._point()
        self.redraw()

    def _point(self) -> None:
        """Put the cursor on the ring."""
        if self.taking.ringed_fields:
            self._cursor = self.taking.ringed_fields[0]

    def _button(self, action: int) -> SceneButton:
        return next(button for button in self._scene.buttons if button.action == action)
