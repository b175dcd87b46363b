"""What each tool is worth, and who uses it (measures 12 and 13)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, bounds_of, outcome, text_of
from garrison.lab.measures.intervals import Estimate, Numbers, difference, mean, share
from garrison.lab.measures.sensitivity import scale_of, unit_of
from garrison.lab.measures.student import DOUBT

SELDOM = 0.05  # a tool that so few of those use who could is dead
SMALL = 0.05  # a tool without which a player loses less than this hardly matters
DEAD, VITAL, HARMFUL, IDLE = "hardly ever used", "needed", "better without", "makes no difference"


def weight(evidence: Evidence) -> Measure:
    """Measure 12: how a player does without a tool, against others who have it."""
    unit, losses = "" if evidence.game.players == 1 else "%", losses_by_tool(evidence)
    figures = [Figure(_label(evidence, name), loss, unit, _weight_flag(loss, strict, unit))
               for name, (loss, strict) in losses.items()]  # fmt: skip
    figures.sort(key=lambda figure: (not figure.estimate.is_known, figure.estimate.value))
    labels = [figure.label for figure in figures if figure.flag == VITAL]
    sentence = f"Needed: {', '.join(labels)}."
    if not labels:
        sentence = evidence.sentence("No tool is seen to be needed.", figures, scale_of(evidence), apart=True)
    how = "One player does without the tool, in each seat in turn; the difference from the same games with it. A tool "
    how += (
        f"is {VITAL}, a player {HARMFUL} it, or it {IDLE} (less than {SMALL:.0%}), if that is seen after allowing for "
    )
    how += f"{len(figures)} tools."
    return Measure(12, "weight", "Weight of every tool", sentence, how, tuple(figures))


def losses_by_tool(evidence: Evidence) -> dict[str, tuple[Estimate, Estimate]]:
    """What is lost without each tool: with a 95% interval, and with one that allows for how many tools there are."""
    usual, unit = {trace.task.number: trace for trace in evidence.of()}, unit_of(evidence)
    without, losses = evidence.of_kind("without"), dict[str, tuple[Estimate, Estimate]]()
    most = inf if evidence.game.players == 1 else 1.0  # that can be lost
    for name, traces in without.items():
        values, seeds = loss_without(name, traces, usual, evidence)
        plain, strict = (difference(values, seeds, unit, doubt) for doubt in (DOUBT, DOUBT / len(without)))
        losses[name] = plain.within(-most, most), strict
    return losses


def loss_without(
    name: str, traces: Sequence[Trace], usual: dict[int, Trace], evidence: Evidence
) -> tuple[list[float], list[int]]:
    """What a seat that has a tool gets without it, less what it gets with it, game by game; and the seeds."""
    names = [tool.name for tool in evidence.game.facts.tools]
    differences, seeds = list[float](), list[int]()
    for trace in traces:
        other, seat = usual.get(trace.task.number), abstaining_seat(trace)
        if other is not None and other.offers[seat, names.index(name)] > 0:
            differences.append(outcome(trace, seat) - outcome(other, seat))
            seeds.append(trace.task.seed)
    return differences, seeds


def abstaining_seat(trace: Trace) -> int:
    """The seat that does without something."""
    return next(seat for seat, words in enumerate(trace.task.seats) if " without " in words)


def _weight_flag(loss: Estimate, strict: Estimate, unit: str) -> str:
    if strict.excludes(0):
        return VITAL if loss.value < 0 else HARMFUL
    return IDLE if unit == "%" and strict.is_known and max(-strict.low, strict.high) < SMALL else ""


def use(evidence: Evidence) -> Measure:
    """Measure 13: how often each tool is used by those who could, and how often they win."""
    figures, rows = [], [("tool", "used in", "uses a game", "wins when used", "")]
    traces = evidence.of()
    seeds, alone = traces.seeds, evidence.game.players == 1
    offers, uses = (np.array([getattr(trace, name) for trace in traces]) for name in ("offers", "uses"))
    tools = evidence.game.facts.tools if traces else ()
    for index, tool in enumerate(tools):
        games, seats = np.nonzero(offers[:, :, index])
        if not len(games):
            continue
        counts = uses[games, seats, index]
        often, strict = (share(counts > 0, seeds[games], doubt) for doubt in (DOUBT, DOUBT / len(tools)))
        flag = DEAD if strict.high < SELDOM else ""
        figures.append(Figure(tool.label, often, "%", flag))
        outcomes = (traces.ends.scores if alone else traces.points)[games, seats][counts > 0]
        success = _success(outcomes, seeds[games][counts > 0], alone)
        rows.append((tool.label, str(figures[-1]).partition(": ")[2], f"{counts.mean():.2f}", success, flag))
    dead = [figure.label for figure in figures if figure.flag]
    how = f"Of the players who could use it in a game, those who did; {DEAD}: seen to be less than {SELDOM:.0%}, after "
    how += f"allowing for {len(tools)} tools."
    sentence = _use_sentence(evidence, figures, dead) if figures or not traces else "Nobody could use any tool."
    return Measure(13, "use", "Use of every tool", sentence, how, tuple(figures), tuple(rows) if figures else ())


def _use_sentence(evidence: Evidence, figures: Sequence[Figure], dead: Sequence[str]) -> str:
    if dead:
        verb = "is" if len(dead) == 1 else "are"
        return f"{len(dead)} of {len(figures)} tools {verb} {DEAD}: {', '.join(dead)}."
    return evidence.sentence(f"None of {len(figures)} tools is seen to be {DEAD}.", figures)


def _success(outcomes: Numbers, seeds: Numbers, alone: bool) -> str:
    """What those who used a tool got."""
    if not len(outcomes):
        return ""
    average, unit = (mean if alone else share)(outcomes, seeds), "" if alone else "%"
    return f"{text_of(average.value, unit)} {bounds_of(average, unit)}"


def _label(evidence: Evidence, name: str) -> str:
    return next(tool.label for tool in evidence.game.facts.tools if tool.name == name)
