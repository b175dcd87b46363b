"""Games in words: a text for everyone that betrays nothing, and moves whose notations read back."""

from __future__ import annotations

from collections.abc import Iterator

from garrison.core.position import Position
from garrison.errors import GarrisonError, shown
from garrison.lab.check.properties.secrets import alternatives
from garrison.lab.check.property import Flaw, Flaws, Moment, has_others, holds

MOST_MOVES = 3  # notations that are read back in a position


@holds("Everyone can read the position, and every move reads back from its notation.")
def notations(moment: Moment) -> Flaws:
    """A text in words for each viewer; and of each player's moves some, and any single action, typed and read."""
    for viewer in (-1, *range(moment.game.players)):
        if not moment.position.text(viewer).strip():
            yield Flaw("the text of the position is empty", viewer)
    for player in moment.position.waiting:
        yield from (Flaw(text, player) for text in _unreadable(moment, player))


def _unreadable(moment: Moment, player: int) -> Iterator[str]:
    moves = moment.position.moves(player)
    if not moves:
        yield "the player may act, but no move is listed"
    some = moves if len(moves) <= MOST_MOVES else moment.dice.sample(list(moves), MOST_MOVES)
    for move in some:
        try:
            again = moment.position.parse(move.notation, player)
        except GarrisonError as error:
            yield f"the notation {shown(move.notation)} can't be read: {error}"
            continue
        if (again.notation, again.actions) != (move.notation, move.actions):
            yield f"the notation {shown(move.notation)} is read as {shown(again.notation)}"
        if move.actions and move.actions[0] not in moment.position.actions(player):
            yield f"{shown(move.notation)} begins with an action that is not legal"


@holds("No text or list of moves betrays another player's hidden choice.", has_others)
def discretion(moment: Moment) -> Flaws:
    """Two positions that differ only in what one player chose in this phase read alike to everybody else."""
    choices = alternatives(moment)
    if choices is None:
        return
    chooser, one, other = choices
    for viewer in (-1, *range(moment.game.players)):
        if viewer != chooser and _said(one, viewer) != _said(other, viewer):
            yield Flaw(f"its text or moves show what player {chooser} chose before the phase resolves", viewer)


def _said(position: Position, viewer: int) -> tuple[object, ...]:
    """All that is said in words to a viewer."""
    return position.text(viewer), tuple(position.moves(viewer)) if viewer >= 0 else ()
