"""The search on a GPU: it decides what the search on the CPU decides. Without a GPU, a little in Numba's simulator.

The simulator runs kernels as plain Python, so it needs the interpreted lane, and a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest
from numba.core.errors import NumbaError

from garrison.bots.gpu.halving import DeviceHalving
from garrison.bots.gpu.plans import DevicePlans, PlanMemory
from garrison.bots.search import Budget, method
from garrison.bots.search.halving import HalvingSettings
from garrison.bots.search.methods import Method
from garrison.core.engine.default_skill import DEFAULT_SKILL
from garrison.core.levels import SCORE
from garrison.errors import BadOption
from garrison.train.on_gpu import check_on_gpu, play_at_once
from garrison.train.parallel_games import collect
from garrison.train.samples import Samples
from garrison.train.self_play import play
from garrison.train.settings import TrainingSettings
from networks import card_of, network_of
from playing import game_of

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def has_gpu() -> bool:
    from numba import cuda

    return bool(cuda.is_available())


HAS_GPU = SIMULATED or has_gpu()
needs_gpu = pytest.mark.skipif(not HAS_GPU, reason="the search on a GPU (there is none here)")
COUNT, BEFORE, SIMULATIONS = (2, 0, 4) if SIMULATED else (500, 200, 60)
ALIKE = 1.0 if SIMULATED else 0.98  # of the decisions: a GPU rounds the last digits of a value in its own way
MINES = {"styles": (0, 1), "plan_turns": 1, "turns": 2, "trust": 0.7}
BONES = {"styles": 2, "turns": 1, "steps": 6, "followed": 2}
LOOP = {"styles": 2, "turns": 3, "followed": 2}
# In eight steps of Boneyard, both players make plans and follow them, while the other one hides a choice.
FEW = [("minefield", {}, MINES, 2), ("boneyard", {"players": 2}, BONES, 8)]
GAMES = FEW if SIMULATED else [("minefield", {}, MINES, 20), ("loop", {}, LOOP, 20)]
TEACHING = TrainingSettings(
    "minefield",
    teacher="medium",
    play="gpu",
    at_once=2,
    positions=1,
    effort=0.1,
    longest=3,
    learn="score",
    noise=0.3,
    every=2,
    games=0,
)


@needs_gpu
@pytest.mark.parametrize(("name", "options", "settings", "steps"), GAMES)
def test_the_same_seeds_give_the_same_decisions_as_on_the_cpu(
    name: str, options: dict[str, Any], settings: dict[str, Any], steps: int
) -> None:
    game = game_of(name, **options)
    if "trust" in settings:
        card = card_of(game, learned=SCORE, cues=game.cues, par=5000.0)
        settings = {**settings, "network": network_of(game, card)}
    batch = game.batch(COUNT, seed=3, device="cuda")
    batch.random_steps(BEFORE)
    search = DeviceHalving(batch, HalvingSettings(**settings).search(game))
    thinkers = [method("halving", game, settings) for _ in range(COUNT)]
    alike = 0
    for step in range(steps):
        told, seeds = search.look(), np.arange(COUNT, dtype=np.uint64) + np.uint64(1000 * step)
        actions, decisions = search.decide(told, seeds, SIMULATIONS)
        for index, thinker in enumerate(thinkers):
            alike += decided(thinker, batch[index], int(seeds[index])) == actions[index]
        listed, shares, _ = decisions.choices(game.facts.actions)
        assert (listed[:, 0] == actions[decisions.which]).all()
        assert shares.sum(axis=1) == pytest.approx(1)
        search.play(actions)
    assert alike >= ALIKE * COUNT * steps
    assert search.steps > 0


def decided(thinker: Method, position: Any, seed: int) -> int:
    """What the CPU does in a position; -1 where it is over."""
    if position.over:
        return -1
    player = position.waiting[0]
    followed = thinker.follow(position, player)
    return followed if followed is not None else thinker.think(position, player, Budget(SIMULATIONS), seed)[0].action


@needs_gpu
def test_the_same_games_are_noted_as_on_the_cpu() -> None:
    on_gpu = play_at_once(TEACHING, [1, 2], None)
    for made, other in zip(on_gpu, (play(TEACHING, seed, None) for seed in (1, 2)), strict=True):
        assert (made is None) == (other is None)
        for each in fields(Samples) if made is not None else ():
            assert getattr(made, each.name) == pytest.approx(getattr(other, each.name), abs=1e-6)


@needs_gpu
def test_as_many_games_are_played_as_are_wanted() -> None:
    assert len(collect(replace(TEACHING, longest=1, every=1), 1, None)) == 1


def test_a_plan_is_kept_while_its_player_does_what_it_says() -> None:
    kept, three = PlanMemory(3), np.arange(3)
    kept.note(three, np.array([0, 1, 0]), DevicePlans(three, three, three.astype(np.uint64), three))
    kept.play(np.array([0, 1, 1]))
    assert kept.fitting(np.array([0, 0, 0])).tolist() == [True, False, False]
    assert kept.fitting(np.array([-1, 1, 0])).tolist() == [False, True, False]
    kept.forget()
    assert not kept.fitting(np.array([0, 1, 0])).any()


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"game": "skirmish", "teacher": "hard"}, "only the search called halving, but level hard of skirmish"),
        ({"game": "boneyard", "teacher": "medium"}, "only the search called halving"),
        ({"against": "runner"}, "On a GPU the search plays for everybody: leave out --against"),
        ({"game": "siege", "teacher": "hard"}, "say --guests 0"),
    ],
)
def test_what_can_t_be_played_on_a_gpu_gets_a_sentence(others: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        check_on_gpu(replace(TEACHING, **others))


def test_a_game_without_a_policy_gets_a_sentence() -> None:
    from garrison.bots.gpu.game_kernels import check_skill

    package = mock.Mock()
    package.blueprint.return_value.skills.return_value = DEFAULT_SKILL
    with pytest.raises(BadOption, match=r"plays by a game's own policy and value; chess lacks policy\.$"):
        check_skill(SimpleNamespace(name="chess", package=package))  # type: ignore[arg-type]


@needs_gpu
def test_a_skill_that_does_not_compile_gets_a_sentence() -> None:
    game = game_of("minefield")
    search = DeviceHalving(game.batch(1, device="cuda"), HalvingSettings().search(game))
    search.kernels = mock.MagicMock()
    search.kernels.tell_positions.__getitem__.return_value.side_effect = NumbaError("lists")
    with pytest.raises(BadOption, match=r"^The rules by which minefield is searched don't compile for a GPU\.$"):
        search.look()


@pytest.mark.skipif(HAS_GPU, reason="there is a GPU")
def test_without_a_gpu_there_is_one_sentence() -> None:
    with pytest.raises(BadOption, match=r"^There is no GPU here .* to have the search play on the CPU\.$"):
        collect(TEACHING, 1, None)


@pytest.mark.skipif(SIMULATED, reason="this is what runs in the simulator")
def test_the_search_runs_in_the_simulator() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "GARRISON_LANE": "interpreted"}
    environment.pop("GARRISON_SKIPPED", None)  # what is skipped there runs elsewhere
    chosen = "decisions_as_on_the_cpu or noted_as_on or as_are_wanted or does_not_compile"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.startswith("....."), "all of them ran"
