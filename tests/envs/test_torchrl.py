"""TorchRL's own check of our environments, through each of the doors that it has for Gymnasium's."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("torchrl", reason="TorchRL is not installed: pip install torchrl")
gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")

from garrison.envs import env_id  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # of TorchRL and PyTorch about themselves
DOORS: dict[str, Callable[[Any, str], Any]] = {
    "GymEnv": lambda gym, name: gym.GymEnv(name),
    "single": lambda gym, name: gym.GymWrapper(gymnasium.make(name, seat="random")),
    "same_step": lambda gym, name: gym.GymWrapper(gymnasium.make_vec(name, 2, autoreset_mode="same_step", limit=7)),
    "disabled": lambda gym, name: gym.GymWrapper(gymnasium.make_vec(name, 2, autoreset_mode="disabled", limit=7)),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["minefield", "boneyard"])
def test_torchrls_own_check(name: str, door: str) -> None:
    from torchrl.envs.libs import gym
    from torchrl.envs.utils import check_env_specs

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = DOORS[door](gym, env_id(name))
        check_env_specs(env)
        rollout = env.rollout(30, break_when_any_done=False)
    assert rollout["next", "done"].any() or door in ("GymEnv", "single")
