"""Gymnasium's own checks for every game, seat and mode; vector and single environments agree step by step."""

from __future__ import annotations

import tomllib
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from garrison.core.game import load  # noqa: E402
from garrison.envs import env_id, version_of  # noqa: E402
from garrison.envs.gymnasium_vector import GameVectorEnv  # noqa: E402
from garrison.errors import BadOption, GarrisonError  # noqa: E402
from playing import NAMES  # noqa: E402

SHORT = {"rules": {"max_steps": 40}}
SEATS = [(name, seat) for name in NAMES for seat in range(load(name).players)]


def make(name: str, **options: Any) -> Any:
    return gymnasium.make(env_id(name), **{**SHORT, **options}).unwrapped


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_every_seat_passes_gymnasiums_own_check(name: str, seat: int) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check_env(make(name, seat=seat), skip_render_check=True)
    # The numbers of an observation are as large as they are; Gymnasium would have them between -1 and 1.
    allowed = ("Box observation space", "Casting input", "not normalized")
    assert all(any(words in str(each.message) for words in allowed) for each in said), [str(w.message) for w in said]


def test_ids_work_with_and_without_an_import() -> None:
    assert gymnasium.make(f"garrison.envs:{env_id('minefield')}").unwrapped.game.name == "minefield"
    assert set(gymnasium.registry) >= {env_id(name) for name in NAMES}


FIRST_RULES = {  # what -v0 was before there was a -v1, as the start of the rules' hash
    "boneyard": "5437a590c0ac",
    "loop": "93b8cd64113a",
    "minefield": "a3dc9632da66",
    "siege": "4fb9d0c959b4",
    "skirmish": "4993c4c44bc0",
}


@pytest.mark.filterwarnings("ignore:.*out of date")
@pytest.mark.parametrize("name", FIRST_RULES)
def test_the_first_version_of_an_environment_never_changes_and_the_newest_is_standard(name: str) -> None:
    first, newest = (gymnasium.make(env_id(name, version)).unwrapped.game for version in (0, None))
    assert first.rules_hash.startswith(FIRST_RULES[name])
    assert newest == load(name)
    assert (version_of(first), version_of(newest)) == (0, 1)
    assert version_of(load(name, variant="seed")) == 1


def test_lists_of_entities() -> None:
    check_env(make("boneyard", entities=True), skip_render_check=True)
    vector = gymnasium.make_vec(env_id("boneyard"), 2, autoreset_mode="same_step", entities=True, **SHORT)
    seen, _ = vector.reset(seed=1)
    assert (seen["entities"][0][: len(vector.batch[0].entities(0))] == vector.batch[0].entities(0)).all()
    ends = 0
    for _ in range(60):
        seen, _, terminated, truncated, info = vector.step(vector.action_space.sample())
        assert vector.observation_space.contains(seen)
        for index in np.flatnonzero(terminated | truncated):
            ends += 1
            assert vector.single_observation_space.contains(info["final_obs"][index])
    assert ends


@pytest.mark.parametrize("name", [name for name in NAMES if load(name).players == 2])
def test_the_seat_is_always_the_one_to_act(name: str) -> None:
    vector = gymnasium.make_vec(env_id(name), 4, seat=1, rewards="outcome", **SHORT)
    vector.reset(seed=1)
    for _ in range(60):
        _, _, terminated, truncated, _ = vector.step(vector.action_space.sample())
        over = terminated | truncated
        assert (vector.batch.players[~over] == 1).all()


def test_modes_have_plain_names_too() -> None:
    vector = gymnasium.make_vec(env_id("minefield"), 2, autoreset_mode="same_step", copy=False)
    assert vector.autoreset_mode == vector.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    first, _ = vector.reset(seed=1)
    assert vector.step(np.zeros(2, dtype=np.int64))[0]["planes"] is first["planes"]


def test_a_bot_may_sit_in_the_other_seats() -> None:
    env = make("skirmish", opponent="easy", seat=1)
    env.reset(seed=1)
    assert env.position.waiting == (1,)
    assert env.position.steps > 0
    with pytest.raises(BadOption, match="There is no bot called"):
        make("skirmish", opponent="nobody")
    with pytest.raises(BadOption, match="seat must be from 0 to 1, not 7"):
        make("skirmish", seat=7)


def test_infos_say_what_was_played_and_which_game_it_is() -> None:
    env = make("skirmish", seat=1)
    seen, info = env.reset(seed=3)
    assert (info["game_seed"], info["seat"], info["played"], info["rules_hash"]) == (3, 1, -1, env.game.rules_hash)
    legal, illegal = int(seen["action_mask"].argmax()), int(seen["action_mask"].argmin())
    assert env.step(legal)[4]["played"] == legal
    mask = env.action_masks()
    assert mask[env.step(illegal)[4]["played"]]
    fined = make("skirmish", illegal="penalty")
    fined.reset(seed=3)
    _, reward, terminated, _, info = fined.step(illegal)
    assert (reward, terminated, info["played"]) == (-1, True, -1)


@pytest.mark.parametrize("name", ["minefield", "skirmish"])
def test_infos_of_many_games_fit_into_tensors(name: str) -> None:
    vector = gymnasium.make_vec(env_id(name), 3, autoreset_mode="same_step", **SHORT)
    for info in (vector.reset(seed=3)[1], vector.step(vector.action_space.sample())[4]):
        assert all(part.dtype.kind in "ib" or part.dtype == np.uint8 for part in info.values())
        assert (info["game_seed"].dtype, info["game_seed"].tolist()) == (np.int64, [3, 4, 5])
        assert [bytes(each).hex() for each in info["rules_hash"]] == [vector.game.rules_hash] * 3
        assert all(info[f"_{part}"].all() for part in info if not part.startswith("_"))


def test_some_games_begin_again_and_others_stay_ended() -> None:
    vector = gymnasium.make_vec(env_id("skirmish"), 3, autoreset_mode="disabled", illegal="penalty")
    seen, _ = vector.reset(seed=3)
    illegal = seen["action_mask"].argmin(axis=1)
    assert vector.step(illegal)[2].all()
    _, info = vector.reset(options={"reset_mask": np.array([True, False, False])})
    assert (info["played"].tolist(), info["game_seed"].tolist()[1:]) == ([-1] * 3, [4, 5])
    seen, rewards, terminated, _, info = vector.step(np.array([seen["action_mask"][0].argmax(), -1, 0]))
    assert (terminated.tolist(), rewards.tolist()[1:]) == ([False, True, True], [0, 0])
    assert info["played"].tolist()[1:] == [-1, -1]
    assert not seen["action_mask"][1:].any()


@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
@pytest.mark.parametrize("name", NAMES)
def test_frames(name: str, mode: str) -> None:
    if mode == "rgb_array":
        pytest.importorskip("resvg_py", reason="resvg-py is not installed: pip install 'garrison[images]'")
    env = make(name, render_mode=mode)
    env.reset(seed=1)
    first = env.render()
    env.step(0)
    if mode == "ansi":
        assert load(name).facts.title in first
    else:
        assert first.dtype == np.uint8
        assert first.ndim == 3
        assert len(np.unique(first.reshape(-1, 3), axis=0)) > 10
        assert env.render().shape == first.shape


def test_frames_need_nothing_but_the_extra_of_the_environments() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert set(extras["images"]) <= set(extras["envs"])


def test_many_games_have_no_window() -> None:
    for name in NAMES:
        vector = gymnasium.make_vec(env_id(name), 2, render_mode="ansi")
        assert vector.metadata["render_modes"] == ["rgb_array", "ansi"]
        vector.reset(seed=1)
        assert len(vector.render()) == 2
    with pytest.raises(BadOption, match="render_mode must be one of rgb_array, ansi here, not 'human'"):
        GameVectorEnv("minefield", 2, render_mode="human")


class ClosedWindow:
    """What Tk's objects do when whoever watched has closed the window."""

    error: type[Exception]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name in ("title", "pack"):
            return lambda *arguments: None
        raise self.error("application has been destroyed")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_on_after_its_window_is_closed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed: pip install 'garrison[images]'")
    tkinter = pytest.importorskip("tkinter", reason="Tk is not installed")
    monkeypatch.setattr(ClosedWindow, "error", tkinter.TclError, raising=False)
    for part in ("Tk", "Label", "PhotoImage"):
        monkeypatch.setattr(tkinter, part, ClosedWindow)
    env, is_over = make(name, render_mode="human"), False
    env.reset(seed=1)
    while not is_over:
        *_, terminated, truncated, _ = env.step(0)
        is_over = terminated or truncated
    env.close()


def test_no_window_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    env = make("minefield", render_mode="human")
    with pytest.raises(GarrisonError, match="needs Tk and a display"):
        env.reset(seed=1)
