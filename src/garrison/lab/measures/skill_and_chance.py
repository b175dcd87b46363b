"""What thought is worth, and what chance decides (measures 10 and 11)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log

import numpy as np

from garrison.lab.arena.ratings import SCALE
from garrison.lab.games.traces import Trace
from garrison.lab.measures.common_share import correlation
from garrison.lab.measures.evidence import PLAY, Evidence, Figure, Measure, groups_of, outcome, said, seed_outcomes
from garrison.lab.measures.intervals import Estimate, paired_difference, share
from garrison.lab.measures.sensitivity import scale_of, unit_of

OVER = " over "
MOST_SHARE = 0.999  # a share of the points beyond this says only that the difference is large


def skill_depth(evidence: Evidence) -> Measure:
    """Measure 10: how much better somebody plays who thinks twice as long."""
    pairs = evidence.of_kind("depth")
    alone = evidence.game.players == 1
    figures = tuple(
        _gain(evidence, names, traces) if alone else _step(names, traces) for names, traces in pairs.items()
    )
    unit = "points of score" if alone else "points of rating"
    first = next((figure for figure in figures if figure.estimate.is_known), None)
    text = f"{first.label}: worth {said(first.estimate, unit)}." if first else ""
    scale = scale_of(evidence) if alone else 0.0
    sentence = evidence.sentence(text, [first] if first else [], scale)
    how = "The first of two plays the second from every seat, on the same seeds; 400 points mean ten times the wins."
    if alone:
        how = "Both play the same seeds; the difference of their scores."
    return Measure(10, "skill_depth", "Skill depth", sentence, how, figures)


def ladder_of(measure: Measure) -> list[tuple[str, Figure]]:
    """What players with more and more thought are worth, above the one with least; as far up as that is known.

    Each step adds to the last, and so do the intervals, which is on the safe side.

    >>> steps = [Figure(label, Estimate(90.0, 50.0, 130.0, 9), "rating") for label in ("c over b", "b over a")]
    >>> [(name, figure.estimate[:3]) for name, figure in ladder_of(Measure(10, "", "", "", "", tuple(steps)))]
    [('a', (0.0, 0.0, 0.0)), ('b', (90.0, 50.0, 130.0)), ('c', (180.0, 100.0, 260.0))]
    """
    ladder, total = list[tuple[str, Figure]](), Estimate(0.0, 0.0, 0.0, 0)
    for figure in reversed(measure.figures):
        higher, _, lower = figure.label.partition(OVER)
        if not figure.estimate.is_known:
            break
        ladder = ladder or [(lower, Figure(lower, total._replace(games=figure.estimate.games), figure.unit))]
        more = figure.estimate
        total = Estimate(total.value + more.value, total.low + more.low, total.high + more.high, more.games)
        ladder.append((higher, Figure(higher, total, figure.unit)))
    return ladder


def _step(names: str, traces: Sequence[Trace]) -> Figure:
    first, _, second = names.partition("|")
    points = share([points_of(trace, first) for trace in traces], groups_of(traces))
    players = len(traces[0].scores) if traces else 2
    return Figure(f"{first}{OVER}{second}", rating_of(points, players), "rating")


def _gain(evidence: Evidence, names: str, traces: Sequence[Trace]) -> Figure:
    first, _, second = names.partition("|")
    better = [trace for trace in traces if trace.task.seats[0] == first]
    worse = [trace for trace in traces if trace.task.seats[0] == second]
    difference = paired_difference(seed_outcomes(worse), seed_outcomes(better), unit_of(evidence))
    return Figure(f"{first}{OVER}{second}", difference, "")


def points_of(trace: Trace, bot: str) -> float:
    """What a bot got at a table where it has one seat."""
    return trace.points[trace.task.seats.index(bot)]


def rating_of(points: Estimate, players: int = 2) -> Estimate:
    """The difference in rating that a share of the points stands for.

    >>> [round(number) for number in rating_of(Estimate(0.75, 0.65, 0.83, 100))]
    [191, 108, 275, 100]
    """
    if not points.is_known:
        return points
    edges = [min(max(number, 1 - MOST_SHARE), MOST_SHARE) for number in points[:3]]
    value, low, high = (SCALE * log((players - 1) * edge / (1 - edge)) for edge in edges)
    low, high = -inf if points.low < 1 - MOST_SHARE else low, inf if points.high > MOST_SHARE else high
    return Estimate(value, low, high, points.games)


def luck(evidence: Evidence) -> Measure:
    """Measure 11: how much of the outcome the seed explains, at each strength."""
    tables = {evidence.bot: evidence.of(PLAY), **evidence.of_kind("strength")}
    figures = tuple(Figure(bot, seed_correlation(traces)) for bot, traces in tables.items())
    text = f"The seed explains {said(figures[0].estimate)} of the outcome between {evidence.bot} players."
    sentence = evidence.sentence(text, figures[:1])
    how = "Each seed is played again with different dice for the players; the correlation of the two outcomes."
    return Measure(11, "luck", "Luck", sentence, how, figures)


def seed_correlation(traces: Sequence[Trace]) -> Estimate:
    """The correlation of the outcomes of two games on one seed, which can't be negative: else they share nothing."""
    by_seed: dict[int, list[float]] = {}
    for trace in traces:
        by_seed.setdefault(trace.task.seed, []).append(outcome(trace))
    pairs = [outcomes[:2] for outcomes in by_seed.values() if len(outcomes) > 1]
    common = correlation(np.array(pairs).reshape(-1, 2))
    return Estimate(max(common.value, 0.0), max(common.low, 0.0), max(common.high, 0.0), common.games)
