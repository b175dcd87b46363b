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

from garrison.envs import frames
from garrison.envs.gymnasium_env import GameEnv
from garrison.envs.pettingzoo_env import aec, parallel
from garrison.envs.spaces import observation_of

SHORT = {"rules": {"max_steps": 40}}
CASES: dict[str, dict[str, Any]] = {
    "skirmish": {},
    "siege": {},
    "boneyard, 2": {"players": 2},
    "boneyard, 6": {"players": 6, "traps": "all"},
    "boneyard, 1": {"players": 1},
    "minefield": {},
    "loop": {},
}
FORMS = [False, True]  # flat


@pytest.fixture(autouse=True)
def remarks() -> Iterator[None]:
    """Its checks remark on what is meant: spaces that are not flat boxes, numbers beyond 1."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def made(make: Any, case: str, **options: Any) -> Any:
    return make(case.split(",")[0], **{**SHORT, **CASES[case], **options})


@pytest.mark.parametrize("flat", FORMS, ids=["parts", "flat"])
@pytest.mark.parametrize("case", CASES)
def test_in_turns(case: str, flat: bool, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(made(aec, case, flat=flat), num_cycles=120)


@pytest.mark.parametrize("flat", FORMS, ids=["parts", "flat"])
@pytest.mark.parametrize("case", CASES)
def test_all_at_once(case: str, flat: bool, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(made(parallel, case, flat=flat), num_cycles=60)
    parallel_seed_test(lambda: made(parallel, case, flat=flat), num_cycles=10)


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
    again = [observation_of(env.batch[0], player, env.batch.used_actions, entities=False) for player in range(2)]
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


@pytest.mark.parametrize("name", ["minefield", "loop"])
def test_one_player_sees_and_gains_what_it_does_in_gymnasium(name: str) -> None:
    single, turns, at_once = GameEnv(name, **SHORT), aec(name, **SHORT), parallel(name, **SHORT)
    turns.reset(seed=5)
    at_once.reset(seed=5)
    assert turns.possible_agents == at_once.possible_agents == ["player_0"]
    expected, _ = single.reset(options={"game_seed": int(turns.batch.seeds[0])})
    dice, is_over = np.random.default_rng(1), False
    while not is_over:
        action = int(dice.choice(np.flatnonzero(expected["action_mask"])))
        expected, reward, terminated, truncated, _ = single.step(action)
        turns.step(action)
        seen, rewards, ends, cuts, _ = at_once.step({"player_0": action})
        for observed in (turns.observe("player_0"), seen["player_0"]):
            assert all((observed[part] == expected[part]).all() for part in ("planes", "numbers"))
        assert turns.rewards["player_0"] == rewards["player_0"] == pytest.approx(reward)
        assert turns.terminations["player_0"] == ends["player_0"] == terminated
        assert turns.truncations["player_0"] == cuts["player_0"] == truncated
        is_over = terminated or truncated
    assert at_once.agents == []


@pytest.mark.parametrize("case", ["boneyard, 2", "siege"])
def test_a_flat_observation_is_all_of_it_in_one_vector(case: str) -> None:
    flat, whole = (made(aec, case, flat=form, entities=True) for form in (True, False))
    assert set(flat.observation_space("player_0")) == {"observation", "action_mask"}
    flat.reset(seed=2)
    whole.reset(seed=2)
    dice = np.random.default_rng(3)
    for agent in whole.agent_iter():
        for other in whole.possible_agents:
            observed, expected = flat.observe(other), whole.observe(other)
            assert flat.observation_space(other).contains(observed)
            parts = [expected[name].reshape(-1) for name in ("planes", "numbers", "entities")]
            assert (observed["observation"] == np.concatenate(parts).astype(np.float32)).all()
            assert (observed["action_mask"] == expected["action_mask"]).all()
        over = whole.terminations[agent] or whole.truncations[agent]
        action = None if over else int(dice.choice(np.flatnonzero(whole.observe(agent)["action_mask"])))
        flat.step(action)
        whole.step(action)
    assert not flat.agents
