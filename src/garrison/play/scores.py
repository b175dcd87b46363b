"""High scores: one small file an entry, with the whole replay in it, in the user's data folder.

    scores/<game>/<variant>/<time>-<random>.json

An entry is written completely or not at all, and a file that cannot be understood never costs the others.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import math
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from garrison.core.errors import BadFile, BadOption, GarrisonError
from garrison.core.files import write_whole
from garrison.core.game import Game, load
from garrison.core.replay import Replay
from garrison.play.match import Match

FORMAT, VERSION = "garrison-score", 1
LONGEST_NAME = 24  # letters of a player's name
LONGEST_FOLDER = 40  # letters of a folder's name
NOBODY = "Player"


@dataclass(frozen=True)
class Entry:
    """One line of a high-score table."""

    name: str
    score: float
    date: str  # ISO
    steps: int
    replay: str  # as Replay.to_json() wrote it
    path: Path

    @property
    def score_text(self) -> str:
        """The score for people: `12,340`, or `0.5` where it is not whole."""
        return f"{self.score:,.0f}" if self.score == int(self.score) else f"{self.score:,.2f}"


class Best(list[Entry]):
    """The best entries, highest first; `broken` says how many files could not be understood."""

    broken = 0


def has_scores(game: Game) -> bool:
    """Whether high scores are kept: for one player only.

    >>> has_scores(load("minefield")), has_scores(load("skirmish"))
    (True, False)
    """
    return game.players == 1


def table_name(game: Game) -> str:
    """The table that a game's scores belong to: its variant; changed rules or scenarios have tables of their own.

    >>> table_name(load("minefield"))
    'standard'
    """
    try:
        if load(game.name, variant=game.variant) == game:
            return game.variant
    except GarrisonError:
        pass  # a variant file of one's own, which need not lie there any more
    return f"{game.variant}+{game.rules_hash[:8]}"


def save(played: Match | Replay, name: str, score: float) -> Path:
    """Add an entry to the table of the game that was played; the file it stands in."""
    replay = played.replay if isinstance(played, Match) else played
    game, now = replay.game, datetime.now().astimezone()
    table = table_name(game)
    if not has_scores(game):
        raise BadOption(f"High scores are kept for games of one player, and {game.name} has {game.players} here.")
    if not math.isfinite(score):
        raise BadOption(f"A score is a number, not {score!r}.")
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "variant": table,
        "name": clean_name(name),
        "score": score,
        "date": now.isoformat(timespec="microseconds"),
        "steps": len(replay.moves),
        "replay": replay.to_json(),
    }
    folder = folder_of(game.name, table)
    path = folder / f"{now.strftime('%Y%m%dT%H%M%S%f')}-{secrets.token_hex(4)}.json"
    _make(folder)
    write_whole(path, json.dumps(contents, ensure_ascii=False))
    return path


def best(game: str, variant: str, count: int = 10) -> Best:
    """The highest scores of a variant, the earlier of two equal ones first."""
    folder, found = folder_of(game, variant), Best()
    for file in _files(folder):
        try:
            found.append(_read(file, game, variant))
        except (OSError, ValueError, RecursionError):
            found.broken += 1
    found.sort(key=lambda entry: (-entry.score, datetime.fromisoformat(entry.date).timestamp(), entry.path.name))
    del found[max(count, 0) :]
    return found


def folder_of(game: str, variant: str) -> Path:
    """The folder of a table; whatever the names are, it lies inside the scores' folder."""
    return data_folder() / "scores" / _part(game) / _part(variant)


def data_folder() -> Path:
    """Where the user's own data lies: GARRISON_DATA_DIR, or what is usual on this system."""
    chosen = os.environ.get("GARRISON_DATA_DIR")
    if chosen:
        return Path(chosen)
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
    """The name used last, else the one the user logged in with."""
    try:
        return clean_name((data_folder() / "name.txt").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        pass
    try:
        return clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        return NOBODY


def remember_name(name: str) -> None:
    """Offer this name the next time; where nothing can be written it is forgotten."""
    try:
        _make(data_folder())
        write_whole(data_folder() / "name.txt", clean_name(name) + "\n")
    except GarrisonError:
        pass


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from sorted(folder.glob("*.json"))
    except OSError:
        return  # a folder that can't be read has no scores to show


def _read(file: Path, game: str, variant: str) -> Entry:
    """One entry; raises ValueError when it is not one of this table."""
    contents = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(contents, dict) or contents.get("format") != FORMAT or contents.get("version") != VERSION:
        raise ValueError("not a score")
    if (contents.get("game"), contents.get("variant")) != (game, variant):
        raise ValueError("a score of another game")
    entry = Entry(
        clean_name(_typed(contents, "name", str)),
        float(_typed(contents, "score", (int, float))),
        _typed(contents, "date", str),
        _typed(contents, "steps", int),
        _typed(contents, "replay", str),
        file,
    )
    datetime.fromisoformat(entry.date).timestamp()
    if not math.isfinite(entry.score):
        raise ValueError("not a number")
    return entry


def _typed(contents: dict[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    value = contents.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{key} is missing")
    return value


def _part(name: str) -> str:
    """A folder's name for any name: harmless letters, and a check sum where something had to be left out."""
    harmless = re.sub(r"[^a-z0-9_+-]", "_", name)[:LONGEST_FOLDER]
    if harmless == name and name:
        return name
    return f"{harmless}~{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder}: the folder for high scores can't be made ({error.strerror}).") from error
