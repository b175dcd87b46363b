"""Observations for networks: a channel for each code of each part, and shares of the largest number for amounts.

>>> import garrison
>>> game = garrison.load("minefield")
>>> encode = Encoder(game.observation_spec)
>>> position = game.new(seed=7)
>>> encode(position.observe(0)[None]).shape, encode.channels[:2]
((1, 8, 23, 53), ('objects: wall', 'objects: one'))
>>> encode.numbers(position.measure(0)[None]).shape, encode.number_channels[3:5]
((1, 18), ('facing: right', 'facing: down'))
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from garrison.core.encoding.channels import PlacedPart, names_of, parts_of
from garrison.core.encoding.columns import Columns
from garrison.core.encoding.kernels import ORIGIN, Column, Reading, encode_floats, encode_marks
from garrison.core.engine import memory
from garrison.core.libraries import need
from garrison.core.observation import BYTE, ObservationSpec
from garrison.errors import BadOption, shown

Array = np.ndarray[Any, Any]
KINDS = {"float32": np.float32, "bool": np.bool_}
BYTES = np.arange(BYTE + 1, dtype=np.uint8)


class Encoder:
    """Writes observations as networks take them: `float32`, or planes also as `bool`, where an amount is True unless it
    is 0.

    A code becomes a channel of ones and zeros for each word but the first, which stands for nothing. Of a number with
    several meanings (see `Seen.parts`), each has channels of its own, so that a linear layer can read every one of
    them. `version` is raised when channels change: keep it with what you train.
    """

    def __init__(self, spec: ObservationSpec, kind: str = "float32") -> None:
        if kind not in KINDS:
            raise BadOption(f"An encoder writes {' or '.join(KINDS)}, not {shown(kind)}.")
        need(ORIGIN)
        self.spec, self.kind, self.version = spec, kind, spec.version
        planes, numbers, entities = map(parts_of, (spec.planes, spec.numbers, spec.entities))
        self.channels, self.number_channels, self.entity_channels = map(names_of, (planes, numbers, entities))
        self._parts = np.array([_row(part, kind) for part in planes], dtype=np.int64).reshape(-1, len(Column))
        self._parts[1:, Column.FIRST] = np.cumsum([len(part.channels) for part in planes])[:-1]
        self._tables = np.array([part.part.of(BYTES) for part in planes], dtype=np.uint8).reshape(-1, len(BYTES))
        self._numbers, self._entities = Columns(numbers), Columns(entities)

    def __call__(self, planes: Array, out: Array | None = None) -> Array:
        """Encode rows of planes (rows x planes x rows x columns), into `out` if it is given."""
        stack = np.ascontiguousarray(planes, dtype=np.uint8)
        rows = -1 if math.prod(self.spec.shape) else math.prod(stack.shape[:-3])  # of nothing, -1 can't tell how many
        stack = stack.reshape(rows, *self.spec.shape)
        shape = (len(stack), len(self.channels), *self.spec.board)
        result = np.empty(shape, dtype=KINDS[self.kind]) if out is None else out
        if result.shape != shape or result.dtype != KINDS[self.kind] or not result.flags.carray:
            raise BadOption(f"out must be a writable array of {self.kind}, {shape}, in one piece.")
        encode = encode_floats if self.kind == "float32" else encode_marks
        draft = np.empty((1, shape[2] * shape[3]), dtype=np.uint8)
        encode(stack, self._parts, self._tables, draft, memory.whole(result), shape[1])
        return result

    def numbers(self, numbers: Array) -> Array:
        """Encode rows of numbers (rows x numbers), always as `float32`: rows x `number_channels`."""
        return self._numbers(numbers)

    def entities(self, entities: Array) -> Array:
        """Encode lists of entities (rows x entities x numbers), as `float32`: the last axis is `entity_channels`."""
        return self._entities(entities)


def _row(one: PlacedPart, kind: str) -> list[int]:
    """What the loops are told of a part of a plane, in the order of `Column`."""
    part, values = one.part, BYTES[one.whole.holds(BYTES)]
    mask = ((part.modulus or BYTE + 1) - 1) & ~(part.step - 1) & BYTE
    reading, step = Reading.TABLE, 1
    if ((values & mask) == part.of(values) * part.step).all():
        reading, step = Reading.BITS, part.step
    most = max(part.most, 1) * step if kind == "float32" else 0
    return [one.place, reading, mask, 0, len(part.codes), step, most]
