"""What a typed line leads to: the answer to a question, or a move."""

from __future__ import annotations

from collections.abc import Callable

from garrison.core.words.questions import answer as about
from garrison.errors import GarrisonError
from garrison.play.prompt import questions
from garrison.play.prompt.dialogue import Dialogue

COMMANDS: dict[str, Callable[[Dialogue, str], str]] = {  # by the first word of a line
    "hint": questions.hint,
    "undo": questions.undo,
    "save": questions.save,
    "resign": questions.resign,
    "help": questions.help_text,
    "quit": questions.leave,
    "exit": questions.leave,
    "q": questions.leave,
}


def answer(talk: Dialogue, line: str) -> str:
    """What a line leads to, in sentences."""
    words = " ".join(line.split())
    try:
        return _asked(talk, words) or talk.move(words)
    except GarrisonError as error:
        return str(error)


def answer_in_time(talk: Dialogue, line: str) -> str:
    """The same while the clock runs: a move is carried out by the ticks that follow."""
    words = " ".join(line.split())
    try:
        text = _asked(talk, words)
        if not text:
            talk.begin(words)
    except GarrisonError as error:
        return str(error)
    return text


def _asked(talk: Dialogue, words: str) -> str:
    """The answer to a question; "" if it is none, or if a move is called so."""
    if not words:
        return talk.prompt
    first, _, rest = words.partition(" ")
    is_move = any(words.lower() == move.notation.lower() for move in talk.view.moves) if words.isalpha() else False
    if is_move:
        return ""
    if first.lower() in COMMANDS:
        return COMMANDS[first.lower()](talk, rest)
    return about(talk.match.position, talk.viewer, words, talk.news, talk.width) or ""
