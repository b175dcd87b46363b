"""What a kernel takes, by names."""

from __future__ import annotations

import weakref
from pathlib import Path

import numpy as np
import pytest

from garrison.core.engine import memory
from garrison.core.engine.arguments import NOWHERE, Arguments, Seed
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import Address, array_at, record_at
from garrison.core.engine.store import Origin
from garrison.core.libraries import need

pytestmark = pytest.mark.lane


class Sum(Arguments):
    numbers: Address
    count: int
    seed: Seed = 1 << 63
    weight: float = 0.5
    total: float = 0.0
    others: Address = NOWHERE


SUM = Sum.dtype


ORIGIN = Origin("adding", Path(__file__).parent, parts=("test_arguments",), modules=(__name__,))


@kernel("whole", ORIGIN)
def add_up(arguments: Address) -> int:
    a = record_at(arguments, SUM)
    numbers = array_at(a.numbers, a.count, np.int64)
    for index in range(a.count):
        a.total += a.weight * numbers[index]
    return a.seed >> np.uint64(60)


def test_a_kernel_reads_its_arguments_by_their_names_and_writes_them() -> None:
    need(ORIGIN)
    numbers = np.array([1, 2, 4])
    given = Sum(numbers=memory.whole(numbers), count=3)
    assert add_up(given.address) == 8
    assert given.total == 3.5
    given.count, given.weight = 2, 1.0
    add_up(given.address)
    assert (given.total, given.count, given.seed) == (6.5, 2, 1 << 63)


def test_others_that_extend_them_have_their_fields_first() -> None:
    class Product(Sum):
        factor: int = 2

    assert Product.dtype.names == (*SUM.names, "factor")
    assert Product(numbers=NOWHERE, count=0).weight == 0.5


def test_what_is_left_out_or_unknown_is_named() -> None:
    with pytest.raises(TypeError, match=r"^Sum takes numbers, count, .*; missing or unknown: counts, numbers\.$"):
        Sum(count=3, counts=4)  # type: ignore[call-arg]


def test_memory_that_is_kept_lives_as_long() -> None:
    numbers = np.array([1, 2, 4])
    given = Sum(numbers=memory.whole(numbers), count=3).keep(numbers)
    owner = weakref.ref(numbers)
    del numbers
    assert owner() is not None
    del given
    assert owner() is None
