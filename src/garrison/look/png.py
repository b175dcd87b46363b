"""From the bytes of a PNG file to an array of pixels, without an imaging library."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from garrison.errors import GarrisonError

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}  # by colour type: red, green, blue, and with opacity
RGB, RGBA = 3, 4
Row = NDArray[np.uint8]


def pixels_of(png: bytes, channels: int = RGB) -> NDArray[np.uint8]:
    """The pixels of a PNG with 8 bits a channel, as (height, width, channels): RGB, or RGBA with their opacity."""
    if not png.startswith(SIGNATURE):
        raise GarrisonError("These bytes are not a PNG file.")
    parts = list(chunks(png))
    width, height, depth, colour_type, _, _, interlace = struct.unpack(">IIBBBBB", parts[0][1])
    own = CHANNELS.get(colour_type, 0)
    if (depth, interlace) != (8, 0) or own < channels:
        raise GarrisonError(f"This PNG file does not hold {channels} channels of 8 bits a pixel, line by line.")
    data = b"".join(body for name, body in parts if name == b"IDAT")
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, -1)
    # Channels do not depend on each other, so opacity need not be decoded where nobody asks for it.
    return decode_lines(lines[:, 0], lines[:, 1:].reshape(height, width, own)[:, :, :channels])


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The named parts of a PNG."""
    place = len(SIGNATURE)
    while place < len(png):
        length, name = struct.unpack_from(">I4s", png, place)
        yield name, png[place + 8 : place + 8 + length]
        place += 12 + length


def decode_lines(kinds: NDArray[np.uint8], lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """PNG stores each line as a difference from its neighbours; its kind, one of FILTERS, says from which of them."""
    result = np.zeros_like(lines)
    above = np.zeros_like(lines[0])
    for number, kind in enumerate(kinds):
        above = result[number] = FILTERS[kind](lines[number], above)
    return result


def add_nothing(row: Row, above: Row) -> Row:
    """Filter 0: the bytes as they are."""
    return row


def add_left(row: Row, above: Row) -> Row:
    """Filter 1: the difference from the pixel to the left."""
    return np.cumsum(row, axis=0, dtype=np.uint8)


def add_above(row: Row, above: Row) -> Row:
    """Filter 2: the difference from the pixel above."""
    return row + above


def add_average(row: Row, above: Row) -> Row:
    """Filter 3: the difference from the average of left and above."""
    return by_channel(row, above, average_line)


def add_nearest(row: Row, above: Row) -> Row:
    """Filter 4: the difference from the likeliest of left, above and above left."""
    return by_channel(row, above, nearest_line)


def by_channel(row: Row, above: Row, line: Callable[[Row, Row], Row]) -> Row:
    """Decode each channel of a row separately."""
    return np.stack([line(row[:, channel], above[:, channel]) for channel in range(row.shape[1])], axis=1)


def average_line(row: Row, above: Row) -> Row:
    """One channel of filter 3; plain lists are faster here than arrays, pixel by pixel."""
    left = 0
    result = []
    for value, up in zip(row.tolist(), above.tolist(), strict=True):
        left = (value + (left + up >> 1)) & 255
        result.append(left)
    return np.array(result, np.uint8)


def nearest_line(row: Row, above: Row) -> Row:
    """One channel of filter 4; ties go to left, then above.

    Where the row above does not change and the difference is 0, the pixel equals the one to its left. Pictures of
    boards are flat, so only the few other pixels are decoded one by one.
    """
    corners = np.concatenate((np.zeros(1, np.uint8), above[:-1]))
    active = np.flatnonzero((row != 0) | (above != corners))
    left = 0
    values = [0]
    for value, up, corner in zip(row[active].tolist(), above[active].tolist(), corners[active].tolist(), strict=True):
        left = (value + likeliest(left, up, corner)) & 255
        values.append(left)
    lengths = np.diff(np.concatenate(([0], active, [len(row)])))
    return np.repeat(np.array(values, np.uint8), lengths)


def likeliest(left: int, up: int, corner: int) -> int:
    """Which neighbour is nearest to left + up - corner."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


FILTERS = (add_nothing, add_left, add_above, add_average, add_nearest)
