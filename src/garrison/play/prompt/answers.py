"""What a typed line leads to: the answer to a question, or a move."""

from __future__ import annotations

from collections.abc import Callable

from garrison.errors import GarrisonError
from garrison.play.prompt import questions
from garrison.play.prompt.dialogue import Dialogue

QUESTIONS: dict[str, Callable[[Dialogue, str], str]] = {  # by the first words of a line
    "board": questions.board,
    "text": questions.whole_text,
    "list": questions.things,
    "moves": questions.moves,
    "what attacks": questions.attackers,
    "what is at": questions.thing_at,
    "forecast": questions.forecast,
    "last": questions.last,
    "score": questions.score,
    "hint": questions.hint,
    "undo": questions.undo,
    "rules": questions.rules,
    "save": questions.save,
    "resign": questions.resign,
    "help": questions.help_text,
}
GOODBYE = ("quit", "exit", "q")


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
    start = next((one for one in QUESTIONS if f"{words.lower()} ".startswith(f"{one} ")), "")
    is_word = words.isalpha() and (start or words.lower() in GOODBYE)
    if is_word and any(words.lower() == move.notation.lower() for move in talk.view.moves):
        return ""
    if words.lower() in GOODBYE:
        talk.is_left = True
        return "Goodbye."
    return QUESTIONS[start](talk, words[len(start) :].strip()) if start else ""
