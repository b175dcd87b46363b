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
def mark_code(source: Any, code: Any, target: Any) -> None:
    """A one where a plane has this code. Without a branch, the compiler does many fields at a time."""
    for field in range(source.shape[0]):
        target[field] = source[field] == code


@rule
def mark_some(source: Any, target: Any) -> None:
    """True where a plane has any number."""
    for field in range(source.shape[0]):
        target[field] = source[field] != 0


@rule
def scale(source: Any, share: Any, target: Any) -> None:
    """Every number of a plane times a share."""
    for field in range(source.shape[0]):
        target[field] = np.float32(source[field]) * share


@kernel("planes wholes wholes wholes whole whole", ORIGIN)
def encode_floats(planes: Any, first: Any, codes: Any, highs: Any, out: Any, channels: Any) -> None:
    """Encode as numbers from 0 to 1."""
    count, parts, rows, columns = planes.shape
    seen = planes.reshape(count, parts, rows * columns)
    written = array_at(out, (count, channels, rows, columns), np.float32).reshape(count, channels, rows * columns)
    for index in range(count):
        for plane in range(parts):
            if codes[plane] == 0:
                share = np.float32(1) / np.float32(highs[plane])
                scale(seen[index, plane], share, written[index, first[plane]])
            for code in range(1, codes[plane]):
                mark_code(seen[index, plane], np.uint8(code), written[index, first[plane] + code - 1])


@kernel("planes wholes wholes wholes whole whole", ORIGIN)
def encode_marks(planes: Any, first: Any, codes: Any, highs: Any, out: Any, channels: Any) -> None:
    """Encode as whether something is there."""
    count, parts, rows, columns = planes.shape
    seen = planes.reshape(count, parts, rows * columns)
    written = array_at(out, (count, channels, rows, columns), np.bool_).reshape(count, channels, rows * columns)
    for index in range(count):
        for plane in range(parts):
            if codes[plane] == 0:
                mark_some(seen[index, plane], written[index, first[plane]])
            for code in range(1, codes[plane]):
                mark_code(seen[index, plane], np.uint8(code), written[index, first[plane] + code - 1])
