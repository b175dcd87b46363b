"""Which numbers of the rules matter (measure 15)."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

from garrison.lab.arena.ratings import SURE
from garrison.lab.games.ends import GameSeries
from garrison.lab.measures.evidence import Evidence, Figure, Measure, seed_outcomes
from garrison.lab.measures.intervals import Estimate, by_seed, paired_difference

MATTERS = "matters"


def sensitivity(evidence: Evidence) -> Measure:
    """Measure 15: every rule parameter one step each way, on the same seeds."""
    usual, alone = evidence.of(), evidence.game.players == 1
    turns = _turns(usual)
    steps: list[tuple[Figure, Estimate]] = []
    for name, traces in evidence.of_kind("change").items():
        wins = paired_difference(seed_outcomes(usual), seed_outcomes(traces))
        steps.append((Figure(name, wins, "" if alone else "%"), paired_difference(turns, _turns(traces))))
    stricter = NormalDist().inv_cdf(1 - 0.025 / max(len(steps), 1)) / SURE
    figures = [replace(figure, flag=_flag(figure.estimate, length, stricter)) for figure, length in steps]
    figures.sort(key=lambda figure: -abs(figure.estimate.value) if figure.estimate.is_known else 0)
    names = dict.fromkeys(figure.label.partition("=")[0] for figure in figures if figure.flag)
    sentence = f"What matters most: {', '.join(list(names)[:6])}." if names else "No single step is seen to matter."
    who = "the score" if alone else f"the win rate of {evidence.game.facts.seats[0]}"
    how = f"The change in {who} on the same seeds. A step matters if {who} or the length of games is seen to change, "
    how += "even after allowing for how many steps were tried."
    heads = ("changed to", who, "turns", "")
    rows = tuple(
        (f.label, _cell(f), str(Figure("", n, "")).removeprefix(": "), g.flag) for (f, n), g in _both(steps, figures)
    )
    return Measure(15, "sensitivity", "Sensitivity", sentence, how, tuple(figures), (heads, *rows) if rows else ())


def _both(steps: list[tuple[Figure, Estimate]], figures: list[Figure]) -> list[tuple[tuple[Figure, Estimate], Figure]]:
    """The steps in the order of the figures."""
    by_label = {figure.label: (figure, length) for figure, length in steps}
    return [(by_label[figure.label], figure) for figure in figures]


def _cell(figure: Figure) -> str:
    return str(figure).partition(": ")[2]


def _turns(games: GameSeries) -> dict[int, float]:
    return by_seed(games.seeds.tolist(), games.ends.turns) if games else {}


def _flag(wins: Estimate, length: Estimate, stricter: float) -> str:
    return MATTERS if is_seen(wins, stricter) or is_seen(length, stricter) else ""


def is_seen(difference: Estimate, stricter: float = 1.0) -> bool:
    """Whether a difference is there beyond doubt; `stricter` widens the interval."""
    reach = stricter * (difference.high - difference.low) / 2
    return difference.is_known and abs(difference.value) > reach
