"""Two games side by side, on the same seeds: what differs, and what is not seen to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
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
from garrison.lab.measures.intervals import Estimate, by_seed, mean, paired_difference, seeds_to_see
from garrison.lab.measures.outcomes import LIMIT, minutes_of
from garrison.lab.measures.sensitivity import is_seen
from garrison.lab.measures.tension import games_with_winner, leaders_of, margins_of, share_after_settling

Quantity = Callable[[Trace], float]
SMALL = 0.02  # a difference of this much, in points or as a part of the whole, is asked about


@dataclass(frozen=True)
class Difference:
    """One quantity in both games, the second's less the first's, and how many games would show a small difference.

    0 games: unknown, since this was the same in every game.
    """

    name: str
    unit: str
    first: Estimate
    second: Estimate
    difference: Estimate
    games_needed: int

    @property
    def is_seen(self) -> bool:
        """Whether there is a difference beyond doubt."""
        return is_seen(self.difference)

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain data."""
        data = {"name": self.name, "unit": self.unit, "first": self.first.value, "second": self.second.value}
        value, low, high, games = self.difference
        more = {"difference": value, "low": low, "high": high, "games": games, "is_seen": self.is_seen}
        return {**data, **more, "games_needed": self.games_needed}

    def __str__(self) -> str:
        both = f"{self.name}: {text_of(self.first.value, self.unit)} and {text_of(self.second.value, self.unit)}"
        if not self.games_needed:
            return f"{both}; the same in every game"
        value, low, high = (_change(number, self.unit) for number in self.difference[:3])
        if self.is_seen:
            return f"{both}; difference {value} [{low}, {high}]"
        small = "2 points" if self.unit == "%" else "2%"
        return f"{both}; no difference seen [{low}, {high}]; {self.games_needed:,} games would show one of {small}"


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
    return [
        _difference(name, unit, both[0][name, unit], both[1][name, unit], repeats(first.game))
        for name, unit in both[0]
        if (name, unit) in both[1]
    ]


def _difference(name: str, unit: str, first: dict[int, float], second: dict[int, float], on_a_seed: int) -> Difference:
    whole = abs(mean(list(first.values())).value) if unit != "%" else 1.0
    is_constant = len({*first.values(), *second.values()}) == 1
    games = 0 if is_constant else on_a_seed * seeds_to_see(SMALL * whole or SMALL, first, second)
    estimates = mean(list(first.values())), mean(list(second.values())), paired_difference(first, second)
    return Difference(name, unit, *estimates, games)


def quantities(evidence: Evidence) -> dict[tuple[str, str], dict[int, float]]:
    """What can be told of single games: for every quantity and its unit, its mean on each seed."""
    won = games_with_winner(evidence)
    return {
        **{key: _by_seed(evidence.of(), number) for key, number in _of_any(evidence.game).items()},
        **{key: _by_seed(won, number) for key, number in OF_LEADS.items()},
    }


def _by_seed(traces: Sequence[Trace], number: Quantity) -> dict[int, float]:
    return by_seed([trace.task.seed for trace in traces], [number(trace) for trace in traces])


def _of_any(game: Game) -> dict[tuple[str, str], Quantity]:
    """What every game has, whoever wins it."""
    return {
        **(OF_ONE if game.players == 1 else _of_several(game)),
        ("cut off", "%"): lambda trace: float(trace.reason == LIMIT),
        ("length", "turns"): lambda trace: float(trace.turns),
        ("length, minutes", "min"): lambda trace: minutes_of(game.facts, trace.turns, trace.ticks),
        ("legal actions", ""): lambda trace: trace.legal / max(trace.decisions, 1),
        ("decisions with a choice", "%"): lambda trace: trace.choices / max(trace.decisions, 1),
    }


def _of_several(game: Game) -> dict[tuple[str, str], Quantity]:
    seats = enumerate(game.facts.seats[: game.players])
    points: dict[tuple[str, str], Quantity] = {(f"wins of {name}", "%"): partial(_points, seat) for seat, name in seats}
    return {**points, ("draws", "%"): lambda trace: float(len(trace.winners) != 1)}


def _points(seat: int, trace: Trace) -> float:
    return trace.points[seat]


OF_ONE: dict[tuple[str, str], Quantity] = {
    ("score", ""): lambda trace: trace.scores[0],
    ("games won", "%"): lambda trace: float(len(trace.winners)),
}
OF_LEADS: dict[tuple[str, str], Quantity] = {
    ("lead changes a game", ""): lambda trace: float((leaders_of(trace)[1:] != leaders_of(trace)[:-1]).sum()),
    ("how far behind winners were", ""): lambda trace: max(0.0, -float(margins_of(trace).min())),
    ("share of the game after it is settled", "%"): lambda trace: share_after_settling(margins_of(trace)),
}
