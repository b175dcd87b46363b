"""How the panels beside the boards are drawn."""

from __future__ import annotations

from garrison.look.lettering import fit, text_element, text_width
from garrison.look.palette import PANEL, PANEL_EDGE, PAPER, QUIET_TEXT, TEXT, colour_of, mix
from garrison.look.picture.board import draw_badge
from garrison.look.picture.plate import Drawings
from garrison.look.picture.style import Stroke, bar_element, rectangle
from garrison.look.scene import Line, Panel

WIDTH = 232  # the same for every panel, so that pictures of one game keep their size
MARGIN = 14
TITLE_HEIGHT = 40
LINE_HEIGHT = 26
BAR_ROOM = 11  # what a bar adds to the height of its line
TITLE_SIZE = 15
LETTERS = 13
ICON = 23


def panel_height(panel: Panel) -> float:
    """The height of a panel with all its lines."""
    return TITLE_HEIGHT + sum(line_height(line) for line in panel.lines) + MARGIN / 2


def line_height(line: Line) -> float:
    """The height of one line."""
    return LINE_HEIGHT + (BAR_ROOM if line.bar else 0)


def draw_panel(panel: Panel, drawings: Drawings, x: float, y: float) -> str:
    """A panel with its top left corner at a position."""
    edge = drawings.owner_colour(panel.owner) if panel.owner >= 0 else PANEL_EDGE
    parts = ["<g>", rectangle(x + 1, y + 1, WIDTH - 2, panel_height(panel) - 2, 10, PANEL, Stroke(edge, 2))]
    parts.append(draw_title(panel, drawings, x, y))
    y += TITLE_HEIGHT
    for line in panel.lines:
        parts.append(draw_line(line, drawings, x + MARGIN, y))
        y += line_height(line)
    return "".join([*parts, "</g>"])


def draw_title(panel: Panel, drawings: Drawings, x: float, y: float) -> str:
    """The title of a panel, with the owner's plate in front of it."""
    indent = MARGIN + (26 if panel.owner >= 0 else 0)
    plate = drawings.plate(panel.owner, 1, 1, x + MARGIN, y + 11, 20) if panel.owner >= 0 else ""
    title = fit(panel.title, TITLE_SIZE, WIDTH - indent - MARGIN)
    return plate + text_element(title, x + indent, y + 26, TITLE_SIZE, TEXT, 1.3)


def draw_line(line: Line, drawings: Drawings, x: float, y: float) -> str:
    """A name on the left, its value on the right, its bar below."""
    right, baseline = x + WIDTH - 2 * MARGIN, y + 16
    icon = draw_icon(line, drawings, x, y)
    left = x + (ICON + 7 if icon else 0)
    value = fit(line.value, LETTERS, WIDTH * 0.6)
    name = fit(line.name, LETTERS, right - left - text_width(value, LETTERS) - 4)
    # With an icon, the icon has the colour; without one, the value and the bar do.
    own = "" if line.colour == "white" or icon else colour_of(line.colour)
    parts = [icon, text_element(name, left, baseline, LETTERS, QUIET_TEXT)]
    if value:
        parts.append(text_element(value, right, baseline, LETTERS, readable(own), 1.25, "end"))
    if line.bar:
        parts.append(bar_element(line.bar, left, y + LINE_HEIGHT - 1, right - left, 7, own))
    return "".join(parts)


def draw_icon(line: Line, drawings: Drawings, x: float, y: float) -> str:
    """The sprite of a line on a little tile of paper, since sprites have dark outlines."""
    box = (x + 1, y + 1, ICON - 2, ICON - 2)
    sprite = drawings.sprite(line.sprite, *box, colour_of(line.colour)) if line.sprite else ""
    badge = draw_badge(line.badge, x + ICON + 3, y + ICON + 3, ICON) if line.badge else ""
    return rectangle(x, y, ICON, ICON, 6, PAPER) + sprite + badge if sprite else ""


def readable(colour: str) -> str:
    """A colour light enough for lettering on a panel."""
    return mix(colour, TEXT, 0.35) if colour else TEXT
