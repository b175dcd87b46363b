"""Observations for networks: one plane for each code, and shares of the largest number for the rest.

>>> import garrison
>>> game = garrison.load("minefield")
>>> encode = Encoder(game.observation_spec)
>>> planes = game.new(seed=7).observe(0)[None]
>>> encode(planes).shape, encode.channels[:2]
((1, 8, 23, 53), ('objects: wall', 'objects: one'))
"""

from __future__ import annotations

from typing import Any

import numpy as np

from garrison.core import preparation
from garrison.core.encoding.kernels import ORIGIN, encode_floats, encode_marks
from garrison.core.engine import memory
from garrison.core.engine.warm import Kernels
from garrison.core.errors import BadOption, shown
from garrison.core.observation import ObservationSpec, Seen

Array = np.ndarray[Any, Any]
KINDS = {"float32": np.float32, "bool": np.bool_}


class Encoder:
    """Writes planes as a network takes them: `float32`, or `bool`, where a number that is not a code is True unless it
    is 0.

    A plane of codes becomes a plane of ones and zeros for each code but the first, which stands for nothing.
    """

    def __init__(self, spec: ObservationSpec, kind: str = "float32") -> None:
        if kind not in KINDS:
            raise BadOption(f"An encoder writes {' or '.join(KINDS)}, not {shown(kind)}.")
        preparation.ensure(Kernels(ORIGIN))
        self.spec, self.kind = spec, kind
        self.channels = tuple(name for part in spec.planes for name in _channels(part))
        counts = [len(_channels(part)) for part in spec.planes]
        self._first = np.cumsum([0, *counts[:-1]]).astype(np.int64)
        self._codes = np.array([len(part.codes) for part in spec.planes], dtype=np.int64)
        self._highs = np.array([max(part.high, 1) for part in spec.planes], dtype=np.int64)

    def __call__(self, planes: Array, out: Array | None = None) -> Array:
        """Encode rows of planes (rows x planes x rows x columns), into `out` if it is given."""
        given = np.ascontiguousarray(planes, dtype=np.uint8).reshape(-1, *self.spec.shape)
        shape = (len(given), len(self.channels), *self.spec.board)
        written = np.empty(shape, dtype=KINDS[self.kind]) if out is None else out
        if written.shape != shape or written.dtype != KINDS[self.kind] or not written.flags.carray:
            raise BadOption(f"out must be a writable array of {self.kind}, {shape}, in one piece.")
        encode = encode_floats if self.kind == "float32" else encode_marks
        encode(given, self._first, self._codes, self._highs, memory.whole(written), shape[1])
        return written


def _channels(part: Seen) -> list[str]:
    return [f"{part.name}: {code}" for code in part.codes[1:]] if part.codes else [part.name]
