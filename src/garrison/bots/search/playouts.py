"""Good moves, each played out: the game's own policy goes on from there for everybody, and those that do worse are
given up, half of them at a time.

The moves are those that a beam finds, and the one that the policy itself would make. It is made for games without dice
that have a policy worth following; the policy's own chance makes the play-outs differ.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from garrison.bots.search.alone import asked
from garrison.bots.search.beam import Beam, Pool, imagined
from garrison.bots.search.budget import Budget, Choice, Slices
from garrison.bots.search.imagine import play_by_policy
from garrison.bots.search.mind import Trusted, weigh
from garrison.bots.search.scratch import DICE_OF_PLAN, ORIGIN, Scratch, shared
from garrison.bots.search.tally import Tally, halvings
from garrison.core.engine import rng
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import at, copy, header, rows
from garrison.core.engine.record import uint64
from garrison.core.game import Game
from garrison.core.position import Position

if TYPE_CHECKING:
    from garrison.bots.network import Network

HASTE = 0.999  # an end that is a turn further away counts this much less


@kernel("legal step value policy ref rows wholes rows masks dice scores scores wholes whole whole ref seed", ORIGIN)
def play_out(
    legal: Any,
    step: Any,
    value: Any,
    policy: Any,
    parameters: Any,
    moves: Any,
    chosen: Any,
    states: Any,
    mask: Any,
    dice: Any,
    out: Any,
    totals: Any,
    limits: Any,
    first: Any,
    last: Any,
    mind: Any,
    seed: Any,
) -> None:
    """Play on from the positions moves[chosen[first .. last-1]], and add what becomes of them to `totals`.

    `limits` holds the player, the style, how many turns and at most how many steps are played, and the number of the
    play-out, on which its chance depends.
    """
    player, style, turns, steps = limits[0], limits[1], limits[2], limits[3]
    chance, state = rng.derived(seed, limits[4]), at(states, 0)
    s = header(state)
    for place in range(first, last):
        copy(states, 0, moves, chosen[place])
        s.rng = rng.seeded(chance)
        dice[DICE_OF_PLAN].rng = rng.seeded(rng.derived(chance, 1))
        turn, played = s.turn, 0
        while s.over == 0 and s.turn - turn < turns and played < steps:
            played += 1
            if play_by_policy(legal, step, policy, parameters, state, mask, dice, DICE_OF_PLAN, style) < 0:
                break
        weigh(value, mind, parameters, state, out)
        totals[chosen[place], 0] += out[0, player] * HASTE ** (s.turn - turn)


class Candidate(NamedTuple):
    """A whole move: its actions, and the position after it."""

    path: list[int]
    after: Any


class Playouts(Beam):
    """The method for one game. A simulation is one play-out of `turns` turns in a `style` of the policy, or in several
    `styles` in rotation: what one of them overlooks, another sees.

    `moves` of those that the beam finds are played out, and no more than `each` that begin with the same action; its
    other settings are those of a beam of one answer, and `trust` is how much a trained network has to say about how a
    play-out ends. Where the beam has to try more than `work` steps, there is much to choose from and a thorough
    policy takes long: there are fewer play-outs then, in the same proportion.
    """

    def __init__(
        self,
        game: Game,
        style: int = 0,
        styles: Sequence[int] = (),
        turns: int = 6,
        steps: int = 400,
        width: int = 6,
        moves: int = 12,
        answers: int = 2,
        hope: float = 0.5,
        each: int = 3,
        work: int = 0,
        trust: float = 0.0,
        network: Network | None = None,
    ) -> None:
        super().__init__(game, width, moves, answers, (1,), 1, hope, trust, network)
        self._style, self._styles, self._lengths = style, styles or (style,), (turns, steps)
        self._each, self._work = each, work

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the moves that were played out, the best first."""
        start, slices = time.perf_counter(), Slices(budget)
        moves, effort = self._candidates(position, player, budget, seed)
        if self._clock.is_new(budget):
            begun = time.perf_counter()
            self._trial(moves, player, seed).run([0], 0, 1)
            self._clock.note(1, begun)
        trial = self._trial(moves, player, seed)
        simulations, alive, done = self._bounded(self._clock.simulations(budget), effort), list(range(len(moves))), 0
        rounds = halvings(len(alive))
        for _ in range(rounds):
            each = max(1, simulations // (rounds * len(alive))) if len(moves) > 1 else 1
            for number in range(done, done + each):
                for first, last in slices.of(0, len(alive)):
                    trial.run(alive[first:last], number, budget.threads)
            done += each
            if slices.is_over:
                break
            alive = sorted(alive, key=trial.order)[: max(1, len(alive) // 2)]
        self._clock.note(int(trial.counts.sum()), start)
        return self._offered(position, player, trial)

    def _trial(self, moves: list[Candidate], player: int, seed: int) -> MoveTrial:
        limits = [(player, style, *self._lengths) for style in self._styles]
        return MoveTrial(self.game, moves, limits, seed, self._trusted)

    def _bounded(self, simulations: int, effort: int) -> int:
        """Fewer simulations where the beam had more to try than is planned for."""
        return simulations * self._work // effort if 0 < self._work < effort else simulations

    def _candidates(self, position: Position, player: int, budget: Budget, seed: int) -> tuple[list[Candidate], int]:
        """The policy's own move and the best ones of the beam, and how many steps it tried to find them."""
        pool = Pool(self.game, self._widths, self._kept, self._trusted, each=self._each)
        found = pool.candidates(pool.find(position, player, seed), self._moves)
        values = dict(zip(found, pool.answered(found, player, 1, budget.threads), strict=True))
        best = sorted(found, key=lambda move: -self._mixed(pool, move, values[move]))[: self._moves]
        own = self._own_move(position, player, seed)
        others = [Candidate(pool.path(move), pool.position(move)) for move in best if pool.path(move) != own.path]
        return [own, *others], pool.effort

    def _own_move(self, position: Position, player: int, seed: int) -> Candidate:
        """What the policy does until it is somebody else's turn."""
        after, path, dice = imagined(position, player, seed), list[int](), int(rng.seeded(uint64(seed)))
        turn = int(after.state["turn"][0])
        while not path or (not after.over and player in after.waiting and int(after.state["turn"][0]) == turn):
            action, dice = asked(self.game, after, player, self._style, dice)
            path.append(action)
            after.play(player, action)
        return Candidate(path, rows(after.state))

    def _offered(self, position: Position, player: int, trial: MoveTrial) -> list[Choice]:
        """Each first action once; the rest of its best move is remembered."""
        best: dict[int, list[int]] = {}
        for number in trial.ordered():
            path = trial.moves[number].path
            best.setdefault(path[0], path)
        for path in best.values():
            self._remember(position, player, path)
        return trial.choices([move.path[0] for move in trial.moves])


class MoveTrial(Tally):
    """Moves for one decision, and what they have come to so far."""

    def __init__(
        self, game: Game, moves: list[Candidate], limits: Sequence[tuple[int, ...]], seed: int, trusted: Trusted
    ) -> None:
        super().__init__(len(moves))
        self.game, self.moves, self._limits, self._seed, self._trusted = game, moves, limits, seed, trusted
        self._positions = np.concatenate([move.after for move in moves])

    def run(self, which: list[int], number: int, threads: int) -> None:
        """Play these moves out once, all with the chance of that number; the threads share the moves."""
        table, skill = self.game.table, self.game.skill
        chosen = np.array(which, dtype=np.int64)
        limits = np.array([*self._limits[number % len(self._limits)], number], dtype=np.int64)

        def work(thread: int, first: int, last: int) -> None:
            scratch, mind = Scratch(self.game), self._trusted.mind()
            play_out(
                table.legal,
                table.step,
                skill.value,
                skill.policy,
                self.game.reference,
                self._positions,
                chosen,
                scratch.states,
                scratch.mask,
                scratch.dice,
                scratch.values,
                self.totals,
                limits,
                first,
                last,
                mind.reference,
                uint64(self._seed),
            )

        shared(work, len(which), threads)
        self.counts[chosen] += 1
