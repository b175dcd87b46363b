"""Tables of more than two: who decides about others, and who has to watch (measures 16 and 17)."""

from __future__ import annotations

from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, said
from garrison.lab.measures.intervals import share

LATE = 0.75  # of a game, after which whoever is last may still make a king


def kingmaking(evidence: Evidence) -> Measure:
    """Measure 16: how often it depends on how the last one plays which of the others wins."""
    usual = {trace.task.number: trace for trace in evidence.of()}
    others = [
        trace
        for trace in evidence.of("king")
        if trace.task.number in usual and spoiler(trace.task.seats) not in trace.winners
    ]
    changes = [trace.winners != usual[trace.task.number].winners for trace in others]
    kings = share(changes, groups_of(others))
    figures = (Figure("another winner", kings),)
    text = f"If whoever is in last place goes on at random, another one wins in {said(kings)} of the games that this "
    sentence = evidence.sentence(f"{text}player does not win.", figures)
    how = (
        f"Whoever is last after {LATE:.0%} of the game plays at random from then on; how often that changes who wins, "
    )
    how += "of the games that this player does not win."
    return Measure(16, "kingmaking", "Kingmaking", sentence, how, figures)


def spoiler(seats: tuple[str, ...]) -> int:
    """The seat that plays at random at the end."""
    return next(seat for seat, words in enumerate(seats) if " then " in words)


def elimination(evidence: Evidence) -> Measure:
    """Measure 17: how long the first one who has nothing left to decide has to watch."""
    traces = [trace for trace in evidence.of() if trace.turns]
    waiting = share([1 - min(trace.last_turns) / trace.turns for trace in traces], groups_of(traces))
    figures = (Figure("share watched", waiting),)
    sentence = evidence.sentence(f"The first player to be out watches the last {said(waiting)} of the game.", figures)
    how = "The share of the game after the last action of the player who stops acting first."
    return Measure(17, "elimination", "Early elimination", sentence, how, figures)
