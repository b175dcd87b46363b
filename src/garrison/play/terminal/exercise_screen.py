"""What the screens of lessons and puzzles share. Time stands still: nothing happens until somebody does something."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from textual import events

from garrison.core.about import explanations
from garrison.core.position import Position
from garrison.look.scene import Scene, SceneButton
from garrison.play.learning.start_position import Opening
from garrison.play.terminal.board import BoardView
from garrison.play.terminal.board_screen import BoardScreen
from garrison.play.terminal.keys import key_name, keys_of
from garrison.play.terminal.session import LogLine, words_for
from garrison.play.terminal.side import Side

ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class ExerciseScreen(BoardScreen):
    """A position that somebody learns from."""

    def __init__(self, opening: Opening, scene: Scene) -> None:
        super().__init__()
        self.opening = opening
        self.about = explanations(opening.game)
        self._scene = scene
        self._log: list[LogLine] = []
        self._cursor = 0

    @abstractmethod
    def act(self, action: int) -> None:
        """Try an action, and show what it led to."""

    @abstractmethod
    def chooses(self, by_step: bool) -> None:
        """Enter or space, which goes step by step, where no button has that key."""

    def click(self, field: int) -> None:
        """Click a field of the first board."""
        self.act(self._scene.boards[0].action(field))

    def command(self, key: str) -> bool:
        """Do what a key means on this screen besides; whether it means anything."""
        return False

    def scene(self) -> Scene:
        """What is to be seen."""
        return self._scene

    def is_clickable(self) -> bool:
        """Whether the game has fields to click."""
        return self.opening.game.facts.fields > 0

    def here(self) -> str:
        """What is on the field that is pointed at."""
        place = self.pointer or self.cursor()
        return words_for(self._scene.boards[place[0]], place[1], self.about) if place else ""

    def look(self, scene: Scene, frames: Iterable[Position]) -> None:
        """Show a scene, and tell what happened on the way to it."""
        for position in frames:
            self._log += [LogLine(position.steps, sentence) for sentence in position.sentences]
        self._scene = scene

    def on_key(self, event: events.Key) -> None:
        """A key of one of the game's buttons, of this screen, or of the cursor."""
        key = key_name(event.key, event.character)
        deeds = (self._leaves, self._presses, self.command, self._chooses, self._moves, self._scrolls)
        if any(deed(key) for deed in deeds):
            event.stop()
            event.prevent_default()

    def _leaves(self, key: str) -> bool:
        if key in ("q", "escape"):
            self.dismiss(None)
            return True
        return False

    def _presses(self, key: str) -> bool:
        buttons = [button for button in self._scene.buttons if keys_of(button) == {key} and button.legal]
        if buttons:
            self.act(buttons[0].action)
        return bool(buttons)

    def _chooses(self, key: str) -> bool:
        if key not in ("enter", "space"):
            return False
        self.chooses(by_step=key == "space")
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

    def _scrolls(self, key: str) -> bool:
        if key not in ("pageup", "pagedown"):
            return False
        self.side.scroll_lines(1 if key == "pagedown" else -1)
        return True

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        """A field was clicked."""
        if event.board == 0:
            self._cursor = event.field
            self.click(event.field)

    def on_board_view_pointed(self, event: BoardView.Pointed) -> None:
        """The mouse is over a field: show what is there."""
        self.pointer = (event.board, event.field) if event.field >= 0 else None
        self.redraw()

    def on_side_pressed(self, event: Side.Pressed) -> None:
        """A button was clicked."""
        self.act(event.action)

    def button(self, action: int) -> SceneButton:
        """A button by its action."""
        return next(button for button in self._scene.buttons if button.action == action)
