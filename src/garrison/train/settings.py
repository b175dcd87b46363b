"""What can be set about a training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from garrison.core.errors import BadOption, shown

MOST = {"iterations": 1000, "positions": 100_000_000, "passes": 100, "batch": 1_000_000, "channels": 64, "blocks": 8}


@dataclass(frozen=True)
class Settings:
    """A training from beginning to end; the same settings on the same machine give the same network."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # the game's own, such as `setup`
    seed: int = 0
    iterations: int = 3
    positions: int = 20_000  # that are labelled in an iteration
    teacher: str = "hard"  # the level whose search labels them
    effort: float = 1.0  # times the level's own budget
    against: str = ""  # whom all the others play like; by default, a pool of bots and earlier selves
    longest: int = 400  # decisions of a game that are used; the rest of it is not played
    student: float = 0.5  # from the second iteration on, how often the network plays what the teacher only labels
    noise: float = 0.05  # how often anything legal is played, so that mistakes are seen too
    passes: int = 4  # over everything that was labelled, in an iteration
    batch: int = 1024
    channels: int = 32
    blocks: int = 4
    rate: float = 2e-3
    device: str = "cpu"
    workers: int = 0  # processes that label; 0: as many as there are cores
    games: int = 20  # that are played against each fixed bot for the progress

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            if not 1 <= getattr(self, name) <= most:
                raise BadOption(f"--{name} is a number from 1 to {most:,}, not {shown(getattr(self, name))}.")
        if self.device not in ("cpu", "cuda"):
            raise BadOption(f"--device is cpu or cuda, not {shown(self.device)}.")
        if not 0 < self.effort <= 1000:
            raise BadOption(f"--effort is more than 0 and at most 1000, not {shown(self.effort)}.")

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)
