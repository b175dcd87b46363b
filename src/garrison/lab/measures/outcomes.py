"""Who wins, how games end, how long they last, and how much there is to decide (measures 1 to 5)."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from garrison.core.facts import Facts
from garrison.lab.games.ends import GameSeries
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, text_of
from garrison.lab.measures.intervals import mean, quantile, share

LIMIT = 1  # the reason of a game that its limit ended
QUANTILES = ((0.5, "median"), (0.05, "5th percentile"), (0.95, "95th percentile"))


def win_rate(evidence: Evidence) -> Measure:
    """Measure 1: who wins, by seat; in games for one, the score."""
    games, facts = evidence.of(), evidence.game.facts
    if evidence.game.players == 1:
        return _scores(games)
    seats = facts.seats[: evidence.game.players]
    points = games.points.T if games else [()] * len(seats)
    figures = tuple(Figure(name, share(got, games.groups)) for name, got in zip(seats, points, strict=True))
    how = "Wins, and half of the draws. Every seed is played several times by the same bots with different dice."
    return Measure(1, "win_rate", "Win rate by seat", _sentence(figures, evidence.game.players), how, figures)


def _sentence(figures: tuple[Figure, ...], players: int) -> str:
    best, fair = max(figures, key=lambda figure: figure.estimate.value), 1 / players
    if not best.estimate.is_known:
        return "Nothing was measured."
    reach = (best.estimate.high - best.estimate.low) / 2
    rate = f"{best.label} wins {best.estimate.value:.0%} ± {100 * reach:.0f}"
    if best.estimate.low > fair:
        return f"{rate}: {best.label} is favoured."
    return f"No seat is seen to be favoured ({rate})."


def _scores(games: GameSeries) -> Measure:
    scores, wins = (games.ends.scores[:, 0], games.wins.sum(axis=1)) if games else ((), ())
    figures = (
        Figure("median score", quantile(scores, 0.5, games.groups), ""),
        Figure("mean score", mean(scores, games.groups), ""),
        Figure("games won", share(wins, games.groups)),
    )
    sentence = f"The median score is {text_of(figures[0].estimate.value, '')}." if games else "Nothing was measured."
    how = "The score at the end of a game for one; a game is won if its rules say so."
    return Measure(1, "win_rate", "Score", sentence, how, figures)


def draws(evidence: Evidence) -> Measure:
    """Measure 2: games that nobody won, or that several won."""
    games = evidence.of()
    if evidence.game.players == 1:
        return Measure(2, "draws", "Draws", "A game for one has no draws.", "")
    rate = share(games.wins.sum(axis=1) != 1 if games else (), games.groups)
    sentence = f"{rate.value:.0%} of the games are drawn." if rate.is_known else "Nothing was measured."
    how = "Games that nobody won, or that more than one player won."
    return Measure(2, "draws", "Draws", sentence, how, (Figure("drawn", rate),))


def cut_off(evidence: Evidence) -> Measure:
    """Measure 3: games that ended by the rules, or at the limit."""
    games, reasons = evidence.of(), evidence.game.facts.reasons
    ends, groups = games.ends.reasons if games else np.zeros(0, dtype=np.int64), games.groups
    cut = share(ends == LIMIT, groups)
    others = sorted(set(ends.tolist()) - {LIMIT})
    more = [Figure(reasons[reason], share(ends == reason, groups)) for reason in others]
    sentence = f"{1 - cut.value:.0%} of the games end by the rules." if cut.is_known else "Nothing was measured."
    how = "A game that reaches the limit on actions is cut off; the others are listed by how they ended."
    return Measure(3, "cut_off", "Completed or cut off", sentence, how, (Figure("cut off", cut), *more))


def length(evidence: Evidence) -> Measure:
    """Measure 4: how long games last, in turns and in minutes for people."""
    games, facts = evidence.of(), evidence.game.facts
    turns, times = (games.ends.turns, minutes_of(facts, games.ends.turns, games.ends.ticks)) if games else ((), ())
    groups = games.groups
    figures = [Figure(name, quantile(turns, at, groups), "turns") for at, name in QUANTILES]
    figures += [Figure(f"{name}, minutes", quantile(times, at, groups), "min") for at, name in QUANTILES]
    sentence = "Nothing was measured."
    if games:
        low, middle, high = (figures[place].estimate.value for place in (1, 0, 2))
        sentence = f"Half of the games take {middle:,.0f} turns or more, and nine of ten {low:,.0f} to {high:,.0f}."
    pace = f"a tick of {facts.tick_ms} ms" if facts.tick_ms else f"{facts.turn_seconds:g} s a turn"
    return Measure(
        4, "length", "Length", sentence, f"Turns as the rules count them; minutes at {pace}.", tuple(figures)
    )


Amount = TypeVar("Amount", float, np.ndarray[Any, Any])


def minutes_of(facts: Facts, turns: Amount, ticks: Amount) -> Amount:
    """How long people would have taken for games, roughly: one of them, or many."""
    return (ticks * facts.tick_ms / 1000 if facts.tick_ms else turns * facts.turn_seconds) / 60


def branching(evidence: Evidence) -> Measure:
    """Measure 5: how much there is to choose from, and how often there is a choice at all."""
    traces = evidence.of()
    groups = groups_of(traces)
    wide = mean([trace.legal / max(trace.decisions, 1) for trace in traces], groups).within(0)
    real = share([trace.choices / max(trace.decisions, 1) for trace in traces], groups)
    figures = (Figure("legal actions", wide, "actions"), Figure("decisions with a choice", real))
    sentence = "Nothing was measured."
    if traces:
        sentence = f"A player chooses from {wide.value:.1f} actions; {real.value:.0%} of decisions offer a choice."
    how = "Fields and buttons that are legal when a player acts, in one of four decisions; a single one is no choice."
    return Measure(5, "branching", "Choice", sentence, how, figures)
