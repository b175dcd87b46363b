"""Who plays whom: every bot meets every other on the same seeds and in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from garrison.core.seeds import seeds_of


@dataclass(slots=True, unsafe_hash=True)  # nobody changes one, but frozen ones take several times as long to make
class Fixture:
    """One game to be played: its number in the series, its seed, and a bot for each seat."""

    number: int
    seed: int
    seats: tuple[str, ...]


def fixtures(bots: Sequence[str], players: int, games: int, seed: int) -> list[Fixture]:
    """The whole series: `games` of each bot alone, of each pair, or in all at tables of more than two.

    Seeds are mirrored: the same game is played again with the seats exchanged, until everybody has sat everywhere.

    >>> [fixture.seats for fixture in fixtures(["a", "b"], 2, 2, 0)]
    [('a', 'b'), ('b', 'a')]
    """
    tables: list[tuple[str, ...]]
    if players == 1:
        tables = [(bot,) for _ in range(games) for bot in bots]
        return _fixtures(tables, len(bots), games, seed)
    if players == 2:
        pairs = list(combinations(bots, 2))
        tables = [pair[:: 1 - 2 * (game % 2)] for game in range(games) for pair in pairs]
        return _fixtures(tables, 2 * len(pairs), -(-games // 2), seed)
    lots = [_table(bots, players, seed, group) for group in range(-(-games // players))]
    tables = [(*table[turn:], *table[:turn]) for table in lots for turn in range(players)]
    return _fixtures(tables[:games], players, len(lots), seed)


def _table(bots: Sequence[str], players: int, seed: int, group: int) -> tuple[str, ...]:
    """Who sits at a table: everybody as often as the others, as far as the seats allow, and never one bot alone."""
    dice = Random(seed * 1_000_003 + group)
    first = dice.sample(list(bots), min(len(bots), players))
    return (*first, *(dice.choice(list(bots)) for _ in range(players - len(first))))


def _fixtures(tables: Sequence[tuple[str, ...]], on_one_seed: int, groups: int, seed: int) -> list[Fixture]:
    seeds = seeds_of(seed, max(groups, 1))
    return [Fixture(number, int(seeds[number // on_one_seed]), seats) for number, seats in enumerate(tables)]
