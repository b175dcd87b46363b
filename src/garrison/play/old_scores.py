"""High scores in files, one each with its replay, as the terminal kept them before it used the server's database.

    scores/<game>/<variant>/<time>-<random>.json

Each is imported once; then its name ends in `.imported`. A file that can't be read stays as it is.
"""

from __future__ import annotations

import hashlib
import json
import math
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from garrison.core.replay import parse
from garrison.errors import GarrisonError
from garrison.play.server.store import queries
from garrison.play.server.store.info import SeatState
from garrison.play.user import clean_name, data_folder

FORMAT, VERSION = "garrison-score", 1


def read_into(connection: Connection) -> list[Path]:
    """Import all remaining files; returns those that are now in the database."""
    done = []
    for file in sorted((data_folder() / "scores").glob("*/*/*.json")):
        try:
            _read_file(connection, file)
        except (OSError, ValueError, RecursionError, GarrisonError):
            continue
        done.append(file)
    return done


def mark(files: list[Path]) -> None:
    """Remember which files have been imported, once their contents are on disk."""
    for file in files:
        with suppress(OSError):  # next time it will be found in the database
            file.rename(file.with_name(f"{file.name}.imported"))


def _read_file(connection: Connection, file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    match = hashlib.sha256(text.encode()).hexdigest()[:16]  # the same for the same file
    contents = json.loads(text)
    if not isinstance(contents, dict) or contents.get("format") != FORMAT or contents.get("version") != VERSION:
        raise ValueError("not a score")
    row = _row(match, contents)
    if queries.load_row(connection, match) is None:
        seat = SeatState("person", name=clean_name(_typed(contents, "name", str)))
        queries.store_match(connection, row, [seat])
        queries.store_moves(connection, row["id"], 1, parse(contents["replay"]).moves)


def _row(match: str, contents: dict[str, Any]) -> dict[str, Any]:
    """The row of a match, with the rules it was played under, even if they are no longer ours."""
    replay = parse(_typed(contents, "replay", str))
    played = json.loads(contents["replay"])
    score = float(_typed(contents, "score", (int, float)))
    if not math.isfinite(score):
        raise ValueError("not a number")
    finished = datetime.fromisoformat(_typed(contents, "date", str)).astimezone(UTC).isoformat(timespec="milliseconds")
    table = _typed(contents, "variant", str)
    row = queries.match_row(match, replay.game, replay.seed, table, tick_ms=replay.game.facts.tick_ms)
    return row | {
        "rules_version": played["rules_version"],
        "rules_hash": played["rules_hash"],
        "rules": json.dumps(played["rules"], separators=(",", ":")),
        "created": finished,
        **queries.result(finished, None, [score], _typed(contents, "steps", int)),
    }


def _typed(contents: dict[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    value = contents.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{key} is missing")
    return value
