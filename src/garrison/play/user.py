"""The person who plays on this machine: their name, and where their data is."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

from garrison.core.files import write_whole
from garrison.errors import BadFile, GarrisonError

LONGEST_NAME = 24  # characters of a player's name
NOBODY = "Player"
SOLVED = "solved.txt"
STARS = "stars.txt"


def data_folder() -> Path:
    """The folder of the user's data: GARRISON_DATA_DIR, or the usual one on this system."""
    folder = os.environ.get("GARRISON_DATA_DIR")
    if folder:
        return Path(folder)
    import platformdirs

    return platformdirs.user_data_path("garrison")


def clean_name(name: str) -> str:
    """A player's name without line breaks and other control characters, and not too long.

    >>> clean_name("  Ada\\n Lovelace ")
    'Ada Lovelace'
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or NOBODY


def last_name() -> str:
    """The last name used, else the user's login name."""
    try:
        return clean_name((data_folder() / "name.txt").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        pass
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        return NOBODY


def remember_name(name: str) -> None:
    """Offer this name next time; if nothing can be written, it is forgotten."""
    try:
        _make(data_folder())
        write_whole(data_folder() / "name.txt", clean_name(name) + "\n")
    except GarrisonError:
        pass


def solved_puzzles() -> frozenset[str]:
    """The puzzles that were solved on this machine's terminal, as game/puzzle."""
    try:
        return frozenset((data_folder() / SOLVED).read_text(encoding="utf-8").split())
    except (OSError, ValueError):
        return frozenset()


def remember_solved(puzzle: str) -> None:
    """Remember that a puzzle was solved; if nothing can be written, it is forgotten."""
    try:
        _make(data_folder())
        write_whole(data_folder() / SOLVED, "\n".join(sorted({*solved_puzzles(), puzzle})) + "\n")
    except GarrisonError:
        pass


def mission_stars() -> dict[str, int]:
    """The most stars that were earned on this machine's terminal in each mission, by game/mission."""
    try:
        lines = (data_folder() / STARS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {name: int(stars) for name, _, stars in (line.partition(" ") for line in lines) if stars.isdecimal()}


def remember_stars(mission: str, stars: int) -> None:
    """Remember the stars of a mission, if they are more than before; if nothing can be written, they are forgotten."""
    best = mission_stars()
    best[mission] = max(stars, best.get(mission, 0))
    try:
        _make(data_folder())
        lines = [f"{name} {most}" for name, most in sorted(best.items())]
        write_whole(data_folder() / STARS, "\n".join(lines) + "\n")
    except GarrisonError:
        pass


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder}: the folder can't be created ({error.strerror}).") from error
