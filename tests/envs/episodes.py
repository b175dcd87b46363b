"""Episodes to their ends: a vector environment beside single ones that begin with the same seeds, step by step.

A program of its own as well, for games that are not ours: `python episodes.py relay` plays an installed game.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np

from garrison.core.game import load
from garrison.envs import env_id

LIMITS, LONG_LIMITS = (1, 2, 3, 5, 7, 20), (50, 200)
MODES = ("next_step", "same_step", "disabled")
COUNT, SEED, ENDS = 3, 7, 2
MOST_STEPS = 2000


def seats_of(name: str) -> list[Any]:
    return [*range(load(name).players), "random"]


def check_episodes(name: str, mode: str, seat: Any, limit: int, **options: Any) -> None:
    """Each place of a vector environment plays what a single environment with its seed plays, to several ends."""
    both = {"seat": seat, "limit": limit, **options}
    vector = gymnasium.make_vec(env_id(name), COUNT, autoreset_mode=mode, **both)
    places = [Place(index, gymnasium.make(env_id(name), **both).unwrapped) for index in range(COUNT)]
    dice = np.random.default_rng(limit)
    seen, info = vector.reset(seed=SEED)
    for place in places:
        place.begin(seen, info, seed=SEED + place.index)
    for _ in range(MOST_STEPS):
        actions = dice.integers(vector.single_action_space.n, size=COUNT)  # most are illegal: then others are drawn
        result = vector.step(actions)
        assert vector.observation_space.contains(result[0])
        for place in places:
            place.step(int(actions[place.index]), result, mode)
        over = np.array([place.is_over for place in places])
        if mode == "disabled" and over.all():
            seen, info = vector.reset(options={"reset_mask": over})
            for place in places:
                place.begin(seen, info)
        if min(place.ends for place in places) >= ENDS:
            return
    raise AssertionError(f"no end in {MOST_STEPS} steps")


def gain_of(position: Any, seat: int, rewards: str) -> float:
    """What a seat must have gained when its game is over."""
    scores, players = position.scores, position.game.players
    if rewards == "score":
        return float(scores[seat] - position.game.new(1).scores[seat])
    if position.outcome is None or players == 1:
        return float(scores[seat]) if position.over else 0.0
    winners = position.outcome.winners
    return 0.0 if len(winners) in (0, players) else 1.0 if seat in winners else -1.0


class Place:
    """One place of a vector environment, and the single environment that it must agree with."""

    def __init__(self, index: int, env: Any) -> None:
        self.index, self.env, self.is_over, self.ends, self.total = index, env, False, 0, 0.0

    def begin(self, seen: Any, info: Any, seed: int | None = None) -> None:
        observation, own = self.env.reset(seed=seed)
        self.is_over, self.total = False, 0.0
        self.agree(seen, observation)
        self.agree_on(info, own, "game_seed", "seat")

    def step(self, action: int, result: Any, mode: str) -> None:
        seen, rewards, terminated, truncated, info = result
        ends = bool(terminated[self.index]), bool(truncated[self.index])
        if self.is_over and mode == "next_step":
            assert (rewards[self.index], info["played"][self.index], *ends) == (0, -1, False, False)
            return self.begin(seen, info)
        observation, reward, *own_ends, own = self.env.step(action)
        assert (rewards[self.index], *ends) == (reward, *own_ends)
        self.agree_on(info, own, "played")
        self.total += reward
        if any(ends) and not self.is_over:
            self.check_end(observation, ends[1])
        if any(ends) and mode == "same_step":
            last = {name: part[None] for name, part in info["final_obs"][self.index].items()}
            self.agree(last, observation, 0)
            return self.begin(seen, info)
        self.is_over = any(ends)
        return self.agree(seen, observation)

    def check_end(self, observation: Any, is_truncated: bool) -> None:
        """The seat sees the end, in which nothing is legal, and has gained what the game says."""
        position, seat, limit = self.env.position, self.env.seat, self.env.table.passing.limit
        assert is_truncated == (position.outcome.reason == "limit" if position.over else position.steps == limit)
        assert position.steps <= limit
        assert not observation["action_mask"].any()
        assert (observation["planes"] == position.observe(seat)).all()
        assert (observation["numbers"] == position.measure(seat)).all()
        assert np.isclose(self.total, gain_of(position, seat, self.env.table.passing.rewards), atol=1e-4)
        self.ends += 1

    def agree(self, seen: Any, observation: Any, index: int | None = None) -> None:
        place = self.index if index is None else index
        for name, part in observation.items():
            assert (seen[name][place] == part).all(), name

    def agree_on(self, info: Any, own: Any, *names: str) -> None:
        assert [info[name][self.index] for name in names] == [own[name] for name in names]


if __name__ == "__main__":
    for seat in seats_of(sys.argv[1]):
        for limit in LIMITS:
            for mode in MODES:
                check_episodes(sys.argv[1], mode, seat, limit)
    print("every episode ended")
