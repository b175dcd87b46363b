"""The experiments that measures need: who plays whom, under which rules, on which seeds.

All experiments use the same seeds and the same dice for their players, so that what differs between two of them is
what was changed and not chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.core.game import Game
from garrison.core.levels import NAMES
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption, shown
from garrison.lab.games.changes import Change, dials_of, with_changes
from garrison.lab.games.players import player_of
from garrison.lab.games.traces import LabGame, Trace
from garrison.lab.measures.evidence import PLAY
from garrison.lab.measures.many_players import LATE

SHARES = (1.0, 0.5, 0.25, 0.125)  # of its budget that a bot gets, to see what thought is worth
# How many games an experiment of each kind gets for one of `play`; and what part of the time all of its kind get.
GAMES = {PLAY: 1.0, "strength": 0.5, "depth": 0.5, "without": 0.25, "style": 0.25, "change": 0.25}
PARTS = {PLAY: 6, "strength": 2, "depth": 2, "without": 4, "style": 2, "change": 4}


@dataclass(frozen=True)
class Experiment:
    """Games of the same kind: the line-ups take turns on each seed."""

    name: str
    lineups: tuple[tuple[str, ...], ...]
    changes: tuple[Change, ...] = ()

    @property
    def kind(self) -> str:
        """What it is for."""
        return self.name.partition(":")[0]


def repeats(game: Game) -> int:
    """How many games are played on one seed."""
    return max(2, game.players)


def experiments_for(game: Game, bot: str, needs: Iterable[str], tools: Sequence[str] = ()) -> list[Experiment]:
    """What is to be played for measures with these needs, and for these of the game's tools."""
    names = {f"without:{tool.name}" for tool in game.facts.tools}
    for tool in tools:
        if f"without:{tool}" not in names:
            raise BadOption(f"{game.name} has no tool called {shown(tool)}.")
    kinds = {"strength": _strengths, "depth": _depths, "without": _without, "style": _styles, "change": _changes}
    experiments = [Experiment(PLAY, (_same(game, bot),))]
    for kind in dict.fromkeys(needs):
        if kind in kinds:
            experiments += kinds[kind](game, bot)
    others = names - {f"without:{tool}" for tool in tools} if tools else set()
    return [one for one in experiments if one.name not in others]


def _same(game: Game, bot: str) -> tuple[str, ...]:
    return (bot,) * game.players


def _pair(game: Game, name: str, first: str, second: str) -> Experiment:
    """One against another, or many of another, in every seat; alone, one after the other."""
    if game.players == 1:
        return Experiment(name, ((first,), (second,)))
    table = (first, *(second,) * (game.players - 1))
    turns = range(game.players)
    return Experiment(name, tuple((*table[-turn:], *table[:-turn]) if turn else table for turn in turns))


def _strengths(game: Game, bot: str) -> list[Experiment]:
    return [Experiment(f"strength:{name}", (_same(game, name),)) for name in NAMES if name != bot]


def _depths(game: Game, bot: str) -> list[Experiment]:
    """A bot against itself with half of the budget; one without a budget has only its levels to be compared with."""
    player = player_of(bot, game)
    if isinstance(player, LevelBot) and (player.level.simulations > 1 or player.level.milliseconds):
        steps = [f"{bot} at {part:g}" if part < 1 else bot for part in SHARES]
    else:
        order = ("random", *NAMES)
        steps = list(reversed(order[: order.index(bot) + 1] if bot in NAMES else NAMES))
    return [_pair(game, f"depth:{first}|{second}", first, second) for first, second in pairwise(steps)]


def _without(game: Game, bot: str) -> list[Experiment]:
    table, seats = _same(game, bot), range(game.players)
    return [
        Experiment(
            f"without:{tool.name}",
            tuple((*table[:seat], f"{bot} without {tool.name}", *table[seat + 1 :]) for seat in seats),
        )
        for tool in game.facts.tools
    ]


def _styles(game: Game, bot: str) -> list[Experiment]:
    names = [name for name in bots.names(game.package) if name != "random"]
    if game.players == 1:
        return [Experiment(f"style:{name}", ((name,),)) for name in names]
    return [_pair(game, f"style:{one}|{other}", one, other) for one, other in combinations(names, 2)]


def _changes(game: Game, bot: str) -> list[Experiment]:
    """Every number of the rules one step each way, as far as the rules as a whole allow it."""
    experiments = []
    for dial in dials_of(game):
        for value in dial.beside():
            change = ((dial.name, value),)
            if is_playable(game, change):
                experiments.append(Experiment(f"change:{dial.name}={value}", (_same(game, bot),), change))
    return experiments


def is_playable(game: Game, changes: tuple[Change, ...]) -> bool:
    """Whether a game can be played with these changes."""
    try:
        with_changes(game, changes)
    except BadOption:
        return False
    return True


def tasks(
    game: Game, one: Experiment, first: int, last: int, seed: int, opening: int = 0, only_end: bool = False
) -> list[LabGame]:
    """Games first .. last-1 of an experiment."""
    group, lineups = repeats(game), one.lineups
    seeds = seeds_of(seed, max(last - 1, 0) // group + 1).tolist()
    return [
        LabGame(
            number, seeds[number // group], lineups[number % len(lineups)], one.name, one.changes, opening, only_end
        )
        for number in range(first, last)
    ]


def king_tasks(traces: Sequence[Trace]) -> list[LabGame]:
    """The same games again, in which whoever is last late in the game plays at random from there on."""
    return [_king_task(trace) for trace in traces if len(trace.values) and trace.turns]


def _king_task(trace: Trace) -> LabGame:
    last = int(np.argmin(trace.values[int(LATE * (len(trace.values) - 1))]))
    seats = list(trace.task.seats)
    seats[last] = f"{seats[last]} then random after {int(LATE * trace.turns)}"
    return replace(trace.task, seats=tuple(seats), experiment="king", only_end=True)
