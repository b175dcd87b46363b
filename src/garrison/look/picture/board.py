"""How a board is drawn: ground, tinted fields, pieces in their layers, and what a player may choose."""

from __future__ import annotations

from collections.abc import Iterable

from garrison.look.lettering import number, text_element, text_width, xml_text
from garrison.look.palette import HIGHLIGHT, INK, PANEL_EDGE, PAPER, QUIET_TEXT, TEXT, colour_of, mix
from garrison.look.picture.plate import Drawings
from garrison.look.picture.style import Stroke, bar_element, rectangle
from garrison.look.scene import Board, Piece, Terrain, places_of

FRAME = 8  # pixels around the fields
RULER = 12  # more of them at the left and at the top, for the numbers of rows and columns
RULER_SIZE = 8.5
CROWDED = 14  # smaller fields have a number only at every fifth
TITLE_HEIGHT = 28
TITLE_SIZE = 15
PLATE_MARGIN = 0.12  # share of a field
INSIDE_SCALE = 0.7  # the size of what stands on or in something larger
NO_TERRAIN = Terrain("", "unknown ground")


def board_extent(board: Board, size: float) -> tuple[float, float]:
    """The width and height of a board with its frame and title."""
    title = TITLE_HEIGHT if board.title else 0
    return board.columns * size + RULER + 2 * FRAME, board.rows * size + RULER + 2 * FRAME + title


def draw_board(board: Board, drawings: Drawings, x: float, y: float, size: float) -> str:
    """A board with its top left corner at a position."""
    parts = ["<g>"]
    if board.title:
        parts.append(draw_title(board, drawings, x, y))
        y += TITLE_HEIGHT
    parts.append(draw_frame(board, drawings, x, y, size))
    parts.append(draw_fields(board, drawings, x + RULER + FRAME, y + RULER + FRAME, size))
    parts.append(draw_rulers(board, x + FRAME, y + FRAME, size))
    return "".join([*parts, "</g>"])


def draw_rulers(board: Board, x: float, y: float, size: float) -> str:
    """The numbers of the rows, at the left, and of the columns, at the top."""
    step = 5 if size < CROWDED else 1
    parts = []
    for place, label in enumerate(board.row_labels):
        if label and int(label) % step == 0:
            middle = y + RULER + (place + 0.5) * size
            parts.append(text_element(label, x + RULER - 3, middle + 3, RULER_SIZE, QUIET_TEXT, 1.1, "end"))
    for place, label in enumerate(board.column_labels):
        if label and int(label) % step == 0:
            middle = x + RULER + (place + 0.5) * size
            parts.append(text_element(label, middle, y + RULER - 3, RULER_SIZE, QUIET_TEXT, 1.1, "middle"))
    return "".join(parts)


def draw_title(board: Board, drawings: Drawings, x: float, y: float) -> str:
    """A board's title, with the owner's plate in front of it."""
    if board.owner < 0:
        return text_element(board.title, x, y + 17, TITLE_SIZE, TEXT, 1.25)
    plate = drawings.plate(board.owner, 1, 1, x + 1, y + 2, 18)
    return plate + text_element(board.title, x + 25, y + 17, TITLE_SIZE, TEXT, 1.25)


def draw_frame(board: Board, drawings: Drawings, x: float, y: float, size: float) -> str:
    """The tray that the fields lie in, with an edge in the owner's colour."""
    edge = drawings.owner_colour(board.owner) if board.owner >= 0 else PANEL_EDGE
    width, height = board.columns * size + RULER + 2 * FRAME, board.rows * size + RULER + 2 * FRAME
    tray = rectangle(x + 1, y + 1, width - 2, height - 2, 10, mix(PAPER, INK, 0.72), Stroke(edge, 2))
    left, top = x + RULER + FRAME, y + RULER + FRAME
    return tray + rectangle(left, top, board.columns * size, board.rows * size, 0, PAPER)


def draw_fields(board: Board, drawings: Drawings, x: float, y: float, size: float) -> str:
    """Everything inside the frame, from the ground up."""
    return "".join(
        [
            draw_terrain(board, drawings, x, y, size),
            draw_tints(board, drawings, x, y, size),
            *(draw_piece(piece, drawings, x, y, size) for piece in sorted(board.pieces, key=lambda piece: piece.layer)),
            draw_choices(board, x, y, size),
        ]
    )


def draw_terrain(board: Board, drawings: Drawings, x: float, y: float, size: float) -> str:
    """The ground, field by field."""
    parts = []
    for row, marks in enumerate(board.terrain):
        for column, mark in enumerate(marks):
            terrain = board.legend.get(mark, NO_TERRAIN)
            parts.append(draw_ground(terrain, drawings, x + column * size, y + row * size, size))
    return "".join(parts)


def draw_ground(terrain: Terrain, drawings: Drawings, x: float, y: float, size: float) -> str:
    """One field of ground: its sprite, or a tile in its colour with its glyph."""
    colour = colour_of(terrain.colour)
    sprite = drawings.sprite(terrain.kind, x, y, size, size, colour)
    if sprite:
        return sprite
    tile = rectangle(x + 0.5, y + 0.5, size - 1, size - 1, size / 12, mix(colour, PAPER, 0.72))
    if not terrain.glyph.strip():
        return tile
    return tile + glyph_element(terrain.glyph, x + size / 2, y + size / 2, size * 0.5, mix(colour, PAPER, 0.2))


def glyph_element(glyph: str, x: float, y: float, size: float, colour: str, weight: float = 1.2) -> str:
    """A glyph with its middle at a position."""
    return text_element(glyph, x, y + size * 0.35, size, colour, weight, "middle")


def corners(board: Board, fields: Iterable[int], x: float, y: float, size: float) -> Iterable[tuple[float, float]]:
    """The top left corners of some fields, in reading order."""
    for number_of_field in sorted(set(fields)):
        row, column = divmod(number_of_field, board.columns)
        yield x + column * size, y + row * size


def draw_tints(board: Board, drawings: Drawings, x: float, y: float, size: float) -> str:
    """Fields in range are hatched; fields that the last step touched have a warm tint."""
    if board.range_fields:
        drawings.range_pattern()
    ranges = [
        rectangle(left, top, size, size, 0, "url(#range)")
        for left, top in corners(board, board.range_fields, x, y, size)
    ]
    tints = [
        rectangle(left + 1, top + 1, size - 2, size - 2, size / 8, HIGHLIGHT, extra=' opacity=".38"')
        for left, top in corners(board, board.marked_fields, x, y, size)
    ]
    return "".join(ranges + tints)


def draw_choices(board: Board, x: float, y: float, size: float) -> str:
    """What may be chosen: a quiet dot on empty fields, brackets around pieces. What is chosen: a strong outline."""
    fields = {board.field(row, column) for piece in board.pieces for row, column in places_of(piece)}
    legal = set(board.legal_fields) - set(board.chosen_fields)
    dots = [draw_dot(left + size / 2, top + size / 2, size) for left, top in corners(board, legal - fields, x, y, size)]
    brackets = [draw_brackets(left, top, size) for left, top in corners(board, legal & fields, x, y, size)]
    outlines = [
        outline_element(left, top, size, INK, size / 8) + outline_element(left, top, size, HIGHLIGHT, size / 14)
        for left, top in corners(board, board.chosen_fields, x, y, size)
    ]
    return "".join(dots + brackets + outlines)


def draw_dot(x: float, y: float, size: float) -> str:
    """The dot of a field that may be chosen; its pale rim keeps it visible on dark ground."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size * 0.1)}" fill="{INK}" fill-opacity=".55" '
        f'stroke="{PAPER}" stroke-opacity=".7" stroke-width="{number(size * 0.035)}"/>'
    )


def draw_brackets(x: float, y: float, size: float) -> str:
    """Four corners around a piece that may be chosen."""
    low, high, arm = 0.0, size, size * 0.22
    paths = "".join(
        f"M{number(x + column)} {number(y + row + (arm if row == low else -arm))}V{number(y + row)}"
        f"H{number(x + column + (arm if column == low else -arm))}"
        for row in (low, high)
        for column in (low, high)
    )
    return "".join(
        f'<path d="{paths}" fill="none" stroke="{colour}" stroke-width="{number(size * width)}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, width in ((INK, 0.11), (PAPER, 0.055))
    )


def outline_element(x: float, y: float, size: float, colour: str, width: float) -> str:
    """An outline along the edge of a field, where it hides little of what stands there."""
    return rectangle(x, y, size, size, size / 6, "none", Stroke(colour, width))


def draw_piece(piece: Piece, drawings: Drawings, x: float, y: float, size: float) -> str:
    """A piece: base plate, figure, then what is known about it."""
    left, top = x + piece.column * size, y + piece.row * size
    if piece.inside:
        inner = size * INSIDE_SCALE
        left += piece.width * (size - inner) / 2
        top += piece.height * (size - inner) / 2
        size = inner
    faint = ' opacity=".4"' if piece.faint else ""
    plate = drawings.plate(piece.owner, piece.height, piece.width, left, top, size) if piece.owner >= 0 else ""
    parts = [f"<g{faint}><title>{xml_text(piece.label)}</title>", plate, draw_figure(piece, drawings, left, top, size)]
    bottom, right = top + piece.height * size, left + piece.width * size
    if piece.bar:
        parts.append(
            bar_element(piece.bar, left + size * 0.08, bottom - size * 0.17, right - left - size * 0.16, size * 0.15)
        )
    if piece.tag:
        parts.append(draw_tag(piece.tag, left, top, size))
    if piece.badge:
        parts.append(draw_badge(piece.badge, right, bottom - (size * 0.15 if piece.bar else 0), size))
    return "".join([*parts, "</g>"])


def draw_figure(piece: Piece, drawings: Drawings, left: float, top: float, size: float) -> str:
    """The sprite of a piece, turned; or a tile with its glyph, which stays upright so that it can be read."""
    box_width, box_height = piece.width * size, piece.height * size
    middle_x, middle_y = left + box_width / 2, top + box_height / 2
    # On a plate the figure is a little smaller, so that the plate's shape can be seen around it.
    margin = size * PLATE_MARGIN if piece.owner >= 0 else 0
    width, height = box_width - margin, box_height - margin
    if piece.turn % 2:
        width, height = height, width
    sprite = drawings.sprite(
        piece.kind, middle_x - width / 2, middle_y - height / 2, width, height, colour_of(piece.colour)
    )
    if not sprite:
        return draw_tile(piece, left, top, size)
    if piece.turn % 4 == 0:
        return sprite
    return f'<g transform="rotate({piece.turn % 4 * 90} {number(middle_x)} {number(middle_y)})">{sprite}</g>'


def draw_tile(piece: Piece, left: float, top: float, size: float) -> str:
    """What stands in for a missing sprite."""
    width, height = piece.width * size, piece.height * size
    inset = size * (0.17 if piece.owner >= 0 else 0.1)
    colour = colour_of(piece.colour)
    tile = rectangle(
        left + inset, top + inset, width - 2 * inset, height - 2 * inset, size / 6, colour, Stroke(INK, size / 20)
    )
    ink = TEXT if is_dark(colour) else INK
    return tile + glyph_element(piece.glyph, left + width / 2, top + height / 2, size * 0.45, ink, 1.4)


def is_dark(colour: str) -> bool:
    """Whether light lettering reads better on a colour than dark lettering."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red * 0.3 + green * 0.59 + blue * 0.11 < 140


def draw_tag(tag: str, left: float, top: float, size: float) -> str:
    """The short name of a piece, in its top left corner."""
    letters = max(size * 0.22, 8.0)
    width, height = text_width(tag, letters) + letters * 0.6, letters * 1.2
    plate = rectangle(
        left + size * 0.02, top + size * 0.02, width, height, height / 4, PAPER, Stroke(INK, max(size * 0.025, 0.7))
    )
    return plate + glyph_element(
        tag, left + size * 0.02 + width / 2, top + size * 0.02 + height / 2, letters, INK, 1.25
    )


def draw_badge(badge: str, right: float, bottom: float, size: float) -> str:
    """A small pill in the bottom right corner of a piece."""
    letters = max(size * 0.25, 8.0)
    height = letters * 1.25
    width = max(text_width(badge, letters) + letters * 0.4, height)
    left, top = right - width + size * 0.02, bottom - height + size * 0.02
    pill = rectangle(left, top, width, height, height / 2, INK, Stroke(PAPER, max(size * 0.03, 0.8)))
    return pill + glyph_element(badge, left + width / 2, top + height / 2, letters, TEXT, 1.25)
