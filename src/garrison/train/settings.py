"""The settings of a training run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from garrison.core.levels import OUTCOME, TOLD
from garrison.errors import BadOption, shown

MOST = {
    "iterations": 1000,
    "positions": 100_000_000,
    "passes": 1000,
    "batch": 1_000_000,
    "width": 512,
    "depth": 256,
    "longest": 1_000_000,
    "every": 1000,
    "at_once": 1_000_000,
}
MOST_SECONDS = 1_000_000
MOST_PAR = 1_000_000_000
SHARES = ("trust", "noise", "guests")
SEARCH, POLICY, GPU = "search", "policy", "gpu"  # who plays; GPU: the search, on one, many games at once
# What a position is judged by: an end of its own, that of its game, or what the search found its best choice is worth.
EACH, GAME, FOUND = "each", "game", "found"
ALL, CUES = "all", "cues"  # what a network sees: observations and cues, or only what the game's skill tells


@dataclass(frozen=True)
class TrainingSettings:
    """A training run; the same settings on the same machine give the same network."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # as `garrison.load` takes them
    mix: Mapping[str, Sequence[Any]] = field(default_factory=dict)  # options of which each game draws one
    seed: int = 0
    iterations: int = 3
    positions: int = 20_000  # positions that are noted in an iteration
    seconds: float = 0.0  # after which an iteration has noted enough, however many there are; 0: no limit
    # Who plays: the teacher's search, the same on a GPU, or POLICY: the policy in the styles of the student's search.
    play: str = SEARCH
    at_once: int = 2048  # games that are played at the same time on a GPU
    styles: Sequence[int] = ()  # of the policy, where it plays; by default, those of the student's search
    judge: str = ""  # EACH (by default, where the policy plays), GAME (by default, where the search does) or FOUND
    teacher: str = "hard"  # the level that plays in the first iteration
    student: str = ""  # the one whose search asks the network; by default, the teacher
    effort: float = 1.0  # by which the level's own budget is multiplied
    trust: float = 0.7  # how much the search believes the network, from the second iteration on
    start: str = ""  # the file of a network that the search asks in the first iteration; by default, none
    against: str = ""  # whom all the others play like, with the same effort; by default, like the learner
    guests: float = 0.2  # in how many games the others are a bot from the pool instead
    longest: int = 2000  # decisions of a game that are played
    learn: str = OUTCOME  # what came of a position; or CHANGE or SCORE: how the game's own value or the score changed
    par: float = 1000.0  # the score that counts as 1, where it is learned how that changes
    horizon: int = 0  # after how many further noted decisions of a player it is seen how it went; 0: at the end
    every: int = 1  # one in this many decisions is noted: those of a long game are much alike
    noise: float = 0.05  # how often anything legal is played, so that mistakes are seen too
    passes: int = 20  # over everything that was noted, at most: the best is kept
    batch: int = 4096
    width: int = 64
    depth: int = 32
    sees: str = ALL  # or CUES: few numbers, which can be learned from few games
    fewest: int = 20  # positions in which an input must have been seen to get a vector
    rate: float = 2e-3
    device: str = "cpu"
    workers: int = 0  # processes that play; 0: as many as there are cores
    games: int = 20  # games that are played to measure progress

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            if not 1 <= getattr(self, name) <= most:
                option = name.replace("_", "-")
                raise BadOption(f"--{option} must be a number from 1 to {most:,}, not {shown(getattr(self, name))}.")
        for name in SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise BadOption(f"--{name} must be a share from 0 to 1, not {shown(getattr(self, name))}.")
        if self.device not in ("cpu", "cuda"):
            raise BadOption(f"--device must be cpu or cuda, not {shown(self.device)}.")
        if self.learn not in TOLD:
            raise BadOption(f"--learn must be {', '.join(TOLD[:-1])} or {TOLD[-1]}, not {shown(self.learn)}.")
        if not 0 < self.par <= MOST_PAR:
            raise BadOption(f"--par must be more than 0 and at most {MOST_PAR:,}, not {shown(self.par)}.")
        if self.play not in (SEARCH, GPU, POLICY):
            raise BadOption(f"--play must be {SEARCH}, {GPU} or {POLICY}, not {shown(self.play)}.")
        if self.sees not in (ALL, CUES):
            raise BadOption(f"--sees must be {ALL} or {CUES}, not {shown(self.sees)}.")
        judges = (EACH, GAME) if self.play == POLICY else (GAME, FOUND)
        if self.judge not in ("", *judges):
            who = POLICY if self.play == POLICY else SEARCH
            raise BadOption(f"--judge must be {' or '.join(judges)} where the {who} plays, not {shown(self.judge)}.")
        if not 0 <= self.seconds <= MOST_SECONDS:
            raise BadOption(f"--seconds must be a number from 0 to {MOST_SECONDS:,}, not {shown(self.seconds)}.")
        if not 0 < self.effort <= 1000:
            raise BadOption(f"--effort must be more than 0 and at most 1000, not {shown(self.effort)}.")

    @property
    def asking(self) -> str:
        """The level whose search asks the network."""
        return self.student or self.teacher

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)
