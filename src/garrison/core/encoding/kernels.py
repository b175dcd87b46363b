"""The loops of the encoder, compiled apart from the engine: a change here compiles no game again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from garrison.core.engine.cache import Origin
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import array_at
from garrison.core.engine.rule import rule

ORIGIN = Origin("encoding", Path(__file__).parent, parts=(), module="garrison.core.encoding.kernels")


@rule
def write_plane(planes: Any, index: Any, plane: Any, out: Any, first: Any, codes: Any, share: Any) -> None:
    """One plane: a one in the plane of each code, or every number times its share."""
    for row in range(planes.shape[2]):
        for column in range(planes.shape[3]):
            value = np.int64(planes[index, plane, row, column])
            if codes == 0:
                out[index, first, row, column] = value * share
            elif value > 0:
                out[index, first + value - 1, row, column] = 1


@kernel("planes wholes wholes wholes whole whole", ORIGIN)
def encode_floats(planes: Any, first: Any, codes: Any, highs: Any, out: Any, channels: Any) -> None:
    """Encode as numbers from 0 to 1."""
    count, _, rows, columns = planes.shape
    written = array_at(out, (count, channels, rows, columns), np.float32)
    written[:] = 0
    for index in range(count):
        for plane in range(planes.shape[1]):
            write_plane(
                planes, index, plane, written, first[plane], codes[plane], np.float32(1) / np.float32(highs[plane])
            )


@kernel("planes wholes wholes wholes whole whole", ORIGIN)
def encode_marks(planes: Any, first: Any, codes: Any, highs: Any, out: Any, channels: Any) -> None:
    """Encode as whether something is there."""
    count, _, rows, columns = planes.shape
    written = array_at(out, (count, channels, rows, columns), np.bool_)
    written[:] = False
    for index in range(count):
        for plane in range(planes.shape[1]):
            mark_plane(planes, index, plane, written, first[plane], codes[plane])


@rule
def mark_plane(planes: Any, index: Any, plane: Any, out: Any, first: Any, codes: Any) -> None:
    """One plane: true in the plane of each code, or where a number is not 0."""
    for row in range(planes.shape[2]):
        for column in range(planes.shape[3]):
            value = np.int64(planes[index, plane, row, column])
            if value > 0:
                out[index, first + (value - 1 if codes > 0 else 0), row, column] = True
