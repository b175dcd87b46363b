"""Who wins, how games end, how long they last, and how much there is to decide (measures 1 to 5)."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from garrison.core.facts import Facts
from garrison.lab.games.ends import GameSeries
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, said
from garrison.lab.measures.intervals import Estimate, Numbers, mean, quantile, share
from garrison.lab.measures.student import DOUBT

QUANTILES = ((0.5, "median"), (0.05, "5th percentile"), (0.95, "95th percentile"))


def win_rate(evidence: Evidence) -> Measure:
    """Measure 1: who wins, by seat, a draw counting half; in games for one, the score."""
    games, facts = evidence.of(), evidence.game.facts
    if evidence.game.players == 1:
        return _scores(evidence, games)
    seats = facts.seats[: evidence.game.players]
    points = games.points.T if games else [()] * len(seats)
    figures = tuple(Figure(name, share(own, games.groups)) for name, own in zip(seats, points, strict=True))
    sentence = evidence.sentence(_sentence(evidence, figures), figures)
    how = "A win is a point, and a draw is shared out. Every seed is played several times by the same bots with "
    how += "different dice. A seat is favoured if that is seen after allowing for how many seats there are."
    return Measure(1, "win_rate", "Score by seat", sentence, how, figures)


def _sentence(evidence: Evidence, figures: tuple[Figure, ...]) -> str:
    """Who scores most; with draws, that is no share of wins."""
    games, players = evidence.of(), evidence.game.players
    if not games:
        return ""
    best = max(range(players), key=lambda seat: figures[seat].estimate.value)
    draw_rate = float((games.wins.sum(axis=1) != 1).mean())
    verb, draws = ("scores", f", {draw_rate:.0%} of the games being drawn") if draw_rate else ("wins", "")
    label, rate = figures[best].label, f"{verb} {said(figures[best].estimate)}{draws}"
    sure = share(games.points[:, best], games.groups, DOUBT / (players - 1))
    return (
        f"{label} is favoured: it {rate}."
        if sure.low > 1 / players
        else f"No seat is seen to be favoured: {label} {rate}."
    )


def _scores(evidence: Evidence, games: GameSeries) -> Measure:
    scores, wins = (games.ends.scores[:, 0], games.wins.sum(axis=1)) if games else ((), ())
    figures = (
        Figure("median score", quantile(scores, 0.5, games.groups), ""),
        Figure("mean score", mean(scores, games.groups), ""),
        Figure("games won", share(wins, games.groups)),
    )
    sentence = evidence.sentence(f"The median score is {said(figures[0].estimate, '')}.", figures[:1])
    how = "The score at the end of a game for one; a game is won if its rules say so."
    return Measure(1, "win_rate", "Score", sentence, how, figures)


def draws(evidence: Evidence) -> Measure:
    """Measure 2: games that nobody won, or that several won."""
    games = evidence.of()
    if evidence.game.players == 1:
        return Measure(2, "draws", "Draws", "A game for one has no draws.", "")
    rate = share(games.wins.sum(axis=1) != 1 if games else (), games.groups)
    figures = (Figure("drawn", rate),)
    sentence = evidence.sentence(f"{said(rate)} of the games are drawn.", figures)
    how = "Games that nobody won, or that more than one player won."
    return Measure(2, "draws", "Draws", sentence, how, figures)


def cut_off(evidence: Evidence) -> Measure:
    """Measure 3: games that were stopped by a limit on their length, and how the others ended."""
    games, facts = evidence.of(), evidence.game.facts
    ends, groups = games.ends.reasons if games else np.zeros(0, dtype=np.int64), games.groups
    cut = Figure("stopped by a limit", share(is_limit(facts)[ends], groups))
    more = [Figure(facts.reasons[reason], share(ends == reason, groups)) for reason in sorted(set(ends.tolist()))]
    sentence = evidence.sentence(f"{said(cut.estimate)} of the games are stopped by a limit on their length.", [cut])
    how = f"The limits of this game: {', '.join(facts.limits)}. Below are all ends, by their reasons."
    return Measure(3, "cut_off", "Completed or cut off", sentence, how, (cut, *more))


def is_limit(facts: Facts) -> np.ndarray[Any, Any]:
    """For each reason of a game's end whether it is a limit on the game's length."""
    return np.array([reason in facts.limits for reason in facts.reasons])


def length(evidence: Evidence) -> Measure:
    """Measure 4: how long games last, in turns and in minutes for people."""
    games, facts = evidence.of(), evidence.game.facts
    turns, times = (games.ends.turns, minutes_of(facts, games.ends.turns, games.ends.ticks)) if games else ((), ())
    groups = games.groups
    figures = [Figure(name, quantile(turns, at, groups), "turns") for at, name in QUANTILES]
    figures += [Figure(f"{name}, minutes", quantile(times, at, groups), "min") for at, name in QUANTILES]
    low, middle, high = (figures[place].estimate for place in (1, 0, 2))
    text = f"Half of the games take {said(middle, 'turns')} or more"
    if np.isfinite(low.low + high.high):
        text += f", and nine of ten {low.value:,.0f} to {high.value:,.0f}"
    pace = f"a tick of {facts.tick_ms} ms" if facts.tick_ms else f"{facts.turn_seconds:g} s a turn"
    how = f"Turns as the rules count them; minutes at {pace}. The ends of a percentile's interval are open where there "
    how += "are too few games."
    return Measure(4, "length", "Length", evidence.sentence(f"{text}.", figures[:1]), how, tuple(figures))


Amount = TypeVar("Amount", float, np.ndarray[Any, Any])


def minutes_of(facts: Facts, turns: Amount, ticks: Amount) -> Amount:
    """How long people would have taken for games, roughly: one of them, or many."""
    return (ticks * facts.tick_ms / 1000 if facts.tick_ms else turns * facts.turn_seconds) / 60


def mean_choice(numbers: Numbers, groups: Numbers) -> Estimate:
    """How many legal actions there are; a game that was not seen may have none, or twice as many."""
    usual = float(np.mean(numbers)) if len(numbers) else 0.0
    return mean(numbers, groups, unit=usual).within(0)


def branching(evidence: Evidence) -> Measure:
    """Measure 5: how much there is to choose from, and how often there is a choice at all."""
    traces = evidence.of()
    groups = groups_of(traces)
    wide = mean_choice([trace.legal / max(trace.decisions, 1) for trace in traces], groups)
    real = share([trace.choices / max(trace.decisions, 1) for trace in traces], groups)
    figures = (Figure("legal actions", wide, "actions"), Figure("decisions with a choice", real))
    text = f"A player chooses from {said(wide, 'actions')}; {said(real)} of decisions offer a choice."
    sentence = evidence.sentence(text, figures)
    how = "Fields and buttons that are legal when a player acts, in one of four decisions; a single one is no choice."
    return Measure(5, "branching", "Choice", sentence, how, figures)
