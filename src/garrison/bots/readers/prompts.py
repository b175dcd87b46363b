"""What is put to a reader: the position in words, what it has noted down, and why its last answer was refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from garrison.bots.readers.answers import LONGEST_NOTE
from garrison.core.position import Position

TASK = """You play a game of strategy. Each time you are to decide, you are told the position in words; fields are \
row,column from 0. You remember nothing but your note. Think as long as you like: what counts is the last line of your \
answer. It is one move, as it may be answered, or JSON: \
{{"move": "...", "note": "at most {longest} characters that you will be shown next time"}}."""
REFUSED = "Your answer was refused: {why} Answer again."
LONGEST_REASON = 600


@dataclass(frozen=True)
class Prompt:
    """One question to a reader. A program may look at its parts, a model gets `messages`."""

    text: str  # the position, and what may be answered
    notations: tuple[str, ...] = ()  # of single moves, in the order of the text, as far as a program wants them
    words: tuple[str, ...] = ()  # what each of them does
    note: str = ""
    refusal: str = ""  # why the answer before was refused

    @property
    def question(self) -> str:
        """All of it in one text."""
        note = f"Your note: {self.note}" if self.note else ""
        refusal = REFUSED.format(why=self.refusal[:LONGEST_REASON]) if self.refusal else ""
        return "\n\n".join(part for part in (self.text, note, refusal) if part)

    @property
    def messages(self) -> list[dict[str, str]]:
        """As the chat completions format has it."""
        return [{"role": "system", "content": task()}, {"role": "user", "content": self.question}]


def task() -> str:
    """What is said before every question."""
    return TASK.format(longest=LONGEST_NOTE)


def prompt_of(position: Position, player: int, forecasts: bool, since: Sequence[str], note: str) -> Prompt:
    """What a player is asked in a position."""
    moves = position.moves(player)
    return Prompt(
        position.text(player, forecasts, since),
        tuple(move.notation for move in moves),
        tuple(move.words for move in moves),
        note,
    )
