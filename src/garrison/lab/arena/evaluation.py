"""How strong a policy is, by a protocol that does not change: fixed seeds, seats in rotation, a fixed ladder of bots.

Game k of a rung has seed k of the series 20,260,101, and the policy sits in seat k modulo the number of players; bots
of the rung sit in the others, for 1,000 games. A game for one player has a single rung, `alone`. In a game of several
players the result is the share of wins, a draw counting half, with Wilson's 95% interval; alone it is the mean score,
with a bootstrapped 95% interval. What a bot or a policy draws at random comes from the game's seed.

Protocol v2. The rungs are `random`, `easy`, `medium`, `hard` and, in games that have one, `expert`. A policy is given a
copy of the position as its player knows it (`Position.known_to`), so it learns neither the dice nor what others have
chosen; where players choose at the same time, it chooses first.

Protocol v1, of Garrison 0.1.0, has no `expert`, and a policy is given the position itself: it could read what is
hidden, and try out the dice. Any change to a protocol is a new one.

Games are played on all cores, and nothing passes from one to the next, unless a policy remembers it: so the result is
the same on any number of cores.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from garrison import __version__
from garrison.bots import Blinded, Bot, find, prepare
from garrison.bots import names as bot_names
from garrison.bots.expert import Expert, network_at
from garrison.core import observation
from garrison.core.files import read_text
from garrison.core.game import Game, load
from garrison.core.seeds import seeds_of
from garrison.errors import BadFile, BadOption, shown
from garrison.lab.arena.exploiter import Exploiter, trials_of
from garrison.lab.arena.ratings import interval
from garrison.lab.work.spread import spread

SERIES, GAMES = 20_260_101, 1000
ALONE = "alone"
NETWORK = ".npz"  # how the names of files end: trained networks,
FILES = (".py", NETWORK)  # and whatever plays
RESAMPLES = 2000
Policy = Bot | str | Path  # a function, the name of a bot, or a file that defines one
SURE = (2.5, 97.5)  # percent: what lies between is the interval


@dataclass(frozen=True)
class Protocol:
    """What protocols differ in."""

    ladder: tuple[str, ...]  # as far as a game has these bots
    is_blind: bool  # whether a policy knows only what its player knows

    def rungs(self, game: Game) -> tuple[str, ...]:
        """The opponents in a game, the weakest first."""
        names = bot_names(game.package)
        return (ALONE,) if game.players == 1 else tuple(name for name in self.ladder if name in names)


PROTOCOLS = {
    "v1": Protocol(("random", "easy", "medium", "hard"), is_blind=False),
    "v2": Protocol(("random", "easy", "medium", "hard", "expert"), is_blind=True),
}
LATEST = "v2"


class GameTask(NamedTuple):
    """One game of a protocol."""

    rung: str
    number: int


class GameResult(NamedTuple):
    """What came out of a game for the policy."""

    score: float
    steps: int
    seat: int


@dataclass(frozen=True)
class SeatResult:
    """The results in one seat: the mean of the scores, and its interval."""

    seat: int
    games: int
    score: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{f'  seat {self.seat}':<10} {_figures(self)}"


@dataclass(frozen=True)
class RungResult:
    """The results against one opponent: the mean of the scores, and its interval; and in each seat."""

    opponent: str
    games: int
    score: float
    low: float
    high: float
    mean_steps: float
    seats: tuple[SeatResult, ...] = ()  # none for a player alone

    def __str__(self) -> str:
        return "\n".join([f"{Path(self.opponent).stem:<10} {_figures(self)}", *map(str, self.seats)])


def _figures(result: SeatResult | RungResult) -> str:
    return f"{result.games:>6,}  {result.score:>10.3f}  {result.low:>10.3f} to {result.high:.3f}"


@dataclass(frozen=True)
class Evaluation:
    """What came out, and everything that is needed to repeat it."""

    protocol: str
    game: str
    variant: str
    rules_hash: str
    rules_version: int
    garrison: str
    rungs: tuple[RungResult, ...]
    observations: int = observation.VERSION  # of what they are declared to mean, and so of the encoder's channels

    def to_dict(self) -> dict[str, Any]:
        """The evaluation as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        title = f"{self.game} ({self.variant}), protocol {self.protocol}, rules {self.rules_hash[:12]}, {self.garrison}"
        return "\n".join(
            [title, f"{'opponent':<10} {'games':>6}  {'score':>10}  {'95% interval':>10}", *map(str, self.rungs)]
        )


def evaluate(
    policy: Policy,
    game: Game | str,
    protocol: str = LATEST,
    games: int = GAMES,
    ladder: Sequence[str] = (),
    progress: Callable[[int], None] = lambda count: None,
    processes: int | None = None,
) -> Evaluation:
    """Play a policy by the protocol: a function `(position, player, dice)`, a bot's name, or a file with a policy.

    Fewer games or rungs than the protocol's are for trying it out: say so when you report them. Games are played in as
    many other processes as there are cores, or as `processes` says; a function that is not in a module, which another
    process could import, plays in this one.

    >>> from garrison.core.game import load
    >>> evaluate("random", load("minefield", rules={"max_steps": 30}), games=3).rungs[0].games
    3
    """
    if not 1 <= games <= GAMES:
        raise BadOption(f"Protocol {protocol} has {GAMES:,} games: play 1 to {GAMES:,} of them, not {shown(games)}.")
    game = load(game) if isinstance(game, str) else game
    rungs = rungs_of(game, protocol, ladder)
    for who in (policy, *rungs):
        if who != ALONE and not (isinstance(who, str) and trials_of(who)):
            player_of(who, game)  # now, so that nobody plays for nothing
    prepare([who for who in (policy, *rungs) if isinstance(who, str) and not is_file(who)], game.package)
    tasks = [GameTask(rung, number) for rung in rungs for number in range(games)]
    by_task = results_of(policy, game, protocol, tasks, progress, processes)
    results = {rung: [by_task[GameTask(rung, number)] for number in range(games)] for rung in rungs}
    facts = (game.name, game.variant, game.rules_hash, game.facts.rules_version, __version__)
    return Evaluation(protocol, *facts, tuple(rung_result(rung, results[rung]) for rung in rungs))


def results_of(
    policy: Policy,
    game: Game,
    protocol: str,
    tasks: Sequence[GameTask],
    progress: Callable[[int], None] = lambda count: None,
    processes: int | None = None,
) -> dict[GameTask, GameResult]:
    """What came out of single games of a protocol."""
    results = {}
    for task, result in spread(partial(play_task, game, policy, PROTOCOLS[protocol]), tasks, processes):
        results[task] = result
        progress(1)
    return results


def rungs_of(game: Game, protocol: str, ladder: Sequence[str] = ()) -> tuple[str, ...]:
    """Whom a policy plays against: the protocol's opponents, or those of another ladder, bots, files or exploiters."""
    if protocol not in PROTOCOLS:
        raise BadOption(f"There is no protocol {shown(protocol)}; there is {', '.join(PROTOCOLS)}.")
    return tuple(ladder) if ladder and game.players > 1 else PROTOCOLS[protocol].rungs(game)


def rung_result(opponent: str, results: Sequence[GameResult]) -> RungResult:
    """The result of a rung, from its games."""
    scores, steps, seats = np.array(results, dtype=np.float64).T
    mean = float(scores.mean())
    if opponent == ALONE:
        return RungResult(opponent, len(scores), mean, *_bootstrap(scores), float(steps.mean()))
    in_seats = tuple(_in_seat(int(seat), scores[seats == seat]) for seat in np.unique(seats))
    return RungResult(opponent, len(scores), mean, *interval(mean, len(scores)), float(steps.mean()), in_seats)


def _in_seat(seat: int, scores: np.ndarray[Any, Any]) -> SeatResult:
    mean = float(scores.mean())
    return SeatResult(seat, len(scores), mean, *interval(mean, len(scores)))


def player_of(policy: Policy, game: Game) -> Bot:
    """What plays."""
    if is_file(policy):
        return policy_in(Path(str(policy)))[0]
    return policy if callable(policy) else find(str(policy), game.package)


def is_file(policy: Policy) -> bool:
    """Whether it is a file with a policy; a bot's name never ends like one."""
    return isinstance(policy, Path) or (isinstance(policy, str) and policy.endswith(FILES))


def play_task(game: Game, policy: Policy, protocol: Protocol, task: GameTask) -> tuple[GameTask, GameResult]:
    """One game of a protocol, and what came out."""
    rung, number = task
    seed, seat = int(seeds_of(SERIES, GAMES)[number]), number % game.players
    own = _seated(policy, game, protocol)
    trials = trials_of(rung)
    other = own if rung == ALONE else Exploiter(own, trials) if trials else _seated(rung, game, protocol)
    position, dice = game.new(seed), [Random(f"{seed} {player}") for player in range(game.players)]
    is_first = protocol.is_blind and game.facts.simultaneous  # so that there is nothing yet that it must not know
    while not position.over:
        player = seat if is_first and seat in position.waiting else position.waiting[0]
        bot = own if player == seat else other
        position.play(player, int(bot(position, player, dice[player])))
    if game.players == 1:
        return task, GameResult(position.scores[0], position.steps, seat)
    winners = position.outcome.winners if position.outcome else ()
    is_drawn = len(winners) in (0, game.players)
    return task, GameResult(0.5 if is_drawn else float(seat in winners), position.steps, seat)


def _seated(policy: Policy, game: Game, protocol: Protocol) -> Bot:
    """What plays; unless it is a bot of the game's, it is told what its player knows, as the protocol says."""
    is_told_all = not protocol.is_blind or (isinstance(policy, str) and not is_file(policy))
    return player_of(policy, game) if is_told_all else Blinded(player_of(policy, game))


def _bootstrap(scores: np.ndarray[Any, Any]) -> tuple[float, float]:
    """The interval of a mean, from means of samples of the same games; always the same for the same scores."""
    numbers = np.random.Generator(np.random.PCG64(0))
    means = scores[numbers.integers(len(scores), size=(RESAMPLES, len(scores)))].mean(axis=1)
    low, high = np.percentile(means, SURE)
    return float(low), float(high)


def policy_in(file: Path) -> tuple[Bot, str | None]:
    """What a Python file defines: a function `policy(position, player, dice)`, and perhaps the GAME that it plays.

    A trained network's file is a policy as well: it plays what it likes best.
    """
    if file.suffix == NETWORK:
        return Expert(file), network_at(file).card.game
    read_text(file)  # one sentence, if it can't be read
    return _run(file, file.stat().st_mtime_ns)


@lru_cache(16)
def _run(file: Path, modification: int) -> tuple[Bot, str | None]:
    """The same, run once in each process, since a policy may take long to load."""
    try:
        values = runpy.run_path(str(file))
    except Exception as error:
        raise BadFile(f"{file} can't be run ({type(error).__name__}: {error}).") from error
    if not callable(values.get("policy")):
        raise BadFile(f"{file} defines no function policy(position, player, dice).")
    return values["policy"], values.get("GAME")


def names_in(text: str) -> Iterator[str]:
    """Names that are separated by commas.

    >>> list(names_in("easy, hard"))
    ['easy', 'hard']
    """
    return (name.strip() for name in text.split(",") if name.strip())
