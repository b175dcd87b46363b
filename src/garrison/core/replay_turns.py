"""The turns of a replay: the actions of one player in one turn together, with what they did in words.

Where several players choose at the same time, a turn tells what all of them did. What each of them decided is a
`Decision`: in these phases it is told by the names of the actions, since what comes of it depends on the others too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from garrison.core.click_names import click_name, click_names
from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.core.story import Story
from garrison.core.words.viewpoint import Viewpoint

PLACE = re.compile(r"\d+,\d+")
WAY = re.compile(r"((?:.*? )?\d+,\d+)(?: to \d+,\d+)?")  # where something goes from and, so far, to


@dataclass(frozen=True)
class Turn:
    """A turn of a replay: its actions first .. last-1, and what they did, in sentences."""

    first: int
    last: int
    player: int
    words: str  # where nothing was told, in turns what was clicked; in real time ""
    notation: str = ""  # how it is typed


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
    player, actions, text = moves[0].player, [move.action for move in moves], told(words)
    if not text and not start.game.facts.tick_ms:
        text = named(click_names(start, player, actions))
    return Turn(first, first + len(moves), player, text, _notation(start, moves))


def _notation(start: Position, moves: list[Move]) -> str:
    """How a turn is typed: where it has several moves, they are written as they were known after each use of chance."""
    player, actions, parts = moves[0].player, list[int](), list[str]()
    if Viewpoint(start, player).ask("rests", None) is None:
        return notation_of(start, player, [move.action for move in moves])
    position, before = start.copy(), start
    for move in moves:
        dice = position.state["rng"][0]
        move.play(position)
        actions.append(move.action)
        if position.state["rng"][0] != dice or move is moves[-1]:
            parts.append(notation_of(before, player, actions))
            before, actions = position.copy(), []
    return "; ".join(parts)


def notation_of(position: Position, player: int, actions: Sequence[int]) -> str:
    """How a move is typed; "" where the player only waited."""
    is_ticking = position.game.facts.tick_ms and all(action == position.game.facts.tick_action for action in actions)
    return "" if is_ticking else position.notation(player, actions)


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
    sentences: list[str] = field(default_factory=list)

    def add(self, number: int, action: int, name: str) -> None:
        """Another action of it."""
        self.last = number + 1
        self.actions += (action,)
        self.names += (name,)
        self.words = ("" if self.together else told(self.sentences)) or named(self.names)


def decisions_of(replay: Replay, length: int | None = None) -> list[Decision]:
    """Every decision of every player, in the order in which they were pending.

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> replay = Replay(garrison.load("boneyard", players=2), 3, [Move(0, 7), Move(1, 6), Move(1, 34), Move(0, 34)])
    >>> [(one.player, one.actions, one.words) for one in decisions_of(replay)][:2]
    [(0, (7,), 'Hero 2,2 to 1,2.'), (1, (6,), 'Hero 2,2 to 1,1.')]
    """
    position, pending, decisions = replay.game.new(replay.seed), dict[int, Decision](), list[Decision]()
    stories = dict[int, Story]()
    together = len(position.waiting) > 1
    for number, move in enumerate(replay.moves[:length]):
        before, name = position.copy(), click_name(position, move.player, move.action)
        if move.player not in pending:
            pending[move.player], stories[move.player] = Decision(number, move.player, together), Story(replay.game)
            decisions.append(pending[move.player])
        move.play(position)
        stories[move.player].tell(pending[move.player].sentences, position.events)
        pending[move.player].add(number, move.action, name)
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
    """Actions by their names, as a sentence.

    >>> named(["Wall", "wall / on 3,1"]), named(["archers 4,7", "4,8", "4,9", "Done"])
    ('Wall, wall / on 3,1.', 'Archers 4,7 to 4,9, Done.')
    """
    parts = list[str]()
    for name in names:
        if parts and PLACE.fullmatch(name) and (way := WAY.fullmatch(parts[-1])):
            parts[-1] = f"{way[1]} to {name}"
        else:
            parts.append(name)
    words = ", ".join(parts)
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
