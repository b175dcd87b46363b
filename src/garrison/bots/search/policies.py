"""Games in which everybody asks the game's own policy: in machine code, and move by move what `policy` plays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from garrison.bots.search.scratch import Scratch
from garrison.bots.search.simulation import imagine
from garrison.bots.search.trial import ORIGIN, OWN, TRIAL, Trial, consult, dice_of, game_of, mark
from garrison.core.batches.series import why_stuck
from garrison.core.engine import memory, rng
from garrison.core.engine.arguments import Arguments
from garrison.core.engine.calls import tell
from garrison.core.engine.kernel import kernel
from garrison.core.engine.kernels import first_waiting, new_many
from garrison.core.engine.memory import Address, array_at, header, record_at, row, rows, whole
from garrison.core.engine.rule import rule
from garrison.core.game import Game
from garrison.errors import BadRules

BITS = 60  # of a player's chance that a decision takes, as those of a level do
FIRST, MOST = 64, 4096  # decisions of each player that are prepared at first, and at most, for one call
ILLEGAL, STUCK = -1, -2
Moves: TypeAlias = npt.NDArray[np.int64]


class PolicyContest(Arguments):
    """Games between policies, and which of them are played on with which chance."""

    positions: Address
    games: int
    players: int
    styles: Address  # games x players
    lasts: Address  # in which turn everybody moved last
    which: Address  # the numbers of those that are played on
    count: int
    each: int  # decisions of a player there are seeds for
    seeds: Address  # count x players x each
    draws: Address  # count x players: how many of them are gone
    moves: Address  # as many as seeds: who moved and how
    lengths: Address  # for each that is played on, how many moves that took


CONTEST = PolicyContest.dtype


@kernel("ref ref", ORIGIN)
def play_policies(trial: Address, contest: Address) -> None:
    """Play some of the games on, one after the other."""
    t, c = record_at(trial, TRIAL), record_at(contest, CONTEST)
    lengths = array_at(c.lengths, c.count, np.int64)
    for part in range(c.count):
        lengths[part] = play_on(t, c, part)


@rule
def play_on(t: Trial, c: PolicyContest, part: int) -> int:
    """Play one game on until it is over or somebody has used up their seeds: how many moves that took.

    ILLEGAL: a policy chose what is not legal; STUCK: the rules leave nobody anything to choose.
    """
    game, number = game_of(t), array_at(c.which, c.count, np.int64)[part]
    t.root = row(c.positions, number, game.state_size)
    moves = array_at(c.moves, (c.count, c.players * c.each, 2), np.int64)
    lasts, s, count = array_at(c.lasts, (c.games, c.players), np.int64), header(t.root), 0
    while s.over == 0:
        if s.waiting == 0:
            return STUCK
        t.player = first_waiting(s.waiting)
        if array_at(c.draws, (c.count, c.players), np.int64)[part, t.player] == c.each:
            break
        action = choose(t, c, part, number)
        if action < 0:
            return action
        lasts[number, t.player] = s.turn
        tell(game.step, (game.parameters, t.root, t.player, action))
        moves[part, count, 0], moves[part, count, 1] = t.player, action
        count += 1
    return count


@rule
def choose(t: Trial, c: PolicyContest, part: int, number: int) -> int:
    """What the player's policy does in their style; ILLEGAL or STUCK."""
    draws = array_at(c.draws, (c.count, c.players), np.int64)
    seeds = array_at(c.seeds, (c.count, c.players, c.each), np.uint64)
    chance = rng.seeded(seeds[part, t.player, draws[part, t.player]])
    draws[part, t.player] += 1
    dice_of(t, OWN).rng = chance
    imagine(t, chance)
    tally, actions = mark(t, t.player), game_of(t).actions
    if tally == 0:
        return STUCK
    action = consult(t, t.player, tally, OWN, array_at(c.styles, (c.games, c.players), np.int64)[number, t.player])
    is_legal = 0 <= action and action < actions and array_at(t.mask, actions, np.uint8)[action] != 0
    return action if is_legal else ILLEGAL


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
        players = self._styles.shape[1]
        seeds, numbers = self._seeds(which, each).reshape(-1, players, each), np.array(which, dtype=np.int64)
        moves, counts = np.empty((len(which), players * each, 2), np.int64), np.zeros(len(which), dtype=np.int64)
        draws = np.zeros((len(which), players), dtype=np.int64)
        contest = PolicyContest(
            positions=whole(self.states),
            games=len(self.states),
            players=players,
            styles=whole(self._styles),
            lasts=whole(self.lasts),
            which=whole(numbers),
            count=len(which),
            each=each,
            seeds=whole(seeds),
            draws=whole(draws),
            moves=whole(moves),
            lengths=whole(counts),
        )
        play_policies(scratch.trial.address, contest.address)
        for part, (number, count, ends) in enumerate(zip(which, counts.tolist(), draws.tolist(), strict=True)):
            for left, end in zip(self._left[number], ends, strict=True):
                del left[:end]
            if count == STUCK:
                raise BadRules(why_stuck(self.game, self._own_seeds[number], self.states[number]))
            self.is_legal[number] = count != ILLEGAL
            self._parts[number].append(moves[part, : max(count, 0)])

    def _seeds(self, which: list[int], each: int) -> npt.NDArray[np.uint64]:
        """Enough chance for the next decisions of everybody, with what was left over."""
        seeds = list[int]()
        for number in which:
            for left, dice in zip(self._left[number], self._dice[number], strict=True):
                draw = dice.getrandbits
                left += [draw(BITS) for _ in range(each - len(left))]
                seeds += left
        return np.array(seeds, dtype=np.uint64)
