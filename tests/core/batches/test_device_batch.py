"""Batches on a GPU: the same bytes as on the CPU. Without a GPU, small ones in Numba's simulator of one.

The simulator runs kernels as plain Python, so it needs the interpreted lane, and a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from garrison.bots.network import cues_of
from garrison.core.batches.batch import Batch
from garrison.errors import BadOption, IllegalAction
from playing import NAMES, game_of

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def has_gpu() -> bool:
    from numba import cuda

    return bool(cuda.is_available())


HAS_GPU = SIMULATED or has_gpu()
needs_gpu = pytest.mark.skipif(not HAS_GPU, reason="the tests on a GPU (there is none here)")
COUNT, ROUNDS = (2, 12) if SIMULATED else (10_000, 1000)


def both(name: str, **options: Any) -> tuple[Batch, Any]:
    game = game_of(name, **options)
    return game.batch(COUNT, seed=3), game.batch(COUNT, seed=3, device="cuda")


@needs_gpu
@pytest.mark.parametrize("name", NAMES)
def test_the_same_random_games_give_the_same_bytes(name: str) -> None:
    cpu, gpu = both(name, rules={"max_steps": 7} if SIMULATED else {})
    cpu.random_steps(ROUNDS)
    gpu.random_steps(ROUNDS)
    assert gpu.to_host().tobytes() == cpu.states.tobytes()
    assert (gpu.ended.to_host() == cpu.ended).all()
    assert cpu.ended.sum() > 0


@needs_gpu
@pytest.mark.parametrize("name", NAMES)
def test_every_method_does_what_it_does_on_the_cpu(name: str) -> None:
    cpu, gpu = both(name)
    for _ in range(3):
        assert (gpu.players.to_host() == cpu.players).all()
        assert (gpu.legal().to_host() == cpu.legal()).all()
        assert (gpu.observe().to_host() == cpu.observe()).all()
        assert (gpu.measure().to_host() == cpu.measure()).all()
        assert (gpu.scores().to_host() == cpu.scores()).all()
        actions = cpu.random_actions()
        chosen = gpu.random_actions()
        assert (chosen.to_host() == actions).all()
        cpu.step(actions)
        gpu.step(chosen)
        assert gpu.to_host().tobytes() == cpu.states.tobytes()
    assert gpu[1] == cpu[1]
    seeds, which = np.arange(COUNT), np.arange(COUNT) % 2 == 0
    cpu.reset(seeds, which)
    gpu.reset(seeds, which)
    assert gpu.to_host().tobytes() == cpu.states.tobytes()


@needs_gpu
def test_a_game_s_skill_tells_networks_what_it_tells_on_the_cpu() -> None:
    cpu, gpu = both("minefield")
    cpu.random_steps(ROUNDS)
    gpu.random_steps(ROUNDS)
    told = gpu.cues().to_host()
    for index in range(2):
        assert told[index] == pytest.approx(cues_of(cpu[index], 0))
    assert told.any()


@needs_gpu
def test_finished_games_are_renewed() -> None:
    cpu, gpu = both(NAMES[0], rules={"max_steps": 1})
    for batch in (cpu, gpu):
        batch.step(batch.random_actions())
        assert not (batch.legal() if batch is cpu else batch.legal().to_host()).any()
        batch.renew()
    assert gpu.to_host().tobytes() == cpu.states.tobytes()
    assert (gpu.ended.to_host() == 1).all()


@needs_gpu
def test_an_illegal_action_refuses_the_whole_batch() -> None:
    gpu = game_of("skirmish").batch(COUNT, device="cuda")
    before = gpu.to_host().tobytes()
    actions = gpu.random_actions().to_host()
    actions[1] = 10**6
    with pytest.raises(IllegalAction, match=r"Position 1 of the batch: action 1000000 is not legal .* nothing was pl"):
        gpu.step(actions)
    with pytest.raises(IllegalAction, match=f"takes {COUNT} actions"):
        gpu.step(actions[1:])
    with pytest.raises(BadOption, match=f"A batch of {COUNT} positions takes"):
        gpu.reset(np.arange(3 * COUNT))
    assert gpu.to_host().tobytes() == before


@needs_gpu
@pytest.mark.skipif(SIMULATED, reason="the simulator's arrays are not on a GPU")
def test_other_libraries_take_the_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    gpu = game_of("loop").batch(COUNT, device="cuda")
    planes = gpu.observe()
    for taken in (torch.from_dlpack(planes), torch.as_tensor(planes, device="cuda")):
        assert taken.data_ptr() == planes.__cuda_array_interface__["data"][0]
        assert tuple(taken.shape) == planes.shape
    masks = torch.from_dlpack(gpu.legal())
    gpu.step(masks.to(torch.float32).multinomial(1).squeeze(1))
    assert gpu.to_host()["steps"].tolist() == [1] * COUNT


def test_a_device_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="A batch is on cpu or cuda, not on 'tpu'"):
        game_of(NAMES[0]).batch(1, device="tpu")


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_without_a_gpu_there_is_one_sentence() -> None:
    with pytest.raises(BadOption, match=r"^There is no GPU here that CUDA can use.* to play on the CPU\.$"):
        game_of(NAMES[0]).batch(1, device="cuda")


@pytest.mark.skipif(SIMULATED, reason="this is what runs in the simulator")
def test_the_kernels_run_in_the_simulator() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "GARRISON_LANE": "interpreted"}
    environment.pop("GARRISON_SKIPPED", None)  # what is skipped there runs elsewhere
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.count(".") >= 2 * len(NAMES) + 3, "all of them ran"
