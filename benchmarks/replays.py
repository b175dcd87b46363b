"""How long it takes to read and verify a replay of 10,000 actions.

python benchmarks/replays.py [--actions 10000] [GAME ...]
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

import garrison
from garrison.core.replay import Move, Replay, parse

ENDLESS = {  # rules under which a random game lasts long enough
    "minefield": {"start_x": 0, "start_y": 0, "enemy_period": 0, "number_odds": [1, 0, 0]},
    "skirmish": {
        "steps": [16] * 6,
        "max_moves": 0,
        "width": 32,
        "army_kinds": [4, 1],
        "army_ids": [4718640, 5177392],
        "army_columns": [0, 31],
        "army_rows": [0, 31],
        "attack": [0] * 6,
        "shot_attack": 0,
    },
}


def long_replay(name: str, actions: int) -> tuple[str, int]:
    """A random game of this many actions, or the longest of many where none lasts that long, and its length."""
    game, dice = garrison.load(name, rules=ENDLESS.get(name, {})), Random(1)
    best = Replay(game, 0)
    for seed in range(100):
        recorded, position = Replay(game, seed), game.new(seed)
        while not position.over and len(recorded.moves) < actions:
            player = position.waiting[0]
            chosen = dice.choice(position.actions(player))
            position.play(player, chosen)
            recorded.moves.append(Move(player, chosen))
        best = max(best, recorded, key=lambda replay: len(replay.moves))
        if len(best.moves) == actions:
            break
    return best.to_json(), len(best.moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=garrison.game_names(), metavar="GAME")
    parser.add_argument("--actions", type=int, default=10_000)
    given = parser.parse_args()
    for name in given.games:
        (text, length), taken = long_replay(name, given.actions), []
        for _ in range(5):
            start = time.perf_counter()
            parse(text).verify()
            taken.append(time.perf_counter() - start)
        print(f"{name:<12}{length:,} actions, {len(text):,} bytes: {statistics.median(taken) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
