"""Who was ahead in the course of a game: lead changes, drama, decisiveness, what a lead is worth (measures 6 to 9).

In a game for one, a player is ahead while doing better than half of the other games did at the same share of their
length, and wins by scoring more than half of them. Drawn games are counted wherever they can be: a leader who draws has
not won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, said
from garrison.lab.measures.intervals import Estimate, Numbers, mean, share
from garrison.lab.measures.telling import WIDEST_PART

Array = np.ndarray[Any, Any]
EVEN = 0.02  # a lead of less, on a scale from -1 to 1, is none
BEHIND = 0.25  # somebody who was so far behind and won has come back
MARKS = (0.25, 0.5, 0.75)
POINTS = 64  # at which games for one are compared
BETTER = "end better than half of the others"
HOW_AHEAD = "The bots' evaluation after each turn, from -1 to 1, says who is ahead."


def noted_games(evidence: Evidence) -> list[Trace]:
    """The games of which something was noted; those for one as if against the usual game."""
    traces = [trace for trace in evidence.of() if len(trace.values)]
    return against_usual(traces) if evidence.game.players == 1 else traces


def games_with_winner(traces: Sequence[Trace]) -> list[Trace]:
    """Those of them that one player won."""
    return [trace for trace in traces if len(trace.winners) == 1]


def of_won_games(decisive: Sequence[Trace], traces: Sequence[Trace]) -> str:
    """The beginning of a sentence about games that somebody won, if there are others."""
    return (
        f"Of the {len(decisive) / len(traces):.0%} of games that somebody won, " if len(decisive) < len(traces) else ""
    )


def against_usual(traces: Sequence[Trace]) -> list[Trace]:
    """Games for one, each as if it had been played against the median of all; the median itself is a draw."""
    if not traces:
        return []
    usual_score = float(np.median([trace.scores[0] for trace in traces]))
    values = np.array([_at_points(trace.values[:, 0]) for trace in traces])
    margins = (values - np.median(values, axis=0)) / 2
    return [
        replace(trace, values=np.stack([margin, -margin], axis=1), winners=_winners(trace.scores[0] - usual_score))
        for trace, margin in zip(traces, margins, strict=True)
    ]


def _winners(more: float) -> tuple[int, ...]:
    return () if more == 0 else (0,) if more > 0 else (1,)


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
    traces = noted_games(evidence)
    counts = [changes_of_lead(trace) for trace in traces]
    groups = groups_of(traces)
    often = Figure("lead changes a game", mean(counts, groups, unit=1.0).within(0), "")
    figures = (often, Figure("games with one or more", share(np.asarray(counts) > 0, groups)))
    text = f"The lead changes {said(often.estimate, '')} times a game."
    sentence = evidence.sentence(text, [often], scale=1 / WIDEST_PART)  # within one change
    how = f"{HOW_AHEAD} A lead of less than {EVEN:g} counts for nobody. All games, drawn ones too."
    return Measure(6, "lead_changes", "Lead changes", sentence, how, figures)


def changes_of_lead(trace: Trace) -> int:
    """How often the lead changes in a game."""
    return int(np.count_nonzero(np.diff(leaders_of(trace))))


def drama(evidence: Evidence) -> Measure:
    """Measure 7."""
    traces = noted_games(evidence)
    decisive = games_with_winner(traces)
    depths, groups = np.array([depth_of(trace) for trace in decisive]), groups_of(decisive)
    behind = Figure("how far behind winners were", share(depths, groups), "")
    back = Figure("comebacks", share(depths > BEHIND, groups))
    start = of_won_games(decisive, traces)
    text = f"{start}{said(back.estimate)} were won by somebody who had been far behind."
    if evidence.game.players == 1:
        text = f"Of the games that {BETTER}, {said(back.estimate)} had been far behind the others."
    elif not start:
        text = f"{said(back.estimate)} of the winners had been far behind."
    how = f"{HOW_AHEAD} The furthest that the winner was ever behind; more than {BEHIND:g} is a comeback. "
    how += "Games that somebody won."
    return Measure(7, "drama", "Drama", evidence.sentence(text, [back]), how, (behind, back))


def depth_of(trace: Trace) -> float:
    """How far behind the winner of a game ever was."""
    return max(0.0, -float(margins_of(trace).min()))


def decisiveness(evidence: Evidence) -> Measure:
    """Measure 8."""
    traces = noted_games(evidence)
    decisive = games_with_winner(traces)
    rest = share([share_after_settling(margins_of(trace)) for trace in decisive], groups_of(decisive))
    figures = (Figure("share of the game after it is settled", rest),)
    where = "in games that somebody won, " if of_won_games(decisive, traces) else ""
    where = f"in games that {BETTER}, " if evidence.game.players == 1 else where
    sentence = evidence.sentence(
        f"On average, {where}the last {said(rest)} of a game no longer change the result.", figures
    )
    how = f"{HOW_AHEAD} The share of the game after the winner took the lead for good. Games that somebody won."
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
    traces = noted_games(evidence)
    figures = tuple(Figure(f"at {mark:.0%}", _wins_of_leaders(traces, mark)) for mark in MARKS)
    half = figures[1]
    text = f"Whoever leads half-way wins {said(half.estimate)} of all games in which somebody leads then."
    if evidence.game.players == 1:
        text = f"Of the games that go better or worse than usual half-way, {said(half.estimate)} end so."
    how = f"{HOW_AHEAD} Of the games in which somebody led at that point, those that the leader won; a draw is no win."
    return Measure(9, "leading", "What a lead is worth", evidence.sentence(text, [half]), how, figures)


def _wins_of_leaders(traces: Sequence[Trace], mark: float) -> Estimate:
    """How often the leader at a point wins alone."""
    leads = [(trace, leader) for trace in traces if (leader := leader_at(trace, mark)) >= 0]
    wins: Numbers = [trace.winners == (leader,) for trace, leader in leads]
    return share(wins, groups_of([trace for trace, _ in leads]))


def leader_at(trace: Trace, mark: float) -> int:
    """Who leads after this share of a game; -1: nobody."""
    values = trace.values[int(mark * (len(trace.values) - 1))]
    order = np.sort(values)
    return int(values.argmax()) if (order[-1] - order[-2]) / 2 > EVEN else -1
