"""How the panels beside the boards are drawn."""

from __future__ import annotations

from garrison.core.lettering import fitted, text_element, text_width
from garrison.core.picture_plate import Stock
from garrison.core.picture_style import (
    PANEL,
    PANEL_EDGE,
    QUIET_TEXT,
    TEXT,
    bar_element,
    colour_of,
    owner_colour,
    rectangle,
)
from garrison.core.scene import Line, Panel

WIDTH = 232  # the same for every panel, so that pictures of one game keep their size
MARGIN = 14
TITLE_HEIGHT = 40
LINE_HEIGHT = 25
BAR_ROOM = 10  # what a bar adds to the height of its line
TITLE_SIZE = 15
LETTERS = 13
ICON = 22


def panel_height(panel: Panel) -> float:
    """The height of a panel with all its lines."""
    return TITLE_HEIGHT + sum(line_height(line) for line in panel.lines) + MARGIN / 2


def line_height(line: Line) -> float:
    """The height of one line."""
    return LINE_HEIGHT + (BAR_ROOM if line.bar else 0)


def draw_panel(panel: Panel, stock: Stock, x: float, y: float) -> str:
    """A panel with its top left corner at a place."""
    edge = owner_colour(panel.owner) if panel.owner >= 0 else PANEL_EDGE
    parts = ["<g>", rectangle(x + 1, y + 1, WIDTH - 2, panel_height(panel) - 2, 10, PANEL, edge, 2)]
    parts.append(draw_title(panel, stock, x, y))
    y += TITLE_HEIGHT
    for line in panel.lines:
        parts.append(draw_line(line, stock, x + MARGIN, y))
        y += line_height(line)
    return "".join([*parts, "</g>"])


def draw_title(panel: Panel, stock: Stock, x: float, y: float) -> str:
    """The title of a panel, with the owner's plate in front of it."""
    indent = MARGIN + (26 if panel.owner >= 0 else 0)
    plate = stock.plate(panel.owner, 1, 1, x + MARGIN, y + 11, 20) if panel.owner >= 0 else ""
    title = fitted(panel.title, TITLE_SIZE, WIDTH - indent - MARGIN)
    return plate + text_element(title, x + indent, y + 26, TITLE_SIZE, TEXT, 1.3)


def draw_line(line: Line, stock: Stock, x: float, y: float) -> str:
    """A name at the left, its value at the right, its bar below."""
    right, baseline = x + WIDTH - 2 * MARGIN, y + 16
    colour = colour_of(line.colour)
    icon = stock.sprite(line.sprite, x, y, ICON, ICON, colour) if line.sprite else ""
    indent = ICON + 6 if icon else 0
    value = fitted(line.value, LETTERS, WIDTH * 0.6)
    room = right - x - indent - text_width(value, LETTERS) - 4
    parts = [icon, text_element(fitted(line.name, LETTERS, room), x + indent, baseline, LETTERS, QUIET_TEXT)]
    if value:
        parts.append(text_element(value, right, baseline, LETTERS, TEXT if icon else colour, 1.25, "end"))
    if line.bar:
        own = "" if line.colour == "white" or icon else colour
        parts.append(bar_element(line.bar, x + indent, y + LINE_HEIGHT - 1, right - x - indent, 7, own))
    return "".join(parts)
