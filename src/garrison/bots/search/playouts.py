"""Good moves, each played out: the game's own policy goes on from there for everybody, and those that do worse are
given up, half of them at a time.

The moves are those that a beam finds, and the one that the policy itself would make. It is made for games without dice
that have a policy worth following; the policy's own chance makes the play-outs differ.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from garrison.bots.search.alone import asked
from garrison.bots.search.beam import Beam, BeamSettings, Pool, imagined
from garrison.bots.search.budget import Budget, Choice, Slices
from garrison.bots.search.mind import worth
from garrison.bots.search.scratch import Horizon, Scratch, shared
from garrison.bots.search.simulation import NOTHING, play_by_policy
from garrison.bots.search.tally import Tally, halvings
from garrison.bots.search.trial import HASTE, ORIGIN, OWN, TRIAL, dice_of, game_of
from garrison.core.engine import rng
from garrison.core.engine.arguments import Arguments, Seed
from garrison.core.engine.curves import power
from garrison.core.engine.kernel import kernel
from garrison.core.engine.memory import Address, array_at, copy_bytes, header, record_at, row, rows, whole
from garrison.core.engine.record import Array, uint64
from garrison.core.game import Game
from garrison.core.position import Position

if TYPE_CHECKING:
    from garrison.bots.network import Network


class Playout(Arguments):
    """Positions that are played out once, and what becomes of them."""

    positions: Address
    count: int
    which: Address  # which of them
    which_count: int
    chance: Seed
    totals: Address


PLAYOUT = Playout.dtype


@kernel("ref ref whole whole", ORIGIN)
def play_out(trial: Address, playout: Address, first: int, last: int) -> None:
    """Play on from the positions which[first .. last-1], and add what becomes of them to the totals."""
    t, p = record_at(trial, TRIAL), record_at(playout, PLAYOUT)
    which, totals = array_at(p.which, p.which_count, np.int64), array_at(p.totals, p.count, np.float64)
    s, size = header(t.state), game_of(t).state_size
    for place in range(first, last):
        copy_bytes(t.state, row(p.positions, which[place], size), size)
        s.rng = rng.seeded(p.chance)
        dice_of(t, OWN).rng = rng.seeded(rng.derived(p.chance, 1))
        turn, count = s.turn, 0
        while s.over == 0 and s.turn - turn < t.turns and count < t.steps:
            count += 1
            if play_by_policy(t, OWN, t.usual) == NOTHING:
                break
        totals[which[place]] += worth(t, t.state, t.player) * power(HASTE, s.turn - turn)


class Candidate(NamedTuple):
    """A whole move: its actions, and the position after it."""

    path: list[int]
    after: Array


@dataclass(frozen=True)
class PlayoutSettings:
    """What can be set about the method `playouts`; `width`, `answers` and `hope` are those of a beam of one answer."""

    style: int = 0  # of the policy
    styles: Sequence[int] = ()  # or several in rotation: what one of them overlooks, another sees
    turns: int = 6  # of a play-out
    steps: int = 400  # of one, at most
    width: int = 6
    moves: int = 12  # that are played out
    answers: int = 2
    hope: float = 0.5
    each: int = 3  # of them may begin with the same action
    work: int = 0  # steps that the beam may try before there are fewer play-outs, in the same proportion; 0: any
    trust: float = 0.0  # how much a trained network has to say about how a play-out ends, from 0 to 1
    network: Network | None = None  # None: the one in the game's folder

    @property
    def beam(self) -> BeamSettings:
        """The beam that finds the moves."""

        return BeamSettings(self.width, self.moves, self.answers, (1,), 1, self.hope, self.trust, self.network)

    def search(self, game: Game) -> Playouts:
        """The method for a game."""
        return Playouts(game, self)


class Playouts(Beam):
    """The method for one game. A simulation is one play-out.

    Where the beam has to try many steps, there is much to choose from and a thorough policy takes long.
    """

    def __init__(self, game: Game, settings: PlayoutSettings) -> None:
        super().__init__(game, settings.beam)
        self._playing = settings
        self._styles = settings.styles or (settings.style,)

    def think(self, position: Position, player: int, budget: Budget, seed: int) -> list[Choice]:
        """The first actions of the moves that were played out, the best first."""
        start, slices = time.perf_counter(), Slices(budget)
        moves, effort = self.candidates(position, player, budget, seed)
        if self._clock.is_new(budget):
            trial_start = time.perf_counter()
            self.trial_of(moves, player, seed).run([0], 0, 1)
            self._clock.note(1, trial_start)
        trial = self.trial_of(moves, player, seed)
        simulations = self.simulations_within(self._clock.simulations(budget), effort)
        alive, first_number = list(range(len(moves))), 0
        rounds = halvings(len(alive))
        for _ in range(rounds):
            each = max(1, simulations // (rounds * len(alive))) if len(moves) > 1 else 1
            for number in range(first_number, first_number + each):
                for first, last in slices.of(0, len(alive)):
                    trial.run(alive[first:last], number, budget.threads)
            first_number += each
            if slices.is_over:
                break
            alive = sorted(alive, key=trial.order)[: max(1, len(alive) // 2)]
        self._clock.note(int(trial.counts.sum()), start)
        return self._offered(position, player, trial)

    def horizon(self, number: int) -> Horizon:
        """How far the play-out of a number goes, and in which style."""
        style = self._styles[number % len(self._styles)]
        return Horizon(self._playing.turns, self._playing.steps, usual=style)

    def trial_of(self, moves: list[Candidate], player: int, seed: int) -> MoveTrial:
        """What playing these moves out has come to: nothing yet."""
        return MoveTrial(self, moves, player, seed)

    def simulations_within(self, simulations: int, effort: int) -> int:
        """Fewer simulations where the beam had more to try than is planned for."""
        work = self._playing.work
        return simulations * work // effort if 0 < work < effort else simulations

    def candidates(self, position: Position, player: int, budget: Budget, seed: int) -> tuple[list[Candidate], int]:
        """The policy's own move and the best ones of the beam, and how many steps it tried to find them."""
        most = self._playing.moves
        pool = Pool(self.game, self._widths, self._quotas, self.judge, each=self._playing.each)
        moves = pool.candidates(pool.find(position, player, seed), most)
        values = dict(zip(moves, pool.answered(moves, player, 1, budget.threads), strict=True))
        best = sorted(moves, key=lambda move: -self._mixed(pool, move, values[move]))[:most]
        own = self._own_move(position, player, seed)
        others = [Candidate(pool.path(move), pool.position(move)) for move in best if pool.path(move) != own.path]
        return [own, *others], pool.effort

    def _own_move(self, position: Position, player: int, seed: int) -> Candidate:
        """What the policy does until it is somebody else's turn."""
        after, path, dice = imagined(position, player, seed), list[int](), int(rng.seeded(uint64(seed)))
        turn = int(after.state["turn"][0])
        while not path or (not after.over and player in after.waiting and int(after.state["turn"][0]) == turn):
            action, dice = asked(self.game, after, player, self._playing.style, dice)
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

    def __init__(self, method: Playouts, moves: list[Candidate], player: int, seed: int) -> None:
        super().__init__(len(moves))
        self.moves, self._method, self._player, self._seed = moves, method, player, seed
        self._positions = np.concatenate([move.after for move in moves])

    def run(self, which: list[int], number: int, threads: int) -> None:
        """Play these moves out once, all with the chance of that number; the threads share the moves."""
        numbers, method = np.array(which, dtype=np.int64), self._method
        playout = Playout(
            positions=whole(self._positions),
            count=len(self.moves),
            which=whole(numbers),
            which_count=len(which),
            chance=rng.derived(uint64(self._seed), number),
            totals=whole(self.totals),
        )

        def work(thread: int, first: int, last: int) -> None:
            scratch = Scratch(method.game, None, self._player, method.judge.mind(), method.horizon(number))
            play_out(scratch.trial.address, playout.address, first, last)

        shared(work, len(which), threads)
        self.counts[numbers] += 1
