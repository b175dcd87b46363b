"""Pictures with at most 256 colours, as PNG files a quarter of the size: enough for flat drawings."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from garrison.look.png import SIGNATURE, pixels_of

MOST = 256
ROUNDS = 6  # of moving the palette's colours to the mean of what they stand for


def small_png(png: bytes) -> bytes:
    """A PNG with a palette instead of full colours."""
    picture = pixels_of(png)
    colours, places, counts = np.unique(picture.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    palette = _palette(colours.astype(np.float64), counts)
    indices = _nearest(colours.astype(np.float64), palette)[places.ravel()].astype(np.uint8)
    height, width, _ = picture.shape
    lines = np.insert(indices.reshape(height, width), 0, 0, axis=1)  # each line's first byte says: stored as it is
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = {b"IHDR": header, b"PLTE": palette.round().astype(np.uint8).tobytes()}
    parts |= {b"IDAT": zlib.compress(lines.tobytes(), 9), b"IEND": b""}
    return SIGNATURE + b"".join(_chunk(name, body) for name, body in parts.items())


def _palette(colours: NDArray[np.float64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """The most frequent colours, moved to the mean of those nearest to them."""
    palette = colours[np.argsort(-counts)[:MOST]]
    for _ in range(ROUNDS if len(colours) > MOST else 0):
        nearest = _nearest(colours, palette)
        weight = np.bincount(nearest, counts, len(palette))
        for channel in range(3):
            total = np.bincount(nearest, counts * colours[:, channel], len(palette))
            palette[:, channel] = np.where(weight > 0, total / np.maximum(weight, 1), palette[:, channel])
    return palette


def _nearest(colours: NDArray[np.float64], palette: NDArray[np.float64]) -> NDArray[np.int64]:
    """For each of these colours, the index of the nearest one in the palette."""
    products = colours @ palette.T
    return np.argmin((palette**2).sum(axis=1) - 2 * products, axis=1)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
