"""Somebody tries to solve a puzzle."""

from __future__ import annotations

from typing import Literal

from garrison.core.position import Position
from garrison.errors import IllegalAction
from garrison.look.scene import Scene
from garrison.play.learning.puzzle import Puzzle, number_of

State = Literal["open", "solved", "failed"]
OPEN: State = "open"
SOLVED: State = "solved"
FAILED: State = "failed"


class Solving:
    """A puzzle being tried: any legal action may be played until it is solved or time is up."""

    def __init__(self, puzzle: Puzzle, dice: int | None = None) -> None:
        self.puzzle = puzzle
        self.position = beginning(puzzle, puzzle.dice[0] if dice is None else dice)
        self.frames: list[Position] = [self.position]
        self.steps = 0
        self._turn = turn_of(self.position)

    @property
    def state(self) -> State:
        """Whether it is solved, failed or neither yet."""
        return judged(self.puzzle, self.position, turn_of(self.position) - self._turn, self.steps)

    def scene(self, position: Position | None = None) -> Scene:
        """What the solver sees."""
        return (position or self.position).scene(self.puzzle.opening.player)

    def act(self, action: int) -> None:
        """Play an action."""
        if self.state != OPEN:
            raise IllegalAction("This puzzle is over. Try it again.")
        position = self.position.copy()
        position.play(self.puzzle.opening.player, action)
        self.position, self.frames = position, [position]
        self.steps += 1


def beginning(puzzle: Puzzle, dice: int) -> Position:
    """The position that a puzzle begins with, its generator stirred with a number; 0: not at all."""
    position = puzzle.opening.position()
    if dice:
        position.stir(dice)
    return position


def turn_of(position: Position) -> int:
    """How many turns, as the game counts them, are over."""
    return number_of(position, "turn", 0)


def judged(puzzle: Puzzle, position: Position, turns: int, steps: int) -> State:
    """Whether a puzzle is solved after this many turns and steps."""
    is_met = all(goal.is_met(position) for goal in puzzle.goals)
    is_time_up = position.over or puzzle.opening.player not in position.waiting
    is_time_up = (
        is_time_up or bool(puzzle.turns and turns >= puzzle.turns) or bool(puzzle.steps and steps >= puzzle.steps)
    )
    if is_met and (is_time_up or not puzzle.holds):
        return SOLVED
    return FAILED if is_time_up else OPEN


def solves(puzzle: Puzzle, actions: tuple[int, ...], dice: int) -> bool:
    """Whether these actions, all of them legal, solve a puzzle with this chance."""
    solving = Solving(puzzle, dice)
    for action in actions:
        if solving.state != OPEN or action not in solving.position.actions(puzzle.opening.player):
            break
        solving.act(action)
    return solving.state == SOLVED
