"""The arena: bots play each other, and what comes out says how strong they are.

A game depends on the fixture only, so that the same series comes out on any number of cores. Each process plays whole
games, because a bot may be plain Python.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

from garrison import bots as all_bots
from garrison.core.batch import cores
from garrison.core.errors import BadOption
from garrison.core.game import Game
from garrison.lab.arena.contest import MOVE_SECONDS, Result, play
from garrison.lab.arena.fixtures import Fixture, fixtures
from garrison.lab.arena.programs import PREFIX
from garrison.lab.arena.ratings import is_settled
from garrison.lab.arena.report import Report, report_on

MOST_GAMES = 1_000_000
ROUND = 20  # games of each pair before it is asked whether the order is settled

__all__ = ["Report", "Result", "hold"]


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
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Let bots play: alone, in pairs, or at tables of as many as the game has players.

    `games` is how many each bot, each pair or the whole table plays. Results are added to the file `kept`, and what is
    there already is not played again; the replays of all games are kept in the folder `replays`.

    >>> import garrison
    >>> report = hold(garrison.load("skirmish", setup="duel"), ["easy", "random"], games=2, processes=1)
    >>> report.pairs[0].games
    2
    """
    _check(game, bots, games)
    todo = fixtures(bots, game.players, games, seed)
    results = {result.number: result for result in _kept(kept, todo)}
    progress(len(results))
    missing = [fixture for fixture in todo if fixture.number not in results]
    size = ROUND * max(1, len(todo) // games) if until_settled else len(missing)
    with Crew(partial(play, game, seconds=seconds, replays=replays), processes or cores()) as crew:
        for first in range(0, len(missing), max(size, 1)):
            for result in crew.work(missing[first : first + size]):
                results[result.number] = result
                _keep(kept, result)
                progress(1)
            report = _report(game, bots, results)
            if until_settled and is_settled(report.ratings, report.pairs):
                return report
    return _report(game, bots, results)


def _report(game: Game, bots: Sequence[str], results: dict[int, Result]) -> Report:
    return report_on(game.name, game.players, bots, [results[number] for number in sorted(results)])


def _check(game: Game, bots: Sequence[str], games: int) -> None:
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"An arena plays 1 to {MOST_GAMES:,} games, not {games}.")
    if len(set(bots)) < len(bots) or len(bots) < min(game.players, 2):
        raise BadOption(f"An arena of {game.name} takes at least {min(game.players, 2)} bots, each named once.")
    for bot in bots:
        if not bot.startswith(PREFIX):
            all_bots.find(bot, game.entry)


class Crew:
    """The processes that play; with one, it is this one."""

    def __init__(self, work: Callable[[Fixture], Result], processes: int) -> None:
        self._work = work
        fresh = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, mp_context=fresh) if processes > 1 else None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def work(self, todo: Sequence[Fixture]) -> Iterator[Result]:
        """Play these games, and give the results in their order."""
        return self._pool.map(self._work, todo) if self._pool is not None else map(self._work, todo)


def _kept(file: Path | None, todo: Sequence[Fixture]) -> Iterator[Result]:
    """The results in the file, if they are of this series."""
    if file is None or not file.exists():
        return
    planned = {fixture.number: fixture for fixture in todo}
    for line in file.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        lists = {name: tuple(told[name]) for name in ("seats", "winners", "scores", "milliseconds")}
        result = Result(**{**told, **lists})
        fixture = planned.get(result.number)
        if fixture is None or (fixture.seed, fixture.seats) != (result.seed, result.seats):
            raise BadOption(f"{file} holds the results of another series; name another file, or remove it.")
        yield result


def _keep(file: Path | None, result: Result) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(asdict(result)) + "\n")
