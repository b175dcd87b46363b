"""Why a move was worse than another, in words: what is there a few turns after the one and after the other.

Nothing here knows a game. What can be counted is what its scenes show: numbers in panels or, where there are none,
pieces by their owner. What explains a loss are those numbers that differ and that go along with the value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from garrison.bots.whole_move import chosen, played_on
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.look.scene import Scene

Numbers: TypeAlias = npt.NDArray[np.float64]

FUTURES = 24  # that are looked at after each of the two moves
MOST = 3  # numbers that are told
LEAST = 0.34  # by which a number has to differ, and which share of itself
SHARE = 0.08
ONCE = 0.1  # how much more often a game has to be lost before that is said
NUMBER = re.compile(r"-?\d[\d,]*")


class Count(NamedTuple):
    """Something that can be counted: whose it is, and what."""

    owner: int
    name: str


class Future(NamedTuple):
    """How a game may have gone on after a move."""

    value: float
    is_lost: bool
    counts: dict[Count, float]


def why(position: Position, player: int, actions: tuple[int, ...], better: tuple[int, ...], seed: int) -> str:
    """What was lost by a move, and what would have been kept by a better one; "" if nothing stands out."""
    after, instead = (futures(position, player, each, seed) for each in (actions, better))
    game = position.game
    seats = game.facts.seats if game.players > 1 else ()
    parts = [_losses(after, instead), _differences(after, instead, seats)]
    return " ".join(f"A few turns later, {words}." for words in parts if words)


def futures(position: Position, player: int, actions: tuple[int, ...], seed: int) -> list[Future]:
    """How the game may go on after a decision, when everybody plays on by their policy."""
    starts = chosen(position, player, actions, seed)
    seeds = enumerate(seeds_of(seed, FUTURES))
    return [_future(starts[place % len(starts)], player, int(number)) for place, number in seeds]


def _future(start: Position, player: int, seed: int) -> Future:
    value, end = played_on(start, player, seed)
    return Future(value, _is_lost(end, player), counts_of(end.scene()))


def _is_lost(position: Position, player: int) -> bool:
    outcome = position.outcome
    if outcome is None or player in outcome.winners:
        return False
    return bool(outcome.winners) or position.game.players == 1


def counts_of(scene: Scene) -> dict[Count, float]:
    """What a scene lets one count: the numbers in the panels of seats or, of seats without any, their pieces by name.

    Where nobody owns a panel, all of them count.

    >>> from garrison.look.scene import Line, Panel
    >>> counts_of(Scene(panels=(Panel("Ada", (Line("Coins", "3 of 8"), Line("Rank", "none")), owner=0),)))
    {Count(owner=0, name='Coins'): 3.0}
    """
    counts = defaultdict[Count, float](float)
    for panel in [panel for panel in scene.panels if panel.owner >= 0] or scene.panels:
        for line in panel.lines:
            digits = NUMBER.match(line.value)
            if line.bar or digits:
                number = line.bar.value if line.bar else float(digits[0].replace(",", "")) if digits else 0.0
                counts[Count(panel.owner, line.name)] += number
    owners = {count.owner for count in counts}
    for piece in (piece for board in scene.boards for piece in board.pieces):
        if piece.owner >= 0 and piece.owner not in owners:
            counts[Count(piece.owner, piece.name or piece.kind)] += 1
    return dict(counts)


def _losses(after: list[Future], instead: list[Future]) -> str:
    """How much more often the game is lost."""
    often, seldom = (float(np.mean([future.is_lost for future in futures])) for futures in (after, instead))
    if often - seldom < ONCE:
        return ""
    return f"the game is lost in {often:.0%} of the cases, instead of {seldom:.0%}"


def _differences(after: list[Future], instead: list[Future], seats: tuple[str, ...]) -> str:
    """The numbers that explain best why the one move is worth less."""
    reasons = []
    for count in {count: None for future in (*after, *instead) for count in future.counts}:
        had, has = (np.array([one.counts.get(count, 0.0) for one in futures]) for futures in (after, instead))
        share = _explained(had, has, after, instead)
        if share > 0:
            reasons.append((share, f"{_named(count, seats)} {_number(had)} instead of {_number(has)}"))
    reasons.sort(key=lambda pair: -pair[0])
    return "on average: " + ", ".join(words for _, words in reasons[:MOST]) if reasons else ""


def _explained(had: Numbers, has: Numbers, after: list[Future], instead: list[Future]) -> float:
    """How much of the loss goes along with a number; 0 if it hardly differs."""
    numbers = np.concatenate([had, has])
    difference = float(had.mean() - has.mean())
    if abs(difference) < max(LEAST, SHARE * float(np.abs(numbers).max())):
        return 0.0
    values = np.array([future.value for future in (*after, *instead)])
    slope = float(np.mean((numbers - numbers.mean()) * (values - values.mean()))) / float(numbers.var())
    return -slope * difference


def _named(count: Count, seats: tuple[str, ...]) -> str:
    return f"{count.name} of {seats[count.owner]}" if seats and count.owner >= 0 else count.name


def _number(numbers: Numbers) -> str:
    mean = round(float(numbers.mean()), 1)
    return f"{mean:.0f}" if abs(mean) >= 10 or mean == int(mean) else f"{mean:.1f}"
