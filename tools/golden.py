"""Record a golden playthrough: a random game whose positions are fixed by their check sums.

    python tools/golden.py GAME NAME [--steps 300] [--variant V] [--option name=value ...] [--rule name=value ...]

writes tests/games/GAME/golden/NAME.json. Without GAME, all existing ones are recorded again from their own replays;
do that only after raising the game's RULES_VERSION, because what they show has changed.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path
from random import Random

import garrison
from garrison.core import replay as replays
from garrison.core.game import Game, digest
from garrison.core.replay import Move, Replay

FOLDER = Path(__file__).parents[1] / "tests" / "games"
EVERY = 25  # steps between two check sums
TRIES = 5000  # seeds that are tried for a game of the wanted length


def main() -> None:
    """Record what the command line asks for."""
    reader = argparse.ArgumentParser()
    reader.add_argument("game", nargs="?")
    reader.add_argument("name", nargs="?", default="standard")
    reader.add_argument("--steps", type=int, default=300)
    reader.add_argument("--variant", default="standard")
    reader.add_argument("--option", action="append", default=[])
    reader.add_argument("--rule", action="append", default=[])
    wanted = reader.parse_args()
    if wanted.game is None:
        for file in sorted(FOLDER.glob("*/golden/*.json")):
            again = replays.parse(json.dumps(json.loads(file.read_text())["replay"]), str(file))
            write(file, as_far_as_legal(again))
        return
    game = garrison.load(wanted.game, variant=wanted.variant, rules=values(wanted.rule), **values(wanted.option))
    write(FOLDER / wanted.game / "golden" / f"{wanted.name}.json", longest(game, wanted.steps))


def values(pairs: list[str]) -> dict[str, object]:
    """`name=value` pairs, the values written as in TOML."""
    return {
        key: tomllib.loads(f"value = {value}")["value"] for key, _, value in (pair.partition("=") for pair in pairs)
    }


def longest(game: Game, steps: int) -> Replay:
    """The longest of many random games, up to the wanted number of steps."""
    best = Replay(game, 0)
    for seed in range(TRIES):
        recorded = random_game(game, seed, steps)
        if len(recorded.moves) > len(best.moves):
            best = recorded
        if len(best.moves) == steps:
            break
    return best


def random_game(game: Game, seed: int, steps: int) -> Replay:
    """A random game, to its end or to the wanted number of steps."""
    recorded, position, dice = Replay(game, seed), game.new(seed), Random(seed)
    while not position.over and len(recorded.moves) < steps:
        player = dice.choice(position.waiting)
        action = dice.choice(position.actions(player))
        position.play(player, action)
        recorded.moves.append(Move(player, action))
    return recorded


def as_far_as_legal(recorded: Replay) -> Replay:
    """An older replay, cut where the rules of today no longer allow it."""
    return Replay(recorded.game, recorded.seed, recorded.moves[: replays.Reel(recorded).length])


def write(file: Path, recorded: Replay) -> None:
    """Write a playthrough with a check sum every so many steps and at the end."""
    position, sums = recorded.game.new(recorded.seed), {}
    for number, move in enumerate(recorded.moves, 1):
        position.play(move.player, move.action)
        if number % EVERY == 0 or number == len(recorded.moves):
            sums[str(number)] = digest(position.state.tobytes()).hex()
    contents = {
        "check_sums": sums,
        "scores": list(position.scores),
        "reason": position.outcome.reason if position.outcome else "",
        "replay": json.loads(recorded.to_json()),
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(contents, separators=(",", ":")) + "\n")
    print(f"{file.relative_to(FOLDER)}: {len(recorded.moves)} steps, {contents['reason'] or 'not over'}")


if __name__ == "__main__":
    main()
