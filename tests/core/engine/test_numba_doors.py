"""The doors into Numba are open: when one of these fails with a new Numba, compiling has become slow."""

from __future__ import annotations

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from enum import IntEnum
from typing import Any

import numba
import numpy as np
import pytest

import toy
from garrison.core.engine.numba_doors import draft_rules, with_wide_numbers
from garrison.core.engine.rule import rule

SMALL = np.array([3], dtype=np.int8)
LONG_STAGES = ("Module passes", "Finalize object")  # optimising a whole library, and making machine code of it
WITHOUT_DOOR = """
from numba.core import codegen
del codegen.JITCodeLibrary
from garrison.core.engine import numba_doors, rule
numba_doors.draft_rules()
print(numba_doors.RuleCompiler, rule.rule(lambda number: number + 1)(2))
"""


class Kind(IntEnum):
    """Members have a type of their own in Numba."""

    FIRST = 1


@rule
def doubled(number, times=1):
    return 2 * number * times


@rule
def doubled_in_many_ways(number):
    return doubled(1) + doubled(Kind.FIRST) + doubled(SMALL[0]) + doubled(number) + doubled(np.int16(number), 3)


@rule
def lowest(number):
    return 2 * number


@rule
def middle(number):
    return lowest(number) + lowest(number + 1)


@rule
def highest(number):
    return middle(number) - 1


def entry(number):
    return highest(number)


def long_stages(compiled: Any) -> list[str]:
    """The long stages that the compilation of a function went through by itself."""
    (metadata,) = compiled.get_metadata().values()
    return [stage.name for stage in metadata["llvm_pass_timings"] if stage.name.startswith(LONG_STAGES)]


def compile_nest(drafting: bool) -> tuple[int, list[list[str]]]:
    """Compile an entry and three rules below it: what the entry gives, and the long stages of each rule."""
    numba.config.LLVM_PASS_TIMINGS = 1
    if drafting:
        draft_rules()
    made = numba.cfunc(numba.types.int64(numba.types.int64))(entry)
    return made.ctypes(20), [long_stages(compiled) for compiled in (lowest, middle, highest)]


@pytest.mark.parametrize("drafting", [False, True])
def test_drafts_are_finished_by_their_entry_only(drafting: bool) -> None:
    """In another process, because nothing can be called from Python in one that drafts."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        result, stages = pool.submit(compile_nest, drafting).result()
    assert result == 81
    assert [bool(of_one) for of_one in stages] == [not drafting] * 3


def test_a_rule_has_one_signature_however_its_callers_write_whole_numbers() -> None:
    assert doubled_in_many_ways(5) == 2 + 2 + 6 + 10 + 30
    assert len(doubled.signatures) == 1


def test_rules_are_compiled_as_usual_where_the_doors_are_closed() -> None:
    done = toy.python({**os.environ, "GARRISON_LANE": "compiled"}, "-c", WITHOUT_DOOR)
    assert (done.stdout, done.stderr) == ("None 3\n", "")
    unknown = object()
    assert with_wide_numbers(unknown) is unknown
