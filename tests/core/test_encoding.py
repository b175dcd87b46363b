"""The encoder: what NumPy would write, in compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from garrison.core.encoding import Encoder
from garrison.core.errors import BadOption
from playing import NAMES, game_of

pytestmark = pytest.mark.lane


@pytest.mark.parametrize("kind", ["float32", "bool"])
@pytest.mark.parametrize("name", NAMES)
def test_every_plane_is_encoded(name: str, kind: str) -> None:
    game = game_of(name)
    batch, encode = game.batch(2, seed=1), Encoder(game.observation_spec, kind)
    for _ in range(5):
        batch.advance(batch.random_actions())
    planes = batch.look().planes
    expected = []
    for place, part in enumerate(game.observation_spec.planes):
        plane = planes[:, place]
        if part.codes:
            expected += [plane == code for code in range(1, len(part.codes))]
        else:
            expected.append(plane / np.float32(part.high) if kind == "float32" else plane > 0)
    written = encode(planes)
    assert written.dtype == kind
    assert len(encode.channels) == written.shape[1]
    assert np.allclose(written, np.stack(expected, axis=1), atol=1e-6)
    out = np.ones_like(written)
    assert encode(planes, out) is out
    assert (out == written).all()


def test_what_cannot_be_written() -> None:
    spec = game_of("minefield").observation_spec
    with pytest.raises(BadOption, match="float32 or bool, not 'int8'"):
        Encoder(spec, "int8")
    with pytest.raises(BadOption, match="out must be a writable array of bool"):
        Encoder(spec, "bool")(np.zeros((1, *spec.shape), np.uint8), np.zeros((1, 2), bool))
