"""Verification: a replay is played again, and what comes of it is compared with the seal that it has.

The browser does the same with the same rules, in play/web/src/lib/verification.ts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.core.seal import Seal, checksum, seal_of
from garrison.errors import BadReplay, FalseReplay, IllegalAction


class FirstDifference(NamedTuple):
    """Where a replay is not what it says: after how many of its actions, and what is wrong there."""

    place: int
    words: str


def with_seal(replay: Replay) -> Replay:
    """A replay with its seal, if today's rules allow what it holds.

    >>> import garrison
    >>> from garrison.core.replay import Move
    >>> replay = with_seal(Replay(garrison.load("minefield"), 7, [Move(0, 1)]))
    >>> replay.seal.length, verify(replay)
    (2, "Verified here: 1 move, the dice came from the seed, nobody's move was changed.")
    """
    if replay.warning or replay.seal:
        return replay
    try:
        return replace(replay, seal=seal_of(steps(replay)))
    except IllegalAction:
        return replay


def verify(replay: Replay, where: str = "The replay") -> str:
    """Play a replay again and compare it with its seal: a sentence if it is true, an error if it is not."""
    if replay.warning:
        raise BadReplay(f"It can't be verified here: {replay.warning}")
    if replay.seal is None:
        raise BadReplay(f"{where} has no checksums, so it can't be verified; its moves were played under these rules.")
    difference = first_difference(replay, replay.seal)
    if difference:
        raise FalseReplay(f"{where} is false: {difference.words}")
    return f"Verified here: {_moves(len(replay.moves))}, the dice came from the seed, nobody's move was changed."


def steps(replay: Replay) -> Iterator[tuple[Move | None, Position]]:
    """A game as it is played again: each move with the position to which it has led, always the same object."""
    position = replay.game.new(replay.seed)
    yield None, position
    for move in replay.moves:
        move.play(position)
        yield move, position


def first_difference(replay: Replay, seal: Seal) -> FirstDifference | None:
    """The first step at which a game that is played again differs from its seal; None if there is none."""
    place, position = 0, replay.game.new(replay.seed)
    try:
        for place, (move, position) in enumerate(steps(replay)):
            if place < seal.length and checksum(position, move) != seal.checksum(place):
                return FirstDifference(place, _other_position(replay, place))
    except IllegalAction as error:
        return FirstDifference(place + 1, f"{_move(replay, place + 1)} is not legal. {error}")
    return _other_end(replay, seal, position)


def _other_end(replay: Replay, seal: Seal, position: Position) -> FirstDifference | None:
    length, last = len(replay.moves), seal.length - 1
    if length != last:
        return FirstDifference(min(length, last), f"it has {_moves(length)}, and {_moves(last)} were played.")
    if position.state.tobytes() != seal.final:
        return FirstDifference(length, f"after {_moves(length)}, the last position is not the one that it gives.")
    return None


def _other_position(replay: Replay, place: int) -> str:
    if place == 0:
        return "it did not begin from this seed with these rules."
    return f"{_move(replay, place)} led to another position than when it was played."


def _move(replay: Replay, number: int) -> str:
    """A move by its number, counted from 1, and what was done in it."""
    player, action, *_ = replay.moves[number - 1]
    seats, actions = replay.game.facts.seats, replay.game.facts.actions
    who = seats[player] if player < len(seats) else f"player {player}"
    what = _action_words(replay, action) if action < actions else f"action {action}"
    return f"move {number} of {len(replay.moves)} ({who}, {what})"


def _action_words(replay: Replay, action: int) -> str:
    """A field by its row and column, a button by its name."""
    is_field = action < replay.game.facts.fields
    return replay.game.new(replay.seed).action_words(action) if is_field else replay.game.action_name(action)


def _moves(count: int) -> str:
    return f"{count:,} move{'' if count == 1 else 's'}"
