"""Record a golden playthrough: a game between bots whose positions are pinned by checksums.

    python tools/golden.py GAME NAME [--steps 300] [--variant V] [--option name=value ...] [--rule name=value ...]
        [--bots NAME,NAME] [--reason army]

writes tests/games/GAME/golden/NAME.json: the longest of many games, or the first that ends for the given reason, with
at most that many steps. Everybody plays at random unless bots are named, one per player. Without GAME, all existing
ones are recorded again from their own replays; do that only after raising the game's RULES_VERSION, because what they
show has changed. What the variant `seed` leads to never changes: such a file is only written if it ends as it did.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import garrison
from garrison import bots
from garrison.bots import Bot
from garrison.core import replay as replays
from garrison.core.game import Game
from garrison.core.position import Outcome, digest
from garrison.core.replay import Move, Replay

FOLDER = Path(__file__).parents[1] / "tests" / "games"
EVERY = 25  # steps between two checksums
TRIES = 5000  # seeds to try for a game of the wanted length
SEED = "seed"  # the variant whose results never change


def main() -> None:
    """Record what the command line asks for."""
    reader = argparse.ArgumentParser()
    reader.add_argument("game", nargs="?")
    reader.add_argument("name", nargs="?", default="standard")
    reader.add_argument("--steps", type=int, default=300)
    reader.add_argument("--variant", default="standard")
    reader.add_argument("--option", action="append", default=[])
    reader.add_argument("--rule", action="append", default=[])
    reader.add_argument("--bots", default="")
    reader.add_argument("--reason", default="")
    wanted = reader.parse_args()
    if wanted.game is None:
        for file in sorted(FOLDER.glob("*/golden/*.json")):
            again = replays.parse(json.dumps(json.loads(file.read_text())["replay"]), str(file))
            write(file, as_far_as_legal(again))
        return
    game = garrison.load(wanted.game, variant=wanted.variant, rules=values(wanted.rule), **values(wanted.option))
    names = wanted.bots.split(",") if wanted.bots else ["random"] * game.players
    players = [bots.find(name, game.package) for name in names]
    found = (
        first_ended(game, wanted.steps, players, wanted.reason)
        if wanted.reason
        else longest(game, wanted.steps, players)
    )
    write(FOLDER / wanted.game / "golden" / f"{wanted.name}.json", found)


def values(pairs: list[str]) -> dict[str, object]:
    """`name=value` pairs, the values written as in TOML."""
    return {
        key: tomllib.loads(f"value = {value}")["value"] for key, _, value in (pair.partition("=") for pair in pairs)
    }


def longest(game: Game, steps: int, players: list[Bot]) -> Replay:
    """The longest of many games, up to the wanted number of steps."""
    best = Replay(game, 0)
    for seed in range(TRIES):
        recorded, _ = played(game, seed, steps, players)
        if len(recorded.moves) > len(best.moves):
            best = recorded
        if len(best.moves) == steps:
            break
    return best


def first_ended(game: Game, steps: int, players: list[Bot], reason: str) -> Replay:
    """The first game that ends for the given reason within the wanted number of steps."""
    for seed in range(TRIES):
        recorded, outcome = played(game, seed, steps, players)
        if outcome and outcome.reason == reason:
            return recorded
    raise SystemExit(f"None of {TRIES} games ends with {reason!r} within {steps} steps.")


def played(game: Game, seed: int, steps: int, players: list[Bot]) -> tuple[Replay, Outcome | None]:
    """A game, to its end or to the wanted number of steps."""
    recorded, position, dice = Replay(game, seed), game.new(seed), Random(seed)
    while not position.over and len(recorded.moves) < steps:
        player = dice.choice(position.waiting)
        action = players[player](position, player, dice)
        position.play(player, action)
        recorded.moves.append(Move(player, action))
    return recorded, position.outcome


def as_far_as_legal(recorded: Replay) -> Replay:
    """An older replay, cut off where today's rules no longer allow it."""
    return Replay(recorded.game, recorded.seed, recorded.moves[: replays.Reel(recorded).length])


def write(file: Path, recorded: Replay) -> None:
    """Write a playthrough with a checksum every few steps and at the end."""
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
    if recorded.game.variant == SEED and file.exists() and ending(json.loads(file.read_text())) != ending(contents):
        raise SystemExit(f"{file.name}: this game of {SEED} would end in another way, and {SEED} must never change.")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(contents, separators=(",", ":")) + "\n")
    print(f"{file.parents[1].name} {file.stem}: {len(recorded.moves)} steps, {contents['reason'] or 'not over'}")


def ending(contents: dict[str, Any]) -> tuple[Any, ...]:
    """How a playthrough ends: after which actions, with which scores and why."""
    return contents["replay"]["actions"], contents["scores"], contents["reason"]


if __name__ == "__main__":
    main()
