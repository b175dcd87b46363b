"""Boards turned round, so that everybody has their own side at the bottom."""

from __future__ import annotations

from dataclasses import replace

from garrison.look.scene import Board, FieldTip, Piece, Scene


def turned(scene: Scene) -> Scene:
    """What somebody sees who sits at the other side of the main board."""
    return replace(scene, boards=(turned_board(scene.boards[0]), *scene.boards[1:])) if scene.boards else scene


def turned_field(board: Board, field: int) -> int:
    """The field of the board as it is, for one of the turned board, and the other way round.

    >>> turned_field(Board(2, 3, ("...", "..."), {}), 1)
    4
    """
    return board.rows * board.columns - 1 - field


def turned_board(board: Board) -> Board:
    """A board, half a turn further.

    >>> turned_board(Board(2, 3, ("abc", "def"), {})).terrain
    ('fed', 'cba')
    """

    def fields(some: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(turned_field(board, field) for field in some)

    return replace(
        board,
        terrain=tuple(row[::-1] for row in reversed(board.terrain)),
        pieces=tuple(_turned(board, piece) for piece in board.pieces),
        legal_fields=fields(board.legal_fields),
        marked_fields=fields(board.marked_fields),
        chosen_fields=fields(board.chosen_fields),
        range_fields=fields(board.range_fields),
        footprint=tuple(-size for size in board.footprint),  # from the clicked field on, but the other way
        tips=tuple(FieldTip(turned_field(board, tip.field), tip.text, fields(tip.fields)) for tip in board.tips),
    )


def _turned(board: Board, piece: Piece) -> Piece:
    """Drawings keep their heads up; only what lies along a line, or has been turned already, turns with the board."""
    row, column = board.rows - piece.row - piece.height, board.columns - piece.column - piece.width
    turn = (piece.turn + 2) % 4 if piece.turn or piece.width != piece.height else 0
    return replace(piece, row=row, column=column, turn=turn)
