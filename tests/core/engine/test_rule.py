"""Compiling: three lanes from one source, all with the same bytes."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import EnumType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy
from garrison.core.discovery import find
from garrison.core.engine.kernel import KERNELS
from garrison.core.engine.lane import COMPILED, LANE
from garrison.core.engine.rule import Members, is_rule, rule
from garrison.games.minefield import state
from garrison.games.minefield.rules import field
from garrison.games.minefield.state import Object
from playing import NAMES, game_of, numbers_of, traces

needs_compiled = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")


@rule
def halve(number):
    return number // 2


@pytest.fixture(scope="module")
def interpreter() -> Iterator[ProcessPoolExecutor]:
    """One other process, in which nothing is compiled."""
    before = os.environ.get("GARRISON_LANE")
    os.environ["GARRISON_LANE"] = "interpreted"
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        if before is None:
            del os.environ["GARRISON_LANE"]
        else:
            os.environ["GARRISON_LANE"] = before
        yield pool


@pytest.mark.lane
def test_a_rule_is_plain_python_in_every_lane() -> None:
    assert halve(7) == 3
    assert is_rule(halve)
    assert not is_rule(numbers_of)
    assert (len(KERNELS) > 0) == COMPILED


def test_members_of_an_enumeration_are_plain_numbers_for_rules() -> None:
    members = Members(Object)
    assert type(members.WALL) is np.int64
    assert members.WALL == Object.WALL
    assert (members(1), list(members), len(members)) == (Object.WALL, list(Object), len(Object))
    assert members.__members__ == Object.__members__


@pytest.mark.lane
def test_only_modules_with_rules_see_plain_numbers() -> None:
    assert isinstance(state.Object, EnumType)
    assert not isinstance(field.Object, EnumType)


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_every_entry_for_loops_and_for_python(name: str) -> None:
    entries, table = find(name).blueprint().entries, game_of(name).table
    assert set(table.direct) == set(entries) >= {"new", "legal", "step", "observe", "score"}
    assert all(getattr(table, entry) is not None for entry in entries)


@needs_compiled
@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=15, database=None)
@given(seed=st.integers(0, 2**64 - 1), choices=st.integers(0, 2**32), count=st.integers(1, 60))
def test_interpreted_and_compiled_rules_give_the_same_bytes(
    interpreter: ProcessPoolExecutor, name: str, seed: int, choices: int, count: int
) -> None:
    numbers = numbers_of(choices, count)
    lane, expected = interpreter.submit(traces, name, {}, seed, numbers).result()
    assert lane == "interpreted"
    assert traces(name, {}, seed, numbers)[1] == expected


@needs_compiled
@pytest.mark.parametrize(
    ("name", "options"),
    [("skirmish", {"setup": setup}) for setup in ("classic", "war", "random")]
    + [("skirmish", {"rules": {"alternate": False, "max_steps": 40}})]
    + [("minefield", {"variant": "sprint"}), ("minefield", {"rules": {"start_x": 32, "start_y": 32}})],
)
def test_interpreted_and_compiled_scenarios_give_the_same_bytes(
    interpreter: ProcessPoolExecutor, name: str, options: dict[str, object]
) -> None:
    for seed in range(3):
        numbers = numbers_of(seed, 50)
        lane, expected = interpreter.submit(traces, name, options, seed, numbers).result()
        assert lane == "interpreted"
        assert traces(name, options, seed, numbers)[1] == expected


@needs_compiled
def test_the_loops_take_arrays_of_any_form() -> None:
    """Also those that can't be written or are not in one piece."""
    for name in NAMES:
        batch = game_of(name).batch(4)
        fixed = batch.random_actions()
        fixed.flags.writeable = False
        batch.step(fixed)
        batch.step(np.repeat(batch.random_actions().astype(np.int16), 2)[::2])
        batch.step(batch.random_actions(), np.frombuffer(batch.players.tobytes(), dtype=np.int64))
        batch.reset(np.broadcast_to(np.uint64(3), 4))
        batch.reset(np.frombuffer(bytes(32), dtype=np.uint64), np.ones(4))
        assert batch.observe().shape[0] == len(batch.scores()) == 4


def test_an_unknown_lane_is_refused() -> None:
    done = toy.python({**os.environ, "GARRISON_LANE": "fast"}, "-m", "garrison", "sim", NAMES[0])
    assert done.returncode == 2
    assert done.stderr == "garrison: GARRISON_LANE is 'fast'; it must be one of compiled, checked, interpreted.\n"


@pytest.mark.parametrize("lane", ["interpreted", "compiled"])
def test_no_lane_needs_numba_to_run(lane: str) -> None:
    program = f"import sys, garrison; garrison.load({NAMES[0]!r}).new(1); print('numba' in sys.modules)"
    assert toy.python({**os.environ, "GARRISON_LANE": lane}, "-c", program).stdout == "False\n"
