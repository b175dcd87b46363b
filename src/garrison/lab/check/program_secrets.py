"""Simultaneous phases for programs: bots do not know what others have chosen, and OpenSpiel is told of the phases."""

from __future__ import annotations

from garrison.core.position import Position
from garrison.core.soundness import why_unsound
from garrison.lab.check.property import Flaw, Flaws, Moment, has_others, holds
from garrison.lab.check.records import differing_field
from garrison.lab.check.secrets import alternatives


@holds("Simultaneous choices are declared, and bots do not know what others chose.", has_others)
def hiding(moment: Moment) -> Flaws:
    """SIMULTANEOUS says that there are such choices; `hide` leads from positions that differ in one to the same."""
    found = alternatives(moment)
    if found is None:
        return
    chooser, one, other = found
    if not moment.game.facts.simultaneous:
        yield Flaw("players choose at the same time, but the facts do not state SIMULTANEOUS = True")
    for viewer in set(range(moment.game.players)) - {chooser}:
        known, instead = (position.known_to(viewer, seed=0) for position in (one, other))
        if known != instead:
            yield Flaw(f"{_lack(known)} what player {chooser} chose: {differing_field(known, instead)}", viewer)
        wrong = why_unsound(moment.game, known.state)
        if wrong:
            yield Flaw(f"hide makes a position that can't be played: {wrong}", viewer)


def _has_hide(position: Position) -> bool:
    package = position.game.package
    return package.has("skill") and hasattr(package.module("skill"), "hide")


def _lack(position: Position) -> str:
    """What is missing or wrong where a bot knows too much."""
    return "hide leaves" if _has_hide(position) else "skill.py has no rule hide, and bots know"
