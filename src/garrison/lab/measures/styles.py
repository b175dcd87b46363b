"""Which ways to play beat which (measure 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import inf

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, said, seed_outcomes
from garrison.lab.measures.intervals import Estimate, mean, paired_difference, share
from garrison.lab.measures.sensitivity import scale_of, unit_of
from garrison.lab.measures.skill_and_chance import points_of
from garrison.lab.measures.student import DOUBT

NOBODY_BEST = "No way to play is seen to score most."
EVEN = 0.5  # what is fair between two
Payoffs = Mapping[tuple[str, str], Estimate]


def diversity(evidence: Evidence) -> Measure:
    """Measure 14: the payoff matrix of all bots of the game, which of them dominate, and whether they go in circles."""
    if evidence.game.players == 1:
        return _scores(evidence)
    pairs, fair = evidence.of_kind("style"), 1 / evidence.game.players
    payoffs = {_pair(names): points_in(names, traces) for names, traces in pairs.items()}
    strict = {_pair(names): points_in(names, traces, DOUBT / len(pairs)) for names, traces in pairs.items()}
    best, circle = dominant(strict, fair), cycle(strict, fair)
    words = f"{best} beats all others." if best else "No way to play is seen to beat all others."
    words += f" {' beats '.join((*circle, circle[0]))}." if circle else ""
    figures = tuple(Figure(f"{one} against {other}", estimate) for (one, other), estimate in payoffs.items())
    how = "Every bot of the game plays every other from all seats; one beats another if that is seen, after allowing "
    how += f"for {len(pairs)} pairs."
    sentence = words if best or circle else evidence.sentence(words, figures, apart=True)
    return Measure(14, "diversity", "Ways to play", sentence, how, figures, matrix(payoffs, fair))


def _pair(names: str) -> tuple[str, str]:
    first, _, second = names.partition("|")
    return first, second


def points_in(names: str, traces: Sequence[Trace], doubt: float = DOUBT) -> Estimate:
    """What the first of a pair got."""
    return share([points_of(trace, _pair(names)[0]) for trace in traces], groups_of(traces), doubt)


def beats(payoffs: Payoffs, one: str, other: str, fair: float) -> bool:
    """Whether one is seen to beat another."""
    if (one, other) in payoffs:
        return payoffs[one, other].low > fair
    return (other, one) in payoffs and payoffs[other, one].high < fair


def dominant(payoffs: Payoffs, fair: float = 0.5) -> str:
    """The one that beats all others, or ""."""
    names = names_in(payoffs)
    return next((one for one in names if all(beats(payoffs, one, other, fair) for other in names if other != one)), "")


def cycle(payoffs: Payoffs, fair: float = 0.5) -> tuple[str, ...]:
    """Three that beat each other in a circle, or ()."""
    for one, two, three in permutations(names_in(payoffs), 3):
        if beats(payoffs, one, two, fair) and beats(payoffs, two, three, fair) and beats(payoffs, three, one, fair):
            return one, two, three
    return ()


def names_in(payoffs: Payoffs) -> list[str]:
    """Who took part."""
    return sorted({name for pair in payoffs for name in pair})


def matrix(payoffs: Payoffs, fair: float) -> tuple[tuple[str, ...], ...]:
    """The payoff matrix, its heads first: what one gets at a table of the other, which of two is what is left."""
    names = names_in(payoffs)
    cells = {pair: estimate.value for pair, estimate in payoffs.items() if estimate.is_known}
    cells |= {(other, one): 1 - value for (one, other), value in cells.items()} if fair == EVEN else {}
    rows = [(one, *(f"{cells[one, other]:.0%}" if (one, other) in cells else "" for other in names)) for one in names]
    return (("against", *names), *rows) if names else ()


def _scores(evidence: Evidence) -> Measure:
    """For one: what each of them scores."""
    scores = {name: seed_outcomes(traces) for name, traces in evidence.of_kind("style").items()}
    figures = tuple(Figure(name, mean(list(own.values())), "") for name, own in scores.items())
    best = max(figures, key=lambda figure: figure.estimate.value if figure.estimate.is_known else -inf, default=None)
    is_seen = best is not None and scores_most(best.label, scores, unit_of(evidence))
    text = f"{best.label} scores most: {said(best.estimate, '')}." if best and is_seen else NOBODY_BEST
    sentence = text if is_seen else evidence.sentence(text, figures, scale_of(evidence), apart=True)
    how = "The mean score of every bot of the game, on the same seeds; one scores most if that is seen against each "
    how += f"other one, after allowing for {len(figures) * (len(figures) - 1) // 2} pairs."
    return Measure(14, "diversity", "Ways to play", sentence, how, figures)


def scores_most(best: str, scores: Mapping[str, dict[int, float]], unit: float) -> bool:
    """Whether one is seen to score more than every other, on the same seeds."""
    others, pairs = [name for name in scores if name != best], len(scores) * (len(scores) - 1) // 2
    return bool(others) and all(
        paired_difference(scores[other], scores[best], unit, DOUBT / pairs).low > 0 for other in others
    )
