"""Why an action may not be played: what is in the way, not a list of what else is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from garrison.look.scene import Board, Piece, Scene, places_of

if TYPE_CHECKING:
    from garrison.core.position import Position

OVER = "The game is over: nothing can be played any more."


def why_not(position: Position, player: int, action: int) -> str:
    """The sentence for an action that may not be played.

    >>> import garrison
    >>> why_not(garrison.load("skirmish").new(7), 0, 3)
    "0,3 can't be chosen now: O0 belongs to Zorde."
    """
    if position.over:
        return OVER
    position.game.check_action(action)
    if player not in position.waiting:
        seats = position.game.facts.seats
        others = " or ".join(f"player {other} ({seats[other]})" for other in position.waiting)
        return f"Player {player} ({seats[player]}) may not act now: {others} is to act."
    scene = position.plain_scene(player)
    button = next((one for one in scene.buttons if one.action == action), None)
    what, why = position.action_words(action), _own_reason(position, player, action)
    if button is not None:
        return f"{button.label} is not possible now: {_ended(why or button.waits or scene.prompt)}"
    return f"{what} can't be chosen now: {_ended(why or _reason(scene, player, action))}"


def _own_reason(position: Position, player: int, action: int) -> str:
    """What the game itself says, where it does."""
    game = position.game
    own = getattr(game.package.module("show"), "refusal", None)
    return str(own(game.record[0], position.state[0], player, action)) if own else ""


def _reason(scene: Scene, player: int, action: int) -> str:
    """What stands there, or that it is out of reach, or else what is asked."""
    board = scene.boards[0] if scene.boards else None
    if board is None or action >= board.inner[0] * board.inner[1]:
        return scene.prompt
    field = board.field_of(action)
    if board.chosen_fields and board.range_fields and field not in board.range_fields:
        return "it is out of reach"
    pieces = pieces_on(board, field)
    if not pieces:
        return f"{ground_of(board, field)}. {scene.prompt}"
    name = pieces[0].name or pieces[0].label
    owner = pieces[0].owner
    if 0 <= owner != player:
        return f"{name} belongs to {scene.seats[owner]}"
    return f"{name} is there"


def pieces_on(board: Board, field: int) -> list[Piece]:
    """What stands on a field, the topmost first; not what only foretells something."""
    place = divmod(field, board.columns)
    there = (piece for piece in board.pieces if not piece.faint and place in places_of(piece))
    return sorted(there, key=lambda piece: -piece.layer)


def ground_of(board: Board, field: int) -> str:
    """The ground of a field, in words."""
    row, column = divmod(field, board.columns)
    terrain = board.legend.get(board.terrain[row][column])
    return terrain.label if terrain and terrain.label else "nothing is there"


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
