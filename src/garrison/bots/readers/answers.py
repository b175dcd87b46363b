"""What an answer says: whoever answers may think aloud first, so the last notation, or the last JSON, counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

LONGEST = 20_000  # characters of an answer that are read: its last ones, since they count
LONGEST_NOTE = 500  # characters that a player may keep from one decision to the next
LONGEST_MOVE = 2000  # characters of a notation
MOST_LINES = 12  # from the end, that are looked at
CUT = "[cut] "
MARK = re.compile(r"^\W*(?:my |final |the )?(?:answer|move|notation)\b(?: is)?\s*[:=]\s*", re.IGNORECASE)
DECORATION = " \t`*_\"'"


@dataclass(frozen=True)
class ReadAnswer:
    """What may be the move, the likeliest first, and what its player wants to remember; None: the note stays."""

    moves: tuple[str, ...]
    note: str | None = None


def shortened(text: str) -> str:
    """The end of an answer that is too long."""
    return text if len(text) <= LONGEST else CUT + text[-LONGEST:]


def read_answer(text: str) -> ReadAnswer:
    """What an answer says.

    >>> read_answer('I think I should wait.\\n{"move": "-", "note": "a trap at 1,2"}')
    ReadAnswer(moves=('-',), note='a trap at 1,2')
    >>> read_answer("The elf is in danger.\\n**Answer:** `E0>55`")
    ReadAnswer(moves=('E0>55',), note=None)
    >>> read_answer("First I look.\\nE0>55").moves
    ('E0>55', 'First I look.')
    """
    text = shortened(text)
    answer = _last_object(text)
    if answer is None:
        return ReadAnswer(tuple(_lines(text)))
    note = answer.get("note")
    return ReadAnswer((str(answer["move"])[:LONGEST_MOVE],), None if note is None else str(note)[:LONGEST_NOTE])


def _lines(text: str) -> Iterator[str]:
    """The last lines, the last first; nothing before one that says that it is the answer."""
    lines = [line for line in text.splitlines() if line.strip(DECORATION + "~")]
    for line in reversed(lines[-MOST_LINES:]):
        bare = MARK.sub("", line)
        notation = bare.strip(DECORATION)[:LONGEST_MOVE]
        if notation:
            yield notation
        if bare != line:
            return


def _last_object(text: str) -> dict[str, Any] | None:
    """The last JSON object with a move, if no other line comes after it than such as close it."""
    decoder = json.JSONDecoder()
    for start in reversed([place for place, letter in enumerate(text) if letter == "{"][-LONGEST_NOTE:]):
        try:
            value, _ = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("move"), str | int):
            return value
    return None
