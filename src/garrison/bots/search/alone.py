"""A game's own policy by itself: no search, an answer at once."""

from __future__ import annotations

from typing import Any

from garrison.bots.search.budget import Budget, Choice
from garrison.bots.search.imagine import imagine
from garrison.bots.search.scratch import DICE_OF_PLAN, ORIGIN, Scratch
from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import at, rows
from garrison.core.engine.record import uint64
from garrison.core.game import Game
from garrison.core.position import Position


@kernel("legal policy hide ref rows rows masks dice whole whole seed", ORIGIN)
def ask(
    legal: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    root: Any,
    states: Any,
    mask: Any,
    dice: Any,
    style: Any,
    player: Any,
    seed: Any,
) -> Any:
    """What the policy says for a player in a style; the dice go on."""
    imagine(hide, parameters, states, 0, root, player, seed)
    tally = legal(parameters, at(states, 0), player, at(mask, 0))
    return policy(parameters, at(states, 0), player, at(mask, 0), tally, at(dice, DICE_OF_PLAN), style)


def asked(game: Game, position: Position, player: int, style: int, dice: int) -> tuple[int, int]:
    """The policy's action, and the dice's state after it."""
    scratch = Scratch(game)
    scratch.dice["rng"][DICE_OF_PLAN] = dice
    action = ask(
        game.table.legal,
        game.skill.policy,
        game.skill.hide,
        game.reference,
        rows(position.state),
        scratch.states,
        scratch.mask,
        scratch.dice,
        style,
        player,
        uint64(dice),
    )
    return int(action), int(scratch.dice["rng"][DICE_OF_PLAN])


class Alone:
    """The method `policy`."""

    def __init__(self, game: Game, style: int = 0) -> None:
        self.game, self._style = game, style

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The policy's one choice; the budget makes no difference."""
        action, _ = asked(self.game, position, player, self._style, int(rng.seeded(uint64(seed))))
        return [Choice(action, 0.0, 1.0)]

    def follow(self, position: Position, player: int) -> int | None:
        """There is no plan to follow."""
        return None
