"""The doors into Numba are open: when one of these fails with a new Numba, compiling has become slow."""

from __future__ import annotations

import multiprocessing
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import IntEnum
from typing import Any

import numba
import numpy as np
import pytest
from numba.core import event

import toy
from garrison.core.engine.numba_doors import EntryCompiler, _is_plain, draft_rules, with_wide_numbers
from garrison.core.engine.rule import rule

SMALL = np.array([3], dtype=np.int8)
WITHOUT_DOOR = """
from numba.core import codegen
del codegen.JITCodeLibrary
from garrison.core.engine import numba_doors, rule
numba_doors.draft_rules()
print(numba_doors.RuleCompiler, numba_doors.EntryCompiler, rule.rule(lambda number: number + 1)(2))
"""
ON_GPU = """
from garrison.core.engine import numba_doors
numba_doors.lend_row_stack()
try:
    import numba_cuda, numba.cuda
except ImportError:
    raise SystemExit("no CUDA target")
from numba.cuda.cudadecl import registry
from numba.cuda.dispatcher import CUDADispatcher
from numba.cuda.typing import arraydecl
before = CUDADispatcher.get_call_template, arraydecl.get_array_index_type
numba_doors.open_on_gpu()
after = CUDADispatcher.get_call_template, arraydecl.get_array_index_type
has_room = any(name is numba_doors.local_array for name, _ in registry.globals)
print(*(one is not other for one, other in zip(before, after)), has_room)
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


def stages(compiled: Any) -> Counter[str]:
    """How often a function's own compilation went through each of Numba's stages, for short."""
    (metadata,) = compiled.get_metadata().values()
    return Counter(stage.name.split()[0] for stage in metadata["llvm_pass_timings"])


def look_at_options() -> tuple[int, bool, bool, bool, str]:
    """How often options that are equal are spelled out, whether they compare as they should, and a record's name."""
    draft_rules()
    from numba.core.compiler import Flags

    spelled_out = 0

    def values(self: Any, usual: Any = Flags.values) -> Any:
        nonlocal spelled_out
        spelled_out += 1
        return usual(self)

    Flags.values = values
    some, same, other = Flags(), Flags(), Flags()
    some.nrt = same.nrt = True
    equal = some == same and hash(some) == hash(same) and some != 3
    once = spelled_out
    record = numba.from_dtype(np.dtype([("energy", np.int16)]))
    explicit = Flags()
    explicit.nrt = False  # what it is if nobody says anything
    return once, equal, some != other, explicit == other, repr(record)


def count_choices() -> tuple[int, int]:
    """How often Numba chooses among the forms of its own functions, for a rule and for another one like it."""
    from numba.core.types.functions import BaseFunction

    tried = 0

    def choose(self: Any, context: Any, args: Any, kws: Any, usual: Any = BaseFunction.get_call_type) -> Any:
        nonlocal tried
        tried += 1
        return usual(self, context, args, kws)

    BaseFunction.get_call_type = choose
    draft_rules()
    rule(lambda number: number * 3 + number).compile((numba.types.int64,))
    first = tried
    rule(lambda other: other * 3 + other).compile((numba.types.int64,))
    return first, tried - first


def functions_of(compiled: Any) -> int:
    """How many functions there are in what a function was compiled to."""
    (code,) = compiled.inspect_llvm().values()
    return len(re.findall("^define ", code, re.MULTILINE))


def branches(number):
    return 1 if number > 0 else number


def has_function(numbers):
    return max(number + 1 for number in numbers)


def raises(number):
    raise ValueError(number)


def catches(number):
    try:
        return 1 // number
    except Exception:
        return 0


def asks_for_a_type(number):
    return isinstance(number, int)


def stages_of_a_rule(function: Any) -> list[str]:
    """The names of the stages that a rule goes through where rules are drafted."""
    seen: list[str] = []

    class Listener(event.Listener):
        def on_start(self, told: Any) -> None:
            seen.append(told.data["name"].split()[0])

        def on_end(self, told: Any) -> None:
            pass

    draft_rules()
    with event.install_listener("numba:run_pass", Listener()):
        rule(function).compile((numba.types.int64,))
    return seen


def compile_nest(drafting: bool) -> tuple[int, list[int], list[Counter[str]]]:
    """Compile three rules and an entry above them: what the entry gives, how many functions and which stages each has.

    In another process, because nothing can be called from Python in one that drafts.
    """
    numba.config.LLVM_PASS_TIMINGS = 1
    if drafting:
        draft_rules()
    made = numba.njit(numba.types.int64(numba.types.int64), pipeline_class=EntryCompiler)(entry)
    nest = (lowest, middle, highest, made)
    return made(20), [functions_of(each) for each in nest], [stages(each) for each in nest]


@pytest.fixture
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_drafts_are_finished_by_their_entry(elsewhere: ProcessPoolExecutor) -> None:
    """A draft holds what it calls, neither built into it nor made machine code; the entry is optimised twice."""
    result, functions, stages = elsewhere.submit(compile_nest, True).result()
    assert result == 81
    assert functions == [1, 2, 3, 3]
    assert stages == [Counter(Module=2)] * 3 + [Counter(Function=3, Module=4, Finalize=1)]


def test_a_plain_rule_takes_half_of_the_stages(elsewhere: ProcessPoolExecutor) -> None:
    few = elsewhere.submit(stages_of_a_rule, branches).result()
    all_of_them = elsewhere.submit(stages_of_a_rule, asks_for_a_type).result()
    assert len(few) == len(set(few)) + 1 == 17, "once each, but for the pruning of dead branches"
    assert len(all_of_them) > 25
    assert set(few) < set(all_of_them)


@pytest.mark.parametrize("function", [has_function, raises, catches, asks_for_a_type])
def test_what_only_rarer_stages_understand_is_not_plain(function: Any) -> None:
    assert not _is_plain(function.__code__)
    assert _is_plain(branches.__code__)


def test_options_are_compared_without_spelling_them_out(elsewhere: ProcessPoolExecutor) -> None:
    spelled_out, equal, differ, explicit, name = elsewhere.submit(look_at_options).result()
    assert spelled_out == 0
    assert equal
    assert differ
    assert explicit, "options that are set to what they are anyway"
    assert name.startswith("Record([('energy', ")


def test_forms_of_functions_are_chosen_once(elsewhere: ProcessPoolExecutor) -> None:
    first, second = elsewhere.submit(count_choices).result()
    assert first >= 2
    assert second == 0


def test_what_drafts_are_compared_with(elsewhere: ProcessPoolExecutor) -> None:
    """Otherwise everything is finished, with ways in for Python and C."""
    result, functions, stages = elsewhere.submit(compile_nest, False).result()
    assert result == 81
    assert functions == [3, 3, 3, 3]
    assert stages == [Counter(Function=3, Module=2, Finalize=1)] * 4


def test_a_rule_has_one_signature_however_its_callers_write_whole_numbers() -> None:
    assert doubled_in_many_ways(5) == 2 + 2 + 6 + 10 + 30
    assert len(doubled.signatures) == 1


def test_rules_are_compiled_as_usual_where_the_doors_are_closed() -> None:
    done = toy.python({**os.environ, "GARRISON_LANE": "compiled"}, "-c", WITHOUT_DOOR)
    assert (done.stdout, done.stderr) == ("None None 3\n", "")
    unknown = object()
    assert with_wide_numbers(unknown) is unknown


@numba.njit
def in_one_row(array, size):
    return array.reshape(size)


def test_an_array_in_one_piece_is_flattened_without_a_call() -> None:
    board = np.arange(12).reshape(3, 4)
    assert in_one_row(board, 12).tolist() == in_one_row(board, -1).tolist() == list(range(12))
    in_one_row(board, 12)[5] = 50
    assert board[1, 1] == 50
    with pytest.raises(ValueError, match="unchanged"):
        in_one_row(board, 11)
    assert "nocopy_reshape" not in "".join(in_one_row.inspect_llvm().values())


def test_an_array_by_columns_is_refused_as_numba_does() -> None:
    with pytest.raises(NotImplementedError, match="incompatible"):
        in_one_row(np.asfortranarray(np.zeros((3, 4))), 12)


def test_the_doors_for_gpus_are_open_even_where_there_is_none() -> None:
    """They are guarded, so that a closed one would be noticed only by whoever has a GPU, and late."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ON_GPU], capture_output=True, text=True)
    if done.stderr.strip() == "no CUDA target":
        pytest.skip("needs numba-cuda")
    assert done.stdout.strip() == "True True True", done.stderr


def test_nobody_is_warned_of_tuples_of_entries() -> None:
    program = """
import garrison.core.engine.kernel
from numba import types
from numba.core import utils
entry = types.FunctionType(types.void())
utils.unified_function_type((entry, entry))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
