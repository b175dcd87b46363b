"""How long it takes to read and verify a replay of 10,000 actions."""

from __future__ import annotations

import statistics
import time
from random import Random

import garrison
from garrison.core.replay import Move, Replay, parse

ACTIONS = 10_000
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


def long_replay(name: str) -> tuple[str, int]:
    """A random game of 10,000 actions, or the longest of many where none lasts that long, and its length."""
    game, dice = garrison.load(name, rules=ENDLESS.get(name, {})), Random(1)
    best = Replay(game, 0)
    for seed in range(100):
        recorded, position = Replay(game, seed), game.new(seed)
        while not position.over and len(recorded.moves) < ACTIONS:
            player = position.waiting[0]
            action = dice.choice(position.actions(player))
            position.play(player, action)
            recorded.moves.append(Move(player, action))
        best = max(best, recorded, key=lambda replay: len(replay.moves))
        if len(best.moves) == ACTIONS:
            break
    return best.to_json(), len(best.moves)


def main() -> None:
    for name in garrison.game_names():
        (text, length), taken = long_replay(name), []
        for _ in range(5):
            start = time.perf_counter()
            parse(text).verify()
            taken.append(time.perf_counter() - start)
        print(f"{name:<12}{length:,} actions, {len(text):,} bytes: {statistics.median(taken) * 1000:.1f} ms")


if __name__ == "__main__":
    main()
