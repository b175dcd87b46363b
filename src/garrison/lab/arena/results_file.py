"""The results of a series in a file, a line each, so that it can be continued."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from garrison.core.files import read_text
from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.arena.contest import Result
from garrison.lab.arena.fixtures import Fixture


class ResultsFile:
    """The file with the results of a series, and its fixtures; without a file, nothing is written."""

    def __init__(self, game: Game, series: Sequence[Fixture], file: Path | None) -> None:
        self._file = file
        if file is not None:
            file.open("a").close()  # now, so that nobody plays for nothing
        self._rules = game.rules_hash
        self._fixtures = {fixture.number: fixture for fixture in series}

    def read(self) -> list[Result]:
        """The results in the file; a last line that was not written to its end is removed."""
        if self._file is None:
            return []
        text = read_text(self._file)
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            self._file.write_text(whole, encoding="utf-8")
        return [result for line in whole.splitlines() for result in self._parse(line)]

    def add(self, result: Result, replays: Path | None) -> Result:
        """Write a result down, with its replay and what readers said in a folder if there is one; the result without
        them."""
        for text, ending in ((result.replay, "json"), (result.talk, "jsonl")):
            if replays is not None and text:
                (replays / f"{result.number:06}.{ending}").write_text(text, encoding="utf-8")
        result = replace(result, replay="", talk="")
        if self._file is not None and not result.void:
            with self._file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({**asdict(result), "rules": self._rules}) + "\n")
        return result

    def _parse(self, line: str) -> list[Result]:
        """A result, if it is one of this series: one of a longer series is left out."""
        try:
            data = json.loads(line)
            rules = data.pop("rules")
            lists = {name: tuple(data[name]) for name in ("seats", "winners", "scores", "milliseconds")}
            result = Result(**{**data, **lists})
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadOption(f"{self._file} does not hold results of an arena.") from None
        fixture = self._fixtures.get(result.number)
        if fixture is None and rules == self._rules:
            return []
        if fixture is None or rules != self._rules or (fixture.seed, fixture.seats) != (result.seed, result.seats):
            raise BadOption(f"{self._file} holds the results of another series; name another file, or remove it.")
        return [result]
