"""Somebody tries to solve a puzzle."""

from __future__ import annotations

from typing import Literal

from garrison.core.errors import IllegalAction
from garrison.core.position import Position
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
        self.position = puzzle.opening.position()
        bits = puzzle.dice[0] if dice is None else dice
        if bits:
            self.position.stir(bits)
        self.frames: list[Position] = [self.position]
        self.steps = 0
        self._turn = number_of(self.position, "turn", 0)

    @property
    def state(self) -> State:
        """Whether it is solved, failed or neither yet."""
        puzzle, is_met = self.puzzle, all(goal.is_met(self.position) for goal in self.puzzle.goals)
        if puzzle.holds:
            return (SOLVED if is_met else FAILED) if self._is_time_up else OPEN
        return SOLVED if is_met else FAILED if self._is_time_up else OPEN

    @property
    def _is_time_up(self) -> bool:
        if self.position.over or self.puzzle.opening.player not in self.position.waiting:
            return True
        turns = number_of(self.position, "turn", 0) - self._turn
        return bool(self.puzzle.turns and turns >= self.puzzle.turns) or self.steps >= (self.puzzle.steps or 10**6)

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


def solves(puzzle: Puzzle, actions: tuple[int, ...], dice: int) -> bool:
    """Whether these actions, all of them legal, solve a puzzle with this chance."""
    solving = Solving(puzzle, dice)
    for action in actions:
        if solving.state != OPEN or action not in solving.position.actions(puzzle.opening.player):
            break
        solving.act(action)
    return solving.state == SOLVED
