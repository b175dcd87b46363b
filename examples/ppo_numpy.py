"""Proximal policy optimisation in NumPy alone, on Minefield: from 4 points by chance to about 300.

    python examples/ppo_numpy.py --steps 3300000 --to ppo_numpy.npz

It learns from a window around P, each square as one of nine objects; of what is farther away, from kinds, directions
and distances; and from a few numbers.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import garrison

REACH = 4  # squares that the policy sees in every direction
SIDE, OBJECTS, WALL, ONE = 2 * REACH + 1, 9, 1, 2
FAR = OBJECTS - ONE  # kinds of things that it knows of beyond that
POSITIONS, ROUNDS, HIDDEN = 128, 32, 128  # games at once, steps between updates, units
DISCOUNT, TRACE, CLIP, ENTROPY, RATE, EPOCHS, PARTS = 0.995, 0.95, 0.2, 0.01, 1.5e-3, 3, 8
SCALE, WORTH = 20.0, 0.25  # points by which rewards are divided; what errors of the value count beside the policy
Array = np.ndarray[Any, Any]


class Network:
    """One hidden layer; from it the chances of the actions and the value of the position. Learns with Adam."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        layers = {"hidden": (inputs, HIDDEN, 1.0), "policy": (HIDDEN, actions, 0.01), "value": (HIDDEN, 1, 0.1)}
        self._updates, self.weights = 0, dict[str, Array]()
        for name, (rows, columns, gain) in layers.items():
            drawn = dice.normal(size=(rows, columns)) * gain / np.sqrt(rows / 6)
            self.weights |= {name: drawn.astype(np.float32), f"{name} bias": np.zeros(columns, dtype=np.float32)}
        self._first, self._second = ({name: 0 * array for name, array in self.weights.items()} for _ in range(2))

    def forward(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden units, the logarithms of the actions' chances, none for illegal ones, and the values."""
        hidden = np.tanh(seen @ (w := self.weights)["hidden"] + w["hidden bias"])
        scores = np.where(masks == 0, np.float32(-1e9), hidden @ w["policy"] + w["policy bias"])
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return hidden, logs, (hidden @ w["value"])[:, 0] + w["value bias"]

    def learn(self, left: float, seen: Array, masks: Array, actions: Array, *told: Array) -> None:
        """One step down the gradient of the clipped objective; steps and entropy shrink with the time that is left."""
        (hidden, logs, values), (before, gains, returns) = self.forward(seen, masks), told
        chances, rows, count = np.exp(logs), np.arange(len(actions)), len(actions)
        ratio = np.exp(logs[rows, actions] - before)
        weight = gains * ratio * np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = chances * weight[:, None]
        pull[rows, actions] -= weight
        surprise = -(chances * logs).sum(axis=1, keepdims=True)
        pull += left * ENTROPY * chances * (logs + surprise)
        pull /= count
        error = (WORTH * (values - returns) / count)[:, None].astype(np.float32)
        back = (pull @ self.weights["policy"].T + error @ self.weights["value"].T) * (1 - hidden**2)
        slopes = {"hidden": seen.T @ back, "policy": hidden.T @ pull, "value": hidden.T @ error}
        biases = zip(slopes, (back, pull, error), strict=True)
        self._descend(slopes | {f"{name} bias": part.sum(axis=0) for name, part in biases}, left * RATE)

    def _descend(self, slopes: dict[str, Array], rate: float) -> None:
        self._updates += 1
        for name, slope in slopes.items():
            self._first[name] += 0.1 * (slope - self._first[name])
            self._second[name] += 0.001 * (slope**2 - self._second[name])
            root = np.sqrt(self._second[name] / (1 - 0.999**self._updates)) + 1e-8
            self.weights[name] -= (rate * self._first[name] / (1 - 0.9**self._updates) / root).astype(np.float32)


def around(planes: Array, numbers: Array, told: dict[str, int]) -> Array:
    """What the policy sees: the window around P, and energy, mines, tiredness and the way P faces."""
    count, (rows, columns) = len(planes), planes.shape[2:]
    field = np.full((count, rows + 2 * REACH, columns + 2 * REACH), WALL, dtype=np.uint8)
    field[:, REACH:-REACH, REACH:-REACH] = planes[:, 0]
    down, right = np.arange(SIDE)[:, None], np.arange(SIDE)[None, :]
    row, column = numbers[:, told["row"], None, None] + down, numbers[:, told["column"], None, None] + right
    window = field[np.arange(count)[:, None, None], row, column].reshape(count, -1)
    marks = np.eye(OBJECTS, dtype=np.float32)[:, 1:][window].reshape(count, -1)
    facing = np.eye(4, dtype=np.float32)[numbers[:, told["facing"]]]
    stocks = numbers[:, [told["energy"], told["mines"], told["tired"]]] / np.array([200, 3, 1])
    compass = afar(planes[:, 0], numbers[:, told["row"]], numbers[:, told["column"]])
    return np.concatenate([marks, facing, np.minimum(stocks, 1).astype(np.float32), compass], axis=1)


def afar(field: Array, row: Array, column: Array) -> Array:
    """For each kind of thing and each of nine directions: how many there are, counting less the farther they are."""
    index, down, right = np.nonzero(field >= ONE)
    kind, down, right = field[index, down, right].astype(np.int64) - ONE, down - row[index], right - column[index]
    place = (index * FAR + kind) * 9 + 3 * np.sign(down) + np.sign(right) + 4
    near = 4 / (4 + abs(down) + abs(right))
    return np.bincount(place, near, len(field) * FAR * 9).reshape(len(field), -1).astype(np.float32)


def advantages(rewards: Array, values: Array, ended: Array) -> Array:
    """Generalised advantages; `values` has one row more than the others."""
    found, trace = np.zeros_like(rewards), np.zeros(rewards.shape[1], dtype=np.float32)
    for step in reversed(range(len(rewards))):
        goes_on = DISCOUNT * (1 - ended[step])
        found[step] = trace = rewards[step] + goes_on * (values[step + 1] + TRACE * trace) - values[step]
    return found


def train(steps: int, seed: int = 0, to: str = "", tell: Any = print) -> list[float]:
    """Learn for this many steps and write the network to a file; the mean score of games that ended, as it went."""
    game = garrison.load("minefield")
    told = {name: place for place, name in enumerate(game.numbers)}
    batch = game.batch(POSITIONS, seed=seed, threads=1, autoreset="same_step")
    brought, dice, start = batch.look(), np.random.default_rng(seed), time.process_time()
    seen = around(brought.planes, brought.numbers, told)
    network = Network(seen.shape[1], game.facts.actions, seed)
    running, finished, curve, updates = np.zeros(POSITIONS), [], [], max(1, steps // (POSITIONS * ROUNDS))
    for update in range(updates):
        kept: list[tuple[Array, ...]] = []
        for _ in range(ROUNDS):
            _, logs, values = network.forward(seen, masks := brought.masks.copy())
            actions = (logs + dice.gumbel(size=logs.shape)).argmax(axis=1)
            brought = batch.advance(actions)
            reward, ended = brought.rewards[:, 0], brought.terminated | brought.truncated
            chosen, ends = logs[np.arange(POSITIONS), actions], ended.astype(np.float32)
            kept.append((seen, masks, actions, chosen, values, reward / SCALE, ends))
            running += reward
            finished, running = [*finished, *running[ended].tolist()][-1000:], running * ~ended
            seen = around(brought.planes, brought.numbers, told)
        stacked = [np.stack(part) for part in zip(*kept, strict=True)]
        following = np.concatenate([stacked[4], network.forward(seen, brought.masks)[2][None]])
        gains = advantages(stacked[5], following, stacked[6])
        flat = [part.reshape(-1, *part.shape[2:]) for part in (*stacked[:4], gains, gains + stacked[4])]
        flat[4] = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-8)
        for part in (part for _ in range(EPOCHS) for part in np.array_split(dice.permutation(len(flat[0])), PARTS)):
            network.learn(1 - update / updates, *(array[part] for array in flat))
        if update % 50 == 49 or update == updates - 1:
            curve.append(float(np.mean(finished or [0])))
            points = f"{(update + 1) * POSITIONS * ROUNDS:>9,} steps  {curve[-1]:7.1f} points"
            tell(f"{points}  {time.process_time() - start:5.0f} s of processor time")
    if to:
        np.savez(to, allow_pickle=False, **network.weights)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3_300_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", default="")
    train(**vars(parser.parse_args()))
