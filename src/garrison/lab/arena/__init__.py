"""The arena: bots play each other, and what comes out says how strong they are.

A game depends on its fixture only, so that the same series comes out on any number of cores and machines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from garrison import bots as all_bots
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.errors import BadOption, shown
from garrison.lab.arena.arena_page import page_of
from garrison.lab.arena.arena_report import ArenaReport, report_on
from garrison.lab.arena.cluster import Cluster
from garrison.lab.arena.contest import MOVE_SECONDS, Result, play
from garrison.lab.arena.fixtures import Fixture, fixtures
from garrison.lab.arena.kept_results import KeptResults
from garrison.lab.arena.process_pool import Play, ProcessPool
from garrison.lab.arena.programs import PREFIX

MOST_GAMES = 1_000_000
MOST_SECONDS = 3600.0
ROUND = 20  # games of each pair before it is asked whether the order is settled
PLACES = ("here", "ray")

__all__ = ["ArenaReport", "Result", "hold", "page_of", "total"]


def total(game: Game, bots: Sequence[str], games: int) -> int:
    """How many games are planned."""
    return len(fixtures(bots, game.players, games, 0))


def hold(
    game: Game,
    bots: Sequence[str],
    games: int = 200,
    seed: int = 0,
    until_settled: bool = False,
    seconds: float = MOVE_SECONDS,
    kept: Path | None = None,
    replays: Path | None = None,
    processes: int | None = None,
    place: str = "here",
    progress: Callable[[int], None] = lambda done: None,
) -> ArenaReport:
    """Let bots play: alone, in pairs, or at tables of as many as the game has players.

    `games` is how many each bot, each pair or the whole table plays. Results are added to the file `kept`, and what is
    there already is not played again; the replays of all games are kept in the folder `replays`. Games are played in
    `processes` of their own, by default as many as there are cores; with 0, in this one, where a bot that never
    answers is never stopped.

    >>> import garrison
    >>> report = hold(garrison.load("skirmish", setup="duel"), ["easy", "random"], games=2, processes=0)
    >>> report.pairs[0].games
    2
    """
    _check(game, bots, games, seconds, place)
    todo = _made_ready(game, bots, games, seed, replays)
    kept_results = KeptResults(game, todo, kept)
    results = {result.number: result for result in kept_results.kept()}
    progress(len(results))
    missing = [fixture for fixture in todo if fixture.number not in results]
    size = ROUND * max(1, len(todo) // games) if until_settled else max(1, len(missing))
    with _pool(partial(play, game, seconds=seconds, replays=replays is not None), seconds, processes, place) as pool:
        for first in range(0, len(missing), size):
            for result in pool.work(missing[first : first + size]):
                results[result.number] = kept_results.keep(result, replays)
                progress(1)
            if until_settled and _report(game, bots, results).is_settled:
                break
    return _report(game, bots, results)


def _made_ready(game: Game, bots: Sequence[str], games: int, seed: int, replays: Path | None) -> list[Fixture]:
    """What is to be played. Whatever can fail does so now, so that nobody plays for nothing."""
    all_bots.prepare(bots, game.package)
    if replays is not None:
        replays.mkdir(parents=True, exist_ok=True)
    return fixtures(bots, game.players, games, seed)


def _pool(work: Play, seconds: float, processes: int | None, place: str) -> Cluster | ProcessPool:
    if place == "ray":
        return Cluster(work, seconds)
    return ProcessPool(work, cores() if processes is None else processes, seconds)


def _report(game: Game, bots: Sequence[str], results: dict[int, Result]) -> ArenaReport:
    names = list(dict.fromkeys(bots))
    return report_on(game.name, game.players, names, [results[number] for number in sorted(results)])


def _check(game: Game, bots: Sequence[str], games: int, seconds: float, place: str) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"An arena plays 1 to {MOST_GAMES:,} games, not {games}.")
    if not 0 < seconds <= MOST_SECONDS:
        raise BadOption(f"A bot may take up to {MOST_SECONDS:g} s for an action, not {seconds:g}.")
    if place not in PLACES:
        raise BadOption(f"An arena is held here or on ray, not on {shown(place)}.")
    _check_bots(game, bots)


def _check_bots(game: Game, bots: Sequence[str]) -> None:
    fewest, once = min(game.players, 2), len(set(bots))
    whole_table = game.players > 2 and len(bots) == game.players
    if once < fewest or (once < len(bots) and not whole_table):
        also = f", or {game.players} that sit at every table" if game.players > 2 else ""
        raise BadOption(f"An arena of {game.name} takes at least {fewest} bots, each named once{also}.")
    for bot in bots:
        if not bot.startswith(PREFIX):
            all_bots.find(bot, game.package)
