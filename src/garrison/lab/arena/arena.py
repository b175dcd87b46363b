"""An arena from beginning to end: its fixtures, its games, its report.

A game depends on its fixture only, so that the same series comes out on any number of cores and machines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from garrison import bots as all_bots
from garrison.bots.readers.chat import PREFIX as CHAT
from garrison.bots.readers.chat import check_keys, endpoint_of
from garrison.bots.readers.files import PREFIX as READER
from garrison.bots.readers.files import writer_in
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import BadOption
from garrison.lab.arena.contest import Readers, Result, forfeit, play
from garrison.lab.arena.fixtures import Fixture, fixtures
from garrison.lab.arena.programs import PREFIX
from garrison.lab.arena.repeats import played
from garrison.lab.arena.report import ArenaReport, report_on
from garrison.lab.arena.results_file import ResultsFile
from garrison.lab.arena.settings import SETTLED, ArenaSettings
from garrison.lab.work.cluster import Cluster
from garrison.lab.work.process_pool import ProcessPool

ROUND = 20  # games of each pair before it is asked whether the order is settled
USUAL = ArenaSettings()


def total(game: Game, bots: Sequence[str], games: int) -> int:
    """How many games are planned."""
    bots, _ = named(bots)
    _check_bots(game, bots)
    return len(fixtures(bots, game.players, games, 0))


def hold(
    game: Game,
    bots: Sequence[str],
    settings: ArenaSettings = USUAL,
    progress: Callable[[int], None] = lambda count: None,
    budget: ReaderBudget | None = None,
) -> ArenaReport:
    """Let bots play: alone, in pairs, or at tables of as many as the game has players.

    A bot `chat:NAME@URL` is a model, which may use up its budget in each game; it appears as `chat:NAME`. Games whose
    results are in the file are not played again. `progress` is called with how many more have ended.

    >>> import garrison
    >>> duel = garrison.load("skirmish", setup="duel")
    >>> hold(duel, ["easy", "random"], ArenaSettings(games=2, processes=0)).pairs[0].games
    2
    """
    bots, readers = named(bots, budget)
    _check_bots(game, bots)
    series = _series(game, bots, settings)
    file = ResultsFile(game, series, settings.results)
    results = {result.number: result for result in file.read()}
    progress(len(results))
    missing = [fixture for fixture in series if fixture.number not in results]
    ends_early = settings.until == SETTLED
    size = ROUND * max(1, len(series) // settings.games) if ends_early else max(1, len(missing))
    with _pool(game, settings, readers) as pool:
        for first in range(0, len(missing), size):
            for result in played(pool, missing[first : first + size]):
                results[result.number] = file.add(result, settings.replays)
                progress(1)
            if ends_early and _report(game, bots, results).is_settled:
                break
    return _report(game, bots, results)


def named(bots: Sequence[str], budget: ReaderBudget | None = None) -> tuple[list[str], Readers]:
    """The names of the bots, without any address, and where the models among them are asked."""
    endpoints = {bot: endpoint_of(bot) for bot in bots if bot.startswith(CHAT)}
    check_keys(list(set(endpoints.values())))
    names = [endpoints[bot].bot if bot in endpoints else bot for bot in bots]
    files = {bot: Path(bot.removeprefix(READER)) for bot in bots if bot.startswith(READER)}
    for file in files.values():
        writer_in(file)  # now, so that nobody plays for nothing
    return names, Readers({one.bot: one for one in endpoints.values()}, files, budget or ReaderBudget())


def _series(game: Game, bots: Sequence[str], settings: ArenaSettings) -> list[Fixture]:
    """What is to be played. Whatever can fail does so now, so that nobody plays for nothing."""
    all_bots.prepare(bots, game.package)
    if settings.replays is not None:
        settings.replays.mkdir(parents=True, exist_ok=True)
    return fixtures(bots, game.players, settings.games, settings.seed)


def _pool(
    game: Game, settings: ArenaSettings, readers: Readers
) -> Cluster[Fixture, Result] | ProcessPool[Fixture, Result]:
    work = partial(play, game, seconds=settings.seconds, replays=settings.replays is not None, readers=readers)
    if settings.place == "ray":
        return Cluster(work, settings.seconds, forfeit)
    processes = cores() if settings.processes is None else settings.processes
    return ProcessPool(work, processes, settings.seconds, forfeit)


def _report(game: Game, bots: Sequence[str], results: dict[int, Result]) -> ArenaReport:
    names = list(dict.fromkeys(bots))
    return report_on(game.name, game.players, names, [results[number] for number in sorted(results)])


def _check_bots(game: Game, bots: Sequence[str]) -> None:
    fewest, once = min(game.players, 2), len(set(bots))
    whole_table = game.players > 2 and len(bots) == game.players
    if once < fewest or (once < len(bots) and not whole_table):
        also = f", or {game.players} that sit at every table" if game.players > 2 else ""
        raise BadOption(f"An arena of {game.name} takes at least {fewest} bots, each named once{also}.")
    for bot in bots:
        if not bot.startswith((PREFIX, CHAT, READER)):
            all_bots.find(bot, game.package)
