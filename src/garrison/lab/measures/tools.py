"""What each tool is worth, and who uses it (measures 12 and 13)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, outcome, text_of
from garrison.lab.measures.intervals import UNKNOWN, Estimate, Numbers, mean, share

SELDOM = 0.05  # a tool that so few of those use who could is dead
ENOUGH = 30  # games, before anything is said to make no difference
SMALL = 0.05  # a tool without which a player loses less than this hardly matters
DEAD, VITAL, HARMFUL, IDLE = "hardly ever used", "needed", "better without", "makes no difference"


def weight(evidence: Evidence) -> Measure:
    """Measure 12: how a player does without a tool, against others who have it."""
    usual = {trace.task.number: trace for trace in evidence.of()}
    unit, figures = "" if evidence.game.players == 1 else "%", []
    for name, traces in evidence.of_kind("without").items():
        loss = loss_without(name, traces, usual, evidence)
        figures.append(Figure(_label(evidence, name), loss, unit, _weight_flag(loss, unit)))
    figures.sort(key=lambda figure: (not figure.estimate.is_known, figure.estimate.value))
    labels = [figure.label for figure in figures if figure.flag == VITAL]
    sentence = f"Needed: {', '.join(labels)}." if labels else "No tool is seen to be needed."
    how = "One player does without the tool, in each seat in turn; the difference from the same games with it."
    return Measure(12, "weight", "Weight of every tool", sentence, how, tuple(figures))


def loss_without(name: str, traces: Sequence[Trace], usual: dict[int, Trace], evidence: Evidence) -> Estimate:
    """What a seat that has a tool gets without it, less what it gets with it, on the same seeds."""
    names = [tool.name for tool in evidence.game.facts.tools]
    differences, seeds = [], []
    for trace in traces:
        other, seat = usual.get(trace.task.number), abstaining_seat(trace)
        if other is not None and other.offers[seat, names.index(name)] > 0:
            differences.append(outcome(trace, seat) - outcome(other, seat))
            seeds.append(trace.task.seed)
    return mean(differences, seeds) if differences else UNKNOWN


def abstaining_seat(trace: Trace) -> int:
    """The seat that does without something."""
    return next(seat for seat, words in enumerate(trace.task.seats) if " without " in words)


def _weight_flag(loss: Estimate, unit: str) -> str:
    if not loss.is_known:
        return ""
    if loss.high < 0:
        return VITAL
    if loss.low > 0:
        return HARMFUL
    return IDLE if unit == "%" and loss.games >= ENOUGH and max(-loss.low, loss.high) < SMALL else ""


def use(evidence: Evidence) -> Measure:
    """Measure 13: how often each tool is used by those who could, and how often they win."""
    figures, rows = [], [("tool", "used in", "uses a game", "wins when used", "")]
    traces = evidence.of()
    seeds, alone = traces.seeds, evidence.game.players == 1
    offers, uses = (np.array([getattr(trace, name) for trace in traces]) for name in ("offers", "uses"))
    for index, tool in enumerate(evidence.game.facts.tools if traces else ()):
        games, seats = np.nonzero(offers[:, :, index])
        if not len(games):
            continue
        counts = uses[games, seats, index]
        often = share(counts > 0, seeds[games])
        flag = DEAD if often.value < SELDOM else ""
        figures.append(Figure(tool.label, often, "%", flag))
        got = (traces.ends.scores if alone else traces.points)[games, seats][counts > 0]
        success = _success(got, seeds[games][counts > 0], alone)
        rows.append((tool.label, str(figures[-1]).partition(": ")[2], f"{counts.mean():.2f}", success, flag))
    dead = [figure.label for figure in figures if figure.flag]
    sentence = f"All {len(figures)} tools are used." if figures else "Nobody could use any tool."
    if dead:
        verb = "is" if len(dead) == 1 else "are"
        sentence = f"{len(dead)} of {len(figures)} tools {verb} hardly ever used: {', '.join(dead)}."
    how = f"Of the players who could use it in a game, those who did; {DEAD}: less than {SELDOM:.0%}."
    return Measure(13, "use", "Use of every tool", sentence, how, tuple(figures), tuple(rows) if figures else ())


def _success(outcomes: Numbers, seeds: Numbers, alone: bool) -> str:
    """What those who used a tool got."""
    if not len(outcomes):
        return ""
    got, unit = (mean if alone else share)(outcomes, seeds), "" if alone else "%"
    return f"{text_of(got.value, unit)} [{text_of(got.low, unit)}, {text_of(got.high, unit)}]"


def _label(evidence: Evidence, name: str) -> str:
    return next(tool.label for tool in evidence.game.facts.tools if tool.name == name)
