"""A game's own policy by itself: no search, an answer at once."""

from __future__ import annotations

from dataclasses import dataclass

from garrison.bots.search.budget import Budget, Choice
from garrison.bots.search.scratch import Scratch
from garrison.bots.search.simulation import imagine
from garrison.bots.search.trial import ORIGIN, OWN, TRIAL, consult, dice_of, mark
from garrison.core.engine import rng
from garrison.core.engine.arguments import Seed
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import Address, record_at
from garrison.core.engine.record import uint64
from garrison.core.game import Game
from garrison.core.position import Position


@kernel("ref whole seed", ORIGIN)
def ask(trial: Address, style: int, dice: Seed) -> int:
    """What the policy says for a player in a style; the dice go on."""
    t = record_at(trial, TRIAL)
    imagine(t, dice)
    dice_of(t, OWN).rng = dice
    return consult(t, t.player, mark(t, t.player), OWN, style)


def asked(game: Game, position: Position, player: int, style: int, dice: int) -> tuple[int, int]:
    """The policy's action, and the dice's state after it."""
    scratch = Scratch(game, position, player)
    action = ask(scratch.trial.address, style, uint64(dice))
    return int(action), int(scratch.dice["rng"][OWN])


@dataclass(frozen=True)
class PolicySettings:
    """What can be set about the method `policy`: the style."""

    style: int = 0

    def search(self, game: Game) -> Alone:
        """The method for a game."""
        return Alone(game, self)


class Alone:
    """The method `policy`."""

    def __init__(self, game: Game, settings: PolicySettings) -> None:
        self.game, self._settings = game, settings

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The policy's one choice; the budget makes no difference."""
        action, _ = asked(self.game, position, player, self._settings.style, int(rng.seeded(uint64(seed))))
        return [Choice(action, 0.0, 1.0)]

    def follow(self, position: Position, player: int) -> int | None:
        """There is no plan to follow."""
        return None
