"""Games in which everybody asks the game's own policy: in machine code, and move by move what `policy` plays."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from garrison.bots.search.imagine import imagine
from garrison.bots.search.scratch import DICE_OF_PLAN, ORIGIN, Scratch
from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting
from garrison.core.engine.memory import at, header, rows
from garrison.core.position import Position

BITS = 60  # of a player's chance that a decision takes, as those of a level do
FIRST, MOST = 64, 4096  # decisions of each player that are prepared at first, and at most, for one call
ILLEGAL = -1


@kernel("legal step policy hide ref rows rows masks dice wholes wholes wholes seeds counts", ORIGIN)
def play_policies(
    legal: Any,
    step: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    played: Any,
    states: Any,
    mask: Any,
    dice: Any,
    styles: Any,
    used: Any,
    lasts: Any,
    seeds: Any,
    moves: Any,
) -> Any:
    """Play on until the game is over or somebody has used up their seeds; how many moves that took, or ILLEGAL.

    Every player has an equal part of `seeds`, one for each decision, of which so many are used. `moves` takes who moved
    and how, and `lasts` in which turn everybody moved last.
    """
    s, each, count = header(at(played, 0)), len(seeds) // len(styles), 0
    while s.over == 0:
        player = first_waiting(s.waiting)
        if used[player] == each:
            break
        chance = rng.seeded(seeds[player * each + used[player]])
        used[player] += 1
        dice[DICE_OF_PLAN].rng = chance
        imagine(hide, parameters, states, 0, played, player, chance)
        tally = legal(parameters, at(states, 0), player, at(mask, 0))
        action = policy(parameters, at(states, 0), player, at(mask, 0), tally, at(dice, DICE_OF_PLAN), styles[player])
        if action < 0 or action >= mask.shape[1] or mask[0, action] == 0:
            return ILLEGAL
        lasts[player] = s.turn
        step(parameters, at(played, 0), player, action)
        moves[count, 0] = player
        moves[count, 1] = action
        count += 1
    return count


class PolicyGame:
    """A game between policies, each in a style of its own, that is being played."""

    def __init__(self, position: Position, styles: list[int], dice: list[Random]) -> None:
        self.position, self._dice = position, dice
        self._styles = np.array(styles, dtype=np.int64)
        self._scratch = Scratch(position.game)
        self._each, self._left = FIRST, [list[int]() for _ in dice]
        self.lasts = np.zeros(len(styles), dtype=np.int64)  # in which turn everybody moved last

    def go_on(self) -> np.ndarray[Any, Any] | None:
        """Play a part of the game: its moves, each a player and an action; None if a policy breaks the rules."""
        game, scratch = self.position.game, self._scratch
        seeds = self._seeds()
        moves = np.empty((len(seeds), 2), dtype=np.int64)
        used = np.zeros(len(self._dice), dtype=np.int64)
        count = play_policies(
            game.table.legal,
            game.table.step,
            game.skill.policy,
            game.skill.hide,
            game.reference,
            rows(self.position.state),
            scratch.states,
            scratch.mask,
            scratch.dice,
            self._styles,
            used,
            self.lasts,
            seeds,
            moves,
        )
        self._left = [left[done:] for left, done in zip(self._left, used.tolist(), strict=True)]
        return None if count == ILLEGAL else moves[: int(count)]

    def _seeds(self) -> np.ndarray[Any, Any]:
        """Enough chance for the next decisions of everybody, with what was left over."""
        for left, dice in zip(self._left, self._dice, strict=True):
            left += [dice.getrandbits(BITS) for _ in range(self._each - len(left))]
        self._each = min(2 * self._each, MOST)
        return np.array(self._left, dtype=np.uint64).reshape(-1)
