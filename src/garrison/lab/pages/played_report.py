"""What the lab says about games that were played elsewhere, and about two variants of which people have played both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from garrison.lab.design.played_games import BOTS, EVERYBODY, PEOPLE, PERSON
from garrison.lab.games.traces import Trace
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import PLAY, Evidence, Figure, Measure, text_of
from garrison.lab.measures.intervals import Estimate
from garrison.lab.pages.report import LabReport, change_words, changes_of

WORDS = {EVERYBODY: "as they were played", PEOPLE: "between people", BOTS: "between bots"}
BY_PLAYERS = "ended by its players"  # who resigned, left, agreed on a draw or ran out of time


class PlayedReport(LabReport):
    """A report on how a game was played."""

    @property
    def between(self) -> str:
        """Whose games these are."""
        return WORDS[self.bot]


def report_on_played(evidence: Evidence, names: Sequence[str]) -> PlayedReport:
    """What games that were played tell about a game."""
    game = evidence.game
    return PlayedReport(
        game=game.name,
        title=game.facts.title,
        variant=game.variant,
        changes=changes_of(game),
        rules_hash=game.rules_hash,
        bot=evidence.bot,
        seed=0,
        games=evidence.games,
        notes=(sitters(evidence), "Who plays well was not chosen here, nor which games: whoever wanted to, played."),
        measures=tuple(_in_words(measure) for measure in measures_of(evidence, names)),
        change_words=tuple(change_words(game)),
    )


def sitters(evidence: Evidence) -> str:
    """How many seats were whose, in a sentence."""
    traces = [one for one in evidence.results.get(PLAY, []) if isinstance(one, Trace)]
    seats = [seat for trace in traces for seat in trace.task.seats]
    people = seats.count(PERSON)
    return f"{people:,} of {len(seats):,} seats were people's, {len(seats) - people:,} were bots'."


def _in_words(measure: Measure) -> Measure:
    """A game that its players ended has no reason of its own."""
    figures = tuple(figure if figure.label else replace(figure, label=BY_PLAYERS) for figure in measure.figures)
    return replace(measure, figures=figures)


@dataclass(frozen=True)
class PlayedDifference:
    """A figure of two variants, and how far the second is from the first."""

    label: str
    unit: str
    first: Estimate
    second: Estimate

    @property
    def difference(self) -> Estimate:
        """The second less the first: the games are others, so that their intervals add up as their squares do."""
        (one, low, high, games), (other, other_low, other_high, other_games) = self.first, self.second
        down, up = (
            sqrt((other - other_low) ** 2 + (high - one) ** 2),
            sqrt((other_high - other) ** 2 + (one - low) ** 2),
        )
        return Estimate(other - one, other - one - down, other - one + up, min(games, other_games))

    @property
    def is_seen(self) -> bool:
        """Whether the difference is beyond doubt."""
        return self.difference.low > 0 or self.difference.high < 0

    def to_dict(self) -> dict[str, Any]:
        """The difference as plain data."""
        both = {"first": self.first._asdict(), "second": self.second._asdict()}
        more = {"difference": self.difference._asdict(), "is_seen": self.is_seen}
        return {"label": self.label, "unit": self.unit, **both, **more}

    def __str__(self) -> str:
        both = f"{self.label}: {text_of(self.first.value, self.unit)} and {text_of(self.second.value, self.unit)}"
        low, high = (text_of(number, self.unit) for number in self.difference[1:3])
        words = "difference" if self.is_seen else "no difference seen"
        return f"{both}; {words} [{low}, {high}] ({self.first.games:,} and {self.second.games:,} games)"


def played_differences(first: Evidence, second: Evidence, names: Sequence[str]) -> list[PlayedDifference]:
    """Every figure that both have."""
    one, other = (_figures(evidence, names) for evidence in (first, second))
    return [
        PlayedDifference(figure.label or BY_PLAYERS, figure.unit, figure.estimate, other[key].estimate)
        for key, figure in one.items()
        if key in other and figure.estimate.is_known and other[key].estimate.is_known
    ]


def _figures(evidence: Evidence, names: Sequence[str]) -> dict[tuple[str, str], Figure]:
    return {
        (measure.name, figure.label): figure for measure in measures_of(evidence, names) for figure in measure.figures
    }
