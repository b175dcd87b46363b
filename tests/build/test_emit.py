"""Objects for every kind of machine, from one source, that ask nobody for what is not everywhere."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import types

from garrison.build import at_once
from garrison.build.lower import Export
from garrison.build.symbols import KNOWN, foreign, outside
from garrison.build.targets import TARGETS
from garrison.core.engine import machine
from garrison.core.engine.curves import logarithm, power, powers, tanh
from garrison.core.engine.lane import LANE
from garrison.core.engine.local_array import local_array
from garrison.core.engine.memory import array_at
from garrison.core.engine.rule import rule
from garrison.errors import BadRules

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")


@rule
def filled(count: int) -> int:
    """An array of its own, a local one, a copy and a search for a zero byte: what LLVM makes calls of."""
    own, local = np.zeros(count, np.int64), local_array(40, np.uint8)
    for place in range(count):
        own[place] = place
    other = own.copy()
    length = 0
    while local[length] == 0 and length < 39:
        length += 1
    return int(other.sum()) + length


@rule
def curve_at(address: int, count: int) -> int:
    """Each number's hyperbolic tangent in its place; how often that of 3 is the logarithm of a million."""
    numbers = array_at(address, count, np.float64)
    for place in range(count):
        numbers[place] = tanh(numbers[place])
    return 1000 * logarithm(1_000_000) * power(2.0, 3)


@rule
def sine(number: int) -> int:
    return int(math.sin(number))


EXPORTS = [at_once.number_export(each.__name__, each) for each in (filled, curve_at)]


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "wasm32"])
def test_an_object_asks_only_for_memory(target: str) -> None:
    made = at_once.made(EXPORTS, target)
    assert foreign(made) == set()
    assert {"malloc", "free"} <= outside(made) <= KNOWN


def test_what_systems_compute_in_their_own_way_is_refused() -> None:
    with pytest.raises(BadRules, match=r"^A rule uses sin, which not every system has or computes in the same way\.$"):
        at_once.made([at_once.number_export("sine", sine)])


@pytest.mark.parametrize("target", machine.targets())
def test_every_level_of_this_processor_gives_the_same(target: str) -> None:
    library = at_once.loaded(EXPORTS, target)
    assert machine.caller(library.address("filled"), "n8", True, False)(1000) == 999 * 500 + 39
    numbers = np.linspace(-30, 30, 4001)
    expected = np.array([tanh(number) for number in numbers.tolist()])
    result = machine.caller(library.address("curve_at"), "n8n8", True, False)(numbers.ctypes.data, 4001)
    assert numbers.tobytes() == expected.tobytes()
    assert result == int(1000 * logarithm(1_000_000) * 8)


def test_curves_are_those_of_mathematics() -> None:
    steps = np.linspace(-25, 25, 20_001).tolist()
    assert max(abs(tanh(step) - math.tanh(step)) for step in steps) < 3e-16
    numbers = [*range(1, 5000), *(3**power for power in range(19))]
    assert sum(logarithm(number) != math.log(number) for number in numbers) <= len(numbers) // 1000
    assert powers(0.93, 60).tolist() == pytest.approx([0.93**place for place in range(60)], rel=1e-15)
    assert [tanh(0.0), tanh(1e-30), tanh(-50.0), logarithm(1)] == [0.0, 1e-30, -1.0, 0.0]


def test_arrays_are_given_by_address_shape_and_stride() -> None:
    def total(seen: Any, rows: Any) -> int:
        result = 0
        for place in range(seen.shape[0]):
            result += seen[place]
        return result * 100 + rows.shape[0] * 10 + rows[1, 2]

    seen, rows = types.Array(types.int64, 1, "A", readonly=True), types.Array(types.uint8, 2, "C")
    library = at_once.loaded([Export("total", total, (seen, rows), True)])
    call = machine.caller(library.address("total"), "s821", True, True)
    apart, table = np.arange(10)[::3], np.full((4, 5), 7, np.uint8)
    assert call(apart, table) == 100 * 18 + 47
    with pytest.raises(TypeError, match="An array of 2 dimensions"):
        call(apart, table[0])
    with pytest.raises(TypeError, match="2 arguments are needed, not 1"):
        call(apart)
