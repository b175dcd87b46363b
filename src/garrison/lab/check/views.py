"""What programs see: observations, and the optional `reach`."""

from __future__ import annotations

import numpy as np

from garrison.core.engine import memory
from garrison.core.facts import Plane
from garrison.lab.check.property import Array, Flaw, Flaws, Moment, holds
from garrison.lab.check.turns import taking_part

MOST_FIELDS = 8  # clicks of a position that are tried


@holds("Observations keep to their declared ranges, whatever was in their memory before.")
def observations(moment: Moment) -> Flaws:
    """No number above a `Plane`'s most; and a batch, which uses its memory again, sees what a single position sees."""
    facts = moment.game.facts
    for player in range(moment.game.players):
        planes = moment.position.observe(player)
        for name, plane in zip(facts.planes, planes, strict=True):
            if isinstance(name, Plane) and plane.max() > name.most:
                yield Flaw(f"the plane {name!r} holds a {plane.max()}, and {name.most} is the most", player)
        kept = (_observed_again(moment, player) != planes).any(axis=(1, 2))
        if kept.any():
            yield Flaw(f"the plane {facts.planes[int(kept.argmax())]!r} keeps numbers of another position", player)


def _observed_again(moment: Moment, player: int) -> Array:
    """An observation in memory where others were before, as batches write it."""
    where = (moment.game.reference, memory.reference(moment.position.state), player, memory.reference(moment.planes))
    moment.game.table.direct["observe"](*where)
    planes: Array = moment.planes[0]
    return planes


def has_reach(moment: Moment) -> bool:
    """Whether the game has the entry, and somebody may click."""
    return bool(moment.game.facts.reach) and not moment.position.over


@holds("`reach` agrees with `legal`.", has_reach)
def reach(moment: Moment) -> Flaws:
    """Once the thing on a field is chosen, every field that may be clicked is in a plane of what it reaches."""
    facts, columns = moment.game.facts, moment.game.facts.board[1]
    for player in taking_part(moment):
        clicks = [action for action in moment.position.actions(player) if action < facts.fields]
        for field in moment.dice.sample(clicks, min(len(clicks), MOST_FIELDS)):
            after = moment.position.copy()
            after.play(player, field)
            if after.state["turn"][0] != moment.position.state["turn"][0] or player not in after.waiting:
                continue
            reached = np.max(after.reach(player, field), axis=0)
            for action in after.actions(player):
                if action < facts.fields and not reached[divmod(action, columns)]:
                    yield Flaw(f"after field {field}, field {action} is legal and in no plane of reach", player)
                    return
