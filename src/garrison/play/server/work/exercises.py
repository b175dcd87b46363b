"""Lessons and puzzles in the browser. The server keeps nothing of them: a browser sends what was done so far, which is
played again from the beginning, since that takes a few milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from garrison.core.about import explanations
from garrison.core.position import Position
from garrison.errors import BadOption
from garrison.look.scene import Scene
from garrison.play.learning import puzzle, puzzle_attempt
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.learning.puzzle import Puzzle, find_puzzle
from garrison.play.learning.puzzle_attempt import Solving
from garrison.play.server.wire.codec import patch
from garrison.play.server.wire.exercise_messages import ExerciseView, PuzzlesView, PuzzleView

MOST_FRAMES = 40  # of what one action led to, the latest of them
ENDED = "There is nothing left to do here: it is over."
SOLVED, FAILED = "Solved!", "Not quite. Try again, or take back a step."


def lesson_view(game: str, actions: Sequence[int]) -> ExerciseView:
    """A game's lesson after these actions."""
    taking = Taking(lesson_of(game))
    before, steps = taking.position, 0
    for number, action in enumerate(actions):
        if taking.is_over:
            raise BadOption(ENDED)
        before = taking.position
        steps += taking.act(action)
        if steps <= number and number + 1 < len(actions):
            raise BadOption(f"Action {number + 1} is not what this lesson asks for there.")
    scene, patches = _shown([before, *taking.frames], taking.scene)
    return ExerciseView(
        game=game,
        title=taking.lesson.title,
        words=taking.words,
        said=taking.answer,
        state="solved" if taking.is_over else "open",
        counted=steps,
        step=taking.place,
        steps=len(taking.lesson.steps),
        ringed_fields=list(taking.ringed_fields),
        ringed_buttons=list(taking.ringed_buttons),
        scene=scene,
        patches=patches,
        about=explanations(taking.position.game),
    )


def puzzle_view(game: str, name: str, actions: Sequence[int]) -> ExerciseView:
    """A puzzle after these actions."""
    solving = Solving(find_puzzle(game, name))
    before = solving.position
    for action in actions:
        before = solving.position
        solving.act(action)
    scene, patches = _shown([before, *solving.frames], solving.scene)
    return ExerciseView(
        game=game,
        title=solving.puzzle.id,
        words=solving.puzzle.task,
        said={puzzle_attempt.SOLVED: SOLVED, puzzle_attempt.FAILED: FAILED}.get(solving.state, ""),
        state=solving.state,
        counted=len(actions),
        step=solving.steps,
        steps=0,
        ringed_fields=[],
        ringed_buttons=[],
        scene=scene,
        patches=patches,
        about=explanations(solving.puzzle.game),
    )


def puzzles_view() -> PuzzlesView:
    """All puzzles, and today's."""
    today = datetime.now(UTC).date()
    puzzles, daily = puzzle.all_puzzles(), puzzle.daily(today)
    place = puzzles.index(daily) if daily else -1
    return PuzzlesView(today.isoformat(), place, [_listed(one) for one in puzzles])


def _listed(one: Puzzle) -> PuzzleView:
    return PuzzleView(one.game.name, one.id, one.task)


def _shown(positions: list[Position], scene_of: Callable[[Position], Scene]) -> tuple[dict[str, Any], list[Any]]:
    """The scene at first, and a patch for each position after it."""
    scenes = [scene_of(position).to_data() for position in positions[-MOST_FRAMES - 1 :]]
    return scenes[0], [patch(old, new) for old, new in pairwise(scenes)]
