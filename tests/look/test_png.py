"""PNG files are read as the definition of the format says."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from garrison.errors import GarrisonError
from garrison.look.png import RGBA, SIGNATURE, pixels_of


def filtered_png(pixels: np.ndarray, kinds: list[int]) -> bytes:
    """A PNG whose lines are filtered in the given ways, written straight from the definition of the format."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    height, width, channels = pixels.shape
    flat = np.zeros((height + 1, (width + 1) * channels), int)  # zeros stand above and at the left
    flat[1:, channels:] = pixels.reshape(height, -1)
    lines = b""
    for row, kind in enumerate(kinds, start=1):
        here, above = flat[row], flat[row - 1]
        lines += bytes([kind]) + bytes(
            (int(here[i]) - guess(kind, int(here[i - channels]), int(above[i]), int(above[i - channels]))) % 256
            for i in range(channels, len(here))
        )
    header = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")
    return SIGNATURE + parts


def guess(kind: int, left: int, up: int, corner: int) -> int:
    near = left + up - corner
    paeth = min((left, up, corner), key=lambda value: abs(near - value))
    return (0, left, up, (left + up) // 2, paeth)[kind]


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("spread", [2, 256])
def test_every_filter_of_png_is_read(channels: int, spread: int) -> None:
    generator = np.random.default_rng(channels * spread)
    pixels = generator.integers(0, spread, (25, 17, channels)).astype(np.uint8)
    pixels[:, 4:12] = pixels[:, 4:5]  # flat stretches, as boards have
    png = filtered_png(pixels, [0, 1, 2, 3, 4] * 5)
    assert (pixels_of(png) == pixels[:, :, :3]).all()
    assert (pixels_of(png, channels) == pixels).all()


def test_what_is_no_png_in_full_colour_is_refused() -> None:
    png = filtered_png(np.zeros((2, 2, 3), np.uint8), [0, 0])
    with pytest.raises(GarrisonError, match="4 channels"):
        pixels_of(png, RGBA)
    with pytest.raises(GarrisonError, match="not a PNG file"):
        pixels_of(png[1:])
