"""A file to which results are added, a line each, so that whatever is broken off goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from garrison.core.files import read_text, write_whole
from garrison.errors import BadFile, BadOption

Line = dict[str, Any]


class Ledger:
    """Lines of what was measured for one purpose; without a file, nothing is kept."""

    def __init__(self, file: Path | None, purpose: str, about: dict[str, Any]) -> None:
        self._file, self._purpose, self._about = file, purpose, about
        if file is not None:
            if file.exists() and not file.is_file():
                raise BadOption(f"{file} is not a file that results can be kept in.")
            self._append("")  # now, so that nobody plays for nothing

    def read(self) -> list[Line]:
        """What was measured before; a last line that was not written to its end is removed."""
        if self._file is None:
            return []
        text = read_text(self._file)
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            write_whole(self._file, whole)
        return [self._parse(line) for line in whole.splitlines()]

    def _parse(self, text: str) -> Line:
        try:
            line: Line = json.loads(text)
            about = line.pop("about")
        except (ValueError, TypeError, KeyError, AttributeError):
            raise self.refusal() from None
        if about != self._about:
            raise BadOption(
                f"{self._file} holds the results of another {self._purpose}; name another file, or remove it."
            )
        return line

    def refusal(self) -> BadOption:
        """Why a line can't be read."""
        return BadOption(f"{self._file} does not hold results of a {self._purpose}.")

    def add(self, line: Line) -> None:
        """Write something down."""
        self._append(json.dumps({"about": self._about, **line}) + "\n")

    def _append(self, text: str) -> None:
        if self._file is None:
            return
        try:
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(text)
        except OSError as error:
            raise BadFile(f"{self._file}: the file can't be written ({error.strerror}).") from error
