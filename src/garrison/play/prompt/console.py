"""A dialogue on standard input and output, in lines of a certain width."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator
from queue import Empty, Queue
from threading import Thread
from typing import TextIO

from garrison.errors import BadOption
from garrison.play.match import Match
from garrison.play.prompt.answers import answer, answer_in_time
from garrison.play.prompt.dialogue import Dialogue

NARROWEST, WIDEST = 20, 1000
LONGEST_LINE = 10_000  # characters that are read of a line
END = None


def converse(match: Match, width: int | None = None, tick_ms: int = 0) -> None:
    """Play a match line by line until it is over or somebody leaves. Without `tick_ms` the clock waits for moves."""
    if tick_ms and not match.game.facts.tick_ms:
        raise BadOption(f"{match.game.facts.title} is not a game in real time: there are no ticks.")
    columns = width or shutil.get_terminal_size().columns
    if not NARROWEST <= columns <= WIDEST:
        raise BadOption(f"Lines are {NARROWEST} to {WIDEST} characters wide, not {columns}.")
    talk = Dialogue(match, columns)
    say(talk.opening(), columns)
    for text in _answers(talk, sys.stdin, tick_ms / 1000):
        say(text, columns)
    if match.history.over and not talk.is_left:
        say(answer(talk, "score"), columns)


def say(text: str, columns: int) -> None:
    """Print, in lines that fit."""
    for line in text.splitlines():
        print("\n".join(fitted(line, columns)), flush=True)


def fitted(line: str, columns: int) -> list[str]:
    """A line in parts that fit.

    >>> fitted("one two three", 8)
    ['one two', '  three']
    """
    return textwrap.wrap(line, columns, subsequent_indent="  ") if len(line) > columns else [line]


def _answers(talk: Dialogue, stream: TextIO, seconds: float) -> Iterator[str]:
    """What each line leads to; with a clock, also what happens in each tick."""
    if not seconds:
        while not talk.is_over and (line := _asked(stream)) is not END:
            yield answer(talk, line)
        return
    lines: Queue[str | None] = Queue()
    Thread(target=_read, args=(stream, lines), daemon=True).start()
    while not talk.is_over:
        try:
            line = lines.get(timeout=seconds)
        except Empty:
            yield talk.tick()
            continue
        if line is END:
            return
        yield answer_in_time(talk, line)


def _asked(stream: TextIO) -> str | None:
    """The next line, after a sign that one is wanted; None at the end."""
    print("> ", end="", flush=True)
    return stream.readline(LONGEST_LINE) or END


def _read(stream: TextIO, lines: Queue[str | None]) -> None:
    while line := stream.readline(LONGEST_LINE):
        lines.put(line)
    lines.put(END)
