"""Games of a data set that is being made, a line each, in a file beside it: after an interruption the rest is played.

The first line says what the data set is, the rules' hash included: games of another one are never taken for its own. A
line has a checksum, so that half a line, or what a power cut left of one, is not taken for a game.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from garrison.errors import BadFile, BadOption

SUFFIX = ".part"
MOVE = np.dtype("<i4")


class DatasetGame(NamedTuple):
    """A game that was played: its number in the series, its moves (player, action), what it brought each player."""

    number: int
    moves: np.ndarray[Any, Any]
    outcomes: tuple[float, ...]


class GamesFile:
    """The file with the games that were played so far."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path.with_name(path.name + SUFFIX)
        self._first = json.dumps(about, sort_keys=True).encode() + b"\n"

    def read(self) -> Iterator[DatasetGame]:
        """The games in the file, which is begun if it is not there; what is not whole at its end is removed."""
        first, *lines = self._content().splitlines(keepends=True)
        if first != self._first:
            raise BadOption(f"{self.path} holds games of another data set; name another file, or remove it.")
        whole = len(first)
        for line in lines:
            game = _read(line)
            if game is None:
                break
            whole += len(line)
            yield game
        with self.path.open("r+b") as file:
            file.truncate(whole)

    def _content(self) -> bytes:
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            if b"\n" not in data:
                data = self._first
                self.path.write_bytes(data)
        except OSError as error:
            raise BadFile(f"{self.path}: the file can't be used ({error.strerror}).") from error
        return data

    def add(self, game: DatasetGame) -> None:
        """Write a game down."""
        with self.path.open("ab") as file:
            file.write(_line(game))

    def remove(self) -> None:
        """The data set is complete."""
        self.path.unlink(missing_ok=True)


def _line(game: DatasetGame) -> bytes:
    moves = b85encode(zlib.compress(game.moves.astype(MOVE).tobytes())).decode()
    text = json.dumps([game.number, game.outcomes, moves]).encode()
    return b"%08x %b\n" % (zlib.crc32(text), text)


def _read(line: bytes) -> DatasetGame | None:
    """The game in a line; None if it is not whole."""
    check, _, text = line.partition(b" ")
    if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text[:-1]):
        return None
    number, outcomes, moves = json.loads(text)
    return DatasetGame(
        number, np.frombuffer(zlib.decompress(b85decode(moves)), dtype=MOVE).reshape(-1, 2), tuple(outcomes)
    )
