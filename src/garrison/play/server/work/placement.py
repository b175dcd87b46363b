"""What a hidden choice puts on the board: it is to be seen only once everybody has chosen, and shown before that."""

from __future__ import annotations

from dataclasses import replace

from garrison.bots.search.alone import asked
from garrison.bots.whole_move import LONGEST, play_to_chance
from garrison.core.engine import rng
from garrison.core.engine.record import uint64
from garrison.core.position import Position
from garrison.core.replay_turns import turn_number
from garrison.look.scene import Piece, Scene


def placed_by(position: Position, player: int, actions: tuple[int, ...], others: tuple[int, ...]) -> tuple[Piece, ...]:
    """What a choice puts on the fields that it names once everybody has chosen, and other actions would not; nothing if
    the position shows it at once."""
    after, instead = (position.copy() for _ in range(2))
    is_decided = play_to_chance(after, player, actions) or turn_number(after) != turn_number(position)
    if is_decided or player in after.waiting:
        return ()
    play_to_chance(instead, player, others)
    now, then, never = after.scene(player), _resolved(after, player), _resolved(instead, player)
    if not now.boards:
        return ()
    own = {now.boards[0].field_of(action) for action in actions if action < position.game.facts.fields}
    old = {_spot(piece) for scene in (now, never) for piece in scene.boards[0].pieces}
    return tuple(
        replace(piece, id=f"placed-{piece.id}", faint=True)
        for piece in then.boards[0].pieces
        if _spot(piece) not in old and then.boards[0].field(piece.row, piece.column) in own
    )


def _spot(piece: Piece) -> tuple[str, int, int]:
    return piece.id, piece.row, piece.column


def _resolved(position: Position, player: int) -> Scene:
    """What a player sees once the others have chosen by their policy, in the same turn."""
    after, turn = position.copy(), turn_number(position)
    for number in range(LONGEST):
        if after.over or not after.waiting or player in after.waiting or turn_number(after) != turn:
            break
        other = after.waiting[0]
        after.play(other, asked(after.game, after, other, 0, int(rng.seeded(uint64(number))))[0])
    return after.scene(player)


def with_pieces(scene: Scene, pieces: tuple[Piece, ...]) -> Scene:
    """A scene with more pieces on its first board."""
    if not pieces:
        return scene
    board = scene.boards[0]
    return replace(scene, boards=(replace(board, pieces=(*board.pieces, *pieces)), *scene.boards[1:]))
