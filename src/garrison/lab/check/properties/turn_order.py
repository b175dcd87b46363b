"""Who may act, with what, and how steps are counted."""

from __future__ import annotations

from itertools import pairwise

from garrison.core.engine.events import LIMIT
from garrison.lab.check.property import Flaw, Flaws, Moment, holds

DECISIONS = 4  # a game with so many of them has had turns


@holds("Somebody may act exactly while the game is not over.")
def waiting(moment: Moment) -> Flaws:
    """`waiting` is 0 when the game is over, and only then; its bits are players who take part."""
    position = moment.position
    if position.over and position.waiting:
        yield Flaw("the game is over, but somebody may still act", position.waiting[0])
    if not position.over and not position.waiting:
        yield Flaw("nobody may act, though the game is not over")
    for player in position.waiting:
        if player >= moment.game.players:
            yield Flaw(f"a player may act who does not take part: there are {moment.game.players}", player)


@holds("Everyone who may act has a legal action.")
def legal(moment: Moment) -> Flaws:
    """Masks hold 0 and 1, and a 1 for everybody who may act."""
    for player in taking_part(moment):
        mask = moment.position.mask(player)
        if not mask.any():
            yield Flaw("nothing is legal", player)
        elif mask.max() > 1:
            action = moment.position.action_words(int(mask.argmax()))
            yield Flaw(f"the mask has a {mask.max()} for {action}, where 0 and 1 are allowed", player)


@holds("Steps are counted, turns do not go back, and the limit ends every game.")
def steps(moment: Moment) -> Flaws:
    """Every move is one step; `turn` never shrinks; nothing is played after `max_steps`."""
    position, before = moment.position, moment.before
    if position.steps != len(moment.moves):
        yield Flaw(f"{len(moment.moves)} moves were played, but {position.steps} steps are counted")
    if before is not None and position.state["turn"][0] < before.state["turn"][0]:
        yield Flaw(f"turn goes back from {before.state['turn'][0]} to {position.state['turn'][0]}")
    if position.over and position.state["turn"][0] == 0 and _has_had_turns(moment):
        yield Flaw("turn is still 0 when the game is over; it must grow whenever a decision is complete")
    limit = int(moment.game.record["max_steps"][0])
    if position.steps >= limit and not position.over:
        yield Flaw(f"the game continues after {limit} steps, its max_steps")


def _has_had_turns(moment: Moment) -> bool:
    """Whether decisions must have been complete in a game that is over: its players have acted several times."""
    acting = [move.player for move in moment.moves]
    changes = sum(one != other for one, other in pairwise(acting))
    return bool(moment.position.state["reason"][0] != LIMIT) and changes >= DECISIONS


def taking_part(moment: Moment) -> list[int]:
    """Those who may act and take part: the others can't be asked."""
    return [player for player in moment.position.waiting if player < moment.game.players]
