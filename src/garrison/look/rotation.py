"""Boards turned round, so that everybody has their own side at the bottom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from garrison.look.scene import Board, FieldTip, Piece, Scene, names_with

Part = TypeVar("Part", Board, FieldTip)


def turn_scene(scene: Scene) -> Scene:
    """What somebody sees who sits at the other side of the main board."""
    return replace(scene, boards=(turn_board(scene.boards[0]), *scene.boards[1:])) if scene.boards else scene


def opposite_field(board: Board, field: int) -> int:
    """The field of the board as it is, for one of the turned board, and the other way round.

    >>> opposite_field(Board(2, 3, ("...", "..."), {}), 1)
    4
    """
    return board.rows * board.columns - 1 - field


def turn_board(board: Board) -> Board:
    """A board, half a turn further.

    >>> turn_board(Board(2, 3, ("abc", "def"), {})).terrain
    ('fed', 'cba')
    """
    return replace(
        _renumber(board, board),
        terrain=tuple(row[::-1] for row in reversed(board.terrain)),
        pieces=tuple(_turn_piece(board, piece) for piece in board.pieces),
        head=-board.head,
        upside_down=not board.upside_down,
        footprint=tuple(-size for size in board.footprint),  # from the clicked field on, but the other way
        tips=tuple(replace(_renumber(board, tip), field=opposite_field(board, tip.field)) for tip in board.tips),
    )


def _renumber(board: Board, part: Part) -> Part:
    """The part with all numbers of fields in it as they are on the turned board."""
    numbers: dict[str, Any] = {
        name: tuple(opposite_field(board, field) for field in getattr(part, name))
        for name in names_with(type(part), "numbered")
    }
    return replace(part, **numbers)


def _turn_piece(board: Board, piece: Piece) -> Piece:
    """Drawings keep their heads up; only what lies along a line, or has been turned already, turns with the board."""
    row, column = board.rows - piece.row - piece.height, board.columns - piece.column - piece.width
    turn = (piece.turn + 2) % 4 if piece.turn or piece.width != piece.height else 0
    return replace(piece, row=row, column=column, turn=turn)
