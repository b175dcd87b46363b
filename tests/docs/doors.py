"""Takes games of other packages through doors, to their ends: `python doors.py environments noughts crossing`.

It runs in a process of its own, in which those games are installed, and prints what went through.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from serving import Threaded, threaded, wait_until

import garrison
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Replay, parse
from garrison.core.replay_turns import turns_of
from garrison.core.verification import verify, with_seal
from garrison.lab.arena.arena import hold
from garrison.lab.arena.evaluation import evaluate
from garrison.lab.arena.settings import ArenaSettings
from garrison.lab.data.dataset import Dataset, make
from garrison.lab.design.run import Extent, Run
from garrison.lab.games.simulate import simulate
from garrison.lab.pages.arena_page import page_of as arena_page
from garrison.lab.pages.report import report_on
from garrison.lab.pages.report_page import page_of
from garrison.look.picture import to_svg

MOST = 2000  # steps: none of these games lasts as long


def of(masks: Any) -> list[int]:
    """A legal action of each mask, the first; any where there is none."""
    return [int(action) for action in np.asarray(masks).argmax(axis=-1)]


def gymnasium(game: Game) -> None:
    import gymnasium as library

    from garrison.envs import env_id

    env = library.make(env_id(game.name))
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            assert env.observation_space.contains(seen)
            seen, _, terminated, truncated, _ = env.step(int(seen["action_mask"].argmax()))
            over = terminated or truncated
        assert env.unwrapped.position.over


def gymnasium_vectors(game: Game) -> None:
    import gymnasium as library

    from garrison.envs import env_id

    for mode in library.vector.AutoresetMode:
        envs = library.make_vec(env_id(game.name), num_envs=3, autoreset_mode=mode)
        seen, _ = envs.reset(seed=1)
        ends = 0
        for _ in range(MOST):
            assert envs.observation_space.contains(seen)
            seen, _, terminated, truncated, _ = envs.step(np.array(of(seen["action_mask"])))
            ends += int((terminated | truncated).sum())
            if ends >= 3:
                break
        assert ends >= 3


def pettingzoo(game: Game) -> None:
    from garrison.envs.pettingzoo_env import aec, parallel

    turns = aec(game.name)
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        seen, _, terminated, truncated, _ = turns.last()
        turns.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
    assert turns.batch[0].over
    at_once = parallel(game.name)
    seen, _ = at_once.reset(seed=1)
    while at_once.agents:
        seen, *_ = at_once.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in at_once.agents})
    assert at_once.batch[0].over


def pufferlib(game: Game) -> None:
    from garrison.envs.pufferlib_env import GarrisonPuffer

    env = GarrisonPuffer(game.name, 3, seed=1)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(MOST):
        masks = seen.view(env.layout)[:, 0]["action_mask"]
        seen, _, terminated, truncated, _ = env.step(np.array(of(masks)).reshape(env.actions.shape))
        ends += int((terminated | truncated).sum())
        if ends >= 3 * game.players:
            return
    raise AssertionError("no game ended")


def openspiel(game: Game) -> None:
    import pyspiel

    from garrison.envs.openspiel import register, short_name

    register()
    loaded, dice = pyspiel.load_game(short_name(game.name)), Random(1)
    state, observer = loaded.new_initial_state(), loaded.make_py_observer()
    while not state.is_terminal():
        observer.set_from(state, 0)
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(dice.choice(actions))
    assert state.position.over


def played(game: Game) -> tuple[Position, Replay]:
    """A random game, looked at from everywhere on the way."""
    position, dice, moves = game.new(5), Random(5), []
    while not position.over:
        player = dice.choice(position.waiting)
        action = dice.choice(position.actions(player))
        assert position.action_words(action)
        moves.append(Move(player, action))
        position.play(player, action)
        for viewer in (-1, *range(game.players)):
            scene = position.scene(viewer)
            assert scene.to_text()
            assert scene.to_json()
    assert to_svg(position.scene(), game.package.folder / "sprites").startswith("<svg")
    return position, Replay(game, 5, moves)


def replay(game: Game) -> None:
    position, told = played(game)
    again = parse(told.to_json())
    assert again.verify() == position
    assert [turn.last for turn in turns_of(again)][-1] == len(told.moves)
    assert verify(parse(with_seal(told).to_json())).startswith("Verified here: ")


def arena(game: Game) -> None:
    with tempfile.TemporaryDirectory() as folder:
        report = hold(game, ["easy", "random"], ArenaSettings(games=2, processes=0, replays=Path(folder)))
        assert len([*Path(folder).iterdir()]) == 2
    assert str(report)
    assert arena_page(report)


def lab(game: Game) -> None:
    run = Run(
        game,
        "random",
        Extent(games=2, seed=3, processes=0),
        ["win_rate", "length", "branching", "drama", "weight", "use"],
    )
    assert len(run.go().of()) == 2
    assert page_of(report_on(run))
    assert simulate(game, 20).games == 20


def research(game: Game) -> None:
    assert evaluate("random", game, games=2, ladder=["random"], processes=0).rungs[0].games == 2
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.npz"
        size = make(game, ["random"] * game.players, 2, 1, file, processes=0)
        assert (size.decisions, size.games) == (len(Dataset(file).columns["action"]), 2)


def server(game: Game, site: Threaded) -> None:
    made = site.make(game.name, ",".join(["person"] * game.players))
    people = site.sit(made, *range(game.players))
    assert people.welcome["type"] == "welcome"
    assert site.ask(f"/api/matches/{made['match']}/about")
    while not people.scene["over"]:
        at = people.number
        assert people.act(people.legal()[0], people.scene["waiting"][0])["type"] == "ack"
        people.until(lambda at=at: people.number > at, "an update")
    wait_until(lambda: site.ask(f"/api/matches/{made['match']}")["status"] == "over", "the end of the match")
    file = site.ask(f"/api/matches/{made['match']}/replay")
    for name in (f"m-{made['match']}", site.ask("/api/replays", json.dumps(file).encode())["id"]):
        assert site.ask(f"/api/replays/{name}")["length"] == people.number
        for page in ("turns", "about", "frames?first=0&count=50"):
            assert site.ask(f"/api/replays/{name}/{page}")
    for page in ("rulebook", "sprites.svg", "bots", "dials"):
        assert site.ask(f"/api/games/{game.name}/{page}")


DOORS = {
    "environments": (gymnasium, gymnasium_vectors, pettingzoo, pufferlib, openspiel),
    "programs": (replay, arena, lab, research),
}


def main(doors: str, names: list[str]) -> None:
    """All games through these doors, programs also over a server; a line for each, to show where one was stuck."""
    for game in map(garrison.load, names):
        for door in DOORS[doors]:
            door(game)
            print(game.name, door.__name__, flush=True)
    if doors == "programs":
        with tempfile.TemporaryDirectory() as folder, threaded(Path(folder)) as site:
            for game in map(garrison.load, names):
                server(game, site)
                print(game.name, "server", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
