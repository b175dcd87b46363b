"""Games in which everybody asks the game's own policy: in machine code, and move by move what `policy` plays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from garrison.bots.search.imagine import imagine_one
from garrison.bots.search.scratch import DICE_OF_PLAN, ORIGIN, Scratch
from garrison.core.batches.series import why_stuck
from garrison.core.engine import memory, rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting, new_many
from garrison.core.engine.memory import at, header, rows
from garrison.core.engine.rule import rule
from garrison.core.game import Game
from garrison.errors import BadRules

BITS = 60  # of a player's chance that a decision takes, as those of a level do
FIRST, MOST = 64, 4096  # decisions of each player that are prepared at first, and at most, for one call
ILLEGAL, STUCK = -1, -2
Moves = np.ndarray[Any, Any]


@rule
def play_on(
    legal: Any,
    step: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    played: Any,
    game: Any,
    states: Any,
    mask: Any,
    dice: Any,
    styles: Any,
    lasts: Any,
    used: Any,
    seeds: Any,
    moves: Any,
    part: Any,
) -> Any:
    """Play one game on until it is over or somebody has used up their seeds: how many moves that took.

    ILLEGAL: a policy chose what is not legal; STUCK: the rules leave nobody anything to choose.
    """
    each = len(seeds) // used.size
    s, first, count = header(at(played, game)), part * used.shape[1] * each, 0
    while s.over == 0:
        if s.waiting == 0:
            return STUCK
        player = first_waiting(s.waiting)
        if used[part, player] == each:
            break
        chance = rng.seeded(seeds[first + player * each + used[part, player]])
        used[part, player] += 1
        dice[DICE_OF_PLAN].rng = chance
        imagine_one(hide, parameters, states, 0, played, game, player, chance)
        tally = legal(parameters, at(states, 0), player, at(mask, 0))
        if tally == 0:
            return STUCK
        style = styles[game, player]
        action = policy(parameters, at(states, 0), player, at(mask, 0), tally, at(dice, DICE_OF_PLAN), style)
        if action < 0 or action >= mask.shape[1] or mask[0, action] == 0:
            return ILLEGAL
        lasts[game, player] = s.turn
        step(parameters, at(played, game), player, action)
        moves[first + count, 0] = player
        moves[first + count, 1] = action
        count += 1
    return count


@kernel("legal step policy hide ref rows wholes rows masks dice counts counts counts seeds counts wholes", ORIGIN)
def play_policies(
    legal: Any,
    step: Any,
    policy: Any,
    hide: Any,
    parameters: Any,
    played: Any,
    which: Any,
    states: Any,
    mask: Any,
    dice: Any,
    styles: Any,
    lasts: Any,
    used: Any,
    seeds: Any,
    moves: Any,
    counts: Any,
) -> None:
    """Play some of the games on, one after the other.

    Every player of each of them has an equal part of `seeds`, one for each decision; `used` says how many are gone.
    `moves` takes who moved and how, `lasts` in which turn everybody moved last, and `counts` what `play_on` gives.
    """
    for part in range(len(which)):
        counts[part] = play_on(
            legal, step, policy, hide, parameters, played, which[part], states, mask, dice, styles, lasts, used, seeds,
            moves, part,
        )  # fmt: skip


class PolicyGames:
    """Games between policies, each player's in a style of its own: the seats' styles and dice are given for each."""

    def __init__(
        self, game: Game, seeds: Sequence[int], styles: Sequence[Sequence[int]], dice: Sequence[Sequence[Random]]
    ) -> None:
        self.game, self._dice, self._own_seeds = game, dice, seeds
        self.states = memory.empty(game.state_dtype, len(seeds))
        new_many(game.handle.new, game.reference, rows(self.states), np.array(seeds, dtype=np.uint64), 0, len(seeds))
        self._styles = np.array(styles, dtype=np.int64)
        self._left = [[list[int]() for _ in own] for own in dice]  # chance that was prepared and not used
        self.lasts = np.zeros(self._styles.shape, dtype=np.int64)  # in which turn everybody moved last
        self._parts = [list[Moves]() for _ in seeds]
        self.is_legal = [True] * len(seeds)  # False: a policy broke the rules, and the game stands still

    def run(self) -> None:
        """Play all of them to their ends."""
        scratch, each, which = Scratch(self.game), FIRST, list(range(len(self._parts)))
        while which:
            self._go_on(scratch, which, each)
            each = min(2 * each, MOST)
            over = self.states["over"].tolist()
            which = [number for number in which if self.is_legal[number] and not over[number]]

    def parts(self, number: int) -> list[Moves]:
        """The moves of a game, each a player and an action, in the parts in which it was played."""
        return self._parts[number]

    def moves(self, number: int) -> Moves:
        """The same in one piece."""
        parts = self._parts[number]
        return parts[0] if len(parts) == 1 else np.concatenate([np.zeros((0, 2), dtype=np.int64), *parts])

    def _go_on(self, scratch: Scratch, which: list[int], each: int) -> None:
        """Play some of them until they are over, or somebody has made this many decisions."""
        game, players = self.game, self._styles.shape[1]
        seeds, size = self._seeds(which, each), players * each
        moves, counts = np.empty((len(seeds), 2), dtype=np.int64), np.zeros(len(which), dtype=np.int64)
        used = np.zeros((len(which), players), dtype=np.int64)
        play_policies(
            game.table.legal,
            game.table.step,
            game.skill.policy,
            game.skill.hide,
            game.reference,
            rows(self.states),
            np.array(which, dtype=np.int64),
            scratch.states,
            scratch.mask,
            scratch.dice,
            self._styles,
            self.lasts,
            used,
            seeds,
            moves,
            counts,
        )
        for part, (number, count, done) in enumerate(zip(which, counts.tolist(), used.tolist(), strict=True)):
            for left, end in zip(self._left[number], done, strict=True):
                del left[:end]
            if count == STUCK:
                raise BadRules(why_stuck(game, self._own_seeds[number], self.states[number]))
            self.is_legal[number] = count != ILLEGAL
            self._parts[number].append(moves[part * size : part * size + max(count, 0)])

    def _seeds(self, which: list[int], each: int) -> np.ndarray[Any, Any]:
        """Enough chance for the next decisions of everybody, with what was left over."""
        seeds = list[int]()
        for number in which:
            for left, dice in zip(self._left[number], self._dice[number], strict=True):
                draw = dice.getrandbits
                left += [draw(BITS) for _ in range(each - len(left))]
                seeds += left
        return np.array(seeds, dtype=np.uint64)
