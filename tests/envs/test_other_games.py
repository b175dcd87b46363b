"""Games that are not ours in PettingZoo, PufferLib, OpenSpiel and frames: they are found, and played to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from toy import FACTS, RULES, install, python

pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")

NUMBERED = {
    "__init__": FACTS + 'NUMBERS = ("total",)\n',
    "rules": RULES + "\n\n@rule\ndef measure(p, s, player, numbers):\n    numbers[0] = s.total\n",
}
ALONE = {
    "__init__": NUMBERED["__init__"].replace('("First", "Second")', '("Only",)') + "PLAYERS = (1, 1)\n",
    "rules": NUMBERED["rules"]
    .replace("s.waiting = 2 >> player", "s.waiting = 1")
    .replace("    out[1] = s.winners >> 1\n", ""),
}
GAMES = {"two players": NUMBERED, "one player": ALONE}

PETTINGZOO = """
import warnings
from pettingzoo.test import api_test, parallel_api_test
from garrison.envs.pettingzoo_env import aec, parallel
warnings.simplefilter("ignore", UserWarning)
for flat in (False, True):
    api_test(aec("counting", flat=flat), num_cycles=60)
    parallel_api_test(parallel("counting", flat=flat), num_cycles=60)
env = aec("counting", flat=True)
env.reset(seed=1)
for agent in env.agent_iter():
    seen, _, terminated, truncated, _ = env.last()
    assert env.observation_space(agent).contains(seen) and len(seen["observation"]) == 4  # three fields, one number
    env.step(None if terminated or truncated else 0)
print("done")
"""
PUFFERLIB = """
from garrison.envs.pufferlib_env import GarrisonPuffer
from garrison.core.game import load
last = load("counting").players - 1
for options in ({}, {"opponent": "random"}, {"opponent": "counter"}, {"opponent": "counter", "seat": last}):
    env = GarrisonPuffer("counting", 3, rewards="outcome", **options)
    env.reset(seed=2)
    reported = 0
    while reported < 9:
        *_, infos = env.step(env.actions)
        assert len(infos) == (env.terminals | env.truncations).sum()
        for info in infos:
            assert info["episode_length"] > 0
        reported += len(infos)
print("done")
"""
FRAMES = """
import gymnasium, garrison.envs
env = gymnasium.make("garrison/Counting-v0", render_mode="rgb_array")
env.reset(seed=1)
over = False
while not over:
    *_, terminated, truncated, _ = env.step(0)
    over = terminated or truncated
    assert env.render().ndim == 3
print("done")
"""
OPENSPIEL = """
import pyspiel
from garrison.envs.openspiel import register
register()
for parameters in ({}, {"compact": False}, {"options": '{"rules": {"target": 2, "max_steps": 9}}'}):
    game = pyspiel.load_game("garrison_counting", parameters)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
print("done")
"""


def plays(folder: Path, program: str, **changed: str) -> None:
    environment = {**install(folder, **changed), "GARRISON_LANE": "interpreted"}
    done = python(environment, "-c", program)
    assert done.stdout.endswith("done\n"), done.stderr


@pytest.mark.parametrize("kind", GAMES)
def test_pettingzoo(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'garrison[envs]'")
    plays(tmp_path, PETTINGZOO, **GAMES[kind])


@pytest.mark.parametrize("kind", GAMES)
def test_pufferlib(kind: str, tmp_path: Path) -> None:
    plays(tmp_path, PUFFERLIB, **GAMES[kind])


def test_frames(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed: pip install 'garrison[envs]'")
    plays(tmp_path, FRAMES, **ALONE)


def test_openspiel(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'garrison[envs]'")
    plays(tmp_path, OPENSPIEL)
