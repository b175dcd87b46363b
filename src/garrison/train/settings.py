"""The settings of a training run; `garrison train` has an option for each, with its name, default and meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from garrison.core.levels import OUTCOME, TOLD
from garrison.core.settings import Setting, check_settings
from garrison.errors import BadOption, shown

MOST = 1_000_000  # of most numbers: more would be a mistake
PPO = "ppo"
SEARCH, POLICY, GPU = "search", "policy", "gpu"  # who plays; GPU: the search, on one, many games at once
# What a position is judged by: an end of its own, that of its game, or what the search found its best choice is worth.
EACH, GAME, FOUND = "each", "game", "found"
ALL, CUES = "all", "cues"  # what a network sees: observations and cues, or only what the game's skill tells

TEACHERS = "how to learn: from what a search plays (search), or from playing, by trial and error (ppo)"
WHO_PLAYS = "who plays: search, gpu (the search on a GPU) or policy"
JUDGES = "what a position is judged by: an end of its own (each), its game's end (game) or the search (found)"
LESSONS = "what to learn: outcome, change (in the game's own value) or score (the points still to come)"
SIGHT = "what the network sees: all, or cues for only what the game's skill tells it"


@dataclass(frozen=True)
class TrainingSettings:
    """A training run; the same settings on the same machine give the same network."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)  # as `garrison.load` takes them
    mix: Mapping[str, Sequence[Any]] = field(default_factory=dict)  # options of which each game draws one
    seed: Annotated[int, Setting("a whole number; the same seed gives the same game")] = 0
    by: Annotated[str, Setting(TEACHERS, words=(SEARCH, PPO))] = SEARCH
    iterations: Annotated[int, Setting("how many times to play, learn and rate", 1, 1000)] = 3
    positions: Annotated[
        int, Setting("positions to record in each iteration, or to learn from as they come", 1, 10_000 * MOST)
    ] = 20_000
    seconds: Annotated[float, Setting("seconds of play in each iteration, at most; 0 for no limit", 0, MOST)] = 0.0
    play: Annotated[str, Setting(WHO_PLAYS, words=(SEARCH, GPU, POLICY))] = SEARCH
    at_once: Annotated[int, Setting("games to play side by side on a GPU", 1, MOST)] = 2048
    styles: Annotated[
        Sequence[int], Setting("a style in which the policy plays; by default, those of the student's search")
    ] = ()
    judge: Annotated[str, Setting(JUDGES)] = ""  # "": EACH where the policy plays, GAME where the search does
    teacher: Annotated[str, Setting("the level that plays in the first iteration")] = "hard"
    student: Annotated[str, Setting("the level whose search asks the network; by default, the teacher")] = ""
    effort: Annotated[float, Setting("a factor for the level's budget", 0, 1000, above=True)] = 1.0
    trust: Annotated[float, Setting("how much the search relies on the network", 0, 1)] = 0.7  # from iteration 2 on
    start: Annotated[str, Setting("the file of a network that the search asks from the first iteration on")] = ""
    against: Annotated[str, Setting("the bot in all other seats; by default, the learner")] = ""  # with its effort
    guests: Annotated[float, Setting("the share of games in which the others are other bots", 0, 1)] = 0.2
    longest: Annotated[int, Setting("actions after which a game is cut off", 1, MOST)] = 2000
    learn: Annotated[str, Setting(LESSONS, words=TOLD)] = OUTCOME
    par: Annotated[float, Setting("the score that counts as 1, with --learn score", 0, 1000 * MOST, above=True)] = (
        1000.0
    )
    horizon: Annotated[
        int, Setting("recorded decisions after which a position is judged; 0 for the end of the game", 0, MOST)
    ] = 0
    every: Annotated[int, Setting("record one in this many decisions", 1, 1000)] = 1  # a long game's are much alike
    noise: Annotated[float, Setting("the share of decisions in which any legal action is played", 0, 1)] = 0.05
    passes: Annotated[int, Setting("the most passes over all recorded positions", 1, 1000)] = 20  # the best is kept
    batch: Annotated[int, Setting("positions in each learning step", 1, MOST)] = 4096
    width: Annotated[int, Setting("the width of the network's first layer", 1, 512)] = 64
    depth: Annotated[int, Setting("the width of the network's second layer", 1, 256)] = 32
    sees: Annotated[str, Setting(SIGHT, words=(ALL, CUES))] = ALL  # CUES can be learned from few games
    fewest: int = 20  # positions in which an input must have been seen to get a vector
    rate: float = 2e-3
    device: Annotated[str, Setting("where to learn: cpu, or cuda for a GPU", words=("cpu", "cuda"))] = "cpu"
    workers: Annotated[int, Setting("processes that play; by default, one per core", 0, 1024)] = 0
    games: Annotated[int, Setting("games against the search without the network, to measure progress", 0, MOST)] = 20

    def __post_init__(self) -> None:
        check_settings(self)
        judges = (EACH, GAME) if self.play == POLICY else (GAME, FOUND)
        if self.judge not in ("", *judges):
            who = POLICY if self.play == POLICY else SEARCH
            raise BadOption(f"--judge must be {' or '.join(judges)} where the {who} plays, not {shown(self.judge)}.")

    @property
    def asking(self) -> str:
        """The level whose search asks the network."""
        return self.student or self.teacher

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)
