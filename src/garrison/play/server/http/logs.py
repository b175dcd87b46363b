"""The server's log: lines for people, or JSON for programs, with the match each entry is about. Tokens, keys and seeds
never get here: they travel in bodies and messages, and nothing logs those."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

MATCH: ContextVar[str] = ContextVar("match", default="")  # the one that this request or task is about
PATHS = re.compile(r"(?:/m|/api/matches)/([a-z0-9]{1,16})(?=/|$)|/api/replays/m-([a-z0-9]{1,16})(?=/|$)")


def match_in(path: str) -> str:
    """The match that a path is about, or "".

    >>> match_in("/api/matches/abc/socket"), match_in("/api/replays/m-abc/frames"), match_in("/api/games")
    ('abc', 'abc', '')
    """
    match = PATHS.match(path)
    return (match[1] or match[2]) if match else ""


def set_up(as_json: bool) -> None:
    """Write everything to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else Lines())
    handler.addFilter(_add_match)
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
    logging.getLogger("garrison").setLevel(logging.INFO)


def _add_match(record: logging.LogRecord) -> bool:
    record.match = getattr(record, "match", "") or MATCH.get()
    return True


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class Lines(logging.Formatter):
    """One line per record, with the traceback below where there is one."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line."""
        match = getattr(record, "match", "")
        return f"{_moment(record)} {record.levelname}: {record.message}{f' (match {match})' if match else ''}"


class JsonLines(logging.Formatter):
    """One object per record, always on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = {"time": _moment(record), "level": record.levelname.lower(), "message": record.getMessage()}
        fields |= {"logger": record.name, "match": getattr(record, "match", "")}
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in fields.items() if value}, ensure_ascii=False)
