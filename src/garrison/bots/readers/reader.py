"""A bot that reads: it is told a position in words, and what it writes is played, or refused with the reason."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from garrison import bots
from garrison.bots.readers.answers import ReadAnswer, read_answer, shortened
from garrison.bots.readers.prompts import Prompt, prompt_of, task
from garrison.core.position import Position
from garrison.core.words.budgets import LETTERS, TRIES, ReaderBudget, Usage
from garrison.core.words.execution import Execution
from garrison.core.words.moves import NamedMove
from garrison.errors import GarrisonError

STILL = "still"  # the bot that decides where a reader does not
MOST_NEWS = 1000  # sentences since its last decision that are kept
USED_UP = "The budget is used up."
UNREAD = "Nothing in the answer is a move."


class NoAnswer(GarrisonError):
    """Nothing came, or nothing that can be read: it counts as an illegal answer."""


class GameVoid(GarrisonError):
    """A game that does not count: somebody could not be asked."""


class Forfeit(GarrisonError):
    """A reader whose game had to decide for it too often has lost."""


@dataclass(frozen=True)
class Reply:
    """What a reader wrote, and how many tokens that took; -1: nobody says."""

    text: str
    tokens_read: int = -1
    tokens_written: int = -1


Writer = Callable[[Prompt], Reply]  # whoever answers: may raise NoAnswer, or an error that ends the game


class TextReader:
    """A reader in one seat of one game. `usage` says what it has used, `lines` what it was asked and answered."""

    def __init__(self, write: Writer, name: str, budget: ReaderBudget | None = None, forecasts: bool = True) -> None:
        self._write, self.name, self._forecasts = write, name, forecasts
        self._budget = budget or ReaderBudget()
        self.usage = Usage()
        self.lines: list[dict[str, Any]] = []
        self.note = ""
        self._news: list[str] = []
        self._execution: Execution | None = None
        self._turn = -1  # of a decision that its game makes

    def hear(self, sentences: tuple[str, ...]) -> None:
        """Something has happened that everybody sees."""
        self._news = [*self._news, *sentences][-MOST_NEWS:]

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """The next action of the move that it is carrying out, or of a new one."""
        turn = int(position.state["turn"][0])
        if self._turn == turn:
            return bots.find(STILL, position.game.package)(position, player, dice)
        action = self._execution.next_action(position) if self._execution else None
        if action is None:
            action = self._decide(position, player)
        if action is None:
            self._turn, self._execution = turn, None
            return bots.find(STILL, position.game.package)(position, player, dice)
        return action

    def _decide(self, position: Position, player: int) -> int | None:
        """The first action of what it writes; None if nothing is legal: then its game decides, until the turn ends."""
        self.usage.decisions += 1
        since = self._execution.report if self._execution else []
        prompt = prompt_of(position, player, self._forecasts, [*self._news, *since], self.note)
        self._news = []
        for _ in range(TRIES):
            if self.usage.exceeds(self._budget):
                self._write_down(prompt, error=USED_UP)
                break
            move, why = self._ask(position, player, prompt)
            if move is not None:
                self._execution = Execution(move, player)
                action = self._execution.next_action(position)
                if action is not None:
                    return action
                why = " ".join(self._execution.report) or UNREAD
            self.usage.illegal += 1
            prompt = replace(prompt, refusal=why)
        self.usage.defaults += 1
        if self.usage.is_forfeit:
            raise Forfeit(f"its game decided for it in {self.usage.defaults} of {self.usage.decisions} decisions")
        return None

    def _ask(self, position: Position, player: int, prompt: Prompt) -> tuple[NamedMove | None, str]:
        """What it answers as a move, or why that is none."""
        self.usage.calls += 1
        start = time.perf_counter()
        try:
            reply = self._write(prompt)
        except NoAnswer as error:
            self._count(prompt, Reply(""), time.perf_counter() - start, str(error))
            return None, str(error)
        answer = read_answer(reply.text)
        move, why = _move(position, player, answer)
        self.note = self.note if answer.note is None else answer.note
        self._count(prompt, reply, time.perf_counter() - start, "" if move else why, move)
        return move, why

    def _count(self, prompt: Prompt, reply: Reply, seconds: float, error: str, move: NamedMove | None = None) -> None:
        """Add what a call took to what was used, and note it down."""
        usage, counts = self.usage, (reply.tokens_read, reply.tokens_written)
        lengths = (len(task()) + len(prompt.question), len(reply.text))
        read, output = (
            count if count >= 0 else length // LETTERS for count, length in zip(counts, lengths, strict=True)
        )
        usage.tokens_read, usage.tokens_written = usage.tokens_read + read, usage.tokens_written + output
        usage.is_estimated = usage.is_estimated or min(counts) < 0
        usage.seconds += seconds
        notation = move.notation if move else ""
        self._write_down(
            prompt,
            answer=shortened(reply.text),
            move=notation,
            error=error,
            tokens=[read, output],
            seconds=round(seconds, 3),
        )

    def _write_down(self, prompt: Prompt, **what: Any) -> None:
        self.lines.append({"decision": self.usage.decisions, "prompt": prompt.question, **what})


def _move(position: Position, player: int, answer: ReadAnswer) -> tuple[NamedMove | None, str]:
    """The first of what may be meant that is a move; the reason why the likeliest is none."""
    why = ""
    for text in answer.moves:
        try:
            return position.parse(text, player), ""
        except GarrisonError as error:
            why = why or str(error)
    return None, why or UNREAD
