"""How fast the environments are beside others', in the same process: random play, everything included.

    pip install "garrison[envs]" "pettingzoo[classic]" ale-py && python benchmarks/envs.py
    python benchmarks/envs.py pettingzoos arcades
    python benchmarks/envs.py machine sizes threads     # on a machine that does nothing else

Rates are steps a second: of `batch.advance`, of Gymnasium's and PettingZoo's own environments through their own vector
or single interfaces, of Pac-Man in the Arcade Learning Environment, whose steps are four frames and a picture, and of
OpenSpiel's games in C++ from Python. PufferLib's Pac-Man in C, where it can be imported, is measured by turns with our
Minefield in the same convention, and so are many games of PettingZoo's connect four with our games for several players.
Encoding, beside observing, is a rate of positions, each written as planes for networks. Rates are by processor time of
one thread, so that other programs disturb them least; ratios hold within one run.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import garrison
from garrison.core.batches.parallel import in_parts
from garrison.core.encoding import KINDS, Encoder
from garrison.core.game import Game
from garrison.lab.speed.batch_bench import ROUNDS, batch_rate, best_rate

SIZES = (1, 64, 1024, 4096)
UNDER_WAY = 100  # steps after which a measurement by turns begins
MANY = 1024  # steps between two looks at the clock, at least
HASHED, COPIED = 1_000_000, 64_000_000  # bytes: what a core's own cache holds, and what no cache should
Rates = Iterator[tuple[str, int, float]]


class Extent(NamedTuple):
    """How much is measured: seconds of each measurement, measurements by turns, games, and sizes of batches."""

    seconds: float
    turns: int
    names: list[str]
    sizes: list[int]

    @property
    def games(self) -> list[Game]:
        return [garrison.load(name) for name in self.names]


def ours(extent: Extent) -> Rates:
    for game in extent.games:
        for positions in extent.sizes:
            yield f"garrison {game.name}", positions, batch_rate(game, positions, 1, extent.seconds, time.process_time)


def threads(extent: Extent) -> Rates:
    """Two threads beside one, by turns: by the clock on the wall, for which two cores must be free, and as fast as both
    would be on cores of their own by the processor time that they take."""
    for game in extent.games:
        for positions in extent.sizes[2:]:
            pair = [[Stepping(game, positions, seed=1, threads=threads)] for threads in (1, 2)]
            one, two = by_turns(pair, extent, time.perf_counter)
            yield f"{game.name}: two threads {two / one:.2f} times one", positions, two
            one, two = by_turns(pair, extent, time.process_time)
            yield f"{game.name}: {2 * two / one:.2f} by processor time", positions, 2 * two


def machine(extent: Extent) -> Rates:
    """What two threads do at best here, beside one, by the clock: computing, and copying what no cache holds.

    Cores that are halves of one, and memory that others use, show here; then no pass of ours can do better.
    """
    data = [bytes(HASHED) for _ in range(2)]
    copies = [(np.ones(COPIED, dtype=np.uint8), np.zeros(COPIED, dtype=np.uint8)) for _ in range(2)]
    for title, size, work in (
        ("hashing, MB/s", HASHED, lambda part: hashlib.sha256(data[part])),
        ("copying, MB/s", COPIED, lambda part: np.copyto(*copies[part])),
    ):
        one, two = by_turns([[Working(work, size, threads)] for threads in (1, 2)], extent, time.perf_counter)
        yield f"{title}: two threads {two / one:.2f} times one", 2, two


class Working:
    """The same work in each of several threads, on this many bytes; sizes are in kilobytes."""

    def __init__(self, work: Callable[[int], Any], size: int, threads: int) -> None:
        self.size = size // 1000 * threads
        self._work, self._threads = work, threads

    def run(self, rounds: int) -> None:
        in_parts(lambda part, _: [self._work(part) for _ in range(rounds)], range(self._threads + 1))


def sizes(extent: Extent) -> Rates:
    """One large batch beside many small ones with as many games, all of them under way."""
    few, many = extent.sizes[1], extent.sizes[3]
    for game in extent.games:
        small = [Stepping(game, few, seed) for seed in range(many // few)]
        rates = by_turns([small, [Stepping(game, many, seed=1)]], extent, time.process_time)
        yield f"{game.name}: {rates[1] / rates[0]:.0%} of {many // few} x {few}", many, rates[1]


class Stepping:
    """A batch whose games have gone on for a while, and with it the trial of ways to treat memory."""

    def __init__(self, game: Any, positions: int, seed: int, threads: int = 1) -> None:
        self.size = positions
        self._batch = game.batch(positions, seed, threads, autoreset="same_step", illegal="replace", compact=True)
        dice = np.random.default_rng(seed)
        self._actions = list(dice.integers(0, len(game.used_actions), (UNDER_WAY, positions)))
        self.run(UNDER_WAY)

    def run(self, rounds: int) -> None:
        for index in range(rounds):
            self._batch.advance(self._actions[index % UNDER_WAY])


def by_turns(groups: list[list[Any]], extent: Extent, clock: Callable[[], float]) -> list[float]:
    """Steps a second of each group of batches, the best of several measurements by turns."""
    best = [0.0] * len(groups)
    for _ in range(extent.turns):
        for number, group in enumerate(groups):
            done, start, rounds = 0, clock(), max(16, MANY // group[0].size)
            while not done or clock() - start < extent.seconds:
                for stepping in group:
                    stepping.run(rounds)
                    done += rounds * stepping.size
            best[number] = max(best[number], done / (clock() - start))
    return best


def encoders(extent: Extent) -> Rates:
    count = 64
    for game in extent.games:
        batch = game.batch(count, seed=1, threads=1)
        for _ in range(40):
            batch.step(batch.random_actions())
            batch.renew()
        planes = batch.observe().copy()
        yield (
            f"observing {game.name}",
            count,
            count * best_rate(_repeating(batch.observe), extent.seconds, time.process_time),
        )
        for kind in KINDS:
            encode = Encoder(game.observation_spec, kind)
            again = _repeating(partial(encode, planes, encode(planes)))
            yield f"encoding {game.name} as {kind}", count, count * best_rate(again, extent.seconds, time.process_time)


def _repeating(work: Callable[[], Any]) -> Callable[[int], None]:
    def run(rounds: int) -> None:
        for _ in range(rounds):
            work()

    return run


def gymnasiums(extent: Extent) -> Rates:
    import gymnasium

    import garrison.envs as own

    for title, name, options in (
        ("gymnasium CartPole-v1", "CartPole-v1", {}),
        ("garrison through gymnasium", own.env_id("minefield"), {}),
    ):
        for count in extent.sizes[:3]:
            env = gymnasium.make_vec(name, count, **options)
            yield title, count, count * best_rate(_stepping(env), extent.seconds, time.process_time)


def _stepping(env) -> Callable[[int], None]:  # type: ignore[no-untyped-def]
    env.reset(seed=1)
    actions = [env.action_space.sample() for _ in range(64)]

    def run(rounds: int) -> None:
        for index in range(rounds):
            env.step(actions[index % 64])

    return run


def pettingzoos(extent: Extent) -> Rates:
    from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

    from garrison.envs.pettingzoo_env import aec

    theirs = {"tic-tac-toe": tictactoe_v3, "connect four": connect_four_v3, "chess": chess_v6}
    made = {f"pettingzoo {name}": module.raw_env() for name, module in theirs.items()}
    several = [game.name for game in extent.games if game.players > 1]
    made |= {f"garrison {name} through pettingzoo": aec(name) for name in several}
    for title, env in made.items():
        yield title, 1, best_rate(_iterating(env), extent.seconds, time.process_time)


def _iterating(env) -> Callable[[int], None]:  # type: ignore[no-untyped-def]
    dice = np.random.default_rng(1)

    def run(rounds: int) -> None:
        played = 0
        while played < rounds:
            env.reset(seed=played)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                is_over = terminated or truncated
                env.step(None if is_over else int(dice.choice(np.flatnonzero(seen["action_mask"]))))
                played += not is_over
                if played >= rounds:
                    return

    return run


def arcades(extent: Extent) -> Rates:
    import ale_py
    import gymnasium

    import garrison.envs as own

    gymnasium.register_envs(ale_py)
    for count in extent.sizes[:2]:
        for title, name in (("ale Pac-Man", "ALE/Pacman-v5"), ("garrison minefield", own.env_id("minefield"))):
            env = gymnasium.make_vec(name, count)
            yield (
                f"{title} through gymnasium",
                count,
                count * best_rate(_stepping(env), extent.seconds, time.process_time),
            )


def openspiels(extent: Extent) -> Rates:
    import pyspiel

    from garrison.envs.openspiel import register, short_name

    register()
    for title, name in (("openspiel connect_four (C++)", "connect_four"), ("garrison through openspiel", "skirmish")):
        game = pyspiel.load_game(short_name(name) if name in garrison.game_names() else name)
        yield title, 1, best_rate(_walking(game), extent.seconds, time.process_time)


def _walking(game) -> Callable[[int], None]:  # type: ignore[no-untyped-def]
    dice = np.random.default_rng(1)

    def run(rounds: int) -> None:
        state = game.new_initial_state()
        for _ in range(rounds):
            if state.is_terminal():
                state = game.new_initial_state()
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.integers(len(legal)))])

    return run


def vectors(extent: Extent) -> Rates:
    """Many games for several players: PettingZoo's own one after the other, ours in one pass."""
    from pettingzoo.classic import connect_four_v3

    count = 64
    theirs = [connect_four_v3.raw_env() for _ in range(count)]
    yield (
        "pettingzoo connect four, all of them",
        count,
        count * best_rate(_taking_turns(theirs), extent.seconds, time.process_time),
    )
    for game in extent.games:
        if game.players > 1:
            yield (
                f"garrison {game.name}, in turns",
                count,
                batch_rate(game, count, 1, extent.seconds, time.process_time),
            )
            together = count * best_rate(
                Puffing(_own_puffer(game.name, count), count).run, extent.seconds, time.process_time
            )
            yield f"garrison {game.name}, all players at once", count, together


def _taking_turns(envs: list[Any]) -> Callable[[int], None]:
    """One random legal step of each environment a round."""
    dice = np.random.default_rng(1)
    for env in envs:
        env.reset(seed=1)

    def run(rounds: int) -> None:
        for _ in range(rounds):
            for env in envs:
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.reset()
                    seen = env.last()[0]
                env.step(int(dice.choice(np.flatnonzero(seen["action_mask"]))))

    return run


def puffers(extent: Extent) -> Rates:
    """Pac-Man in C and Minefield by turns, both through PufferLib's own base class."""
    from pufferlib.ocean.pacman.pacman import Pacman

    for count in extent.sizes:
        theirs, own = Puffing(Pacman(num_envs=count), count), Puffing(_own_puffer("minefield", count), count)
        rates = by_turns([[theirs], [own]], extent, time.process_time)
        yield "pufferlib Pac-Man (C)", count, rates[0]
        yield f"garrison minefield: {rates[1] / rates[0]:.0%} of it", count, rates[1]


def _own_puffer(name: str, num_envs: int) -> Any:
    from garrison.envs.pufferlib_env import GarrisonPuffer

    return GarrisonPuffer(name, num_envs)


class Puffing:
    """Random play in a vector environment in PufferLib's convention."""

    def __init__(self, env: Any, games: int) -> None:
        self.size, self._step = games, env.step
        env.reset(seed=1)
        drawn = np.random.default_rng(1).integers(0, env.single_action_space.n, (ROUNDS, env.num_agents))
        self._actions = list(drawn)  # because taking a row of an array takes time, too
        self.run(ROUNDS)

    def run(self, rounds: int) -> None:
        for index in range(rounds):
            self._step(self._actions[index % ROUNDS])


ALL = (ours, machine, sizes, threads, encoders, gymnasiums, pettingzoos, vectors, arcades, openspiels, puffers)
PARTS = {part.__name__: part for part in ALL}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.3, help="of each measurement")
    parser.add_argument("--turns", type=int, default=7, help="measurements of what is measured by turns")
    parser.add_argument("--games", nargs="*", default=list(garrison.game_names()), metavar="GAME")
    parser.add_argument("--sizes", nargs=4, type=int, default=SIZES, metavar="POSITIONS", help="of batches")
    choices = ["all", *PARTS]
    parser.add_argument("parts", nargs="*", default="all", choices=choices, metavar="PART", help=", ".join(choices))
    given = parser.parse_args()
    extent = Extent(given.seconds, given.turns, given.games, given.sizes)
    print(time.strftime("%Y-%m-%d %H:%M"), "rates in thousand steps/s")
    for part in ALL if "all" in given.parts else (PARTS[name] for name in given.parts):
        try:
            for title, count, rate in part(extent):
                print(f"{title:<40} {count:>6}  {rate / 1e3:>10,.1f}", flush=True)
        except ImportError as error:
            print(f"{part.__name__:<40} not installed ({error})", flush=True)


if __name__ == "__main__":
    main()
