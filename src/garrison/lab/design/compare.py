"""Two games side by side, on the same seeds: what differs, and what is not seen to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Any

from garrison.core import discovery
from garrison.core.game import Game, load
from garrison.core.parameters import read_toml
from garrison.errors import BadOption, GarrisonError
from garrison.lab.design.experiments import repeats
from garrison.lab.design.run import Extent, Run
from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, text_of
from garrison.lab.measures.intervals import FEWEST, Estimate, by_seed, paired_difference, seeds_to_see
from garrison.lab.measures.outcomes import is_limit, minutes_of
from garrison.lab.measures.sensitivity import unit_of
from garrison.lab.measures.student import DOUBT
from garrison.lab.measures.telling import not_yet
from garrison.lab.measures.tension import (
    changes_of_lead,
    depth_of,
    games_with_winner,
    margins_of,
    noted_games,
    share_after_settling,
)

Quantity = Callable[[Trace], float]
Key = tuple[str, str]  # the name of a quantity, and its unit
SMALL = 0.02  # a difference of this much, in points or as a part of the whole, is asked about


@dataclass(frozen=True)
class Difference:
    """One quantity in both games, on the same seeds, the second's less the first's, and what would show a small one.

    The interval allows for all quantities that are compared. 0 games: unknown, since this was the same in every game.
    """

    name: str
    unit: str
    first: float
    second: float
    difference: Estimate
    games_needed: int
    games_missing: int = 0  # until anything can be said

    @property
    def is_seen(self) -> bool:
        """Whether there is a difference beyond doubt."""
        return self.difference.excludes(0)

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain data."""
        numbers = (self.first, self.second, *self.difference[:3])
        names = ("first", "second", "difference", "low", "high")
        plain = {name: number if isfinite(number) else None for name, number in zip(names, numbers, strict=True)}
        more = {"games": self.difference.games, "is_seen": self.is_seen, "games_needed": self.games_needed}
        return {"name": self.name, "unit": self.unit, **plain, **more}

    def __str__(self) -> str:
        if not self.difference.is_known:
            return f"{self.name}: {not_yet(self.games_missing)}"
        both = f"{self.name}: {text_of(self.first, self.unit)} and {text_of(self.second, self.unit)}"
        if not self.games_needed:
            return f"{both}; the same in every game"
        if self.is_seen:
            return f"{both}; difference {change_text(self)}"
        _, low, high = (_change(number, self.unit) for number in self.difference[:3])
        small = "2 points" if self.unit == "%" else "2%"
        return f"{both}; no difference seen [{low}, {high}]; {self.games_needed:,} games would show one of {small}"


def change_text(one: Difference) -> str:
    """By how much a quantity differs, with its interval."""
    value, low, high = (_change(number, one.unit) for number in one.difference[:3])
    return f"{value} [{low}, {high}]"


def _change(number: float, unit: str) -> str:
    """A difference; those of shares are in points, since a percentage of a percentage would be something else.

    >>> _change(-0.028, "%"), _change(15.6, "turns")
    ('-2.8 points', '15.6 turns')
    """
    return f"{100 * number:.1f} points" if unit == "%" else text_of(number, unit)


def compare(first: Game, second: Game, bot: str, extent: Extent, progress: Callable[[float], None]) -> list[Difference]:
    """Play both on the same seeds."""
    if first.name != second.name or first.players != second.players:
        raise BadOption("Only variants of one game, for as many players, can be compared.")
    runs = [Run(game, bot, extent, ["win_rate", "branching"]) for game in (first, second)]
    for number, run in enumerate(runs):
        run.go(lambda share, number=number: progress((number + share) / 2))  # type: ignore[misc]
        if run.is_cut_short:
            raise KeyboardInterrupt
    return differences(runs[0].evidence, runs[1].evidence)


def game_of(*variants: str) -> str:
    """The game that files of variants belong to: they say so, or only one game has such rules."""
    for name in (name for name in variants if name.endswith(".toml")):
        game = read_toml(Path(name)).get("game")
        if isinstance(game, str):
            return game
    fitting = [name for name in discovery.names() if _fits(name, variants)]
    if len(fitting) != 1:
        raise BadOption("Of which game are these variants? Name it with --game.")
    return fitting[0]


def _fits(name: str, variants: Sequence[str]) -> bool:
    try:
        return all(load(name, variant=variant) is not None for variant in variants)
    except GarrisonError:
        return False


def differences(first: Evidence, second: Evidence) -> list[Difference]:
    """Everything that can be told of single games, compared."""
    both = [quantities(evidence) for evidence in (first, second)]
    keys = [key for key in both[0] if key in both[1]]
    series = {key: (both[0][key], both[1][key]) for key in keys}
    comparison = Comparison(repeats(first.game), DOUBT / len(keys), unit_of(first))
    return [comparison.difference(*key, *series[key]) for key in keys]


def allowance(differences: Sequence[Difference]) -> str:
    """What the intervals allow for, in a sentence."""
    return (
        f"Intervals are wide enough for all {len(differences)} quantities at once: of twenty such comparisons of games "
        "that do not differ, one shows a difference."
    )


@dataclass(frozen=True)
class Comparison:
    """How two series are compared: the games on a seed, how often it may be wrong, what a game can change at most."""

    on_a_seed: int
    doubt: float
    unit: float

    def difference(self, name: str, unit: str, first: dict[int, float], second: dict[int, float]) -> Difference:
        """One quantity, on the seeds that have it in both."""
        seeds = sorted(first.keys() & second.keys())
        one, other = ({seed: series[seed] for seed in seeds} for series in (first, second))
        step = self.unit if unit == "%" or name == "score" else 1.0
        change = paired_difference(one, other, step, self.doubt)
        change = change.within(-1, 1) if unit == "%" else change
        missing = 0 if change.is_known else self.on_a_seed * max(FEWEST - len(seeds), 1)
        return Difference(name, unit, _mean(one), _mean(other), change, self._games(unit, one, other), missing)

    def _games(self, unit: str, first: dict[int, float], second: dict[int, float]) -> int:
        """How many games would show a small difference; 0: nothing ever differed, or there is nothing."""
        if len({*first.values(), *second.values()}) <= 1:
            return 0
        whole = 1.0 if unit == "%" else abs(_mean(first))
        return self.on_a_seed * seeds_to_see(SMALL * whole or SMALL, first, second)


def _mean(series: dict[int, float]) -> float:
    return sum(series.values()) / len(series) if series else float("nan")


def quantities(evidence: Evidence) -> dict[Key, dict[int, float]]:
    """What can be told of single games: for every quantity and its unit, its mean on each seed."""
    traces = noted_games(evidence)
    decisive = games_with_winner(traces)
    return {
        **end_quantities(evidence.game, evidence.of()),
        **{key: _by_seed(evidence.of(), number) for key, number in OF_CHOICES.items()},
        ("lead changes a game", ""): _by_seed(traces, changes_of_lead),
        **{key: _by_seed(decisive, number) for key, number in OF_WON_GAMES.items()},
    }


def end_quantities(game: Game, traces: Sequence[Trace]) -> dict[Key, dict[int, float]]:
    """Those of them that are known of games of which only the end is noted."""
    return {key: _by_seed(traces, number) for key, number in _of_ends(game).items()}


def _by_seed(traces: Sequence[Trace], number: Quantity) -> dict[int, float]:
    return by_seed([trace.task.seed for trace in traces], [number(trace) for trace in traces])


def _of_ends(game: Game) -> dict[Key, Quantity]:
    """What every game has, whoever wins it."""
    limits = is_limit(game.facts)
    return {
        **(OF_ONE if game.players == 1 else _of_several(game)),
        ("stopped by a limit", "%"): lambda trace: float(limits[trace.reason]),
        ("mean length", "turns"): lambda trace: float(trace.turns),
        ("mean length, minutes", "min"): lambda trace: minutes_of(game.facts, trace.turns, trace.ticks),
    }


def _of_several(game: Game) -> dict[Key, Quantity]:
    seats = enumerate(game.facts.seats[: game.players])
    points: dict[Key, Quantity] = {(f"score of {name}", "%"): partial(_points, seat) for seat, name in seats}
    return {**points, ("draws", "%"): lambda trace: float(len(trace.winners) != 1)}


def _points(seat: int, trace: Trace) -> float:
    return trace.points[seat]


OF_ONE: dict[Key, Quantity] = {
    ("score", ""): lambda trace: trace.scores[0],
    ("games won", "%"): lambda trace: float(len(trace.winners)),
}
OF_CHOICES: dict[Key, Quantity] = {
    ("legal actions", ""): lambda trace: trace.legal / max(trace.decisions, 1),
    ("decisions with a choice", "%"): lambda trace: trace.choices / max(trace.decisions, 1),
}
OF_WON_GAMES: dict[Key, Quantity] = {
    ("how far behind winners were", ""): depth_of,
    ("share of a won game after it is settled", "%"): lambda trace: share_after_settling(margins_of(trace)),
}
