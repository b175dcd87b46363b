"""Whole episodes in Gymnasium, with every limit, seat and mode, in our games and in one that is not ours."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")

from episodes import COUNT, LIMITS, LONG_LIMITS, MODES, SEED, check_episodes, seats_of  # noqa: E402

import toy  # noqa: E402
from garrison.core.game import load  # noqa: E402
from garrison.envs import env_id  # noqa: E402
from playing import NAMES  # noqa: E402

SEATS = [(name, seat) for name in NAMES for seat in seats_of(name)]
ROTATED = [(name, seat, limit, mode) for (name, seat), limit, mode in zip(SEATS, cycle(LONG_LIMITS), cycle(MODES))]
# Three players, each of whom acts twice in a row, so that seats wait long, and gain before they are asked.
RELAY = {
    "__init__": """
from garrison.core.facts import Button

TITLE, SUMMARY = "Relay", "Count in turns of two."
BOARD, PLANES, NUMBERS, REASONS = (1, 3), ("own",), ("total",), ("", "limit", "counted")
PLAYERS, SEATS = (3, 3), ("First", "Second", "Third")
FIELDS, BUTTONS = 0, (Button("count", "Count", ("c",)), Button("wait", "Wait"), Button("never", "Never"))
""",
    "state": """
from garrison.core.engine.events import EventKind, kind
from garrison.core.engine.record import Array, StateRecord, number, numbers
from garrison.core.parameters import ParameterRecord, parameter


class Happening(EventKind):
    COUNTED = kind(1, "number")


class State(StateRecord, events=1):
    points: Array = numbers(3, 0, 100)
    total: int = number(0, 100)


class Rules(ParameterRecord):
    target: int = parameter(9, 3, 9, "the last number")
    max_steps: int = parameter(50, 1, 100, "limit")
""",
    "rules": """
from garrison.core.engine.events import finish, log
from garrison.core.engine.rule import rule
from PACKAGE.state import Happening


@rule
def new(p, s):
    s.waiting = 1


@rule
def legal(p, s, player, mask):
    mask[0] = mask[1] = 1


@rule
def step(p, s, player, action):
    s.turn += 1
    s.waiting = 1 << (s.turn // 2 % 3)
    if action == 0:
        s.total += 1
        s.points[player] += 1
        s.points[(player + 1) % 3] += 2  # a present for somebody who waits
        log(s, Happening.COUNTED, s.total)
    if s.total == p.target:
        finish(s, 2, 1 << player)


@rule
def observe(p, s, player, planes):
    for seat in range(3):
        planes[0, 0, seat] = s.points[(player + seat) % 3]


@rule
def measure(p, s, player, numbers):
    numbers[0] = s.points[player] * 10 + player


@rule
def score(p, s, out):
    for player in range(3):
        out[player] = s.points[player]
""",
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_every_episode_ends(name: str, seat: Any, mode: str) -> None:
    for limit in LIMITS:
        check_episodes(name, mode, seat, limit)


@pytest.mark.parametrize(("name", "seat", "limit", "mode"), ROTATED)
def test_every_long_episode_ends(name: str, seat: Any, limit: int, mode: str) -> None:
    check_episodes(name, mode, seat, limit)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_every_episode_with_every_limit_ends(name: str, seat: Any, mode: str) -> None:
    for limit in LONG_LIMITS:
        check_episodes(name, mode, seat, limit, rewards="outcome" if limit == LONG_LIMITS[0] else "score")


def test_every_episode_of_another_game_ends(tmp_path: Path) -> None:
    environment = {**toy.install(tmp_path, "relay", **RELAY), "GARRISON_LANE": "interpreted"}
    done = toy.python(environment, str(Path(__file__).with_name("episodes.py")), "relay")
    assert done.stdout == "every episode ended\n", done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_one_seed_is_one_game_everywhere(name: str) -> None:
    game, single = load(name), gymnasium.make(env_id(name)).unwrapped
    single.reset(seed=SEED)
    assert single.position == game.new(SEED)
    own, sync = (gymnasium.make_vec(env_id(name), COUNT, vectorization_mode=mode) for mode in (None, "sync"))
    each = gymnasium.make_vec(env_id(name), COUNT)
    begun = [own.reset(seed=SEED), sync.reset(seed=SEED), each.reset(seed=[SEED + k for k in range(COUNT)])]
    dice = np.random.default_rng(1)
    for _ in range(20):
        for seen, info in begun[1:]:
            assert all((seen[part] == begun[0][0][part]).all() for part in seen)
            assert info["game_seed"].tolist() == begun[0][1]["game_seed"].tolist()
        actions = dice.integers(own.single_action_space.n, size=COUNT)
        begun = [(result[0], result[4]) for result in (env.step(actions) for env in (own, sync, each))]
    single.reset(options={"game_seed": begun[0][1]["game_seed"][1]})
    assert single.position == game.new(int(begun[0][1]["game_seed"][1]))


def test_a_seed_may_have_all_64_bits() -> None:
    env = gymnasium.make(env_id("minefield"))
    _, info = env.reset(options={"game_seed": 2**64 - 1})
    assert info["game_seed"] == -1
    assert env.reset(options={"game_seed": info["game_seed"]})[1]["game_seed"] == -1
    assert env.unwrapped.position == load("minefield").new(2**64 - 1)
    assert 0 <= env.reset()[1]["game_seed"] < 2**63
