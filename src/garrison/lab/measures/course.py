"""What becomes of the board and of the choices in the course of a game (measures 18 to 21)."""

from __future__ import annotations

from garrison.lab.games.traces import Trace
from garrison.lab.measures.evidence import Evidence, Figure, Measure, groups_of, said
from garrison.lab.measures.intervals import share
from garrison.lab.measures.outcomes import mean_choice

THIRDS = ("first", "second", "last")


def games_looked_at(evidence: Evidence) -> list[Trace]:
    """The games whose course was noted."""
    return [trace for trace in evidence.of() if trace.course.boards]


def stalling(evidence: Evidence) -> Measure:
    """Measure 18: boards that come again."""
    traces = games_looked_at(evidence)
    again = share([trace.course.repeats / trace.course.boards for trace in traces], groups_of(traces))
    figures = (Figure("turns with an earlier board", again),)
    sentence = evidence.sentence(
        f"At the beginning of {said(again)} of the turns, the board is as it was before.", figures
    )
    how = "Turns that begin with the same board as an earlier one of the game, as the first player sees it: what is on "
    how += "its fields, without what is counted beside it."
    return Measure(18, "stalling", "Boards that come again", sentence, how, figures)


def mobility(evidence: Evidence) -> Measure:
    """Measure 19: how much there is to choose from at the beginning, in the middle and at the end."""
    figures = tuple(_mobility_in(evidence, place) for place in range(len(THIRDS)))
    first, last = figures[0].estimate, figures[-1].estimate
    text = f"A player chooses from {said(first, 'actions')} in the first third of a game, and from "
    sentence = evidence.sentence(f"{text}{said(last, 'actions')} in the last.", (figures[0], figures[-1]))
    how = "Fields and buttons that are legal when a player acts, in one of four decisions, by thirds of all actions."
    return Measure(19, "mobility", "Choice in the course of a game", sentence, how, figures)


def _mobility_in(evidence: Evidence, place: int) -> Figure:
    """The legal actions in one third; of a short game, there may be none that was looked at."""
    traces = [trace for trace in games_looked_at(evidence) if trace.course.thirds[place][0]]
    numbers = [legal / decisions for decisions, legal in (trace.course.thirds[place] for trace in traces)]
    return Figure(f"{THIRDS[place]} third", mean_choice(numbers, groups_of(traces)), "actions")


def board_used(evidence: Evidence) -> Measure:
    """Measure 20: on how much of the board anything happens."""
    traces = games_looked_at(evidence)
    coverage = share([trace.course.coverage for trace in traces], groups_of(traces))
    figures = (Figure("fields that ever change", coverage),)
    sentence = evidence.sentence(f"In the course of a game, {said(coverage)} of the board's fields change.", figures)
    how = "Fields that at the beginning of any turn are not as they were at first, as the first player sees them; all "
    how += "fields of the board are counted, also those that nobody can enter."
    return Measure(20, "board_used", "Board used", sentence, how, figures)


def hidden(evidence: Evidence) -> Measure:
    """Measure 21: how often somebody decides without knowing all that others know."""
    traces = [trace for trace in games_looked_at(evidence) if trace.decisions]
    secrets = share([trace.course.secrets / trace.decisions for trace in traces], groups_of(traces))
    figures = (Figure("decisions without knowing all", secrets),)
    text = f"In {said(secrets)} of the decisions, something is hidden from whoever makes them."
    how = "By the game's own rule of what a player knows; a game without one hides nothing. What chance will bring is "
    how += "hidden from everybody, and not counted."
    return Measure(21, "hidden", "Hidden information", evidence.sentence(text, figures), how, figures)
