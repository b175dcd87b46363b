"""The measures of a game, each a function of what was noted of the games that were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from garrison.core.errors import BadOption, cut
from garrison.core.game import Game
from garrison.lab.measures import outcomes, sensitivity, several, skill, styles, tension, tools
from garrison.lab.measures.evidence import Evidence, Measure

Made = Callable[[Evidence], Measure]
EVERYBODY, SEVERAL = 1, 3


@dataclass(frozen=True)
class Kind:
    """A kind of measure: what makes it, which experiments it needs besides `play`, and for how many players it is."""

    made: Made
    needs: tuple[str, ...] = ()
    players: int = EVERYBODY


MEASURES = {
    "win_rate": Kind(outcomes.win_rate),
    "draws": Kind(outcomes.draws),
    "cut_off": Kind(outcomes.cut_off),
    "length": Kind(outcomes.length),
    "branching": Kind(outcomes.branching),
    "lead_changes": Kind(tension.lead_changes),
    "drama": Kind(tension.drama),
    "decisiveness": Kind(tension.decisiveness),
    "leading": Kind(tension.leading),
    "skill_depth": Kind(skill.skill_depth, ("depth",)),
    "luck": Kind(skill.luck, ("strength",)),
    "weight": Kind(tools.weight, ("without",)),
    "use": Kind(tools.use),
    "diversity": Kind(styles.diversity, ("style",)),
    "sensitivity": Kind(sensitivity.sensitivity, ("change",)),
    "kingmaking": Kind(several.kingmaking, ("king",), SEVERAL),
    "elimination": Kind(several.elimination, (), SEVERAL),
}


def kinds_for(game: Game, names: Iterable[str] = ()) -> dict[str, Kind]:
    """The kinds of these names, by default all that a game for so many players has."""
    chosen = list(names) or [name for name, kind in MEASURES.items() if kind.players <= game.players]
    for name in chosen:
        if name not in MEASURES:
            raise BadOption(f"There is no measure called {cut(name)}; there are: {', '.join(MEASURES)}.")
    return {name: MEASURES[name] for name in chosen}


def measures_of(evidence: Evidence, names: Iterable[str] = ()) -> list[Measure]:
    """The measures of these names, by default all."""
    return [kind.made(evidence) for kind in kinds_for(evidence.game, names).values()]
