"""Pictures of scenes, as SVG or PNG. One renderer for all games: it draws whatever the scene says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from garrison.errors import MissingExtra
from garrison.look.lettering import fit, number, text_element, text_width, wrap, xml_text
from garrison.look.palette import BACKGROUND, HIGHLIGHT, INK, QUIET_TEXT, TEXT
from garrison.look.picture.board import board_extent, draw_board
from garrison.look.picture.panel import WIDTH as PANEL_WIDTH
from garrison.look.picture.panel import draw_panel, panel_height
from garrison.look.picture.plate import Drawings
from garrison.look.picture.style import rectangle
from garrison.look.scene import Board, Panel, Scene

MARGIN = 20
GUTTER = 16
HEADER_HEIGHT = 48
FOOTER_HEIGHT = 58
FOOTER_LINES = 2
TITLE_SIZE = 24
PROMPT_SIZE = 15
LOG_SIZE = 13
SMALL_DIVISOR = 2  # fields of small boards are half as wide as those of large ones
SMALLEST_FIELD = 10
LOWEST_LIMIT = 420  # pixels; columns beside lower boards may be this high
NARROWEST = 320  # pixels, so that there is room for a title and a prompt


def to_svg(scene: Scene, sprites: Path, field_size: int = 32) -> str:
    """The scene as SVG text; `sprites` is the folder with one `<kind>.svg` for each kind of piece and ground.

    >>> to_svg(Scene("toy", "Toy", 0, ()), Path("no such folder")).startswith("<svg")
    True
    """
    drawings = Drawings(scene.game, sprites, scene.colours)
    columns = content_columns(scene, drawings, field_size)
    body, content_width, content_height = draw_columns(columns, MARGIN, HEADER_HEIGHT)
    width = max(content_width, NARROWEST) + 2 * MARGIN
    height = HEADER_HEIGHT + content_height + FOOTER_HEIGHT + MARGIN
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{xml_text(scene.title)}</title>',
            drawings.defs(),
            f'<rect width="{number(width)}" height="{number(height)}" fill="{BACKGROUND}"/>',
            draw_header(scene, width),
            body,
            draw_footer(scene, width, HEADER_HEIGHT + content_height),
            "</svg>",
        ]
    )


def board_svg(scene: Scene, sprites: Path, field_size: int) -> str:
    """The first board of a scene and nothing else, as SVG text: a small picture to choose by.

    >>> from garrison.look.scene import Terrain
    >>> board = Board(1, 2, ("..",), {".": Terrain("grass", "grass", " ", "green")})
    >>> board_svg(Scene("toy", "Toy", 0, (board,)), Path("no such folder"), 8).startswith("<svg")
    True
    """
    drawings = Drawings(scene.game, sprites, scene.colours)
    block = board_block(replace(scene.boards[0], title=""), drawings, field_size)
    body = block.draw(0, 0)
    box = f'viewBox="0 0 {number(block.width)} {number(block.height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{drawings.defs()}{body}</svg>'


def to_png(scene: Scene, sprites: Path, field_size: int = 32, scale: float = 1.0) -> bytes:
    """The same picture as PNG bytes, `scale` times as large."""
    try:
        import resvg_py
    except ImportError:
        raise MissingExtra('Pictures as PNG need resvg-py: pip install "garrison[images]".') from None
    # The lettering is made of strokes, so there is no need to search the machine's fonts.
    return bytes(
        resvg_py.svg_to_bytes(svg_string=to_svg(scene, sprites, field_size), zoom=scale, skip_system_fonts=True)
    )


@dataclass(frozen=True)
class PictureBlock:
    """Something of a known size that can be drawn anywhere."""

    width: float
    height: float
    draw: Callable[[float, float], str]


def board_block(board: Board, drawings: Drawings, size: float) -> PictureBlock:
    """A board as a block."""
    return PictureBlock(*board_extent(board, size), lambda x, y: draw_board(board, drawings, x, y, size))


def panel_block(panel: Panel, drawings: Drawings) -> PictureBlock:
    """A panel as a block."""
    return PictureBlock(PANEL_WIDTH, panel_height(panel), lambda x, y: draw_panel(panel, drawings, x, y))


def content_columns(scene: Scene, drawings: Drawings, field_size: int) -> list[list[PictureBlock]]:
    """From left to right: a column for each large board, then the small boards, then the panels."""
    small_size = max(field_size // SMALL_DIVISOR, SMALLEST_FIELD)
    large = [board_block(board, drawings, field_size) for board in scene.boards if not board.small]
    small = [board_block(board, drawings, small_size) for board in scene.boards if board.small]
    panels = [panel_block(panel, drawings) for panel in scene.panels]
    limit = max([LOWEST_LIMIT, *(block.height for block in large)])
    return [[block] for block in large] + columns_of(small, limit) + columns_of(panels, limit)


def columns_of(blocks: Iterable[PictureBlock], limit: float) -> list[list[PictureBlock]]:
    """Blocks in columns no higher than a limit, unless a single block is."""
    columns: list[list[PictureBlock]] = []
    for block in blocks:
        if columns and column_height([*columns[-1], block]) <= limit:
            columns[-1].append(block)
        else:
            columns.append([block])
    return columns


def column_height(blocks: list[PictureBlock]) -> float:
    """The height of a stack of blocks."""
    return sum(block.height for block in blocks) + GUTTER * (len(blocks) - 1)


def draw_columns(columns: list[list[PictureBlock]], x: float, y: float) -> tuple[str, float, float]:
    """All blocks in place, and the width and height that they take."""
    parts = []
    left = x
    for blocks in columns:
        top = y
        for block in blocks:
            parts.append(block.draw(left, top))
            top += block.height + GUTTER
        left += max(block.width for block in blocks) + GUTTER
    height = max((column_height(blocks) for blocks in columns), default=0.0)
    return "".join(parts), max(left - x - GUTTER, 0.0), height


def draw_header(scene: Scene, width: float) -> str:
    """The title, and on the right how far the game has got."""
    state = f"step {scene.steps}"
    end = width - MARGIN
    parts = []
    if scene.over:
        state_width = text_width("game over", LOG_SIZE) + 18
        parts.append(rectangle(end - state_width, 14, state_width, 22, 11, HIGHLIGHT))
        parts.append(text_element("game over", end - state_width / 2, 29.5, LOG_SIZE, INK, 1.3, "middle"))
        end -= state_width + 12
    parts.append(text_element(state, end, 30, LOG_SIZE, QUIET_TEXT, 1, "end"))
    room = end - text_width(state, LOG_SIZE) - MARGIN - 8
    parts.append(text_element(fit(scene.title, TITLE_SIZE, room), MARGIN - 1, 33, TITLE_SIZE, TEXT, 1.3))
    return "".join(parts)


def draw_footer(scene: Scene, width: float, y: float) -> str:
    """What the player is asked; if that leaves a line free, also what happened last.

    The footer always takes the same room, so that pictures of one game keep their size.
    """
    room = width - 2 * MARGIN
    lines = wrap(scene.named_prompt, PROMPT_SIZE, room)[:FOOTER_LINES]
    parts = [
        text_element(line, MARGIN, y + 26 + 22 * place, PROMPT_SIZE, TEXT, 1.15) for place, line in enumerate(lines)
    ]
    if scene.log and len(lines) < FOOTER_LINES:
        log = fit(" · ".join(scene.log), LOG_SIZE, room)
        parts.append(text_element(log, MARGIN, y + 26 + 22 * len(lines), LOG_SIZE, QUIET_TEXT))
    return "".join(parts)
