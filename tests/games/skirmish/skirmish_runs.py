"""Runs of Skirmish from files: initials from pictures, and the output that the rulebook asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from skirmish_drawing import EMPTY, FULL_HEALTH, NAMES, SIDES, cells, places

from garrison.games.skirmish.commands.output import run

WRONG_NUMBER = "Error : Move sequence contains wrong number of move steps. Input line ignored.\n\n"
OFF_THE_BOARD = "Error : Game board boundaries are exceeded. Input line ignored.\n\n"
CALLIANCE_WINS = "\nGame Finished\nCalliance Wins"
ZORDE_WINS = "\nGame Finished\nZorde Wins"
DRAW = "\nGame Finished\nDraw"


def initials(picture: str) -> str:
    """The initials file of a picture."""
    size = len(cells(picture))
    sides: tuple[list[str], list[str]] = ([], [])
    for name, (row, column) in places(picture).items():
        sides[SIDES[name[0]]].append(f"{NAMES[name[0]]} {name} {column} {row}\n")
    return f"BOARD\n{size}x{size}\n\nCALLIANCE\n{''.join(sides[0])}\nZORDE\n{''.join(sides[1])}"


def block(picture: str, health: Mapping[str, int] | None = None) -> str:
    """S15: the block of a picture, everybody in full health unless it is given."""
    rows = cells(picture)
    stars = "*" * (2 * len(rows) + 2) + "\n"
    lines = ["*" + "".join("  " if cell == EMPTY else cell for cell in row) + "*\n" for row in rows]
    healths = {name: FULL_HEALTH[name[0]] for name in places(picture)} | dict(health or {})
    listed = [f"{name}\t{healths[name]}\t({FULL_HEALTH[name[0]]})\n" for name in sorted(healths)]
    return "".join([stars, *lines, stars, "\n", *listed, "\n"])


def files(folder: Path, start: str, commands: str) -> tuple[Path, Path]:
    """Write both files, byte for byte."""
    paths = folder / "initials.txt", folder / "commands.txt"
    for path, text in zip(paths, (start, commands), strict=True):
        path.write_bytes(text.encode())
    return paths


def output(folder: Path, picture: str, commands: str) -> str:
    """The output of these commands on the board of the picture."""
    return run(*files(folder, initials(picture), commands))
