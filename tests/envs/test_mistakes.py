"""What a learning program can get wrong is told in a sentence, and never passed over in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from garrison.errors import BadOption, IllegalAction

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'garrison[envs]'")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'garrison[envs]'")

from garrison.core.game import load  # noqa: E402
from garrison.envs import env_id  # noqa: E402
from garrison.envs.gymnasium_env import GameEnv  # noqa: E402
from garrison.envs.pettingzoo_env import aec, parallel  # noqa: E402
from garrison.envs.pufferlib_env import GarrisonPuffer, PufferEnv  # noqa: E402
from garrison.envs.seated import SeatedBatch  # noqa: E402

NETWORK = load("boneyard").package.folder / "expert.npz"
NOT_ACTIONS: list[Any] = [1.0, 1.5, "up", None, True, np.array([1, 2]), np.array([], dtype=np.int64)]


def started(name: str, **options: Any) -> Any:
    env = gymnasium.make(env_id(name), **options)
    env.reset(seed=1)
    return env


def started_aec() -> Any:
    env = aec("skirmish")
    env.reset(seed=1)
    return env


def started_parallel() -> Any:
    env = parallel("boneyard", players=2)
    env.reset(seed=1)
    return env


@pytest.mark.parametrize("action", NOT_ACTIONS, ids=repr)
@pytest.mark.parametrize(
    "step",
    [
        lambda action: started("minefield").step(action),
        lambda action: started_aec().step(action),
        lambda action: started_parallel().step({"player_0": action}),
    ],
    ids=["gymnasium", "aec", "parallel"],
)
def test_an_action_is_a_whole_number(step: Callable[[Any], Any], action: Any) -> None:
    with pytest.raises(IllegalAction, match="An action is a whole number, as action_space"):
        step(action)


@pytest.mark.parametrize("action", [-1, -2, 10, 10**6, 2**63 - 1, 2**63])
@pytest.mark.parametrize("illegal", ["replace", "raise", "penalty"])
def test_an_action_is_in_the_action_space(illegal: str, action: int) -> None:
    env = started("minefield", illegal=illegal)
    before = env.unwrapped.position
    with pytest.raises(IllegalAction, match=f"Action {action} is outside the action space, which is 0 to 9; nothing"):
        env.step(action)
    assert env.unwrapped.position == before
    many = gymnasium.make_vec(env_id("minefield"), 2, illegal=illegal)
    many.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"Action {action} of game 1 is outside the action space, which is 0 to 9"):
        many.step(np.array([0, action], dtype=np.uint64 if action == 2**63 else np.int64))
    assert many.batch[0] == before


@pytest.mark.parametrize("action", [-1, 10**6])
@pytest.mark.parametrize(
    "act",
    [
        lambda action: started_aec().step(action),
        lambda action: started_parallel().step({"player_0": 0, "player_1": action}),
        lambda action: GarrisonPuffer("minefield", 2).step(np.array([0, action])),
        lambda action: GarrisonPuffer("boneyard", 1, players=2).step(np.array([0, action])),
        lambda action: GarrisonPuffer("skirmish", 2, opponent="random").step(np.array([0, action])),
    ],
    ids=["aec", "parallel", "one player", "all players", "opponents"],
)
def test_an_action_is_in_the_action_space_of_others(act: Callable[[Any], Any], action: int) -> None:
    with pytest.raises(IllegalAction, match=f"Action {action}( of .*)? is outside the action space, which is 0 to"):
        act(action)


def test_everybody_who_is_asked_has_an_action() -> None:
    env = started_parallel()
    with pytest.raises(IllegalAction, match="player_1 is asked, and has no action; nothing was played"):
        env.step({"player_0": 0})


def test_infos_of_agents_say_what_was_played() -> None:
    turns, at_once = started_aec(), started_parallel()
    assert turns.infos == {agent: {"game_seed": 1, "played": -1} for agent in turns.agents}
    masks = turns.observe("player_0")["action_mask"], at_once.batch.masks[0].copy()
    turns.step(int(masks[0].argmin()))
    assert masks[0][turns.infos["player_0"]["played"]]
    assert turns.infos["player_1"]["played"] == -1
    *_, infos = at_once.step({"player_0": int(masks[1][0].argmax()), "player_1": int(masks[1][1].argmin())})
    assert infos["player_0"]["played"] == masks[1][0].argmax()
    assert infos["player_1"]["played"] != masks[1][1].argmin()


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_nobody_passes_who_is_asked(mode: str) -> None:
    many = gymnasium.make_vec(env_id("skirmish"), 2, limit=1, autoreset_mode=mode)
    many.reset(seed=1)
    over = np.logical_or(*many.step(np.array([0, 0]))[2:4])
    assert over.all()
    if mode == "same_step":
        with pytest.raises(IllegalAction, match="Action -1 of game 0 is outside the action space, which is 0 to 63"):
            many.step(np.array([-1, -1]))
        return
    *_, info = many.step(np.array([-1, -1]))  # nobody is asked
    assert info["played"].tolist() == [-1, -1]
    assert (many.batch[0].steps == 0) == (mode == "next_step")  # where the next game has begun


@pytest.mark.parametrize("action", [1, np.int32(1), np.array(1), np.array([1])], ids=repr)
def test_a_whole_number_may_be_in_an_array(action: Any) -> None:
    expected, found = started("minefield"), started("minefield")
    assert (expected.step(1)[0]["planes"] == found.step(action)[0]["planes"]).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: started("minefield").reset(options={"gameseed": 3}), "reset has no option 'gameseed'; it has game_s"),
        (lambda: started("minefield").reset(options={"game_seed": "x"}), "A seed is a whole number"),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=[1, 2, 3]), "2 games take 2 seeds, not 3"),
        (
            lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(options={"reset_mask": [True]}),
            "A batch of 2 positions takes as many marks",
        ),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=-1), "A seed is .* not -1"),
        (lambda: gymnasium.make(env_id("minefield")).reset(seed=-1), "A seed is .* not -1"),
        (lambda: gymnasium.make(env_id("minefield")).unwrapped.step(0), "No game has begun: call reset"),
        (lambda: started("skirmish", setups="duel"), "no option called 'setups' .*; it takes variant, rules, setup"),
        (lambda: GameEnv(load("skirmish"), setup="duel"), "setup is an option of garrison.load, and this game is load"),
        (lambda: started("skirmish", seat="last"), "seat must be from 0 to 1, not 'last'"),
        (lambda: started("skirmish", opponent=[]), "opponent must name somebody to draw: the list is empty"),
        (lambda: started("skirmish", opponent=5), "An opponent is a bot's name, a function .* not 5"),
        (lambda: started("skirmish", opponent=["easy", None]), "An opponent is a bot's name, a function .* not None"),
        (lambda: started("skirmish", opponent="nowhere.npz"), "nowhere.npz: this is not a network with its card"),
        (
            lambda: started("skirmish", opponent=NETWORK),
            "This network was trained for boneyard and can't play skirmish",
        ),
        (lambda: SeatedBatch(load("skirmish"), 2, every_player=True), "A SeatedBatch has one row for each game"),
        (lambda: started("skirmish", seat=2), "seat must be from 0 to 1, not 2"),
        (lambda: started("skirmish", seat=0.5), "seat must be from 0 to 1, not 0.5"),
        (lambda: started("skirmish", limit=2.5), "limit must be a number of steps"),
        (lambda: started("skirmish", limit="5"), "limit must be a number of steps"),
        (
            lambda: gymnasium.make_vec(env_id("minefield"), 2, autoreset_mode="never"),
            "autoreset_mode must be one of next_s",
        ),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(options={"mask": 1}), "reset has no option 'mask'"),
        (
            lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=[1.5, 2]),
            "A seed is .* not 1.5",
        ),
        (lambda: gymnasium.make_vec(env_id("minefield"), 2).reset(seed=[-1, 2]), "A seed is .* not -1"),
        (lambda: started_parallel().reset(seed=-1), "A seed is .* not -1"),
        (lambda: started_aec().observe("bob"), "The agents are player_0, player_1, not 'bob'"),
        (lambda: started_parallel().step({"bob": 1}), "The agents are player_0, player_1, not 'bob'"),
    ],
)
def test_what_there_is_not(wrong: Callable[[], Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        wrong()


def test_a_seat_may_be_a_number_of_numpys() -> None:
    assert started("skirmish", seat=np.int64(1)).unwrapped.seat == 1


@pytest.mark.parametrize(
    ("buffers", "words"),
    [
        ({"obs": np.zeros(2, np.uint8)}, "There is no buffer 'obs'; there are observations"),
        ({"observations": np.zeros((2, 3), np.uint8)}, "The buffer observations must be an array of uint8"),
        ({"rewards": np.zeros(2, np.float64)}, "The buffer rewards must be an array of float32"),
    ],
    ids=lambda case: next(iter(case)) if isinstance(case, dict) else "",
)
@pytest.mark.skipif(PufferEnv is not object, reason="PufferLib takes its buffers itself")
def test_buffers_that_do_not_fit(buffers: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        GarrisonPuffer("minefield", 2, buffers)


@pytest.mark.parametrize(
    "act",
    [
        lambda: aec("skirmish").step(0),
        lambda: aec("skirmish").observe("player_0"),
        lambda: parallel("boneyard").step({"player_0": 0}),
    ],
    ids=["aec step", "aec observe", "parallel step"],
)
def test_nobody_acts_before_a_game_has_begun(act: Callable[[], Any]) -> None:
    with pytest.raises(BadOption, match=r"call reset\(\) first"):
        act()
