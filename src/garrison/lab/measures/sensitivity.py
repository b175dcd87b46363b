"""Which numbers of the rules matter (measure 15)."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

from garrison.lab.arena.ratings import SURE
from garrison.lab.games.ends import PlayedGames
from garrison.lab.measures.evidence import Evidence, Figure, Measure, seed_outcomes
from garrison.lab.measures.intervals import Estimate, by_seed, paired

MATTERS = "matters"


def sensitivity(evidence: Evidence) -> Measure:
    """Measure 15: every rule parameter one step each way, on the same seeds."""
    played, alone = evidence.of(), evidence.game.players == 1
    turns = _turns(played)
    found: list[tuple[Figure, Estimate]] = []
    for name, traces in evidence.named("change").items():
        wins = paired(seed_outcomes(played), seed_outcomes(traces))
        found.append((Figure(name, wins, "" if alone else "%"), paired(turns, _turns(traces))))
    stricter = NormalDist().inv_cdf(1 - 0.025 / max(len(found), 1)) / SURE
    figures = [replace(figure, flag=_flag(figure.estimate, length, stricter)) for figure, length in found]
    figures.sort(key=lambda figure: -abs(figure.estimate.value) if figure.estimate.is_known else 0)
    names = dict.fromkeys(figure.label.partition("=")[0] for figure in figures if figure.flag)
    sentence = f"What matters most: {', '.join(list(names)[:6])}." if names else "No single step is seen to matter."
    who = "the score" if alone else f"the win rate of {evidence.game.facts.seats[0]}"
    how = f"The change in {who} on the same seeds. A step matters if {who} or the length of games is seen to change, "
    how += "even after allowing for how many steps were tried."
    heads = ("changed to", who, "turns", "")
    rows = tuple(
        (f.label, _cell(f), str(Figure("", n, "")).removeprefix(": "), g.flag) for (f, n), g in _both(found, figures)
    )
    return Measure(15, "sensitivity", "Sensitivity", sentence, how, tuple(figures), (heads, *rows) if rows else ())


def _both(found: list[tuple[Figure, Estimate]], figures: list[Figure]) -> list[tuple[tuple[Figure, Estimate], Figure]]:
    """What was found in the order of the figures."""
    by_label = {figure.label: (figure, length) for figure, length in found}
    return [(by_label[figure.label], figure) for figure in figures]


def _cell(figure: Figure) -> str:
    return str(figure).partition(": ")[2]


def _turns(games: PlayedGames) -> dict[int, float]:
    return by_seed(games.seeds.tolist(), games.ends.turns) if games else {}


def _flag(wins: Estimate, length: Estimate, stricter: float) -> str:
    return MATTERS if is_seen(wins, stricter) or is_seen(length, stricter) else ""


def is_seen(found: Estimate, stricter: float = 1.0) -> bool:
    """Whether a difference is there beyond doubt; `stricter` widens the interval."""
    reach = stricter * (found.high - found.low) / 2
    return found.is_known and abs(found.value) > reach
