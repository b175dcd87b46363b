"""The turns of a replay: the actions of one player in one turn together, with what they did in words.

Where several players choose at the same time, a turn tells what all of them did. What each of them decided is a
`Decision`: in these phases it is told by the names of the actions, since what comes of it depends on the others too.
"""

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


@dataclass
class Decision:
    """What one player decided, among actions first .. last-1; others may have chosen in between."""

    first: int
    player: int
    together: bool  # whether several players chose at the same time
    last: int = 0
    actions: tuple[int, ...] = ()
    words: str = ""
    names: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()

    def add(self, number: int, action: int, name: str, sentences: tuple[str, ...]) -> None:
        """Another action of it."""
        self.last = number + 1
        self.actions += (action,)
        self.names += (name,)
        self.sentences += sentences
        self.words = ("" if self.together else told(list(self.sentences))) or named(self.names)


def decisions_of(replay: Replay, length: int | None = None) -> list[Decision]:
    """Every decision of every player, in the order in which they were pending.

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> replay = Replay(garrison.load("boneyard", players=2), 3, [Move(0, 7), Move(1, 6), Move(1, 34), Move(0, 34)])
    >>> [(one.player, one.actions, one.words) for one in decisions_of(replay)][:2]
    [(0, (7,), 'Field (1, 2).'), (1, (6,), 'Field (1, 1).')]
    """
    position, pending, decisions = replay.game.new(replay.seed), dict[int, Decision](), list[Decision]()
    together = len(position.waiting) > 1
    for number, move in enumerate(replay.moves[:length]):
        before, name = position.copy(), position.action_words(move.action)
        if move.player not in pending:
            pending[move.player] = Decision(number, move.player, together)
            decisions.append(pending[move.player])
        move.play(position)
        pending[move.player].add(number, move.action, name, position.sentences)
        if _is_resolved(before, position, together):
            pending, together = {}, len(position.waiting) > 1
        elif move.player not in position.waiting:
            del pending[move.player]
    return decisions


def _is_resolved(before: Position, after: Position, together: bool) -> bool:
    """Whether a turn or a phase is over: a choice that only waits for the others leaves no event and draws nothing."""
    is_new = turn_number(before) != turn_number(after) or not set(after.waiting) <= set(before.waiting)
    has_happened = bool(after.events) or before.state["rng"][0] != after.state["rng"][0]
    return is_new or (together and has_happened)


def named(names: Iterable[str]) -> str:
    """Actions by their names, as a sentence."""
    return ", ".join(names).capitalize() + "."


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
