"""Why a challenge was not solved, in a sentence: what came to an end, and how much of what was asked for is missing."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.play.learning.attempt import Attempt
from garrison.play.learning.challenge import Aim, Progress


def why_failed(attempt: Attempt) -> str:
    """What happened: `The turn is over. That was 1 of 2 enemies defeated.`"""
    counts = ", ".join(_counted(attempt))
    return f"{_end(attempt)}{f' That was {counts}.' if counts else ''}"


def _end(attempt: Attempt) -> str:
    challenge, progress = attempt.challenge, attempt.progress
    if progress.position.over:
        scene = attempt.scene()
        return scene.ending or scene.prompt
    if challenge.turns > 1:
        return f"The {challenge.turns} turns are over."
    return f"The {challenge.steps} {_unit(attempt)}s are over." if challenge.steps else "The turn is over."


def _unit(attempt: Attempt) -> str:
    """What an action is: in real time, a time unit."""
    return "time unit" if attempt.position.game.facts.tick_ms else "action"


def _counted(attempt: Attempt) -> Iterator[str]:
    """What was counted of each goal that has words for it."""
    start = Progress(attempt.first)
    for aim in attempt.challenge.goals:
        if aim.label and not aim.is_met(attempt.progress):
            yield f"{_done(aim, start, attempt.progress)} of {abs(aim.amount - aim.value(start))} {aim.label}"


def _done(aim: Aim, start: Progress, progress: Progress) -> int:
    """How far a number has come from where it began, as long as that is the right way."""
    way = 1 if aim.amount > aim.value(start) else -1
    return max(way * (aim.value(progress) - aim.value(start)), 0)


def time_left(attempt: Attempt) -> str:
    """How much time there is, in words; "" without a limit, or where it is this turn."""
    challenge, progress = attempt.challenge, attempt.progress
    if challenge.steps:
        return _left(challenge.steps - progress.steps, _unit(attempt))
    return _left(challenge.turns - progress.turns, "turn") if challenge.turns > 1 else ""


def _left(count: int, unit: str) -> str:
    return f"{count} {unit}{'' if count == 1 else 's'} left"
