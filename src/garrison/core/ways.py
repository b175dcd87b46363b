"""A move in one gesture: for every field that the chosen thing reaches, the clicks that lead there.

They are found by playing legal clicks on copies, never further than the fields that the game's own scene marks as in
range. So a way is nothing but the actions that it consists of, and what is foretold of it has happened on a copy.
Chance is not foretold: where a click throws dice, a way ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from operator import itemgetter
from typing import TYPE_CHECKING

from garrison.look.scene import Board, Scene, Way

if TYPE_CHECKING:
    from garrison.core.engine.events import Event
    from garrison.core.position import Position

HITS = "targets"  # the plane of `reach` that marks whom something can hit
MOST_ENEMIES = 12  # with more, nobody looks at each of them
NOBODY = -1
MOST_TRIED = 600  # clicks; in larger fields, what is near is found


@dataclass(frozen=True)
class Rehearsal:
    """Clicks that were played on a copy, and what happened on the way."""

    position: Position
    actions: tuple[int, ...] = ()
    events: tuple[Event, ...] = ()
    hits: tuple[int, ...] = ()  # the fields where something was seen to happen, as actions are numbered
    is_certain: bool = True  # no dice were thrown

    def after(self, player: int, action: int) -> Rehearsal:
        """The same with one action more."""
        twin = self.position.copy()
        twin.play(player, action)
        is_certain = bool(twin.state["rng"][0] == self.position.state["rng"][0])
        events = twin.events if is_certain else ()
        hits = twin.game.feedback.fields(twin.state[0], events)
        return Rehearsal(twin, (*self.actions, action), (*self.events, *events), (*self.hits, *hits), is_certain)

    def goes_on(self, player: int, turn: int) -> bool:
        """Whether the same player may add to the same move, and knows how it stands."""
        return self.is_certain and self.position.waiting == (player,) and int(self.position.state["turn"][0]) == turn


def ways(position: Position, player: int, scene: Scene) -> tuple[Way, ...]:
    """The ways of what is chosen on the first board, the shortest to each field; and those to what else can be chosen,
    where a button of the game leaves what is chosen as it stands."""
    board = scene.boards[0] if scene.boards else None
    if board is None or not _is_choosing(position, player, board):
        return ()
    return (*_to_fields(position, player, board), *_to_others(position, player, scene))


def _to_fields(position: Position, player: int, board: Board) -> tuple[Way, ...]:
    """To the fields that what is chosen reaches."""
    if not board.range_fields:
        return ()
    rehearsals = {field: _ended(rehearsal, player, position) for field, rehearsal in _walk(position, player, board)}
    rehearsals |= _blows(board, rehearsals)
    return tuple(_way(board, field, rehearsal, player) for field, rehearsal in sorted(rehearsals.items()))


def _is_choosing(position: Position, player: int, board: Board) -> bool:
    is_alone = position.waiting == (player,) and not position.game.facts.tick_ms
    return is_alone and bool(board.chosen_fields)


def _to_others(position: Position, player: int, scene: Scene) -> Iterator[Way]:
    """To what can be chosen once what was begun has ended as it stands."""
    board, facts = scene.boards[0], position.game.facts
    for button in scene.buttons:
        if not (button.leaves and button.legal):
            continue
        left = Rehearsal(position).after(player, button.action)
        if left.is_certain and left.position.waiting == (player,):
            actions = [action for action in left.position.actions(player) if action < facts.fields]
            fields = {action: board.field_of(action) for action in actions}
            near = {*board.legal_fields, *board.range_fields}
            new = {action: field for action, field in fields.items() if field not in near}
            yield from (Way(field, (button.action, action), (field,), leaves=True) for action, field in new.items())


def _walk(position: Position, player: int, board: Board) -> Iterator[tuple[int, Rehearsal]]:
    """Every field in range and the clicks up to there, the nearest first."""
    targets = {board.action(field): field for field in board.range_fields if field not in board.chosen_fields}
    turn, rehearsals, arrivals = int(position.state["turn"][0]), [Rehearsal(position)], set[int]()
    start = board.action(board.chosen_fields[0])
    while rehearsals and len(arrivals) < MOST_TRIED:
        before: dict[int, tuple[float, Rehearsal]] = {}  # for each field that is one click away, the straightest way
        for rehearsal in rehearsals:
            for action in rehearsal.position.actions(player):
                if action in targets and action not in arrivals:
                    candidate = (_length(board, [start, *rehearsal.actions, action]), rehearsal)
                    before[action] = min(before.get(action, candidate), candidate, key=itemgetter(0))
        arrivals |= set(before)
        longer = {action: rehearsal.after(player, action) for action, (_, rehearsal) in before.items()}
        yield from ((targets[action], rehearsal) for action, rehearsal in longer.items())
        rehearsals = [rehearsal for rehearsal in longer.values() if rehearsal.goes_on(player, turn)]


def _length(board: Board, actions: list[int]) -> float:
    """How far it is from click to click, as a line that people would draw."""
    places = [divmod(action, board.inner[1]) for action in actions]
    return sum(dist(*ends) for ends in pairwise(places))


def _blows(board: Board, rehearsals: dict[int, Rehearsal]) -> dict[int, Rehearsal]:
    """For those who can be struck and whose own field can't be clicked: the shortest move that strikes them."""
    blows: dict[int, Rehearsal] = {}
    for rehearsal in sorted(rehearsals.values(), key=lambda one: len(one.actions)):
        for field in map(board.field_of, rehearsal.hits):
            if field in board.range_fields and field not in rehearsals:
                blows.setdefault(field, rehearsal)
    return blows


def _ended(rehearsal: Rehearsal, player: int, position: Position) -> Rehearsal:
    """The same move, with the click on the field once more where that ends it."""
    turn, last = int(position.state["turn"][0]), rehearsal.actions[-1]
    if rehearsal.goes_on(player, turn) and last in rehearsal.position.actions(player):
        longer = rehearsal.after(player, last)
        if longer.is_certain and not longer.goes_on(player, turn):
            return longer
    return rehearsal


def _way(board: Board, field: int, rehearsal: Rehearsal, player: int) -> Way:
    game = rehearsal.position.game
    worthy = (one for one in rehearsal.events if one.kind.told and one.kind in game.feedback.sights)
    fields = tuple(dict.fromkeys(board.field_of(action) for action in rehearsal.actions))
    text = " ".join(game.describe(one) for one in worthy)
    hits = tuple(sorted({board.field_of(action) for action in rehearsal.hits}))
    return Way(field, rehearsal.actions, fields, hits, _answers(board, rehearsal, player), text)


def _answers(board: Board, rehearsal: Rehearsal, player: int) -> tuple[int, ...]:
    """The fields of those who could strike back at where the way ends, if they were asked next."""
    facts, end = rehearsal.position.game.facts, divmod(rehearsal.actions[-1], board.inner[1])
    enemies = [piece for piece in board.pieces if piece.owner not in (player, NOBODY)]
    if HITS not in facts.reach or not rehearsal.is_certain or len(enemies) > MOST_ENEMIES:
        return ()
    plane = facts.reach.index(HITS)
    fields = {board.field(piece.row, piece.column): piece.owner for piece in enemies}
    planes_of = {field: rehearsal.position.reach(owner, board.action(field)) for field, owner in fields.items()}
    return tuple(field for field, planes in planes_of.items() if planes[plane][end])
