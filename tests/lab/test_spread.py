"""Independent tasks on several cores."""

from __future__ import annotations

from functools import partial

import pytest

from garrison.errors import BadOption, GarrisonError
from garrison.lab.work.spread import can_be_sent, spread


def test_what_can_be_sent() -> None:
    assert can_be_sent(partial(pow, 2))
    assert not can_be_sent(partial(pow, lambda: 0))
    ours = type("Ours", (), {"__module__": "__main__"})()
    assert not can_be_sent(ours)


def test_results_and_failures_of_other_processes() -> None:
    results = spread(abs, [-3, 4, "five"], processes=1)
    assert [next(results), next(results)] == [3, 4]
    with pytest.raises(GarrisonError, match="TypeError: bad operand type for abs"):
        next(results)


def test_how_many_processes() -> None:
    with pytest.raises(BadOption, match="Games are played in 0 to 1,024 other processes, not in -1"):
        next(spread(abs, [1], processes=-1))
