"""Deep Q-learning with masks in Tianshou, on a task of Garrison-10.

pip install "garrison[train]" tianshou
python examples/dqn_tianshou.py --task skirmish-duel --opponent random --steps 60000
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np

try:
    import torch
    from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Collector, CollectStats, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.trainer import OffPolicyTrainerParams
    from tianshou.utils.net.common import Net
except ImportError:
    raise SystemExit("This needs Tianshou: pip install tianshou") from None

import garrison.envs
from garrison.envs.encoded_env import EncodedEnv

COPIES, MEMORY, EVERY, TEST_GAMES = 8, 50_000, 5_000, 40  # EVERY: steps between tests


class Renamed(gymnasium.ObservationWrapper):  # type: ignore[type-arg]
    """Observations as Tianshou names them."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        spaces = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(obs=spaces["observation"], mask=spaces["action_mask"])

    def observation(self, observation: Any) -> Any:
        """One observation."""
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


def train(task: str, steps: int, opponent: str = "random", seed: int = 0, tell: Any = print) -> list[float]:
    """Learn for this many steps; the mean result of test games, as it went."""
    torch.manual_seed(seed)
    np.random.seed(seed)

    def made() -> Any:
        return Renamed(EncodedEnv(garrison.envs.suite("garrison-10")[task].env(opponent=opponent)))

    envs, tests = DummyVectorEnv([made] * COPIES), DummyVectorEnv([made] * COPIES)
    envs.seed(seed)
    tests.seed(seed + 1000)
    space, actions = made().observation_space["obs"], made().action_space
    network = Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=network, action_space=actions, eps_training=0.1)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=5e-4), gamma=0.99, target_update_freq=500)
    buffer = VectorReplayBuffer(MEMORY, COPIES)
    learning = Collector[CollectStats](algorithm, envs, buffer, exploration_noise=True)
    testing = Collector[CollectStats](algorithm, tests)
    learning.reset()
    curve, start = [], time.process_time()

    def explore(epoch: int, step: int | None) -> None:
        policy.set_eps_training(max(0.05, 1 - 2 * (step or 0) / steps))

    def note(mean: float) -> bool:
        curve.append(float(mean))
        played = (len(curve) - 1) * EVERY
        tell(f"{played:>9,} steps {mean:9.3f} {time.process_time() - start:6.0f} s of processor time")
        return False

    settings = OffPolicyTrainerParams(
        training_collector=learning,
        test_collector=testing,
        max_epochs=max(1, steps // EVERY),
        epoch_num_steps=EVERY,
        collection_step_num_env_steps=8 * COPIES,
        test_step_num_episodes=TEST_GAMES,
        update_step_num_gradient_steps_per_sample=0.1,
        training_fn=explore,
        stop_fn=note,
        show_progress=False,
        verbose=False,
    )
    algorithm.run_training(settings)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", default="skirmish-duel")
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--seed", type=int, default=0)
    train(**vars(parser.parse_args()))
