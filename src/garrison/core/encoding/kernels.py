"""The loops of the encoder, compiled apart from the engine: a change here compiles no game again."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import array_at
from garrison.core.engine.rule import rule
from garrison.core.engine.store import Origin

ORIGIN = Origin("encoding", Path(__file__).parent, parts=(), modules=("garrison.core.encoding.kernels",))


class Reading(IntEnum):
    """How a part is read from the numbers of a plane."""

    BITS = 0  # some of their bits, or all of them
    TABLE = 1  # what a table says of each


class Column(IntEnum):
    """What is known of a part, in the order of its channels."""

    PLANE = 0
    READING = 1
    MASK = 2  # the bits
    FIRST = 3  # its first channel
    CODES = 4  # how many it has; 0: it is an amount
    STEP = 5  # from code to code
    MOST = 6  # of which an amount is a share; 0: only whether there is any is of interest


@rule
def keep_bits(source: Any, mask: Any, target: Any) -> None:
    """Some bits of every number."""
    for field in range(source.shape[0]):
        target[field] = source[field] & mask


@rule
def look_up(source: Any, table: Any, target: Any) -> None:
    """What a table says of every number."""
    for field in range(source.shape[0]):
        target[field] = table[source[field]]


@rule
def mark_code(source: Any, code: Any, target: Any) -> None:
    """A one where a part has this code. Without a branch, the compiler does many fields at a time."""
    for field in range(source.shape[0]):
        target[field] = source[field] == code


@rule
def mark_some(source: Any, target: Any) -> None:
    """True where a part has any number."""
    for field in range(source.shape[0]):
        target[field] = source[field] != 0


@rule
def scale(source: Any, share: Any, target: Any) -> None:
    """Every number of a part times a share."""
    for field in range(source.shape[0]):
        target[field] = np.float32(source[field]) * share


@rule
def write(planes: Any, parts: Any, tables: Any, draft: Any, outputs: Any) -> None:
    """Every part of every observation; `draft` has room for one plane.

    Each rule is called in one place only, and so compiled into the loop: on small boards, calls take longest.
    """
    for index in range(planes.shape[0]):
        for number in range(parts.shape[0]):
            plane, first = parts[number, Column.PLANE], parts[number, Column.FIRST]
            codes, most = parts[number, Column.CODES], parts[number, Column.MOST]
            if parts[number, Column.READING] == Reading.BITS:
                keep_bits(planes[index, plane], np.uint8(parts[number, Column.MASK]), draft)
            else:
                look_up(planes[index, plane], tables[number], draft)
            for code in range(1, codes):
                mark_code(draft, np.uint8(code * parts[number, Column.STEP]), outputs[index, first + code - 1])
            if codes == 0 and most == 0:
                mark_some(draft, outputs[index, first])
            elif codes == 0:
                scale(draft, np.float32(1) / np.float32(most), outputs[index, first])


@kernel("planes counts rows rows whole whole", ORIGIN)
def encode_floats(planes: Any, parts: Any, tables: Any, draft: Any, out: Any, channels: Any) -> None:
    """Encode as numbers from 0 to 1."""
    count, depth, rows, columns = planes.shape
    outputs = array_at(out, (count, channels, rows, columns), np.float32).reshape(count, channels, rows * columns)
    write(planes.reshape(count, depth, rows * columns), parts, tables, draft[0], outputs)


@kernel("planes counts rows rows whole whole", ORIGIN)
def encode_marks(planes: Any, parts: Any, tables: Any, draft: Any, out: Any, channels: Any) -> None:
    """Encode as whether something is there."""
    count, depth, rows, columns = planes.shape
    outputs = array_at(out, (count, channels, rows, columns), np.bool_).reshape(count, channels, rows * columns)
    write(planes.reshape(count, depth, rows * columns), parts, tables, draft[0], outputs)
