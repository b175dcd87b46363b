"""Trains networks in a bounded time and measures what a search that asks them is worth, without the command line.

    python benchmarks/experts.py warm loop boneyard
    python benchmarks/experts.py train loop --to trained/loop --seconds 60 --device cuda
    python benchmarks/experts.py train minefield --to trained/mines --seconds 60 --device cuda --play gpu
    python benchmarks/experts.py compare loop --network trained/loop/network.npz --seconds 60 --seed 1000
    python benchmarks/experts.py learner --device cuda

`train` and `compare` take one of PLANS: how to train, and which searches to compare. A search plays alone, or against a
bot with rotating seats. All of them meet the same seeds, and only those seeds count that every one of them has
finished, up to the first that one has not: games that take long are not missing.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

ROLLED = {"plans": 32, "styles": 4, "plan_turns": 40, "turns": 80, "steps": 3000, "followed": 10, "free": 0.0}
BONES = {"turns": 3, "curiosity": 0.2, "doubt": 0.0}
HARD = {"plans": 8, "styles": 4, "plan_turns": 40, "turns": 100_000, "steps": 3000}
GRIM = {"variant": "grim"}


@dataclass(frozen=True)
class Search:
    """A search, and how much it may do for a decision; or a bot by its name."""

    method: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    simulations: int = 0
    bot: str = ""


@dataclass(frozen=True)
class Plan:
    """How a network is trained, and which searches are compared: in which game, and against whom."""

    training: dict[str, Any]
    searches: dict[str, Search]
    options: dict[str, Any] = field(default_factory=dict)
    against: str = ""
    grounds: tuple[dict[str, Any], ...] = ({},)  # further options, of which each seed has one


def rolled(simulations: int, **others: Any) -> Search:
    """Sequential halving that asks a network."""
    return Search("halving", {**ROLLED, "trust": 1.0, **others}, simulations)


def mines(simulations: int, **others: Any) -> Search:
    """The search of Minefield's `hard`."""
    settings = {"plans": 48, "styles": (0, 1, 2, 3, 5, 6), "plan_turns": 30, "turns": 40, **others}
    return Search("halving", settings, simulations)


def stormed(simulations: int, **others: Any) -> Search:
    """Plans of Siege's policy for a turn, in its own style but with other dice."""
    settings = {"plans": 12, "styles": (0,), "plan_turns": 1, "turns": 2, "steps": 4000, "free": 0.0, **others}
    return Search("halving", settings, simulations)


def fought(simulations: int, **others: Any) -> Search:
    """Moves that are played out by veterans."""
    return Search("playouts", {"style": 1, "turns": 12, "moves": 14, **others}, simulations)


def marshalled(simulations: int, **others: Any) -> Search:
    """More moves, played out by marshals, several times each."""
    return Search("playouts", {"style": 4, "turns": 12, "moves": 30, "each": 5, **others}, simulations)


WIDE = {"width": 24, "moves": 20, "answers": 8, "kept": (3, 2), "plies": 3, "hope": 0.5}
FIGHTERS = (1, 2, 3, 4)  # the veteran, a sergeant, a recruit and a marshal
MAPS, MODES = ["plain", "river", "islands", "pass", "random"], ["standard", "siege"]
GROUNDS = tuple({"map": name, "mode": mode} for mode in MODES for name in MAPS)
WORLDS = {"variant": [*["grim"] * 4, "former"], "world": [*["medium"] * 5, "small", "large"]}
SIZE = {"positions": 10_000_000, "width": 64, "depth": 32}  # more positions than there is time for
TEACHING = {"play": "policy", "student": "hard", "longest": 6000, "every": 40, "noise": 0.3, **SIZE}
WHOLE_GAMES = {"play": "policy", "judge": "game", "student": "hard", "noise": 0.1, "passes": 8, **SIZE}
PLANS = {
    "loop": Plan(
        {"game": "loop", "mix": WORLDS, **TEACHING, "passes": 16, "batch": 4096},
        {
            "turns 80": rolled(512),
            "turns 40": rolled(512, turns=40),
            "turns 200": rolled(256, turns=200),
            "turns 400": rolled(256, turns=400, followed=20),
            "plans of 60": rolled(1024, followed=40, plan_turns=60, turns=120),
            "hard, held 40": Search(
                "halving", {**HARD, "followed": 40}, 64
            ),  # as `hard` was when it was first measured
            "to the end": rolled(256, plans=16, followed=40, turns=100_000, steps=6000, trust=0.0),
            "to the end, sooner": rolled(128, plans=16, followed=20, turns=100_000, steps=6000, trust=0.0),
        },
        GRIM,
    ),
    "exploiter": Plan(  # how far Boneyard's expert can be exploited, by one that begins as the same
        {
            "game": "boneyard",
            "options": {"players": 2},
            "iterations": 2,
            "positions": 10_000_000,
            "teacher": "hard",
            "effort": 0.05,
            "trust": 0.9,
            "start": "src/garrison/games/boneyard/expert.npz",
            "against": "expert",
            "passes": 8,
            "batch": 1024,
            "width": 32,
            "depth": 16,
        },
        {
            "exploiter": Search("decoupled", {**BONES, "trust": 0.9}, 4000),
            "expert": Search("decoupled", {**BONES, "trust": 0.9}, 4000, bot="expert"),
        },
        {"players": 2},
        "expert",
    ),
    "bones": Plan({"game": "boneyard"}, {"expert": Search(bot="expert")}, {"players": 2}, "hard"),
    "skirmish": Plan(
        {
            "game": "skirmish",
            "mix": {"setup": ["random"] * 7 + ["classic"]},
            **WHOLE_GAMES,
            "student": "hard",
            "styles": FIGHTERS,
            "longest": 200,
            "batch": 16_384,
        },
        {
            "marshals": marshalled(300),
            "marshals, asking": marshalled(300, trust=0.5),
            "asking": fought(50, trust=0.7),
            "asking, 4 turns": fought(60, turns=4, trust=0.8),
            "asking, 2 turns": fought(100, turns=2, trust=1.0),
            "beam, asking": Search("beam", {**WIDE, "trust": 0.8}, 100_000),
        },
        {"setup": "random"},
        "hard",
    ),
    "minefield": Plan(
        {
            "game": "minefield",
            "mix": {"rules": [{"time_limit": 600}]},
            "iterations": 2,
            "judge": "game",
            "learn": "score",
            "par": 5000.0,
            "teacher": "hard",
            "student": "hard",
            "effort": 0.6,
            "noise": 0.02,
            "every": 2,
            "longest": 700,
            "sees": "cues",
            "passes": 20,
            "batch": 1024,
            "trust": 0.7,
            "positions": 10_000_000,
            "width": 32,
            "depth": 16,
        },
        {
            "asking": mines(400, trust=0.7),
            "asking half": mines(400, trust=0.5),
            "asking alone": mines(400, trust=1.0),
            "asking, 800": mines(800, plans=64, trust=0.7),
            "without": mines(400),
            "as hard": mines(180),
        },
        {"rules": {"time_limit": 600}},
    ),
    "siege": Plan(
        {
            "game": "siege",
            "mix": {"map": MAPS, "mode": MODES},
            **WHOLE_GAMES,
            "styles": (0, 1, 2, 3, 4, 5),
            "longest": 600,
            "batch": 4096,
            "width": 32,
            "fewest": 60,
        },
        {
            "asking": stormed(48, trust=1.0),
            "asking half": stormed(48, trust=0.5),
            "without": stormed(48),
        },
        {},
        "hard",
        GROUNDS,
    ),
}


# --- Playing.


def thinker(search: Search, game: Any, network: Path | None) -> Any:
    """What answers for a player: position, player and dice in, an action out."""
    from garrison import bots
    from garrison.bots.expert import network_at
    from garrison.bots.search import Budget, method

    if search.bot:
        return bots.find(search.bot, game.package)
    asked = {"network": network_at(network)} if "trust" in search.settings and network else {}
    found = method(search.method, game, {**search.settings, **asked})

    def answer(position: Any, player: int, dice: Random) -> int:
        followed = found.follow(position, player)
        if followed is not None:
            return int(followed)
        return found.think(position, player, Budget(search.simulations), dice.getrandbits(60))[0].action

    return answer


def played(
    task: tuple[int, str, Search],
    plan: Plan,
    options: dict[str, Any],
    against: str,
    network: Path | None,
    paired: bool = False,
) -> tuple[int, str, float, float, float]:
    """One game: its number and the search's name, the score (or share of the first place), and the time."""
    from garrison.core.game import load

    number, name, search = task
    ground = plan.grounds[number // 2 % len(plan.grounds)]  # in both seats
    loaded = load(plan.training["game"], **{**ground, **options})
    own, other = thinker(search, loaded, network), thinker(Search(bot=against or "random"), loaded, None)
    seed = number // loaded.players if paired else number
    position, dice, seat = loaded.new(seed), Random(number), number % loaded.players
    start, thought, decisions = time.perf_counter(), 0.0, 0
    while not position.over:
        player = position.waiting[0]
        begun = time.perf_counter()
        action = (own if player == seat else other)(position, player, dice)
        if player == seat:
            thought, decisions = thought + time.perf_counter() - begun, decisions + 1
        position.play(player, action)
    winners = position.outcome.winners if position.outcome else ()
    score = float(position.scores[0])
    if loaded.players > 1:
        score = (seat in winners) / len(winners) if winners else 1 / loaded.players
    return number, name, score, 1000 * thought / max(decisions, 1), time.perf_counter() - start


def compare(plan: Plan, network: Path | None, arguments: argparse.Namespace) -> dict[str, Any]:
    """The searches of a plan on the same seeds, as far as there is time."""
    names = arguments.only.split(";") if arguments.only else list(plan.searches)
    searches = {name: plan.searches.get(name, Search(bot=name)) for name in names}
    if arguments.simulations:
        searches = {name: replace(search, simulations=arguments.simulations) for name, search in searches.items()}
    options = {**plan.options, **json.loads(arguments.options)}
    against = arguments.against if arguments.against is not None else plan.against
    task = partial(played, plan=plan, options=options, against=against, network=network, paired=arguments.paired)
    seeds = range(arguments.seed, arguments.seed + arguments.most)
    tasks = [(seed, name, search) for seed in seeds for name, search in searches.items()]
    found: dict[str, dict[int, tuple[float, float]]] = {name: {} for name in searches}
    for seed, name, score, milliseconds, _ in until(arguments.seconds, task, tasks, arguments.workers):
        found[name][seed] = (score, milliseconds)
    complete = []
    for seed in seeds:
        if not all(seed in each for each in found.values()):
            break
        complete.append(seed)
    return {name: told([each[seed] for seed in complete]) for name, each in found.items()}


def until(seconds: float, task: Any, tasks: list[Any], workers: int) -> Iterator[Any]:
    """The results of tasks that were finished in time, on all cores."""
    end = time.monotonic() + seconds
    pool = multiprocessing.get_context("spawn").Pool(workers or None)
    try:
        results = pool.imap_unordered(task, tasks)
        while (left := end - time.monotonic()) > 0:
            yield results.next(left)
    except (multiprocessing.TimeoutError, StopIteration):
        pass
    finally:
        pool.terminate()


def told(games: list[tuple[float, float]]) -> dict[str, Any]:
    """Mean and median with a 95% interval of the mean, and how many games reached what a victory alone gives."""
    if not games:
        return {"games": 0}
    scores = np.array([score for score, _ in games])
    error = 1.96 * float(scores.std(ddof=1)) / len(scores) ** 0.5 if len(scores) > 1 else float("nan")
    mean, slow = float(scores.mean()), float(np.mean([milliseconds for _, milliseconds in games]))
    rounded = {"mean": mean, "low": mean - error, "high": mean + error, "median": float(np.median(scores))}
    return {
        "games": len(scores),
        **{name: round(value, 3) for name, value in rounded.items()},
        "won": int((scores >= 1000).sum()) if scores.max() > 1 else int((scores == 1).sum()),
        "ms a decision": round(slow, 2),
    }


# --- Training.


def train(plan: Plan, arguments: argparse.Namespace) -> None:
    """Play and learn as a plan says."""
    from garrison.train.run import Training
    from garrison.train.settings import TrainingSettings

    bounds = {"seconds": arguments.seconds, "device": arguments.device, "seed": arguments.seed, "games": 0}
    command = f"python benchmarks/experts.py train {arguments.plan} --seconds {arguments.seconds:g}"
    if arguments.play:
        bounds |= {"play": arguments.play, "at_once": arguments.at_once}
        command += f" --play {arguments.play} --at-once {arguments.at_once}"
    settings = TrainingSettings(**{"iterations": 1, **plan.training, **bounds, "workers": arguments.workers})
    Training(settings, arguments.to, f"{command} --seed {arguments.seed}", arguments.commit).run()


def learner(device: str) -> None:
    """How many positions a second a network learns from: 120 of 4,000 inputs each, without and with choices."""
    from garrison.train.fit import Shelf, frequent_inputs, learn
    from garrison.train.model import Model
    from garrison.train.samples import CHOICES, Samples
    from garrison.train.settings import TrainingSettings

    rows, inputs, actions, dice = 400_000 if device == "cuda" else 8_000, 120, 300, np.random.default_rng(1)
    seen = dice.integers(0, 4000, rows * inputs).astype(np.int32)
    legal, chosen = dice.integers(0, actions, (rows, 20)), np.full((rows, CHOICES), -1, np.int16)
    chosen[:, 0] = legal[:, 0]
    for is_chosen in (False, True):
        shares = np.zeros((rows, CHOICES), np.float32)
        shares[:, 0] = is_chosen
        lengths = np.full(rows, inputs, np.int16), np.full(rows, 20, np.int16)
        values = dice.uniform(-1, 1, (2, rows)).astype(np.float32)
        could, cues = legal.reshape(-1).astype(np.int16), np.zeros((rows, 0), np.float32)
        samples = Samples(seen, lengths[0], could, lengths[1], chosen, shares, values[0], values[1], cues)
        ids = frequent_inputs(samples, 1)
        shelf = Shelf(samples, ids, actions, device)
        for batch in (4096, 16_384, 65_536) if device == "cuda" else (1024,):
            model = Model(len(ids) + 1, 64, 32, actions, 1).to(device)
            settings = TrainingSettings("", passes=3, batch=batch, device=device)
            learn(model, shelf, settings, 1)  # once before, so that everything is loaded
            learned, _ = learn(model, shelf, settings, 2)
            said = {"choices": is_chosen, "batch": batch, "positions a second": round(learned.positions_per_second)}
            print(json.dumps(said), flush=True)


def warm(games: list[str]) -> None:
    """Build games with all that bots know, on all cores."""
    from garrison.bots.search import SEARCH
    from garrison.core import discovery
    from garrison.core.engine.store import ENGINE
    from garrison.core.libraries import need

    start = time.perf_counter()
    need(ENGINE, SEARCH, *(discovery.find(name).blueprint() for name in games))
    print(f"built after {time.perf_counter() - start:.1f} s", flush=True)


def main() -> None:
    """Read the arguments and do one of the things."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("warm", "train", "compare", "learner"))
    parser.add_argument("plan", nargs="*", help="a plan, or the games to compile")
    parser.add_argument("--to", type=Path, help="the folder of a training")
    parser.add_argument("--network", type=Path)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=10_000, help="the most seeds to play")
    parser.add_argument("--only", default="", help="searches of the plan or bots, with semicolons between them")
    parser.add_argument("--options", default="{}", help="options of the game, as JSON")
    parser.add_argument("--best", type=Path, help="the file for the name of the best search that asks a network")
    parser.add_argument("--simulations", type=int, default=0, help="simulations a decision; by default, the plan's")
    parser.add_argument("--against", help="a bot; by default, the plan's")
    parser.add_argument("--paired", action="store_true", help="play the game of each seed once in every seat")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--play", default="", help="search, gpu or policy: who plays; by default, as the plan says")
    parser.add_argument("--at-once", type=int, default=1024, help="games that are played together on a GPU")
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--commit", default="")
    arguments = parser.parse_args()
    if arguments.do == "learner":
        learner(arguments.device)
    elif arguments.do == "warm":
        warm(arguments.plan)
    else:
        arguments.plan = arguments.plan[0]
        plan, start = PLANS[arguments.plan], time.perf_counter()
        if arguments.do == "train":
            train(plan, arguments)
        else:
            results = compare(plan, arguments.network, arguments)
            for name, found in results.items():
                print(json.dumps({"plan": arguments.plan, "search": name, **found}), flush=True)
            if arguments.best:
                asking = [name for name in results if plan.searches[name].settings.get("trust")]
                arguments.best.write_text(max(asking, key=lambda name: results[name].get("mean", 0.0)))
        print(f"{arguments.do} {arguments.plan}: {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
