"""The turns of a replay: the actions of one player in one turn together, with what they did in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from garrison.core.position import Position
from garrison.core.replay import Replay


@dataclass(frozen=True)
class Turn:
    """A turn of a replay: its actions first .. last-1, and what they did, in sentences."""

    first: int
    last: int
    player: int
    words: str  # "" where nothing was told

    def named(self, replay: Replay) -> str:
        """What was done, in words in any case: where nothing was told, the names of the actions."""
        if self.words:
            return self.words
        start = replay.game.new(replay.seed)
        names = [start.action_words(move.action) for move in replay.moves[self.first : self.last]]
        return ", ".join(names).capitalize() + "."


def turns_of(replay: Replay, length: int | None = None) -> Iterator[Turn]:
    """All turns, of the first `length` actions.

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> replay = Replay(garrison.load("skirmish"), 7, [Move(0, 58), Move(0, 50), Move(0, 50), Move(1, 3)])
    >>> [(turn.first, turn.last, turn.player) for turn in turns_of(replay)]
    [(0, 3, 0), (3, 4, 1)]
    """
    position, words, first, turn = replay.game.new(replay.seed), list[str](), 0, 0
    moves = replay.moves[:length]
    for number, move in enumerate(moves):
        now = turn_number(position)
        if number > first and (move.player != moves[first].player or now != turn):
            yield Turn(first, number, moves[first].player, told(words))
            first, words = number, []
        turn = now
        move.play(position)
        words += position.sentences
    if moves:
        yield Turn(first, len(moves), moves[first].player, told(words))


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
