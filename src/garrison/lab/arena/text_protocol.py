"""How strong somebody who reads is: protocol llm-v1 of `garrison evaluate`.

Each game states its set-ups in `reading.toml`; a game that states none is played as it is usually. Whoever is measured
meets `still`, `random`, `easy`, `medium` and `hard`, in all seats in turn on the same seeds; in a game for one, those
play the same seeds, and the scores are compared. A rung ends when its 99% interval leaves out what chance would give,
after eight games at least, or after as many games as the set-up says. Games go step by step: no time passes while
somebody reads, however long that takes.

The seeds are those of the series 20,261,119; with a word in GARRISON_HELD_BACK they are others, which nobody knows who
does not know the word: the result has a hash of it. With `shifted`, the numbers in `[shift]` are multiplied in each
game by factors that its seed draws, the same for everybody in it: what is known of the usual game helps less then.

Any change to this is another protocol.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Any

from garrison import __version__, bots
from garrison.bots.ladder import ladder_of
from garrison.core.batches.parallel import cores
from garrison.core.files import read_text
from garrison.core.game import Game, game_with, load
from garrison.core.parameters import parameters_of
from garrison.core.seeds import seeds_of
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import BadFile, BadOption, shown
from garrison.lab.arena.arena import named
from garrison.lab.arena.contest import Readers, Result, forfeit, play
from garrison.lab.arena.fixtures import Fixture
from garrison.lab.arena.ratings import SCALE, SURE, interval
from garrison.lab.arena.repeats import played
from garrison.lab.arena.report import ReaderScore, readers_of
from garrison.lab.work.process_pool import Deciding, ProcessPool

NAME = "llm-v1"
SERIES, RUNGS = 20_261_119, ("still", "random", "easy", "medium", "hard")
FEWEST, DOUBT = 8, 1.32  # games before a rung may end; how much wider a 99% interval is than one of 95%
USUAL_GAMES = 40
HELD_BACK = "GARRISON_HELD_BACK"
UNRATED = ("still",)  # not on the ladder
ANY, ORDER = "any", "order"  # ways of a shift, beside a factor
SETUP_KEYS = {"variant", "options", "rules", "games"}


@dataclass(frozen=True)
class Shift:
    """How the numbers of a parameter become others: by a factor, as any number between two, or in another order."""

    low: float = 0
    high: float = 0
    way: str = "factor"

    def numbers(self, old: Sequence[int], least: int, most: int, dice: Random) -> list[int]:
        """Other numbers, each drawn by itself, within what the parameter may be."""
        if self.way == ORDER:
            return dice.sample(old, len(old))
        if self.way == ANY:
            return [min(max(dice.randint(int(self.low), int(self.high)), least), most) for _ in old]
        return [_times(number, self.low * (self.high / self.low) ** dice.random(), least, most) for number in old]


Shifts = Mapping[str, Shift]


@dataclass(frozen=True)
class ReadingSetup:
    """What is played of a game."""

    name: str
    game: Game
    games: int  # at most, on each rung
    shift: Shifts = field(default_factory=dict)  # of parameters, if they are shifted

    def game_of(self, seed: int) -> Game:
        """The game on a seed: with other numbers, if they are shifted."""
        return shifted(self.game, self.shift, seed) if self.shift else self.game


@dataclass(frozen=True)
class RungScore:
    """How somebody did against one opponent; a draw is half a win, and so is the same score."""

    opponent: str
    games: int
    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.opponent:<10} {self.games:>4}  {self.score:>7.1%}  {self.low:>7.1%} to {self.high:.1%}"


@dataclass(frozen=True)
class ReaderEvaluation:
    """What came out for one set-up, and what is needed to repeat it."""

    protocol: str
    who: str
    game: str
    setup: str
    variant: str
    rules_hash: str
    garrison: str
    is_shifted: bool
    forecasts: bool
    held_back: str  # a hash of the word that made the seeds; "": those of the protocol
    rungs: tuple[RungScore, ...]
    rating: tuple[float, float, float] | None  # on the ladder's scale, with its 95% interval; None in games for one
    reader: ReaderScore | None
    faults: tuple[str, ...] = ()
    void: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The evaluation as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        how = ", shifted" if self.is_shifted else ""
        title = f"{self.who}: {self.game} ({self.setup}{how}), protocol {self.protocol}, rules {self.rules_hash[:12]}"
        lines = [title, f"{'opponent':<10} {'n':>4}  {'score':>7}  95% interval", *map(str, self.rungs)]
        if self.rating:
            lines.append("rating {:,.0f} [{:,.0f}, {:,.0f}]".format(*self.rating))
        return "\n".join([*lines, *([str(self.reader)] if self.reader else []), *self.faults, *self.void])


def setups_of(name: str, is_shifted: bool = False) -> list[ReadingSetup]:
    """What the protocol plays of a game.

    >>> [(setup.name, setup.games) for setup in setups_of("boneyard")]
    [('two', 40), ('three', 40)]
    """
    usual = load(name)
    file = usual.package.folder / "reading.toml"
    tables = _tables(file) if file.exists() else {"usual": {}}
    shift = {key: _shift(value) for key, value in tables.pop("shift", {}).items()}
    if is_shifted and not shift:
        raise BadOption(f"{usual.facts.title} does not say what may be shifted: [shift] in its reading.toml.")
    return [_setup(name, key, table, shift if is_shifted else {}) for key, table in tables.items()]


def _shift(value: Any) -> Shift:
    """`[0.5, 2.0]` is a factor, `{any = [1, 4]}` any number, `"order"` the same numbers in another order."""
    if value == ORDER:
        return Shift(way=ORDER)
    way, (low, high) = (ANY, value[ANY]) if isinstance(value, dict) else ("factor", value)
    return Shift(low, high, way)


def _setup(name: str, key: str, table: Mapping[str, Any], shift: Shifts) -> ReadingSetup:
    if strangers := set(table) - SETUP_KEYS:
        raise BadFile(f"reading.toml of {name}: [{key}] has no {shown(sorted(strangers)[0])}.")
    options = table.get("options", {})
    game = load(name, variant=table.get("variant"), rules=table.get("rules"), **options)
    return ReadingSetup(key, game, int(table.get("games", USUAL_GAMES)), shift)


def _tables(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_text(file))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{file} is no TOML: {error}.") from None


def shifted(game: Game, shift: Shifts, seed: int) -> Game:
    """The game with other numbers, drawn from a seed: as fair as before, since they hold for everybody."""
    dice, rules = Random(f"{seed} shift"), dict(game.parameters)
    spans = {parameter.name: parameter for parameter in parameters_of(game.package.module("state"))}
    for name, how in shift.items():
        old = rules[name]
        numbers = how.numbers([old] if isinstance(old, int) else old, *spans[name].span, dice)
        rules[name] = type(old)(numbers[0]) if isinstance(old, int) else numbers
    return game_with(game.name, rules, f"{game.name}, shifted", game.variant)


def _times(number: int, factor: float, least: int, most: int) -> int:
    """What is nothing stays nothing, and what is something stays something."""
    return min(max(round(number * factor), least, 1), most) if number > 0 else number


def evaluate_reader(
    who: str,
    setup: ReadingSetup,
    games: int = 0,
    rungs: Sequence[str] = RUNGS,
    budget: ReaderBudget | None = None,
    replays: Path | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda count: None,
) -> ReaderEvaluation:
    """Measure a model (`chat:NAME@URL`), a program that reads (`reader:FILE`) or a bot. Fewer games than the set-up's
    are for trying it out."""
    (name,), readers = named([who], budget)
    word, game = os.environ.get(HELD_BACK, ""), setup.game
    series = SERIES if not word else int.from_bytes(hashlib.sha256(f"{NAME} {word}".encode()).digest()[:7])
    present = [rung for rung in rungs if rung in bots.names(game.package)]
    bots.prepare([*present, *([] if name in readers.names else [name])], game.package)
    if replays is not None:
        replays.mkdir(parents=True, exist_ok=True)
    work = partial(_play, setup, readers=readers, replays=replays)
    count = cores() if processes is None else processes
    with ProcessPool(work, count, 3600.0, forfeit) as pool:
        rounds = _Rounds(setup, name, [int(seed) for seed in seeds_of(series, max(setup.games, 1))], pool, progress)
        scores = tuple(rounds.rung(rung, min(games or setup.games, setup.games)) for rung in present)
    every = rounds.results
    reader = readers_of([name], [result for result in every if not result.void])
    return ReaderEvaluation(
        protocol=NAME,
        who=name,
        game=game.name,
        setup=setup.name,
        variant=game.variant,
        rules_hash=game.rules_hash,
        garrison=__version__,
        is_shifted=bool(setup.shift),
        forecasts=readers.budget.forecasts == "on",
        held_back=hashlib.sha256(word.encode()).hexdigest()[:16] if word else "",
        rungs=scores,
        rating=rating_of(game, scores) if game.players > 1 else None,
        reader=reader[0] if reader else None,
        faults=tuple(sentence for result in every for sentence in result.faults.values()),
        void=tuple(f"Game {result.number} does not count: {result.void}." for result in every if result.void),
    )


def _play(
    setup: ReadingSetup, fixture: Fixture, readers: Readers, replays: Path | None, *, deciding: Deciding
) -> Result:
    game = setup.game_of(fixture.seed)
    result = play(game, fixture, 3600.0, replays is not None, deciding, readers)
    if replays is not None:
        stem = f"{setup.game.name}-{setup.name}-{fixture.number:06}"
        (replays / f"{stem}.json").write_text(result.replay, encoding="utf-8")
        if result.talk:
            (replays / f"{stem}.jsonl").write_text(result.talk, encoding="utf-8")
    return result


class _Rounds:
    """The games of somebody who is measured, rung by rung."""

    def __init__(
        self,
        setup: ReadingSetup,
        who: str,
        seeds: list[int],
        pool: ProcessPool[Fixture, Result],
        progress: Callable[[int], None],
    ) -> None:
        self._setup, self._who, self._seeds, self._pool, self._progress = setup, who, seeds, pool, progress
        self._players = setup.game.players
        self._alone: dict[str, list[Result]] = {}
        self.results: list[Result] = []  # of games in which it sat

    def rung(self, opponent: str, games: int) -> RungScore:
        """Play against one opponent until it is settled who is better."""
        points: list[float] = []
        number = 1000 * RUNGS.index(opponent) if opponent in RUNGS else 0
        step = games if self._players == 1 else max(self._players * 4, FEWEST)
        for first in range(0, games, step):
            points += self._points(opponent, range(first, min(first + step, games)), number)
            if self._is_settled(points):
                break
        score = sum(points) / max(len(points), 1)
        return RungScore(opponent, len(points), score, *(interval(score, len(points)) if points else (0.0, 1.0)))

    def _is_settled(self, points: Sequence[float]) -> bool:
        """Whether it is beyond doubt who is better: one who is no better has a seat's share of the wins."""
        count = len(points)
        if count < FEWEST:
            return False
        low, high = interval(sum(points) / count, count / DOUBT**2)
        fair = 1 / max(self._players, 2)
        return not low <= fair <= high

    def _points(self, opponent: str, numbers: Sequence[int], first: int) -> list[float]:
        if self._players == 1:
            own, other = self._scores(self._who, numbers), self._scores(opponent, numbers)
            both = [(own[number], other[number]) for number in numbers if number in own and number in other]
            return [0.5 if one == two else float(one > two) for one, two in both]
        fixtures = [self._fixture(opponent, number, first) for number in numbers]
        results = self._results(fixtures)
        self.results += results
        return [_share(result, result.number % 1000 % self._players) for result in results if not result.void]

    def _fixture(self, opponent: str, number: int, first: int) -> Fixture:
        """One game: everybody sits everywhere on the same seed, one game after the other."""
        seat = number % self._players
        seats = tuple(self._who if player == seat else opponent for player in range(self._players))
        return Fixture(first + number, self._seeds[number // self._players], seats)

    def _scores(self, who: str, numbers: Sequence[int]) -> dict[int, float]:
        """The scores of somebody alone, by the number of the game; each is played once."""
        if who not in self._alone:
            fixtures = [Fixture(number, self._seeds[number], (who,)) for number in numbers]
            self._alone[who] = self._results(fixtures)
            if who == self._who:
                self.results += self._alone[who]
        return {result.number: _score_alone(result) for result in self._alone[who] if not result.void}

    def _results(self, fixtures: Sequence[Fixture]) -> list[Result]:
        results = []
        for result in played(self._pool, fixtures):
            results.append(result)
            self._progress(1)
        return sorted(results, key=lambda result: result.number)


def _score_alone(result: Result) -> float:
    return 0.0 if result.faults else result.scores[0]


def _share(result: Result, seat: int) -> float:
    """A game's worth to a seat: a win, half of one where nobody or everybody wins, or nothing."""
    is_drawn = len(result.winners) in (0, len(result.seats))
    return 0.5 if is_drawn else float(seat in result.winners)


def rating_of(game: Game, scores: Sequence[RungScore]) -> tuple[float, float, float] | None:
    """The rating that makes these scores likeliest against the ladder's, with its 95% interval; None without any.

    At a table of several of the same opponents, whoever wins has beaten each of them.
    """
    ladder = {rung.name: rung.rating for rung in ladder_of(game.package) if rung.games}
    figures = [score for score in scores if score.opponent in ladder and score.opponent not in UNRATED and score.games]
    if not figures:
        return None
    wins = sum(one.score * one.games + 1 / game.players for one in figures)  # and a game as good as the others'

    def chances_at(rating: float) -> list[tuple[int, float]]:
        return [(one.games + 1, _chance(rating, ladder[one.opponent], game.players)) for one in figures]

    low, high = -2000.0, 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        is_higher = wins > sum(count * chance for count, chance in chances_at(middle))
        low, high = (middle, high) if is_higher else (low, middle)
    information = sum(count * chance * (1 - chance) for count, chance in chances_at(low))
    error = SCALE / sqrt(max(information, 0.05))
    return low, low - SURE * error, low + SURE * error


def _chance(rating: float, other: float, players: int) -> float:
    """The share of games that one of them wins at a table with the others.

    >>> _chance(100, 100, 3) == 1 / 3
    True
    """
    strength = exp(min(max((rating - other) / SCALE, -50), 50))
    return strength / (strength + players - 1)
