"""The screen on which a lesson is taken."""

from __future__ import annotations

from dataclasses import replace

from garrison.look.scene import Scene
from garrison.play.learning.lesson import Lesson
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.terminal import theme
from garrison.play.terminal.exercise_screen import ExerciseScreen
from garrison.play.terminal.session import about_button
from garrison.play.terminal.side import SideView

KEYS = (("Enter", "what is ringed"), ("← ↑ ↓ →", "look around"), ("Q", "leave"))


class LessonScreen(ExerciseScreen):
    """A lesson at one of its steps."""

    def __init__(self, lesson: Lesson) -> None:
        self.taking = Taking(lesson)
        super().__init__(lesson.opening, self.taking.scene())
        self._point()

    def scene(self) -> Scene:
        """What the learner sees, with the ringed fields marked."""
        first, *others = self._scene.boards
        fields = self.taking.ringed_fields or first.marked_fields
        return replace(self._scene, boards=(replace(first, marked_fields=fields), *others))

    def cursor(self) -> tuple[int, int] | None:
        """The field that the keyboard points at."""
        return (0, self._cursor) if self.is_clickable() or self.taking.ringed_fields else None

    def side_view(self) -> SideView:
        """The lesson beside the board: what was said, and what to do next."""
        taking = self.taking
        turn = f"{taking.lesson.title}, {min(taking.place + 1, len(taking.lesson.steps))} of {len(taking.lesson.steps)}"
        focus = taking.ringed_buttons[0] if taking.ringed_buttons else None
        say = f"{taking.answer} {taking.words}".strip()
        return SideView(self.scene(), turn, self.opening.player, self._log, KEYS, self.here(), focus, say)

    def here(self) -> str:
        """What the ringed button does, or what is on the field that is pointed at."""
        if self.taking.ringed_buttons and self.pointer is None:
            return about_button(self.button(self.taking.ringed_buttons[0]), self.about)
        return super().here()

    def prompt_text(self) -> tuple[str, str]:
        """The step in the last line, as far as it fits."""
        if self.taking.is_over:
            return "The lesson is over: Enter or Q leaves.", theme.HIGHLIGHT
        return self.taking.words, theme.HIGHLIGHT

    def chooses(self, by_step: bool) -> None:
        """Do what is ringed; at the end, leave."""
        buttons = self.taking.ringed_buttons
        if self.taking.is_over:
            self.dismiss(None)
        else:
            self.act(buttons[0] if buttons else self._scene.boards[0].action(self._cursor))

    def act(self, action: int) -> None:
        """Try an action, and show what it led to."""
        if self.taking.is_over:
            return
        if self.taking.act(action):
            self.look(self.taking.scene(), self.taking.frames)
            self._point()
        self.redraw()

    def _point(self) -> None:
        """Put the cursor on the ring."""
        if self.taking.ringed_fields:
            self._cursor = self.taking.ringed_fields[0]
