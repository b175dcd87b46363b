"""Calls of machine code with the extension and without it, faults, and libraries loaded without a linker."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from garrison.build import at_once
from garrison.core.engine import faults, machine
from garrison.core.engine.lane import LANE
from garrison.core.engine.rule import rule
from garrison.core.engine.slow_calls import slow_caller
from garrison.errors import RuleFault

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")
Caller = Callable[[int, str, bool, bool], Any]


@rule
def shared_out(number: int, parts: int) -> int:
    return number // parts


@pytest.fixture(scope="module")
def library() -> machine.Library:
    return at_once.loaded([at_once.number_export("shared_out", shared_out)])


@pytest.fixture(params=["fast", "slow"])
def caller(request: Any, library: machine.Library) -> Any:
    """Both ways to call, each with its own way to hear of faults."""
    if request.param == "fast" and machine._fast() is None:
        pytest.skip("the extension for calls (no C compiler)")
    machine.report_to(library, faults.REPORT_ADDRESS if request.param == "slow" else machine.reporter())
    return slow_caller if request.param == "slow" else machine.caller


@pytest.mark.parametrize("releases", [True, False])
def test_numbers_of_64_bits_go_in_and_come_out(caller: Caller, library: machine.Library, releases: bool) -> None:
    call = caller(library.address("shared_out"), "n8n8", True, releases)
    assert call(2**62, 2) == 2**61
    assert call(np.int16(-7), True) == -7
    assert call(-(2**63), 1) == -(2**63)
    with pytest.raises(TypeError):
        call("7", 1)


def test_a_fault_is_raised_with_the_name_of_the_function(caller: Caller, library: machine.Library) -> None:
    call = caller(library.address("shared_out"), "n8n8", True, False)
    with pytest.raises(RuleFault, match=r"^shared_out divides by zero$"):
        call(1, 0)
    assert call(8, 2) == 4


def test_a_fault_belongs_to_its_thread(caller: Caller, library: machine.Library) -> None:
    call = caller(library.address("shared_out"), "n8n8", True, True)
    wrong: list[str] = []

    def often(parts: int) -> None:
        for _ in range(300):
            try:
                assert call(6, parts) == 2
            except RuleFault as fault:
                wrong.append(f"{parts} {fault}")

    threads = [threading.Thread(target=often, args=(parts,)) for parts in (0, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == ["0 shared_out divides by zero"] * 300


def test_whoever_wants_to_hear_of_faults_hears_at_once_and_nothing_is_raised(
    caller: Caller, library: machine.Library
) -> None:
    call, told = caller(library.address("shared_out"), "n8n8", True, False), list[str]()
    with faults.noticed(lambda fault: told.append(str(fault))):
        assert call(1, 0) == 0
    assert told == ["shared_out divides by zero"]
    assert call(9, 3) == 3


def test_without_a_linker_the_object_itself_is_loaded(tmp_path: Any) -> None:
    file = tmp_path / "shared_out.o"
    file.write_bytes(at_once.made([at_once.number_export("shared_out", shared_out)]))
    call = machine.caller(machine.load(file).address("shared_out"), "n8n8", True, False)
    assert call(12, 5) == 2
    with pytest.raises(RuleFault, match="divides by zero"):
        call(1, 0)
