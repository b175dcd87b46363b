"""Data sets of games that bots played, one row for each decision, for learning from what others did.

A row has the game's number, the step, the player, the action, and what the game brought that player in the end; a
second table has each game's seed, bots and result. Observations are not stored: `frames` plays the games again and
gives them, which takes less time than reading them from a disk. Only for use without Garrison, a Parquet file may hold
them too: planes, numbers and masks. Beside a Parquet file lies what it is, for programs and for people (croissant.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from garrison import __version__
from garrison.bots import find, prepare
from garrison.core.files import write_whole
from garrison.core.game import Game, game_with
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.errors import BadFile, BadOption, MissingExtra, shown
from garrison.lab.data.croissant import describe
from garrison.lab.data.games_file import DatasetGame, GamesFile
from garrison.lab.work.spread import spread

Array = np.ndarray[Any, Any]
MOST_GAMES, MOST_DECISIONS = 1_000_000, 1_000_000_000
COLUMNS = ("game", "step", "player", "action", "outcome")
KINDS = (".npz", ".parquet")
FORMAT = "garrison dataset 1"
FIRST = 8  # games from which it is guessed how many have the wanted decisions
PART = 4096  # rows that are written at a time, where they have observations


class DatasetSize(NamedTuple):
    """How many decisions and games a data set has."""

    decisions: int
    games: int


def make(
    game: Game,
    bots: Sequence[str],
    size: int | DatasetSize,
    seed: int,
    path: str | Path,
    progress: Callable[[int], None] = lambda count: None,
    processes: int | None = None,
    observations: bool = False,
) -> DatasetSize:
    """Let bots play, seats in rotation, and write what they did to a `.npz` or `.parquet` file.

    `size` is how many games it has, or how many decisions: then it has as many games of the series as have that many,
    and at most so many games.

    Games are kept as they are played (games_file.py), and what is there already is not played again: after an
    interruption, the same call goes on. They are played in as many processes as there are cores, or as `processes`
    says; the file is the same. With `observations`, a Parquet file holds what each player saw and could do, too.
    """
    path, (decisions, games) = Path(path), size if isinstance(size, DatasetSize) else DatasetSize(0, size)
    if not 1 <= games <= MOST_GAMES:
        raise BadOption(f"A data set has 1 to {MOST_GAMES:,} games, not {shown(games)}.")
    if path.suffix not in KINDS:
        raise BadOption(f"A data set is a file that ends in {' or '.join(KINDS)}, not {shown(path.name)}.")
    if not 0 <= decisions <= MOST_DECISIONS:
        raise BadOption(f"A data set has up to {MOST_DECISIONS:,} decisions, not {shown(decisions)}.")
    if observations and path.suffix != ".parquet":
        raise BadOption(f"Observations are kept in a file that ends in .parquet, not in {shown(path.name)}.")
    if path.suffix == ".parquet":
        _parquet()  # now, so that nobody plays for nothing
    for name in bots:
        find(name, game.package)
    prepare(bots, game.package)
    about = _about(game, bots, seed)
    file = GamesFile(path, about)
    by_number = {one.number: one for one in file.read() if one.number < games}
    count = _enough(by_number, games, decisions)
    progress(min(len(by_number), count))
    while missing := [number for number in range(count) if number not in by_number]:
        for one in spread(partial(_play, game, tuple(bots), seed), missing, processes):
            file.add(one)
            by_number[one.number] = one
            progress(1)
        count = _enough(by_number, games, decisions)
    columns, whole = _columns([by_number[number] for number in range(count)]), {**about, "games": count}
    _write(path, columns, whole, game if observations else None)
    file.remove()
    return DatasetSize(len(columns["action"]), count)


def _enough(by_number: Mapping[int, DatasetGame], most: int, decisions: int) -> int:
    """How many games of the series have that many decisions, as far as it is known: a few more while it is not."""
    if not decisions:
        return most
    total = 0
    for number in takewhile(by_number.__contains__, range(most)):
        total += len(by_number[number].moves)
        if total >= decisions:
            return number + 1
    lengths = [len(one.moves) for one in by_number.values()]
    likely = int(1.02 * decisions / fmean(lengths)) + 1 if lengths else FIRST
    return min(most, max(likely, len(by_number) + 1))


def _play(game: Game, bots: Sequence[str], series: int, number: int) -> DatasetGame:
    """A game of the series, which depends on its number only, as far as the bots do."""
    seed = int(seeds_of(series, number + 1)[number])
    players = [find(bots[(number + seat) % len(bots)], game.package) for seat in range(game.players)]
    position, dice, moves = game.new(seed), Random(seed), []
    while not position.over:
        player = position.waiting[0]
        action = int(players[player](position, player, dice))
        moves.append((player, action))
        position.play(player, action)
    return DatasetGame(number, np.array(moves, dtype=np.int32).reshape(-1, 2), tuple(outcomes(position)))


def outcomes(position: Position) -> list[float]:
    """What a game brought each player: 1 won, -1 lost, 0 drawn; for a player alone, the score."""
    if position.game.players == 1:
        return list(position.scores)
    winners = position.outcome.winners if position.outcome else ()
    is_drawn = len(winners) in (0, position.game.players)
    return [0.0 if is_drawn else 1.0 if player in winners else -1.0 for player in range(position.game.players)]


def _about(game: Game, bots: Sequence[str], seed: int) -> dict[str, Any]:
    """What a data set is, apart from the number of its games."""
    facts = {"format": FORMAT, "game": game.name, "variant": game.variant, "rules": game.parameters}
    return {**facts, "rules_hash": game.rules_hash, "garrison": __version__, "bots": list(bots), "seed": seed}


def _columns(games: Sequence[DatasetGame]) -> dict[str, Array]:
    lengths = [len(game.moves) for game in games]
    moves = np.concatenate([game.moves for game in games])
    return {
        "game": np.repeat(np.array([game.number for game in games], dtype=np.int32), lengths),
        "step": np.concatenate([np.arange(length, dtype=np.int32) for length in lengths]),
        "player": moves[:, 0].astype(np.int8),
        "action": moves[:, 1].astype(np.int32),
        "outcome": np.concatenate([np.array(game.outcomes, dtype=np.float32)[game.moves[:, 0]] for game in games]),
    }


def _write(path: Path, columns: dict[str, Array], about: Mapping[str, Any], game: Game | None) -> None:
    """Write the file and, beside a Parquet file, what it is; what was seen of a game, if one is given."""
    if path.suffix == ".npz":
        _write_arrays(path, columns, about)
    else:
        shapes = _write_parquet(path, columns, about, game)
        describe(path, about, shapes, len(columns["action"]))


def _write_arrays(path: Path, columns: dict[str, Array], about: Mapping[str, Any]) -> None:
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, about=np.array(json.dumps(about)), **columns)
    write_whole(path, file.getvalue())


def _write_parquet(
    path: Path, columns: dict[str, Array], about: Mapping[str, Any], game: Game | None
) -> dict[str, tuple[int, ...]]:
    """Write the columns, with what was seen of this game, if it is given; returns the shapes of their values."""
    arrow, parquet = _parquet()
    file, shapes, writer = BytesIO(), {}, None
    for rows in _parts(columns, about, game):
        shapes = {name: values.shape[1:] for name, values in rows.items()}
        cells = {name: _cells(arrow, values) for name, values in rows.items()}
        table = arrow.table(cells).replace_schema_metadata({"garrison": json.dumps(about)})
        writer = writer or parquet.ParquetWriter(file, table.schema)
        writer.write_table(table)
    if writer is not None:
        writer.close()
    write_whole(path, file.getvalue())
    return shapes


def _cells(arrow: Any, values: Array) -> Any:
    """Arrow's form of a column; an array in each cell is flat there."""
    if values.ndim == 1:
        return arrow.array(values)
    flat = values.reshape(len(values), -1)
    return arrow.FixedSizeListArray.from_arrays(arrow.array(flat.ravel()), flat.shape[1])


def _parts(columns: dict[str, Array], about: Mapping[str, Any], game: Game | None) -> Iterator[dict[str, Array]]:
    """The rows in parts, with observations if a game is given, since all of them at once may not fit into memory."""
    if game is None:
        yield columns
        return
    frames, count = _frames(game, about, columns), len(columns["action"])
    for start in range(0, count, PART):
        rows = [_observation(position, player) for position, player, _, _ in islice(frames, PART)]
        more = {name: np.stack([row[name] for row in rows]) for name in rows[0]}
        yield {**{name: values[start : start + PART] for name, values in columns.items()}, **more}


def _observation(position: Position, player: int) -> dict[str, Array]:
    """What a player saw and could do."""
    mask = np.zeros(position.game.facts.actions, dtype=np.uint8)
    mask[position.actions(player)] = 1
    observation: dict[str, Array] = {
        "planes": position.observe(player).copy(),
        "numbers": position.measure(player).copy(),
        "mask": mask,
    }
    return {name: values for name, values in observation.items() if values.size}


def _parquet() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("Parquet files need pyarrow: pip install pyarrow; or write a .npz file.") from None
    return pyarrow, pyarrow.parquet


class Dataset:
    """A data set from a file: its columns as arrays, the game they belong to, and a way to see the positions again."""

    def __init__(self, path: str | Path) -> None:
        about, self.columns = _read(Path(path))
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
        return _frames(self.game, self.about, self.columns)


def _frames(
    game: Game, about: Mapping[str, Any], columns: Mapping[str, Array]
) -> Iterator[tuple[Position, int, int, float]]:
    seeds = seeds_of(about["seed"], about["games"])
    position, current = game.new(0), -1
    for row in zip(*(columns[name].tolist() for name in COLUMNS), strict=True):
        number, _, player, action, outcome = row
        if number != current:
            position, current = game.new(int(seeds[number])), number
        yield position, player, action, outcome
        position.play(player, action)


def _read(path: Path) -> tuple[str, dict[str, Array]]:
    try:
        if path.suffix == ".npz":
            with np.load(path) as arrays:
                return str(arrays["about"]), {name: arrays[name] for name in COLUMNS}
        table = _parquet()[1].read_table(path)
        about = (table.schema.metadata or {})[b"garrison"].decode()
        return about, {name: table[name].to_numpy() for name in COLUMNS}
    except MissingExtra:
        raise
    except Exception as error:
        raise BadFile(f"{path} is not a data set of Garrison ({error}).") from error
