"""A position is its bytes: saving, copying, replaying or just reading it changes nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from garrison.core.position import Position
from garrison.core.ranges import gaps
from garrison.core.replay import Replay, parse
from garrison.core.soundness import why_unsound
from garrison.lab.check.property import Flaw, Flaws, Moment, holds

FURTHER = 6  # steps that a copy is followed for


@holds("A position comes back from its bytes and from a pickle.")
def round_trips(moment: Moment) -> Flaws:
    """Equal bytes, equal positions, equal hashes."""
    position = moment.position
    for what, back in (
        ("its bytes", moment.game.from_bytes(position.to_bytes())),
        ("a pickle", pickle.loads(pickle.dumps(position))),
    ):
        if back != position or hash(back) != hash(position):
            yield Flaw(f"another position comes back from {what}: {differing_field(back, position)}")


@holds("A replay leads to the same position.")
def replay(moment: Moment) -> Flaws:
    """The game's moves, written as a replay, read and played again."""
    again = parse(Replay(moment.game, moment.seed, moment.moves).to_json()).verify()
    if again != moment.position:
        yield Flaw(f"the same moves lead to another position: {differing_field(again, moment.position)}")


@holds("Copying a position and playing it gives the same game.", lambda moment: moment.before is not None)
def copies(moment: Moment) -> Flaws:
    """A copy, and a position restored from bytes, lead where the original did and do not affect it."""
    assert moment.before is not None
    before, move = moment.before.to_bytes(), moment.moves[-1]
    twin, other = moment.before.copy(), moment.game.from_bytes(before)
    for position, name in ((twin, "the copy"), (other, "what comes back from the bytes")):
        position.play(move.player, move.action)
        if position != moment.position:
            yield Flaw(f"{name} leads to another position: {differing_field(position, moment.position)}", move.player)
    if moment.before.to_bytes() != before:
        yield Flaw("playing the copy changes the original", move.player)
    _play_both(twin, other, moment.dice)
    if twin != other:
        yield Flaw(f"a few steps later the copy differs: {differing_field(twin, other)}")


def _play_both(one: Position, other: Position, dice: Random) -> None:
    """The same few random steps in both, as far as possible."""
    for _ in range(FURTHER):
        player = dice.choice(one.waiting or (0,))
        legal = one.actions(player)
        if not legal or legal != other.actions(player):
            return
        action = dice.choice(legal)
        one.play(player, action)
        other.play(player, action)


@holds("Padding is zero.")
def padding(moment: Moment) -> Flaws:
    """The bytes between a record's fields: equal positions must have equal bytes."""
    data = moment.position.state.view(np.uint8)
    if any(data[first : first + size].any() for first, size in gaps(moment.game.state_dtype)):
        yield Flaw("some bytes between the record's fields are not 0")


@holds("Every number is within its declared range and agrees with the others.")
def ranges(moment: Moment) -> Flaws:
    """Positions reached by play pass the test that `from_bytes` puts records from outside to."""
    wrong = why_unsound(moment.game, moment.position.state)
    if wrong:
        yield Flaw(wrong)


@holds("Scores stay within UTILITY.")
def scores(moment: Moment) -> Flaws:
    """Programs are told the range of a score; without UTILITY, it goes from 0 to 1."""
    low, high = moment.game.facts.utility
    for player, score in enumerate(moment.position.scores):
        if not low <= score <= high:
            yield Flaw(f"the score is {score:g}, but UTILITY goes from {low:g} to {high:g}", player)


@holds("Looking changes nothing, and shows the same every time.")
def looking(moment: Moment) -> Flaws:
    """`legal`, `observe`, `measure`, `muster`, `score`, `reach` and scenes read a position without changing it."""
    position, before = moment.position, moment.position.to_bytes()
    for name, look in _looks(moment):
        once = look()
        if position.to_bytes() != before:
            yield Flaw(f"{name} changes the position: {differing_field(position, moment.game.from_bytes(before))}")
            return
        if not np.all(once == look()):
            yield Flaw(f"{name} gives something else the second time")


def _looks(moment: Moment) -> Iterator[tuple[str, Callable[[], Any]]]:
    """All ways to look at a position, each with its name, for one of the players."""
    position, player = moment.position, moment.dice.randrange(moment.game.players)
    yield "score", lambda: position.scores
    yield "legal", lambda: position.mask(player)
    yield "observe", lambda: position.observe(player)
    yield "measure", lambda: position.measure(player)
    yield "muster", lambda: position.entities(player)
    yield "scene", lambda: position.scene(player)
    if moment.game.facts.reach:
        field = moment.dice.randrange(moment.game.facts.fields)
        yield "reach", lambda: position.reach(player, field)


def differing_field(one: Position, other: Position) -> str:
    """Where two positions differ, in words."""
    for name in one.state.dtype.names:
        if one.state[name].tobytes() != other.state[name].tobytes():
            return f"its field {name} differs"
    return "its rules or its padding differ"
