"""Somebody takes a lesson: what they do is compared with what the step asks for, and answered."""

from __future__ import annotations

from garrison.core.position import Position
from garrison.errors import IllegalAction
from garrison.look.scene import Scene
from garrison.play.learning.lesson import Lesson, LessonStep

LONGEST_RUN = 400  # actions that a step may repeat by itself


class Taking:
    """A lesson being taken: the position, the step, and what was last said. Screens show `frames`, the positions that
    the last action went through."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.position = lesson.opening.position()
        self.frames: list[Position] = [self.position]
        self.place = 0
        self.answer = ""  # the answer to what was last tried
        self.was_right = True

    @property
    def step(self) -> LessonStep | None:
        """What is asked for; None when the lesson is over."""
        return self.lesson.steps[self.place] if self.place < len(self.lesson.steps) else None

    @property
    def is_over(self) -> bool:
        """Whether everything has been done."""
        return self.step is None

    @property
    def words(self) -> str:
        """What to do next or, at the end, the last words."""
        return self.step.say if self.step else self.lesson.ends

    @property
    def ringed_fields(self) -> tuple[int, ...]:
        """The fields of the first board that the ring is around."""
        if self.step is None:
            return ()
        if self.step.show:
            return self.step.show
        board, fields = self.scene().boards[0], self.position.game.facts.fields
        return tuple(board.field_of(action) for action in self.step.actions if action < fields)

    @property
    def ringed_buttons(self) -> tuple[int, ...]:
        """The buttons, by action, that the ring is around."""
        fields = self.position.game.facts.fields
        return tuple(action for action in self.step.actions if action >= fields) if self.step else ()

    def scene(self, position: Position | None = None) -> Scene:
        """What the learner sees."""
        return (position or self.position).scene(self.lesson.opening.player)

    def act(self, action: int) -> bool:
        """Try an action; whether it was what the step asks for. Anything else changes nothing but what is said."""
        step = self.step
        if step is None:
            raise IllegalAction("This lesson is over.")
        self.frames = []
        self.was_right = action in step.actions
        self.answer = "" if self.was_right else step.otherwise
        if self.was_right:
            self._do(step, action)
        return self.was_right

    def _do(self, step: LessonStep, action: int) -> None:
        is_done = self._play(action, step.until)
        while step.runs and not is_done and len(self.frames) < LONGEST_RUN:
            is_done = self._play(action, step.until)
        if is_done:
            for other in step.then:
                self._play(other)
            self.answer = step.well
            self.place += 1

    def _play(self, action: int, until: str = "") -> bool:
        """Play an action for whoever may act; whether that completes the step."""
        position = self.position.copy()
        player = self.lesson.opening.player
        position.play(player if player in position.waiting else position.waiting[0], action)
        self.position = position
        self.frames.append(position)
        return not until or any(event.kind.name == until for event in position.events)
