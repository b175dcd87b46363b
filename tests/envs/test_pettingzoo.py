"""PettingZoo's own checks for every game of several players, in turns and all at once."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'garrison[envs]'")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from garrison.core.errors import BadOption
from garrison.envs import frames
from garrison.envs.pettingzoo_env import aec, parallel
from garrison.envs.spaces import seen_of

SHORT = {"rules": {"max_steps": 40}}
CASES: dict[str, dict[str, Any]] = {
    "skirmish": {},
    "siege": {},
    "boneyard, 2": {"players": 2},
    "boneyard, 6": {"players": 6, "traps": "all"},
}


@pytest.fixture(autouse=True)
def remarks() -> Iterator[None]:
    """Its checks remark on what is meant: spaces that are not flat boxes, numbers beyond 1."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def made(make: Any, case: str, **options: Any) -> Any:
    return make(case.split(",")[0], **{**SHORT, **CASES[case], **options})


@pytest.mark.parametrize("case", CASES)
def test_in_turns(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(made(aec, case), num_cycles=120)


@pytest.mark.parametrize("case", CASES)
def test_all_at_once(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(made(parallel, case), num_cycles=60)
    parallel_seed_test(lambda: made(parallel, case), num_cycles=10)


@pytest.mark.parametrize("case", CASES)
def test_equal_seeds_give_equal_games(case: str) -> None:
    seed_test(lambda: made(aec, case), num_cycles=30)


def test_frames(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed: pip install 'garrison[images]'")
    monkeypatch.setattr(frames, "Window", lambda title: Mock())  # there is no display here
    render_test(lambda render_mode=None: made(aec, "skirmish", render_mode=render_mode))


@pytest.mark.parametrize("case", CASES)
def test_rewards_add_up_to_the_score(case: str) -> None:
    env = made(aec, case)
    env.reset(seed=4)
    before, total = env.batch[0].scores, dict.fromkeys(env.possible_agents, 0.0)
    dice = np.random.default_rng(1)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
    after = env.batch[0].scores
    assert list(total.values()) == pytest.approx([end - start for start, end in zip(before, after, strict=True)])


@pytest.mark.parametrize("case", ["siege", "boneyard, 2"])
def test_lists_of_entities(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(made(aec, case, entities=True), num_cycles=20)
    parallel_api_test(made(parallel, case, entities=True), num_cycles=20)
    turns, at_once = made(aec, case, entities=True), made(parallel, case, entities=True)
    turns.reset(seed=2)
    at_once.reset(seed=2)
    for _ in range(12):
        turns.step(0)
        seen, *_ = at_once.step(dict.fromkeys(at_once.agents, 0))
    for player, agent in enumerate(turns.possible_agents):
        assert (turns.observe(agent)["entities"] == turns.batch[0].entities(player, padded=True)).all()
        assert (seen[agent]["entities"] == at_once.batch[0].entities(player, padded=True)).all()
        assert seen[agent]["entities"].any()


def test_an_agent_sees_the_same_whether_it_is_asked_or_not() -> None:
    env = made(aec, "boneyard, 2")
    env.reset(seed=3)
    asked = [env.observe(agent) for agent in env.possible_agents]
    again = [seen_of(env.batch[0], player, env.batch.used_actions, entities=False) for player in range(2)]
    for told, expected in zip(asked, again, strict=True):
        assert told["action_mask"].any()  # both are asked, and one of them is selected
        assert all((told[part] == expected[part]).all() for part in expected)


def test_a_limit_of_steps() -> None:
    """In place of `max_cycles_test`, which wants all agents to have acted equally often: here a turn is as many actions
    as its player likes, so that no limit can end a game after as many of each."""
    env = parallel("boneyard", limit=6)
    env.reset(seed=1)
    while env.agents:
        *_, truncated, _ = env.step(dict.fromkeys(env.agents, 0))
    assert all(truncated.values())
    assert env.batch[0].steps in (6, 7)  # two act at once


def test_a_game_of_one_player_is_refused() -> None:
    with pytest.raises(BadOption, match="is for one player; use Gymnasium"):
        aec("minefield")
