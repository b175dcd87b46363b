"""How much a reader may use up in a game, and what it has used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from garrison.core.settings import Setting, check_settings

FEWEST, SHARE = 5, 0.2  # defaults that are a forfeit: at least so many, and more than this share of the decisions
TRIES = 3  # answers to a decision: an illegal one gets the reason, and another try, at most two
LETTERS = 4  # of a token, where nobody says how many there were


@dataclass(frozen=True)
class ReaderBudget:
    """What a reader may use up in a game; beyond it, its game decides for it."""

    calls: Annotated[int, Setting("the most calls of a model in a game", 1, 1_000_000)] = 10_000
    tokens: Annotated[int, Setting("the most tokens of a model in a game, read and written", 1, 10**12)] = 50_000_000
    minutes: Annotated[
        float, Setting("the longest that a model may think in a game, in minutes", 0, 10_000, above=True)
    ] = 600.0

    answer_seconds: Annotated[
        float, Setting("the longest that a model may take for an answer", 0, 3600, above=True)
    ] = 120.0
    answer_tokens: Annotated[int, Setting("the most tokens of an answer; 0: as many as the model likes", 0, 10**6)] = 0
    forecasts: Annotated[str, Setting("whether models are told what is certain to come", words=("on", "off"))] = "on"

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass
class Usage:
    """What a reader has used in a game, and how its decisions went."""

    decisions: int = 0
    calls: int = 0
    illegal: int = 0  # answers that were no legal move, or did not come in time
    defaults: int = 0  # decisions that the game made instead
    tokens_read: int = 0
    tokens_written: int = 0
    seconds: float = 0.0
    is_estimated: bool = False  # whether the tokens are, from the lengths of the texts

    def exceeds(self, budget: ReaderBudget) -> bool:
        """Whether nothing is left."""
        tokens = self.tokens_read + self.tokens_written
        return self.calls >= budget.calls or tokens >= budget.tokens or self.seconds >= 60 * budget.minutes

    @property
    def is_forfeit(self) -> bool:
        """Whether its game has decided too often for it.

        >>> Usage(decisions=20, defaults=4).is_forfeit, Usage(decisions=24, defaults=5).is_forfeit
        (False, True)
        """
        return self.defaults >= FEWEST and self.defaults > SHARE * self.decisions
