"""What `standard` must show in the games for one, Minefield and Loop, and what came of it.

    python benchmarks/solo.py [FOLDER] [--minutes 5] [--factor 1] [--seed 1000000] [--processes 16] [--only loop]

Every line is a bot in a variant; their games are played side by side, a tenth of each line at a time. When time is up,
a line is answered from the games that are over. FOLDER (solo) gets a table, and the same as JSON. The figures of whole
games are what `garrison lab report GAME --variant VARIANT --bots BOT` gives. How long people wait for something to
decide is measured here: the time between two moments at which the bot does anything but let time pass.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import garrison
from garrison import bots
from garrison.core import discovery
from garrison.core.batches.parallel import cores
from garrison.core.game import Game
from garrison.lab.arena.contest import Contest
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.games.players import player_of
from garrison.lab.games.quick import ends_of, is_quick, play_together
from garrison.lab.games.traces import LabGame
from garrison.lab.measures.intervals import Estimate, mean, quantile, share

PARTS = 10
LONG = 25.0  # seconds without anything to decide
SOON = 10.0  # seconds in which nobody may die
GRID, HALVINGS, SAMPLES, MOST_SMOOTHED = 400, 30, 200, 1000  # of the test for one hill


@dataclass(frozen=True)
class Line:
    """A bot in a variant, how many games it plays, and what is changed in the rules."""

    game: str
    variant: str
    bot: str
    games: int
    time_limit: int = 0

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.game}, {self.variant}, {self.bot}"


LINES = (
    Line("minefield", "standard", "beginner", 2000),
    Line("minefield", "standard", "easy", 400),
    Line("minefield", "standard", "medium", 400),
    Line("minefield", "standard", "hard", 400),
    Line("minefield", "former", "beginner", 400),
    Line("minefield", "seed", "easy", 200, 600),
    Line("minefield", "seed", "medium", 200, 600),
    Line("minefield", "seed", "hard", 50, 600),
    Line("loop", "standard", "random", 2000),
    Line("loop", "standard", "easy", 2000),
    Line("loop", "standard", "medium", 2000),
    Line("loop", "standard", "hard", 400),
    Line("loop", "former", "medium", 400),
    Line("loop", "seed", "easy", 200),
    Line("loop", "seed", "medium", 200),
    Line("loop", "seed", "hard", 40),
)


class Told(NamedTuple):
    """One game: whether it was won, its score and length, when something was decided, and what the first shop sold."""

    seed: int
    won: bool
    score: float
    seconds: float
    waits: tuple[float, ...]  # seconds between two moments at which the bot did something
    offers: tuple[float, ...]  # and at which something new could be done
    first: float  # seconds until something could be decided
    payable: int  # kinds of things in the first shop; -1: there was none


@cache
def game_of(line: Line) -> Game:
    """The game of a line, in every process once."""
    rules = {"time_limit": line.time_limit} if line.time_limit else {}
    return garrison.load(line.game, variant=line.variant, rules=rules)


def play(line: Line, first: int, last: int, seed: int) -> list[Told]:
    """Play some games to their ends: in machine code, if the bot just asks its policy."""
    game, numbers = game_of(line), range(first, last)
    if not is_quick(game, LabGame(0, 0, (line.bot,))):
        return [played(line, number, seed + number) for number in numbers]
    games = play_together(game, (line.bot,), numbers, [seed + number for number in numbers], lambda player: None)
    scores = ends_of(games).scores[:, 0].tolist()
    winners = games.states["winners"].tolist()
    return [
        told_of(game, seed + number, winners[place] > 0, scores[place], games.moves(place)[:, 1].tolist())
        for place, number in enumerate(numbers)
    ]


def played(line: Line, number: int, seed: int) -> Told:
    """One game, move by move."""
    game = game_of(line)
    contest = Contest(game, Fixture(number, seed, (line.bot,)), [player_of(line.bot, game)], 60.0, lambda player: None)
    contest.run()
    result = contest.result()
    if result.faults:
        raise RuntimeError(f"{line.name}: {result.faults}")
    return told_of(game, seed, bool(result.winners), result.scores[0], [move.action for move in contest.moves])


def told_of(game: Game, seed: int, won: bool, score: float, actions: list[int]) -> Told:
    """What is noted of a game."""
    tick = game.facts.tick_ms / 1000
    is_tick = np.array([is_waiting(game, action) for action in actions])
    times = np.cumsum(is_tick) * tick
    moments = np.unique(times[~is_tick]).tolist()
    length, offered = float(times[-1]), [tick * ticks for ticks in offers(game, seed, actions)]
    first, payable = beginnings(game, seed, actions)
    return Told(seed, won, score, length, gaps([*moments, length]), gaps([*offered, length]), first * tick, payable)


def gaps(moments: list[float]) -> tuple[float, ...]:
    """How long it is from the start to the first moment, from that to the second, and so on.

    >>> gaps([1.0, 4.0])
    (1.0, 3.0)
    """
    return tuple(later - before for before, later in pairwise([0.0, *moments]))


def is_waiting(game: Game, action: int) -> bool:
    """Whether an action lets time pass: in Minefield all do."""
    number = action - game.facts.fields
    return number >= 0 and game.facts.buttons[number].on_tick


def beginnings(game: Game, seed: int, actions: list[int]) -> tuple[int, int]:
    """The ticks until there is anything to do but wait, and how many kinds of things the first shop sells to P."""
    position, ticks, first = game.new(seed), 0, -1
    goods = [game.action(button.name) for button in game.facts.buttons if button.name.startswith("buy ")]
    for action in actions:
        legal = set(position.actions(0))
        if first < 0 and any(not is_waiting(game, one) for one in legal):
            first = ticks
        if not goods:
            return first, -1
        if "shopping" in position.state.dtype.names and position.state["shopping"][0]:
            return first, len(legal & set(goods))
        position.play(0, action)
        ticks += is_waiting(game, action)
    return first, -1


def offers(game: Game, seed: int, actions: list[int]) -> Iterator[int]:
    """After how many ticks something can be done that could not be done before; a battle, in which nothing can, does
    not count."""
    position, ticks, before = game.new(seed), 0, set[int]()
    for action in actions:
        legal = {one for one in position.actions(0) if not is_waiting(game, one)}
        if legal - before:
            yield ticks
        before = legal or before
        position.play(0, action)
        ticks += is_waiting(game, action)


def tasks(factor: float, only: str) -> Iterator[list[tuple[Line, int, int]]]:
    """The games of all lines, a tenth of each at a time; the slow ones first, so that no core waits at the end."""
    lines = sorted((one for one in LINES if one.name.startswith(only)), key=lambda one: one.bot != "hard")
    for part in range(PARTS):
        wanted = [(line, *(games(line, factor) * end // PARTS for end in (part, part + 1))) for line in lines]
        yield [
            (line, start, min(start + chunk(line), last))
            for line, first, last in wanted
            for start in range(first, last, chunk(line))
        ]


def chunk(line: Line) -> int:
    """How many games are played at a time."""
    is_slow = line.bot == "hard" or (line.game == "minefield" and line.bot in ("medium", "beginner"))
    return 1 if is_slow else 50


def games(line: Line, factor: float) -> int:
    """How many games a line has."""
    return max(PARTS, round(line.games * factor))


def width_of_one_hill(numbers: np.ndarray[Any, Any]) -> float:
    """The least smoothing with which a distribution has one hill."""
    low, high = 0.0, float(np.ptp(numbers)) + 1e-9
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if hills(numbers, middle) > 1 else (low, middle)
    return high


def hills(numbers: np.ndarray[Any, Any], width: float) -> int:
    """How many hills a distribution has that is smoothed so much."""
    edge = 3 * width
    places = np.linspace(numbers.min() - edge, numbers.max() + edge, GRID)
    heights = np.exp(-(((places[:, None] - numbers) / width) ** 2) / 2).sum(axis=1)
    return int(np.count_nonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] >= heights[2:])))


def doubt_of_one_hill(seconds: list[float]) -> float:
    """How often a distribution with one hill looks as little like one (Silverman's test): below 0.05 there are more."""
    numbers, dice = np.asarray(seconds)[:MOST_SMOOTHED], np.random.default_rng(0)
    width, middle = width_of_one_hill(numbers), numbers.mean()
    shrink = (1 + width**2 / max(numbers.var(), 1e-9)) ** -0.5
    count = 0
    for _ in range(SAMPLES):
        drawn = dice.choice(numbers, len(numbers)) + width * dice.standard_normal(len(numbers))
        count += hills(middle + (drawn - middle) * shrink, width) > 1
    return count / SAMPLES


def figures(told: list[Told]) -> dict[str, Estimate | list[float] | int]:
    """All that is said of a line."""
    seconds, waits = [one.seconds for one in told], [wait for one in told for wait in one.waits]
    whose = [one.seed for one in told for _ in one.waits]
    shops = [one.payable for one in told if one.payable >= 0]
    found: dict[str, Any] = {
        "won": share([one.won for one in told]),
        "median score": quantile([one.score for one in told], 0.5),
        "mean score": mean([one.score for one in told]),
        "median seconds": quantile(seconds, 0.5),
        "seconds at 5, 25, 50, 75, 95%": np.percentile(seconds, [5, 25, 50, 75, 95]).round(1).tolist(),
        "shortest seconds": min(seconds),
        "over within 10 s": share([one < SOON for one in seconds]),
        "chance that lengths with one hill look so": doubt_of_one_hill(seconds),
    }
    if any(one.won for one in told):
        found["median minutes of games won"] = quantile([one.seconds / 60 for one in told if one.won], 0.5)
    if shops:
        found |= {
            "first choice after, seconds": max(one.first for one in told),
            "median wait": quantile(waits, 0.5, whose),
            "wait at 90%": quantile(waits, 0.9, whose),
            "games without a wait of 25 s": share([max(one.waits) <= LONG for one in told]),
            "games without 25 s in which nothing new can be done": share([max(one.offers) <= LONG for one in told]),
            "longest time without anything new, at 90%": quantile([max(one.offers) for one in told], 0.9),
            "kinds payable in the first shop, fewest": min(shops),
            "first shops with three or more": share([count >= 3 for count in shops]),
        }
    return found


def text_of(value: Any) -> str:
    """A figure as text."""
    if isinstance(value, Estimate):
        return f"{value.value:.4g} [{value.low:.4g}, {value.high:.4g}]"
    return json.dumps(value)


def build_all(only: str) -> None:
    """Build what is needed before the processes start."""
    packages = [discovery.find(name) for name in {one.game for one in LINES if one.name.startswith(only)}]
    for package in packages:
        bots.prepare(bots.levels_of(package), package)


def ask(factor: float, seed: int, only: str, processes: int, seconds: float) -> dict[Line, list[Told]]:
    """Play until all is played, or time is up."""
    start, done = time.monotonic(), defaultdict[Line, list[Told]](list)
    with ProcessPoolExecutor(processes) as pool:
        for part, wanted in enumerate(tasks(factor, only), 1):
            if time.monotonic() - start > seconds * (1 - 1 / PARTS):
                break
            futures = {pool.submit(play, *task, seed): task[0] for task in wanted}
            for future in as_completed(futures):
                done[futures[future]] += future.result()
            print(f"{part} of {PARTS} parts after {time.monotonic() - start:.0f} s", flush=True)
    return done


def main() -> None:
    """Ask, and write down the answers."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("folder", nargs="?", type=Path, default=Path("solo"))
    words.add_argument("--minutes", type=float, default=5.0)
    words.add_argument("--factor", type=float, default=1.0)
    words.add_argument("--seed", type=int, default=1_000_000)
    words.add_argument("--only", default="", help="how the lines begin, as in: loop, standard")
    words.add_argument("--processes", type=int, default=cores())
    told = words.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    build_all(told.only)
    answers = ask(told.factor, told.seed, told.only, told.processes, 60 * told.minutes)
    data, lines = [], list[str]()
    for line in (one for one in LINES if one in answers):
        found = figures(answers[line])
        lines += [f"{line.name} ({len(answers[line])} games)", *(f"    {k}: {text_of(v)}" for k, v in found.items())]
        plain = {key: value._asdict() if isinstance(value, Estimate) else value for key, value in found.items()}
        data.append({**asdict(line), "games": len(answers[line]), "seed": told.seed, "figures": plain})
    (told.folder / "solo.json").write_text(json.dumps(data, indent=1))
    (told.folder / "solo.txt").write_text("\n".join([*lines, ""]))
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
