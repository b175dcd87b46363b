"""Lessons, puzzles and missions in the browser. The server keeps nothing of them: a browser sends what was done so far,
which is played again from the beginning, since that takes a few milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any

from garrison.core.about import explanations
from garrison.core.position import Position
from garrison.errors import BadOption, IllegalAction
from garrison.look.picture import board_svg
from garrison.look.scene import Scene
from garrison.play.learning import mission, puzzle
from garrison.play.learning.attempt import FAILED, OPEN, SOLVED, Attempt
from garrison.play.learning.challenge import Challenge
from garrison.play.learning.guidance import next_step
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking
from garrison.play.learning.mission import find_mission
from garrison.play.learning.puzzle import find_puzzle
from garrison.play.learning.shortfall import time_left, why_failed
from garrison.play.server.wire.codec import patch
from garrison.play.server.wire.exercise_messages import ExerciseView, ExerciseWish, MissionView, PuzzlesView, PuzzleView

MOST_FRAMES = 40  # of what one action led to, the latest of them
ENDED = "There is nothing left to do here: it is over."
SOLVED_WORDS, SHOWN = "Solved!", "This is how it can be done."
LONGEST_RUN = 30  # time units that one press lets pass
KEPT_PICTURES = 200
PICTURE_FIELD = 24  # pixels


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
    scene, patches = _shown([before, *taking.frames][-MOST_FRAMES - 1 :], taking.scene)
    return ExerciseView(
        game=game,
        title=taking.lesson.title,
        words=taking.words,
        why="",
        said=taking.answer,
        left="",
        state="solved" if taking.is_over else "open",
        stars=0,
        star_words=[],
        counted=steps,
        step=taking.place,
        steps=len(taking.lesson.steps),
        ringed_fields=list(taking.ringed_fields),
        ringed_buttons=list(taking.ringed_buttons),
        scene=scene,
        patches=patches,
        idle=-1,
        about=explanations(taking.position.game),
    )


def puzzle_view(game: str, name: str, wish: ExerciseWish) -> ExerciseView:
    """A puzzle after these actions."""
    return challenge_view(find_puzzle(game, name), wish)


def mission_view(game: str, name: str, wish: ExerciseWish) -> ExerciseView:
    """A mission after these actions."""
    return challenge_view(find_mission(game, name), wish)


def challenge_view(challenge: Challenge, wish: ExerciseWish) -> ExerciseView:
    """A puzzle or mission after these actions, or with its solution."""
    is_shown = wish.help == "solution"
    attempt, frames, refusal = _played(challenge, challenge.solution if is_shown else tuple(wish.actions))
    ticks = _let_time_pass(attempt, frames) if wish.runs else 0
    scene, patches = _shown(frames if is_shown else frames[-MOST_FRAMES - 1 :], attempt.scene)
    guidance = next_step(challenge, tuple(wish.actions)) if wish.help == "hint" else None
    return ExerciseView(
        game=challenge.game.name,
        title=challenge.title,
        words=challenge.task,
        why=challenge.why,
        said=guidance.words if guidance else SHOWN if is_shown else refusal or _verdict(attempt),
        left=time_left(attempt),
        state="shown" if is_shown else attempt.state,
        stars=attempt.stars,
        star_words=[star.words for star in challenge.stars],
        counted=0 if is_shown else len(wish.actions) - bool(refusal) + ticks,
        step=attempt.progress.steps,
        steps=0,
        **_rings(attempt, guidance.action if guidance else -1),
        scene=scene,
        patches=patches,
        idle=_idle(attempt),
        about=explanations(challenge.game),
    )


def _played(challenge: Challenge, actions: Sequence[int]) -> tuple[Attempt, list[Position], str]:
    """The attempt, what the last action led to, and why that is refused; of a solution, all that it leads to."""
    attempt = Attempt(challenge)
    frames = list(attempt.frames)
    for number, action in enumerate(actions, 1):
        before = [attempt.position] if actions is not challenge.solution else frames
        challenge.game.check_action(action)
        try:
            attempt.act(action)
        except IllegalAction as error:
            if number < len(actions):
                raise
            return attempt, before, str(error)
        frames = [*before, *attempt.frames]
    return attempt, frames, ""


def _verdict(attempt: Attempt) -> str:
    if attempt.state == SOLVED:
        return SOLVED_WORDS
    return f"Not quite. {why_failed(attempt)}" if attempt.state == FAILED else ""


def _rings(attempt: Attempt, action: int) -> dict[str, list[int]]:
    """Where the ring is around an action: on a field of the first board, or around a button."""
    if action < 0 or action >= attempt.position.game.facts.fields:
        return {"ringed_fields": [], "ringed_buttons": [action] if action >= 0 else []}
    return {"ringed_fields": [attempt.scene().boards[0].field_of(action)], "ringed_buttons": []}


def _idle(attempt: Attempt) -> int:
    """The action that lets time pass, in real time and while that may be done."""
    game, player = attempt.position.game, attempt.challenge.opening.player
    action = game.facts.tick_action if game.facts.tick_ms else -1
    return action if attempt.state == OPEN and action in attempt.position.actions(player) else -1


def _let_time_pass(attempt: Attempt, frames: list[Position]) -> int:
    """Until something else may be done than at first, or for a while; how many time units that were."""
    player = attempt.challenge.opening.player
    choices, ticks = attempt.position.actions(player), 0
    while ticks < LONGEST_RUN and (idle := _idle(attempt)) >= 0:
        attempt.act(idle)
        frames += attempt.frames
        ticks += 1
        if attempt.position.actions(player) != choices:
            break
    return ticks


def puzzles_view() -> PuzzlesView:
    """All puzzles, today's and yesterday's."""
    today = datetime.now(UTC).date()
    puzzles = puzzle.all_puzzles()
    daily, yesterday = (_place(puzzles, puzzle.daily(day)) for day in (today, today - timedelta(days=1)))
    views = [PuzzleView(one.game.name, one.id, one.task, one.difficulty) for one in puzzles]
    return PuzzlesView(today.isoformat(), daily, yesterday, views)


def _place(puzzles: tuple[Challenge, ...], one: Challenge | None) -> int:
    return puzzles.index(one) if one else -1


def missions_view() -> list[MissionView]:
    """All missions, each game's in the order of difficulty."""
    return [
        MissionView(one.game.name, one.id, one.title, one.task, 1 + len(one.stars)) for one in mission.all_missions()
    ]


@lru_cache(maxsize=KEPT_PICTURES)
def picture_of(game: str, name: str, is_mission: bool) -> str:
    """The board that a puzzle or mission begins with, as SVG."""
    challenge = (find_mission if is_mission else find_puzzle)(game, name)
    scene = Attempt(challenge).scene()
    return board_svg(scene, challenge.game.package.folder / "sprites", PICTURE_FIELD)


def _shown(positions: list[Position], scene_of: Callable[[Position], Scene]) -> tuple[dict[str, Any], list[Any]]:
    """The scene at first, and a patch for each position after it."""
    scenes = [scene_of(position).to_data() for position in positions]
    return scenes[0], [patch(old, new) for old, new in pairwise(scenes)]
