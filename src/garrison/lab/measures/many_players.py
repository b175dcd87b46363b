"""Tables of more than two: who decides about others, and who has to watch (measures 16 and 17)."""

from __future__ import annotations

from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of
from garrison.lab.measures.intervals import mean, share

LATE = 0.75  # of a game, after which whoever is last may still make a king


def kingmaking(evidence: Evidence) -> Measure:
    """Measure 16: how often it depends on the last one which of the others wins."""
    usual = {trace.task.number: trace for trace in evidence.of()}
    others = [
        trace
        for trace in evidence.of("king")
        if trace.task.number in usual and spoiler(trace.task.seats) not in trace.winners
    ]
    changes = [trace.winners != usual[trace.task.number].winners for trace in others]
    kings = share(changes, groups_of(others))
    sentence = "Nothing was measured."
    if kings.is_known:
        sentence = f"In {kings.value:.0%} of the games, the player in last place decides which of the others wins."
    how = f"Whoever is last after {LATE:.0%} of the game plays at random from then on; how often that changes who wins."
    return Measure(16, "kingmaking", "Kingmaking", sentence, how, (Figure("another winner", kings),))


def spoiler(seats: tuple[str, ...]) -> int:
    """The seat that plays at random at the end."""
    return next(seat for seat, words in enumerate(seats) if " then " in words)


def elimination(evidence: Evidence) -> Measure:
    """Measure 17: how long the first one who has nothing left to decide has to watch."""
    traces = [trace for trace in evidence.of() if trace.turns]
    waiting = mean([1 - min(trace.last_turns) / trace.turns for trace in traces], groups_of(traces)).within(0, 1)
    sentence = "Nothing was measured."
    if waiting.is_known:
        sentence = f"The first player to be out watches the last {max(waiting.value, 0):.0%} of the game."
    how = "The share of the game after the last action of the player who stops acting first."
    return Measure(17, "elimination", "Early elimination", sentence, how, (Figure("share watched", waiting),))
