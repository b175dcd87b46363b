"""The turns of a replay: the actions of one player in one turn together, with what they did in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from garrison.core.click_words import click_words
from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.core.story import Story


@dataclass(frozen=True)
class Turn:
    """A turn of a replay: its actions first .. last-1, and what they did, in sentences."""

    first: int
    last: int
    player: int
    words: str  # where nothing was told, in turns what was clicked; in real time ""


def turns_of(replay: Replay, length: int | None = None) -> Iterator[Turn]:
    """All turns, of the first `length` actions.

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> replay = Replay(garrison.load("skirmish"), 7, [Move(0, 58), Move(0, 50), Move(0, 50), Move(1, 3)])
    >>> [(turn.first, turn.last, turn.player) for turn in turns_of(replay)]
    [(0, 3, 0), (3, 4, 1)]
    """
    position, words, first, turn = replay.game.new(replay.seed), list[str](), 0, 0
    story, start = Story(replay.game), position.copy()
    moves = replay.moves[:length]
    for number, move in enumerate(moves):
        now = turn_number(position)
        if number > first and (move.player != moves[first].player or now != turn):
            yield _turn(start, moves[first:number], first, words)
            first, words, story, start = number, [], Story(replay.game), position.copy()
        turn = now
        move.play(position)
        story.tell(words, position.events)
    if moves:
        yield _turn(start, moves[first:], first, words)


def _turn(start: Position, moves: list[Move], first: int, words: list[str]) -> Turn:
    """A turn that began in a position."""
    player, text = moves[0].player, told(words)
    if not text and not start.game.facts.tick_ms:
        text = sentence(click_words(start, player, moves))
    return Turn(first, first + len(moves), player, text)


def sentence(words: str) -> str:
    """Words as a sentence, without a change to those in the middle of it.

    >>> sentence("wall / on 3,1")
    'Wall / on 3,1.'
    """
    return f"{words[:1].upper()}{words[1:]}."


def told(sentences: list[str]) -> str:
    """Sentences as one text; what is said again and again is said once.

    >>> told(["Ada moves.", "Ada moves.", "Ada wins."])
    'Ada moves. Ada wins.'
    """
    return " ".join(sentence for sentence, _ in groupby(sentences))


def turn_number(position: Position) -> int:
    """Which turn it is."""
    return int(position.state["turn"][0])


def eventful(turns: Iterable[Turn]) -> Iterator[Turn]:
    """The turns in which something was told; those before each of them, in which only time passed, belong to it.

    >>> turns = [Turn(0, 1, 0, ""), Turn(1, 2, 0, "P dies."), Turn(2, 3, 0, "")]
    >>> [(turn.first, turn.last) for turn in eventful(turns)]
    [(0, 2), (2, 3)]
    """
    first, quiet = 0, None
    for turn in turns:
        quiet = replace(turn, first=first)
        if turn.words:
            yield quiet
            first, quiet = turn.last, None
    if quiet is not None:
        yield quiet
