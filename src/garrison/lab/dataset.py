"""Data sets of games that bots played, one row for each decision, for learning from what others did.

A row has the game's number, the step, the player, the action, and what the game brought that player in the end; a
second table has each game's seed, bots and result. Observations are not stored: `frames` plays the games again and
gives them, which takes less time than reading them from a disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from garrison.bots import find
from garrison.core.errors import BadFile, BadOption, MissingExtra, shown
from garrison.core.game import Game, game_with
from garrison.core.position import Position
from garrison.core.seeds import seeds_of

Array = np.ndarray[Any, Any]
MOST_GAMES = 1_000_000
COLUMNS = ("game", "step", "player", "action", "outcome")
FORMAT = "garrison dataset 1"


def make(
    game: Game,
    bots: Sequence[str],
    games: int,
    seed: int,
    path: Path,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Let bots play, seats in rotation, and write what they did to a `.npz` or `.parquet` file; how many decisions."""
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"A data set has 1 to {MOST_GAMES:,} games, not {shown(games)}.")
    if path.suffix not in (".npz", ".parquet"):
        raise BadOption(f"A data set is a file that ends in .npz or .parquet, not {shown(path.name)}.")
    players = [find(name, game.entry) for name in bots]
    rows: list[Array] = []
    for number, own in enumerate(seeds_of(seed, games)):
        seated = [players[(number + seat) % len(players)] for seat in range(game.players)]
        rows.append(_played(game, number, int(own), seated))
        progress(1)
    table = np.concatenate(rows)
    _write(path, table, _about(game, bots, games, seed))
    return len(table)


def _played(game: Game, number: int, seed: int, bots: Sequence[Any]) -> Array:
    position, dice, moves = game.new(seed), Random(seed), []
    for step in count():
        if position.over:
            break
        player = position.waiting[0]
        action = int(bots[player](position, player, dice))
        moves.append((number, step, player, action))
        position.play(player, action)
    gains = outcomes(position)
    return np.array([(*move, gains[move[2]]) for move in moves], dtype=np.float64).reshape(-1, len(COLUMNS))


def outcomes(position: Position) -> list[float]:
    """What a game brought each player: 1 won, -1 lost, 0 drawn; for a player alone, the score."""
    if position.game.players == 1:
        return list(position.scores)
    winners = position.outcome.winners if position.outcome else ()
    is_drawn = len(winners) in (0, position.game.players)
    return [0.0 if is_drawn else 1.0 if player in winners else -1.0 for player in range(position.game.players)]


def _about(game: Game, bots: Sequence[str], games: int, seed: int) -> str:
    facts = {"format": FORMAT, "game": game.name, "variant": game.variant, "rules": game.parameters}
    return json.dumps({**facts, "rules_hash": game.rules_hash, "bots": list(bots), "games": games, "seed": seed})


def _write(path: Path, table: Array, about: str) -> None:
    kinds = {"game": np.int32, "step": np.int32, "player": np.int8, "action": np.int32, "outcome": np.float32}
    columns = {name: table[:, place].astype(kinds[name]) for place, name in enumerate(COLUMNS)}
    if path.suffix == ".npz":
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, about=np.array(about), **columns)
        return
    arrow, parquet = _parquet()
    parquet.write_table(arrow.table(columns).replace_schema_metadata({"garrison": about}), path)


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet files need pyarrow: pip install pyarrow; or write a .npz file.") from None
    return pyarrow, pyarrow.parquet


class Dataset:
    """A data set from a file: its columns as arrays, the game they belong to, and a way to see the positions again."""

    def __init__(self, path: Path) -> None:
        about, self.columns = _read(path)
        self.about: dict[str, Any] = json.loads(about)
        if self.about.get("format") != FORMAT:
            raise BadFile(f"{path} is not a data set of Garrison.")
        self.game = game_with(self.about["game"], self.about["rules"], str(path), self.about["variant"])
        if self.game.rules_hash != self.about["rules_hash"]:
            raise BadFile(f"{path} was played with other rules of {self.game.name}: the same actions lead elsewhere.")

    def __len__(self) -> int:
        return len(self.columns["action"])

    def frames(self) -> Iterator[tuple[Position, int, int, float]]:
        """Every position with its player, action and outcome; the position is played on, so copy what you keep."""
        seeds = seeds_of(self.about["seed"], self.about["games"])
        position, current = self.game.new(0), -1
        for row in zip(*(self.columns[name].tolist() for name in COLUMNS), strict=True):
            number, _, player, action, outcome = row
            if number != current:
                position, current = self.game.new(int(seeds[number])), number
            yield position, player, action, outcome
            position.play(player, action)


def _read(path: Path) -> tuple[str, dict[str, Array]]:
    try:
        if path.suffix == ".npz":
            with np.load(path) as stored:
                return str(stored["about"]), {name: stored[name] for name in COLUMNS}
        table = _parquet()[1].read_table(path)
        about = (table.schema.metadata or {})[b"garrison"].decode()
        return about, {name: table[name].to_numpy() for name in COLUMNS}
    except MissingExtra:
        raise
    except Exception as error:
        raise BadFile(f"{path} is not a data set of Garrison ({error}).") from error
