"""The lines of a file for Skirmish, with their places for error messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from garrison.core.files import read_bytes
from garrison.errors import BadFile


def read_lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The place (`file, line 3`) and the words of every line that is not blank."""
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad = data.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}, line {bad}: this is not UTF-8 text.") from error
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.strip():
            yield f"{path}, line {number}", line.split()
