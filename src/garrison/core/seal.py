"""Seals: what the actions of a replay led to, so that whoever plays them again can compare.

A replay has its seal in two parts: `checksums`, four hexadecimal digits for every position from the first to the last,
the lower half of a CRC-32 over the player and the action that led there and over its record; and `final`, the whole
record of the last position in base64.
"""

from __future__ import annotations

import base64
import re
import struct
import zlib
from binascii import Error
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from garrison.core.position import Position
from garrison.errors import BadReplay, shown

DIGITS = 4  # of a checksum
LOW = (1 << 4 * DIGITS) - 1
WORDS = struct.Struct("<II")  # a player and an action
HEX = re.compile(rf"(?:[0-9a-f]{{{DIGITS}}})+")


class Played(Protocol):
    """A move."""

    @property
    def player(self) -> int:
        """Who made it."""

    @property
    def action(self) -> int:
        """What was done."""


class Seal(NamedTuple):
    """The checksums of all positions of a game, one after another, and the record of the last one."""

    checksums: str
    final: bytes

    def to_data(self) -> dict[str, str]:
        """The seal as a replay holds it."""
        return {"checksums": self.checksums, "final": base64.b64encode(self.final).decode()}

    @property
    def length(self) -> int:
        """How many positions it has, the first one included."""
        return len(self.checksums) // DIGITS

    def checksum(self, place: int) -> str:
        """The checksum of the position after `place` actions; "" where there is none."""
        return self.checksums[DIGITS * place : DIGITS * (place + 1)]


def checksum(position: Position, move: Played | None) -> str:
    """The checksum of a position to which a move has led; there is none before the first position.

    >>> import garrison
    >>> len(checksum(garrison.load("minefield").new(7), None))
    4
    """
    before = WORDS.pack(move.player, move.action) if move else b""
    return f"{zlib.crc32(position.state.tobytes(), zlib.crc32(before)) & LOW:0{DIGITS}x}"


def seal_of(steps: Iterator[tuple[Played | None, Position]]) -> Seal:
    """The seal of a game, given its moves with the positions to which they have led."""
    checksums = []
    for move, position in steps:
        checksums.append(checksum(position, move))
    return Seal("".join(checksums), position.state.tobytes())


def read_seal(contents: dict[str, Any], size: int, where: str) -> Seal | None:
    """The seal in a replay whose records have this size; None where it has none."""
    if "checksums" not in contents and "final" not in contents:
        return None
    checksums, final = contents.get("checksums"), contents.get("final")
    if not isinstance(checksums, str) or not HEX.fullmatch(checksums):
        raise BadReplay(f"{where}: checksums must be {DIGITS} hexadecimal digits a position, not {shown(checksums)}.")
    record = _bytes_of(final)
    if record is None or len(record) != size:
        raise BadReplay(f"{where}: final must be a record of {size} bytes in base64, not {shown(final)}.")
    return Seal(checksums, record)


def _bytes_of(text: Any) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except (Error, ValueError):
        return None
