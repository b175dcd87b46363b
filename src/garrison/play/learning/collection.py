"""A file of challenges in a game's folder."""

from __future__ import annotations

import tomllib
from functools import cache

from garrison.core.discovery import find
from garrison.errors import BadFile
from garrison.play.learning.challenge import Challenge, read_challenge


@cache
def read_collection(name: str, file: str, key: str) -> tuple[Challenge, ...]:
    """The challenges of a game; none without such a file, or if its rules have changed since."""
    package = find(name)
    if not (package.folder / file).exists():
        return ()
    try:
        table = tomllib.loads((package.folder / file).read_text(encoding="utf-8"))
        if table["rules_version"] != package.facts.rules_version:
            return ()
        return tuple(read_challenge(package, one) for one in table[key])
    except (OSError, ValueError, KeyError) as error:
        raise BadFile(f"The {key} of {name} can't be read: {error!r}.") from error
