"""What a check found: one line per property, with the first counterexample if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Counterexample:
    """Where a property does not hold: enough to reproduce it."""

    text: str
    seed: int | None = None
    step: int | None = None
    player: int | None = None
    lane: str | None = None

    def __str__(self) -> str:
        places = (("seed", self.seed), ("step", self.step), ("player", self.player))
        words = [f"{name} {number}" for name, number in places if number is not None]
        words += [f"{self.lane} lane"] if self.lane else []
        return f"{self.text} ({', '.join(words)})" if words else self.text


@dataclass
class Verdict:
    """A property, in how many positions it was tested, and what contradicts it."""

    name: str
    sentence: str
    looked: int = 0
    counterexample: Counterexample | None = None

    def __str__(self) -> str:
        if self.counterexample is not None:
            return f"FAIL  {self.sentence[:-1]}: {self.counterexample}."
        return f"pass  {self.sentence}" if self.looked else f"-     {self.sentence[:-1]}: nothing to test."

    def to_dict(self) -> dict[str, Any]:
        """The line as plain data."""
        return {**asdict(self), "passed": self.counterexample is None}


@dataclass
class CheckReport:
    """All lines of one game's check."""

    game: str
    variant: str
    games: int
    seed: int
    lines: dict[str, Verdict] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether nothing contradicts any property."""
        return all(line.counterexample is None for line in self.lines.values())

    def line(self, name: str, sentence: str) -> Verdict:
        """The line of a property, created if it is new."""
        return self.lines.setdefault(name, Verdict(name, sentence))

    def add(self, verdict: Mapping[str, Any]) -> None:
        """Add the line of another process; an existing counterexample stays."""
        line = self.line(verdict["name"], verdict["sentence"])
        line.looked += verdict["looked"]
        if verdict["counterexample"] is not None and line.counterexample is None:
            line.counterexample = Counterexample(**verdict["counterexample"])

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        data = {name: getattr(self, name) for name in ("game", "variant", "games", "seed", "passed")}
        return {**data, "properties": [line.to_dict() for line in self.lines.values()]}
