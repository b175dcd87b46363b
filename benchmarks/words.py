"""How long it takes to say a position in words and to list its moves, and how long the text is.

    python benchmarks/words.py [GAME ...] [--positions 300]

Positions come from random play through whole moves.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import garrison

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    ("boneyard", {"players": 2}),
    ("boneyard", {"players": 3}),
    ("skirmish", {}),
    ("skirmish", {"setup": "war"}),
    ("loop", {}),
    ("minefield", {}),
    ("siege", {}),
    ("siege", {"map": "random"}),
]
LETTERS = 4  # of a token, as an estimate
LONGEST = 40  # moves of one game


def measured(name: str, options: dict[str, Any], positions: int) -> tuple[list[float], list[float]]:
    """Milliseconds of one core, whatever else it does, and tokens of each position."""
    game, dice, times, tokens = garrison.load(name, **options), Random(1), list[float](), list[float]()
    while len(times) < positions:
        position = game.new(dice.randrange(1 << 30))
        for _ in range(LONGEST):
            if position.over or len(times) == positions:
                break
            player = dice.choice(position.waiting)
            start = time.thread_time()
            text, moves = position.text(player), position.moves(player)
            times.append(1000 * (time.thread_time() - start))
            tokens.append(len(text) / LETTERS)
            position.perform(player, dice.choice(moves))
    return sorted(times), sorted(tokens)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--positions", type=int, default=300, help="of each game")
    chosen = parser.parse_args()
    print("game                     text and moves, ms: median, 99th      tokens: median, most")
    for name, options in SETTINGS:
        if not chosen.games or name in chosen.games:
            times, tokens = measured(name, options, chosen.positions)
            label = " ".join([name, *map(str, options.values())])
            figures = f"{times[len(times) // 2]:.1f}, {times[len(times) * 99 // 100]:.1f}"
            print(f"{label:<24} {figures:<36}  {tokens[len(tokens) // 2]:.0f}, {tokens[-1]:.0f}")


if __name__ == "__main__":
    main()
