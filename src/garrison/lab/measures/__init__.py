"""The measures of a game, each a function of what was noted of the games that were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from garrison.core.game import Game
from garrison.errors import BadOption, cut
from garrison.lab.measures import course, many_players, outcomes, sensitivity, skill_and_chance, styles, tension, tools
from garrison.lab.measures.evidence import Evidence, Measure

Maker = Callable[[Evidence], Measure]
EVERYBODY, SEVERAL = 1, 3
GROUP = "garrison.measures"


@dataclass(frozen=True)
class MeasureKind:
    """A kind of measure: what makes it, which experiments it needs besides `play`, and for how many players it is.

    Some ask only how games end, and not what happened on the way.
    """

    make: Maker
    needs: tuple[str, ...] = ()
    players: int = EVERYBODY
    only_end: bool = False


MEASURES = {
    "win_rate": MeasureKind(outcomes.win_rate, only_end=True),
    "draws": MeasureKind(outcomes.draws, only_end=True),
    "cut_off": MeasureKind(outcomes.cut_off, only_end=True),
    "length": MeasureKind(outcomes.length, only_end=True),
    "branching": MeasureKind(outcomes.branching),
    "lead_changes": MeasureKind(tension.lead_changes),
    "drama": MeasureKind(tension.drama),
    "decisiveness": MeasureKind(tension.decisiveness),
    "leading": MeasureKind(tension.leading),
    "skill_depth": MeasureKind(skill_and_chance.skill_depth, ("depth",), only_end=True),
    "luck": MeasureKind(skill_and_chance.luck, ("strength",), only_end=True),
    "weight": MeasureKind(tools.weight, ("without",)),
    "use": MeasureKind(tools.use),
    "diversity": MeasureKind(styles.diversity, ("style",), only_end=True),
    "sensitivity": MeasureKind(sensitivity.sensitivity, ("change",), only_end=True),
    "kingmaking": MeasureKind(many_players.kingmaking, ("king",), SEVERAL),
    "elimination": MeasureKind(many_players.elimination, (), SEVERAL, only_end=True),
    "stalling": MeasureKind(course.stalling),
    "mobility": MeasureKind(course.mobility),
    "board_used": MeasureKind(course.board_used),
    "hidden": MeasureKind(course.hidden),
}


@cache
def all_kinds() -> dict[str, MeasureKind]:
    """All measures, also those of other packages: their entry points `garrison.measures` make a measure of evidence."""
    own = {point.name: MeasureKind(_installed(point.name, point.load)) for point in entry_points(group=GROUP)}
    return {**own, **MEASURES}


def _installed(name: str, load: Callable[[], Maker]) -> Maker:
    """A measure of another package, imported when it is first made."""

    def make(evidence: Evidence) -> Measure:
        try:
            measure = load()(evidence)
        except Exception as error:  # whatever it is: hours of play are not to be lost by it
            return Measure(0, name, name, f"It could not be measured ({type(error).__name__}: {error}).", "")
        if not isinstance(measure, Measure) or measure.name != name:
            raise BadOption(f"The measure {cut(name)} of another package does not make a Measure of that name.")
        return measure

    return make


def kinds_for(game: Game, names: Iterable[str] = ()) -> dict[str, MeasureKind]:
    """The kinds of these names, by default all that a game for that many players has."""
    every = all_kinds()
    wishes = list(names) or [name for name in (*MEASURES, *every) if every[name].players <= game.players]
    for name in wishes:
        if name not in every:
            raise BadOption(f"There is no measure called {cut(name)}; there are: {', '.join(every)}.")
    return {name: every[name] for name in wishes}


def measures_of(evidence: Evidence, names: Iterable[str] = ()) -> list[Measure]:
    """The measures of these names, by default all."""
    return [kind.make(evidence) for kind in kinds_for(evidence.game, names).values()]
