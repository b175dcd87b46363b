"""Somebody tries a puzzle or a mission."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from garrison.core.position import Position
from garrison.errors import IllegalAction
from garrison.look.scene import Scene
from garrison.play.learning.challenge import Challenge, Progress
from garrison.play.learning.start_position import number_of

State = Literal["open", "solved", "failed"]
OPEN: State = "open"
SOLVED: State = "solved"
FAILED: State = "failed"


class Attempt:
    """A challenge being tried: any legal action may be played until it is solved or time is up. Screens show `frames`,
    the positions that the last action went through."""

    def __init__(self, challenge: Challenge, dice: int | None = None) -> None:
        self.challenge = challenge
        self.progress = Progress(beginning(challenge, challenge.dice[0] if dice is None else dice))
        self.first = self.progress.position
        self.frames: list[Position] = [self.first]
        self._turn: int | None = None  # before the last action, until that has ended it

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.progress.position

    @property
    def state(self) -> State:
        """Whether it is solved, failed or neither yet."""
        return judged(self.challenge, self.progress)

    @property
    def stars(self) -> int:
        """How many stars it has earned."""
        if self.state != SOLVED:
            return 0
        merits = [all(aim.is_met(self.progress) for aim in star.aims) for star in self.challenge.stars]
        return 1 + next((place for place, merit in enumerate(merits) if not merit), len(merits))

    def scene(self, position: Position | None = None) -> Scene:
        """What whoever tries it sees."""
        return (position or self.position).scene(self.challenge.opening.player)

    def act(self, action: int) -> None:
        """Play an action, and what the others reply."""
        if self.state != OPEN:
            raise IllegalAction("This is over. Try it again.")
        position, player = self.position.copy(), self.challenge.opening.player
        position.play(player, action)
        self.frames, self._turn = [], turn_of(self.position)
        self.progress.steps += 1
        self._note(position)
        if self.challenge.opponent and (self.challenge.holds or self.state != SOLVED):
            for reply in self.challenge.opponent.replies(position, player):
                self._note(reply)

    def _note(self, position: Position) -> None:
        """Another position; the learner's turn ends once, however many turns the others have then."""
        self.frames.append(position)
        self.progress.note(position)
        if self._turn is not None and turn_of(position) > self._turn:
            self.progress.turns += 1
            self._turn = None


def beginning(challenge: Challenge, dice: int) -> Position:
    """The position that a challenge begins with, its generator stirred with a number; 0: not at all."""
    position = challenge.opening.position()
    if dice:
        position.stir(dice)
    return position


def turn_of(position: Position) -> int:
    """How many turns, as the game counts them, are over."""
    return number_of(position, "turn", 0)


def is_time_up(challenge: Challenge, progress: Progress) -> bool:
    """Whether nothing more can be done: the game is over, or the turns or actions are used up."""
    has_passed = not challenge.opponent and challenge.opening.player not in progress.position.waiting
    turns, steps = challenge.turns, challenge.steps
    is_late = bool(turns and progress.turns >= turns) or bool(steps and progress.steps >= steps)
    return progress.position.over or has_passed or is_late


def judged(challenge: Challenge, progress: Progress) -> State:
    """Whether a challenge is solved by now."""
    is_met = all(goal.is_met(progress) for goal in challenge.goals)
    if is_met and (not challenge.holds or is_time_up(challenge, progress)):
        return SOLVED
    return FAILED if is_time_up(challenge, progress) else OPEN


def followed(challenge: Challenge, actions: Iterable[int], dice: int | None = None) -> Attempt:
    """What these actions lead to, as far as they are legal and it is not over before."""
    attempt = Attempt(challenge, dice)
    for action in actions:
        if attempt.state != OPEN or action not in attempt.position.actions(challenge.opening.player):
            break
        attempt.act(action)
    return attempt


def solves(challenge: Challenge, actions: tuple[int, ...], dice: int) -> bool:
    """Whether these actions, all of them legal, solve a challenge with this chance, with all its stars."""
    attempt = followed(challenge, actions, dice)
    return attempt.state == SOLVED and attempt.stars == 1 + len(challenge.stars)
