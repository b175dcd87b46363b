"""Who was ahead in the course of a game: lead changes, drama, decisiveness, what a lead is worth (measures 6 to 9).

In a game for one, a player is ahead while doing better than half of the other games did at the same share of their
length, and wins by scoring more than half of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of
from garrison.lab.measures.intervals import Estimate, mean, share

Array = np.ndarray[Any, Any]
EVEN = 0.02  # a lead of less, on a scale from -1 to 1, is none
BEHIND = 0.25  # somebody who was so far behind and won has come back
MARKS = (0.25, 0.5, 0.75)
POINTS = 64  # at which games for one are compared
HOW_AHEAD = "The bots' evaluation after each turn, from -1 to 1, says who is ahead."


def games_with_winner(evidence: Evidence) -> list[Trace]:
    """The games with one winner of which something was noted; those for one as if against the usual game."""
    traces = [trace for trace in evidence.of() if len(trace.values)]
    if evidence.game.players == 1:
        return against_usual(traces)
    return [trace for trace in traces if len(trace.winners) == 1]


def against_usual(traces: Sequence[Trace]) -> list[Trace]:
    """Games for one, each as if it had been played against the median of all."""
    if not traces:
        return []
    usual_score = float(np.median([trace.scores[0] for trace in traces]))
    values = np.array([_at_points(trace.values[:, 0]) for trace in traces])
    margins = (values - np.median(values, axis=0)) / 2
    return [
        replace(trace, values=np.stack([margin, -margin], axis=1), winners=(0 if trace.scores[0] > usual_score else 1,))
        for trace, margin in zip(traces, margins, strict=True)
        if trace.scores[0] != usual_score
    ]


def _at_points(values: Array) -> Array:
    places = np.linspace(0, len(values) - 1, POINTS)
    return np.interp(places, np.arange(len(values)), values)


def margins_of(trace: Trace) -> Array:
    """How far the winner was ahead of the best of the others, from -1 to 1; less than 0 is behind."""
    winner = trace.winners[0]
    others = np.delete(trace.values, winner, axis=1).max(axis=1)
    margins: Array = (trace.values[:, winner] - others) / 2
    return margins


def leaders_of(trace: Trace) -> Array:
    """Who led at each point at which anybody did."""
    order = np.sort(trace.values, axis=1)
    clear = (order[:, -1] - order[:, -2]) / 2 > EVEN
    leaders: Array = trace.values.argmax(axis=1)[clear]
    return leaders


def lead_changes(evidence: Evidence) -> Measure:
    """Measure 6."""
    traces = games_with_winner(evidence)
    counts = [int(np.count_nonzero(np.diff(leaders_of(trace)))) for trace in traces]
    groups = groups_of(traces)
    figures = (
        Figure("lead changes a game", mean(counts, groups).within(0), ""),
        Figure("games with one or more", share(np.asarray(counts) > 0, groups)),
    )
    sentence = f"The lead changes {np.mean(counts):.1f} times a game." if counts else "Nothing was measured."
    how = f"{HOW_AHEAD} A lead of less than {EVEN:g} counts for nobody."
    return Measure(6, "lead_changes", "Lead changes", sentence, how, figures)


def drama(evidence: Evidence) -> Measure:
    """Measure 7."""
    traces = games_with_winner(evidence)
    depths = np.array([max(0.0, -float(margins_of(trace).min())) for trace in traces])
    groups = groups_of(traces)
    back = share(depths > BEHIND, groups)
    behind = mean(depths, groups).within(0, 1)
    figures = (Figure("how far behind winners were", behind, ""), Figure("comebacks", back))
    sentence = f"{back.value:.0%} of the winners had been far behind." if back.is_known else "Nothing was measured."
    how = f"{HOW_AHEAD} The furthest that the winner was ever behind; more than {BEHIND:g} is a comeback."
    return Measure(7, "drama", "Drama", sentence, how, figures)


def decisiveness(evidence: Evidence) -> Measure:
    """Measure 8."""
    traces = games_with_winner(evidence)
    rest = mean([share_after_settling(margins_of(trace)) for trace in traces], groups_of(traces)).within(0, 1)
    sentence = "Nothing was measured."
    if rest.is_known:
        sentence = f"On average, the last {rest.value:.0%} of a game no longer change the result."
    how = f"{HOW_AHEAD} The share of the game after the winner took the lead for good."
    figures = (Figure("share of the game after it is settled", rest),)
    return Measure(8, "decisiveness", "Decisiveness", sentence, how, figures)


def share_after_settling(margins: Array) -> float:
    """The share of a game after its winner took the lead for good.

    >>> share_after_settling(np.array([0.1, -0.2, 0.3, 0.4]))
    0.5
    """
    behind = np.flatnonzero(margins <= 0)
    return 1.0 - (int(behind[-1]) + 1 if len(behind) else 0) / len(margins)


def leading(evidence: Evidence) -> Measure:
    """Measure 9."""
    traces = games_with_winner(evidence)
    figures = tuple(Figure(f"at {mark:.0%}", _wins_of_leaders(traces, mark)) for mark in MARKS)
    half = figures[1].estimate
    sentence = f"Whoever leads half-way wins {half.value:.0%} of games." if half.is_known else "Nothing was measured."
    how = f"{HOW_AHEAD} Of the games in which somebody led at that point, those that the leader won."
    return Measure(9, "leading", "What a lead is worth", sentence, how, figures)


def _wins_of_leaders(traces: Sequence[Trace], mark: float) -> Estimate:
    margins = [float(margins_of(trace)[int(mark * (len(trace.values) - 1))]) for trace in traces]
    leads = [(trace, margin) for trace, margin in zip(traces, margins, strict=True) if abs(margin) > EVEN]
    return share([margin > 0 for _, margin in leads], groups_of([trace for trace, _ in leads]))
