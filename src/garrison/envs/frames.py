"""Frames for people who watch a program learn: arrays of pixels, a window, or text.

Rasterising a whole picture takes a tenth of a second. Here every look of a piece and of the ground is rasterised once
and kept, and a frame is put together from them. It shows the boards; what panels say is in the observation.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from garrison.core.position import Position
from garrison.errors import BadOption, MissingExtra, shown
from garrison.look.lettering import number
from garrison.look.palette import BACKGROUND, HIGHLIGHT
from garrison.look.picture.board import NO_TERRAIN, draw_ground, draw_piece
from garrison.look.picture.plate import Drawings
from garrison.look.png import RGBA, pixels_of
from garrison.look.scene import Board, Piece, Scene, Terrain

Array = np.ndarray[Any, Any]
MODES = ("rgb_array", "human", "ansi")
MODES_OF_MANY = ("rgb_array", "ansi")  # a window shows one game
WIDEST = 800  # pixels of a board's longer side
LARGEST_FIELD, SMALLEST_FIELD = 48, 12
GAP = 8  # pixels around boards


class Screen:
    """What draws the frames of one environment."""

    def __init__(self, mode: str, modes: tuple[str, ...] = MODES) -> None:
        if mode not in modes:
            raise BadOption(f"render_mode must be one of {', '.join(modes)} here, not {shown(mode)}.")
        self.mode = mode
        self._window: Any = None

    def frame(self, position: Position, player: int) -> Any:
        """A frame: an array, text, or None after it was shown in a window."""
        scene = position.scene(player)
        if self.mode == "ansi":
            return scene.to_text()
        pixels = picture(scene, position.game.package.folder / "sprites")
        if self.mode == "rgb_array":
            return pixels
        self._show(pixels, scene.title)
        return None

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _show(self, pixels: Array, title: str) -> None:
        if self._window is None:
            self._window = Window(title)
        self._window.show(pixels)


class Window:
    """A plain window with one picture in it."""

    def __init__(self, title: str) -> None:
        try:
            import tkinter

            self._root = tkinter.Tk()
        except Exception as error:  # no Tk, or no display
            raise MissingExtra(f'render_mode "human" needs Tk and a display ({error}); try "rgb_array".') from None
        self._root.title(title)
        self._label = tkinter.Label(self._root)
        self._label.pack()
        self._photo: Any = None

    def show(self, pixels: Array) -> None:
        """Put a picture into the window."""
        import tkinter

        height, width, _ = pixels.shape
        data = b"P6 %d %d 255 " % (width, height) + pixels.tobytes()
        with suppress(tkinter.TclError):  # whoever watched has closed the window: the program goes on without it
            self._photo = tkinter.PhotoImage(master=self._root, data=data, format="PPM")
            self._label.configure(image=self._photo)
            self._root.update()

    def close(self) -> None:
        """Close it, unless whoever watched has done so."""
        import tkinter

        with suppress(tkinter.TclError):
            self._root.destroy()


def picture(scene: Scene, sprites: Path) -> Array:
    """The boards of a scene side by side, as pixels (rows x columns x RGB)."""
    boards = [_board(board, scene, sprites) for board in scene.boards]
    height = max((part.shape[0] for part in boards), default=1) + 2 * GAP
    width = sum(part.shape[1] + GAP for part in boards) + GAP
    whole = _blank(height, width).copy()
    start = GAP
    for part in boards:
        whole[GAP : GAP + part.shape[0], start : start + part.shape[1]] = part
        start += part.shape[1] + GAP
    return whole


def _board(board: Board, scene: Scene, sprites: Path) -> Array:
    size = min(max(WIDEST // max(board.rows, board.columns), SMALLEST_FIELD), LARGEST_FIELD)
    size = size // 2 if board.small else size
    pixels = _ground(board.terrain, tuple(board.legend.items()), scene.game, sprites, size).copy()
    for piece in sorted(board.pieces, key=lambda piece: piece.layer):
        look = replace(piece, id="", label="", row=0, column=0)
        _put(pixels, _piece(look, scene.game, sprites, scene.colours, size), piece.row * size, piece.column * size)
    for field in board.chosen_fields:
        row, column = divmod(field, board.columns)
        _outline(pixels[row * size : (row + 1) * size, column * size : (column + 1) * size], max(size // 12, 1))
    return pixels


@lru_cache(maxsize=64)
def _ground(
    terrain: tuple[str, ...], legend: tuple[tuple[str, Terrain], ...], game: str, sprites: Path, size: int
) -> Array:
    """The ground of a board, which seldom changes."""
    grounds, marks = dict(legend), sorted(set().union(*terrain))
    tiles = np.stack([_tile(grounds.get(mark, NO_TERRAIN), game, sprites, size) for mark in marks])
    places = np.array([[marks.index(mark) for mark in row] for row in terrain])
    pixels: Array = tiles[places].swapaxes(1, 2).reshape(len(terrain) * size, -1, 3)
    return pixels


@lru_cache(maxsize=64)
def _blank(height: int, width: int) -> Array:
    """Nothing but background: copying it is faster than painting it."""
    return np.tile(np.array(_rgb(BACKGROUND), dtype=np.uint8), (height, width, 1))


@lru_cache(maxsize=1024)
def _tile(terrain: Terrain, game: str, sprites: Path, size: int) -> Array:
    drawings = Drawings(game, sprites)
    tile = _blank(size, size).copy()
    body = draw_ground(terrain, drawings, 0, 0, size)
    _put(tile, _raster(drawings.defs() + body, size, size), 0, 0)
    return tile


@lru_cache(maxsize=8192)
def _piece(look: Piece, game: str, sprites: Path, colours: tuple[str, ...], size: int) -> Array:
    """A piece with everything that is drawn on it, as pixels with their alpha."""
    drawings = Drawings(game, sprites, colours)
    body = draw_piece(look, drawings, 0, 0, size)
    return _raster(drawings.defs() + body, look.width * size, look.height * size)


def _raster(body: str, width: int, height: int) -> Array:
    try:
        import resvg_py
    except ImportError:
        raise MissingExtra('Frames need resvg-py: pip install "garrison[envs]".') from None
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'
    return pixels_of(bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)), RGBA)


def _put(pixels: Array, look: Array, top: int, left: int) -> None:
    """Lay something with alpha over a picture, as far as it is inside."""
    below = pixels[max(top, 0) : top + look.shape[0], max(left, 0) : left + look.shape[1]]
    part = look[: below.shape[0], : below.shape[1]]
    alpha = part[..., 3:].astype(np.uint16)
    below[:] = (part[..., :3] * alpha + below * (255 - alpha)) // 255


def _outline(field: Array, width: int) -> None:
    colour = _rgb(HIGHLIGHT)
    field[:width] = field[-width:] = colour
    field[:, :width] = field[:, -width:] = colour


def _rgb(colour: str) -> tuple[int, int, int]:
    """A colour's three numbers.

    >>> _rgb("#ff8000")
    (255, 128, 0)
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue
