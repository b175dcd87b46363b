"""Siege's options: `map` (one that comes with the game, a file, or drawn from the seed) and `mode`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from garrison.core.files import names_file, read_text
from garrison.errors import BadFile, BadOption, shown
from garrison.games.siege import LARGEST
from garrison.games.siege.scenario.beginnings import check
from garrison.games.siege.state import Mode
from garrison.games.siege.state.terrain import SMALLEST, Ground

__all__ = ["check", "names", "read_map", "scenario"]

MAPS = Path(__file__).parents[1] / "maps"
DRAWN = "random"
SIGNS = {".": Ground.GRASS, "~": Ground.WATER, "^": Ground.ROCK}


def names() -> tuple[str, ...]:
    """The maps that `map` knows by name.

    >>> names()
    ('islands', 'meadow', 'pass', 'plain', 'random', 'river')
    """
    return tuple(sorted([DRAWN, *(file.stem for file in MAPS.glob("*.txt"))]))


def scenario(map: str = "plain", mode: str = "standard") -> dict[str, Any]:
    """The parameters of a map and a mode."""
    modes = {member.name.lower(): int(member) for member in Mode}
    if mode not in modes:
        raise BadOption(f"There is no mode called {shown(mode)}; there are {' and '.join(modes)}.")
    return {"mode": modes[mode], **_ground(str(map))}


def _ground(name: str) -> dict[str, Any]:
    if name == DRAWN:
        return {"rows": 0, "columns": 0}
    if name in names():
        return read_map(MAPS / f"{name}.txt")
    if names_file(name) or name.endswith(".txt"):
        return read_map(Path(name))
    raise BadOption(f"There is no map called {shown(name)}; there are {', '.join(names())}, or give a map file.")


def read_map(path: Path) -> dict[str, Any]:
    """G1: a map file as parameters; one sentence with line and column for anything else."""
    lines = read_text(path).rstrip("\n").split("\n")
    _check_size(path, lines)
    ground = [_sign(path, row, column, line[column]) for row, line in enumerate(lines) for column in range(len(line))]
    return {"rows": len(lines), "columns": len(lines[0]), "ground": ground}


def _check_size(path: Path, lines: list[str]) -> None:
    """G1: every line as long as the first, at most 40 x 40 fields, at least 24 in one direction."""
    rows, columns = len(lines), len(lines[0])
    if columns == 0:
        raise BadFile(f"{path}, line 1, column 1: a map begins with its first row of fields, not with an empty line.")
    if columns > LARGEST:
        raise BadFile(f"{path}, line 1, column {LARGEST + 1}: a map has at most {LARGEST} columns, not {columns}.")
    for number, line in enumerate(lines, 1):
        if number > LARGEST:
            raise BadFile(f"{path}, line {number}, column 1: a map has at most {LARGEST} rows, not {rows}.")
        if len(line) != columns:
            column = min(len(line), columns) + 1
            raise BadFile(
                f"{path}, line {number}, column {column}: this line has {len(line)} fields, not {columns} as the first."
            )
    if max(rows, columns) < SMALLEST:
        raise BadFile(
            f"{path}, line {rows}, column {columns}: a map of {rows} x {columns} is too small: it must be {SMALLEST} "
            "fields long in one direction."
        )


def _sign(path: Path, row: int, column: int, sign: str) -> int:
    if sign not in SIGNS:
        raise BadFile(
            f"{path}, line {row + 1}, column {column + 1}: {sign!r} is not a kind of ground; there are . (grass), "
            "~ (water) and ^ (rock)."
        )
    return int(SIGNS[sign])
