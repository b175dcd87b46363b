"""What the variant `standard` of Skirmish and Boneyard must show, on seeds by which no setting was chosen; and that in
every game the levels beat somebody who stays still.

    python benchmarks/standard.py [FOLDER] [--minutes 7] [--factor 1] [--only "skirmish small,still"] [--processes 16]
        [--seed 10000000]

All lines are played side by side, so that each gets as far as the others when time is up. FOLDER (standard) gets
every game as JSON. Intervals are of 95%; a draw counts as half a win of each side, or as a share of all seats. Whoever
stays still is beaten if somebody else wins; in a game for one, if the level scores more on the same seed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import garrison
from garrison import bots
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.lab.games.quick import ends_of, is_quick, play_together
from garrison.lab.games.traces import LabGame

FIRST_SEED, SEEDS = 10_000_000, 100_000  # of the first line, and of each; none of them chose a setting
SIDES, SIZES, SEATS, LEVELS, STILL = "sides", "sizes", "seats", "levels", "still"  # what a line is about
SMALL, HARD = 50, 4  # games that a process plays at a time: of quick bots, and of those that search
LADDER = (("hard", "medium"), ("medium", "easy"), ("easy", "random"))


@dataclass(frozen=True)
class Line:
    """Games between the same bots, who sit down as the tables say, one after the other."""

    number: int
    name: str
    game: dict[str, Any]
    games: int
    tables: tuple[tuple[str, ...], ...]
    about: str
    each: int = SMALL

    def played(self, factor: float, seed: int) -> list[tuple[tuple[str, ...], int]]:
        """Who plays on which seed."""
        count, first = max(int(self.games * factor), len(self.tables)), seed + SEEDS * self.number
        return [(self.tables[game % len(self.tables)], first + game // len(self.tables)) for game in range(count)]


def lines() -> list[Line]:
    """All of them, numbered."""
    every = (*_skirmish(), *_boneyard(), *_still())
    return [Line(number, *parts) for number, parts in enumerate(every)]


def chosen_lines(only: str) -> Iterator[Line]:
    """Those whose names begin with one of some words, separated by commas."""
    return (line for line in lines() if line.name.startswith(tuple(only.split(","))))


def _skirmish() -> Iterator[tuple[Any, ...]]:
    for setup in ("small", "classic"):
        game = {"game": "skirmish", "setup": setup}
        quick = (("veteran", 4000, SMALL), ("medium", 3000, SMALL), ("easy", 3000, SMALL))
        for bot, games, each in (*quick, ("hard", 400, HARD)):
            yield f"skirmish {setup} {bot}", game, games, ((bot, bot),), SIDES, each
        for strong, weak in (*LADDER, ("hard", "veteran")):
            yield f"skirmish {setup} {strong}-{weak}", game, 200, ((strong, weak), (weak, strong)), LEVELS, HARD
    game = {"game": "skirmish", "setup": "random"}
    for bot, games, each in (
        ("veteran", 4000, SMALL),
        ("medium", 2000, SMALL),
        ("easy", 2000, SMALL),
        ("hard", 1600, 2),
    ):
        yield f"skirmish random {bot}", game, games, ((bot, bot),), SIZES, each
    game = {"game": "skirmish", "variant": "seed", "rules": {"max_moves": 200}}
    for strong, weak in LADDER:
        yield f"skirmish seed {strong}-{weak}", game, 100, ((strong, weak), (weak, strong)), LEVELS, HARD


def _boneyard() -> Iterator[tuple[Any, ...]]:
    for players, hard in ((3, 250), (2, 400), (4, 80), (6, 40)):
        game = {"game": "boneyard", "players": players}
        quick = (("keeper", 4000, SMALL), ("easy", 8000, SMALL), ("medium", 2000, HARD))
        for bot, games, each in (*quick, ("hard", hard, 1)):
            yield f"boneyard {players} {bot}", game, games, ((bot,) * players,), SEATS, each
    for variant in ("standard", "seed"):
        game = {"game": "boneyard", "players": 3, "variant": variant}
        for strong, weak in LADDER:
            tables = tuple(tuple(strong if seat == own else weak for seat in range(3)) for own in range(3))
            yield f"boneyard {variant} {strong}-{weak}", game, 201, tables, LEVELS, HARD


def _still() -> Iterator[tuple[Any, ...]]:
    setups = ({"setup": "small"}, {"setup": "classic"}, {"setup": "random"}, {"variant": "former"})
    alone = [{"game": "minefield"}, {"game": "loop"}]
    others = [{"game": "boneyard", "players": players} for players in (2, 3, 4, 6)]
    for game in (*({"game": "skirmish", **setup} for setup in setups), *others, {"game": "siege"}, *alone):
        players = 1 if game in alone else game.get("players", 2)
        for level in ("medium", "hard"):
            every = tuple(tuple(STILL if seat == own else level for seat in range(players)) for own in range(players))
            name = " ".join(str(part) for part in (*game.values(), level))
            yield f"still {name}", game, 100 * players, ((level,),) if game in alone else every, STILL, HARD


# --- Games

SIZE_CLASSES = ((6, 8), (9, 10), (11, 13), (14, 16))  # fields along a side of drawn boards
QUANTILES = (0.1, 0.5, 0.95)


class Portion(NamedTuple):
    """Some games of a line, for one process."""

    line: Line
    games: list[tuple[tuple[str, ...], int]]


class Interval(NamedTuple):
    """A mean in percent, with its interval."""

    mean: float
    reach: float

    def __str__(self) -> str:
        return f"{self.mean:.1f} [{self.mean - self.reach:.1f}, {self.mean + self.reach:.1f}]"


@cache
def game_of(options: str) -> Game:
    """A game, in every process once."""
    words = json.loads(options)
    return garrison.load(words.pop("game"), **words)


def play(portion: Portion) -> tuple[int, list[dict[str, Any]]]:
    """Play some games of a line; its number, and what became of them."""
    game, line = game_of(json.dumps(portion.line.game)), portion.line
    if line.about != STILL and is_quick(game, LabGame(0, 0, portion.games[0][0])):
        return line.number, list(_together(game, portion.games))
    played = _beside_still if line.about == STILL and game.players == 1 else _played
    return line.number, [played(game, table, seed) for table, seed in portion.games]


def _together(game: Game, games: Sequence[tuple[tuple[str, ...], int]]) -> Iterator[dict[str, Any]]:
    """Games of bots that just ask their policies are played in machine code."""
    for table in dict.fromkeys(table for table, _ in games):
        seeds = [seed for other, seed in games if other == table]
        played = play_together(game, table, seeds, seeds, lambda player: None)
        scores = ends_of(played).scores[:, : game.players].tolist()
        for place, seed in enumerate(seeds):
            yield _noted(table, seed, played.states[place], scores[place])


def _beside_still(game: Game, table: Sequence[str], seed: int) -> dict[str, Any]:
    """A game for one is won by scoring more than whoever stays still on the same seed."""
    own, other = _played(game, table, seed), _played(game, (STILL,), seed)
    return {**own, "winners": [0] if own["scores"] > other["scores"] else [], "still": other["scores"]}


def _played(game: Game, table: Sequence[str], seed: int) -> dict[str, Any]:
    position, dice = game.new(seed), [Random(seed * 1_000_003 + player) for player in range(game.players)]
    players = [bots.find(name, game.package) for name in table]
    while not position.over:
        who = position.waiting[0]
        position.play(who, players[who](position, who, dice[who]))
    return _noted(table, seed, position.state[0], list(position.scores))


def _noted(table: Sequence[str], seed: int, s: Any, scores: list[float]) -> dict[str, Any]:
    """What is kept of a game that is over."""
    kept = {name: s[name].tolist() for name in ("width", "kinds") if name in s.dtype.names}
    winners = [player for player in range(len(table)) if int(s["winners"]) >> player & 1]
    return {"seed": seed, "table": table, "winners": winners, "scores": scores, "turns": int(s["turn"]), **kept}


def portions(chosen: Sequence[Line], factor: float, seed: int) -> list[Portion]:
    """All games in the order in which they are begun."""
    placed = []
    for line in chosen:
        games = line.played(factor, seed)
        mine = [Portion(line, games[first : first + line.each]) for first in range(0, len(games), line.each)]
        placed += [(place / len(mine), portion) for place, portion in enumerate(mine)]
    return [portion for _, portion in sorted(placed, key=lambda one: one[0])]


def results(work: list[Portion], processes: int, until: float) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """What is known in time."""
    with get_context("spawn").Pool(processes) as pool:
        answers = pool.imap_unordered(play, work)
        try:
            for _ in work:
                yield answers.next(timeout=max(until - time.time(), 0.1))
        except TooLate:
            pool.terminate()


# --- Figures


def interval(values: Sequence[float]) -> Interval:
    """The mean of numbers from 0 to 1."""
    count = len(values)
    mean = sum(values) / count
    spread = sqrt(sum((value - mean) ** 2 for value in values) / max(count - 1, 1) / count)
    return Interval(100 * mean, 196 * spread)


def share(game: dict[str, Any], seat: int) -> float:
    """What a seat gets of a game that is worth 1."""
    winners = game["winners"] or range(len(game["table"]))
    return (seat in winners) / len(winners)


def quantiles(games: Sequence[dict[str, Any]]) -> str:
    """How many turns games last."""
    turns = sorted(game["turns"] for game in games)
    return "/".join(str(turns[int(part * len(turns))]) for part in QUANTILES)


def drawn(games: Sequence[dict[str, Any]]) -> str:
    """How many had not exactly one winner."""
    return f"drawn {interval([float(len(game['winners']) != 1) for game in games])}"


def told(line: Line, games: list[dict[str, Any]]) -> Iterator[str]:
    """A line in words."""
    start = f"{line.name:32} {len(games):6} games  {drawn(games)}  turns {quantiles(games)}"
    if line.about == STILL:
        yield f"{start}  beaten by seat " + ", ".join(str(interval(part)) for part in _beaten(line, games) if part)
    elif line.about == LEVELS:
        own = [share(game, game["table"].index(line.tables[0][0])) for game in games]
        yield f"{start}  {line.tables[0][0]} {interval(own)}"
    else:
        seats = range(1 if line.about in (SIDES, SIZES) else len(line.tables[0]))
        yield f"{start}  by seat " + ", ".join(str(interval([share(game, seat) for game in games])) for seat in seats)
    for low, high in SIZE_CLASSES if line.about == SIZES else ():
        part = [game for game in games if low <= game["width"] <= high]
        if part:
            first = interval([share(game, 0) for game in part])
            yield f"    {low:2}-{high:2} {len(part):6} games  {drawn(part)}  {first}"


def _beaten(line: Line, games: Sequence[dict[str, Any]]) -> Iterator[list[float]]:
    """Whether somebody else won, wherever it is that one stays still."""
    for table in line.tables:
        own = table.index(STILL) if STILL in table else -1
        yield [float(bool(game["winners"]) and own not in game["winners"]) for game in games if game["table"] == table]


def main() -> None:
    """Play what the command line asks for."""
    reader = argparse.ArgumentParser()
    reader.add_argument("folder", nargs="?", type=Path, default=Path("standard"))
    reader.add_argument("--minutes", type=float, default=7.0)
    reader.add_argument("--factor", type=float, default=1.0)
    reader.add_argument("--only", default="")
    reader.add_argument("--processes", type=int, default=cores())
    reader.add_argument("--seed", type=int, default=FIRST_SEED)
    wanted = reader.parse_args()
    until, chosen = time.time() + 60 * wanted.minutes, list(chosen_lines(wanted.only))
    for package in map(discovery.find, {line.game["game"] for line in chosen}):  # compiles here, once
        bots.prepare(bots.levels_of(package), package)
    games: dict[int, list[dict[str, Any]]] = {line.number: [] for line in chosen}
    for number, more in results(portions(chosen, wanted.factor, wanted.seed), wanted.processes, until):
        games[number] += more
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for line in chosen:
        print(
            *told(line, games[line.number]) if games[line.number] else [f"{line.name}: no games"], sep="\n", flush=True
        )
        (wanted.folder / f"{line.name.replace(' ', '-')}.json").write_text(json.dumps(games[line.number]))


if __name__ == "__main__":
    main()
