"""The settings of an arena; `garrison arena` has an option for each, with its default and meaning."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from garrison.core.settings import Setting
from garrison.errors import BadOption, shown

MOST_GAMES = 1_000_000
MOST_SECONDS = 3600.0
MOVE_SECONDS = 10.0  # the longest a bot may take for one action
PLACES = ("here", "ray")
SETTLED = "settled"


@dataclass(frozen=True)
class ArenaSettings:
    """How an arena is held."""

    games: Annotated[int, Setting("games of each bot, pair or table", flags=("-n", "--games"))] = 200
    seed: Annotated[int, Setting("a whole number; the same seed gives the same game")] = 0
    until: Annotated[str, Setting("settled: stop when the order is beyond doubt")] = ""
    results: Annotated[Path | None, Setting("add results to this file; resume where it ends", flags=("--keep",))] = None
    replays: Annotated[Path | None, Setting("keep the replays of all games in this folder")] = None
    seconds: Annotated[float, Setting("the longest a bot may take for an action")] = MOVE_SECONDS
    place: Annotated[str, Setting("where to play: here, or ray for all machines of a Ray cluster", flags=("--on",))] = (
        "here"
    )
    processes: int | None = None  # by default one per core; 0: this one, where a bot that never answers is not stopped

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise BadOption(f"An arena plays 1 to {MOST_GAMES:,} games, not {self.games}.")
        if not 0 < self.seconds <= MOST_SECONDS:
            raise BadOption(f"A bot may take up to {MOST_SECONDS:g} s for an action, not {self.seconds:g}.")
        if self.place not in PLACES:
            raise BadOption(f"An arena is held here or on ray, not on {shown(self.place)}.")
        if self.until not in ("", SETTLED):
            raise BadOption(f"--until takes {SETTLED}, not {shown(self.until)}.")
