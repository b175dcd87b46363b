"""Crafted records: bytes that a stranger made to look like a position, sealed with the right checksum.

    python benchmarks/crafted.py [-n 100000] [--seed 1] [GAME ...]

Each one ends in a sentence, or in a position that can be played. The rules run with bounds checks (the checked lane),
so that an index outside a record's arrays is noticed; in the product it would be a crash, or worse.
"""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

if __name__ == "__main__":
    os.environ["GARRISON_LANE"] = "checked"  # before Garrison is imported

import numpy as np

import garrison
from garrison.core import discovery
from garrison.core.engine import memory
from garrison.core.engine.record import state_layout
from garrison.core.game import Game
from garrison.core.position import Position, digest
from garrison.errors import BadPosition

STEPS = 50  # played from an accepted record
PATIENCE = 60  # seconds: whatever takes longer will never end
# Games that differ in what a record can hold.
OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "boneyard": ({}, {"players": 1}, {"players": 4}, {"players": 6, "traps": "all"}),
    "loop": ({}, {"world": "small"}, {"world": "large"}, {"mode": "confusing"}),
    "siege": ({}, {"map": "random"}, {"mode": "siege"}),
    "skirmish": ({}, {"setup": "duel"}, {"setup": "random"}, {"rules": {"alternate": False}}),
}


def sealed(game: Game, record: bytes) -> bytes:
    """Bytes as `to_bytes` writes them, whatever the record is."""
    return bytes.fromhex(game.rules_hash)[:8] + digest(record) + record


class Forger:
    """Makes records out of honest positions of one game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.dice = game, Random(seed)
        self.numbers = state_layout(game.state_module).numbers
        self.honest = honest_states(game, seed)

    def record(self) -> bytes:
        """One crafted record."""
        state = self.some_state()
        for _ in range(self.dice.choice((1, 1, 1, 2, 3, 8))):
            self.dice.choice((self.flip, self.stretch, self.shift, self.mix))(state)
        return bytes(state.tobytes())

    def some_state(self) -> Any:
        place = self.dice.randrange(len(self.honest))
        return memory.copied(self.honest[place : place + 1])

    def flip(self, state: Any) -> None:
        """Random bytes anywhere."""
        raw = state.view(np.uint8)
        for _ in range(self.dice.choice((1, 2, 16))):
            raw[self.dice.randrange(len(raw))] = self.dice.randrange(256)

    def stretch(self, state: Any) -> None:
        """A number at the end of its range, just beyond it, or at the end of its type."""
        number, cell = self.cell(state)
        limits = np.iinfo(number.kind)
        wanted = self.dice.choice(
            (number.low, number.high, number.low - 1, number.high + 1, limits.min, limits.max, 0, 1, -1)
        )
        cell[...] = min(max(wanted, limits.min), limits.max)

    def shift(self, state: Any) -> None:
        """Another number within the range: near what it was, or anywhere."""
        number, cell = self.cell(state)
        wanted = int(cell) + self.dice.choice((-1, 1, 2, -2))
        if self.dice.random() < 0.5:
            wanted = self.dice.randint(number.low, number.high)
        cell[...] = min(max(wanted, number.low), number.high)

    def mix(self, state: Any) -> None:
        """Some fields from another position."""
        other = self.some_state()
        for number in self.dice.sample(self.numbers, self.dice.choice((1, 1, 2, 5, len(self.numbers) // 2))):
            state[number.name] = other[number.name]

    def cell(self, state: Any) -> tuple[Any, Any]:
        """A number of the record, and where it is; counts and other single numbers as often as arrays."""
        number = self.dice.choice(self.numbers)
        cells = state[number.name].reshape(-1)
        used = np.flatnonzero(cells)
        place = self.dice.choice(used.tolist()) if len(used) and self.dice.random() < 0.7 else None
        place = self.dice.randrange(len(cells)) if place is None else place
        return number, cells[place : place + 1].reshape(())


def honest_states(game: Game, seed: int) -> Any:
    """Positions from all parts of random games."""
    batch, kept = game.batch(24, seed), []
    for step in range(1200):
        if step % 60 == 0 or step < 12:
            kept.append(memory.copied(batch.states))
        batch.step(batch.random_actions(), checked=False)
    return memory.copied(np.concatenate([part.view(np.uint8) for part in kept]).view(game.state_dtype))


def play_on(position: Position, dice: Random) -> None:
    """Look at everything, and play at random."""
    look(position, dice)
    position.scene(dice.randrange(-1, position.game.players)).to_text()
    for _ in range(STEPS):
        if position.over:
            break
        player = dice.choice(position.waiting)
        position.play(player, dice.choice(position.actions(player)))
        if dice.random() < 0.1:
            look(position, dice)
    look(position, dice)
    if dice.random() < 0.1:
        position.scene(dice.randrange(-1, position.game.players))


def look(position: Position, dice: Random) -> None:
    """All that the rules say about a position."""
    game = position.game
    for player in range(game.players):
        position.mask(player)
        position.observe(player)
        if game.facts.reach:
            position.reach(player, dice.randrange(game.facts.fields))
    assert len(position.scores) == game.players


def outcome(game: Game, record: bytes, dice: Random) -> str:
    """What becomes of a crafted record: the sentence that refuses it, or an empty string."""
    try:
        position = game.from_bytes(sealed(game, record))
    except BadPosition as refusal:
        return str(refusal)
    play_on(position, dice)
    return ""


class Watch:
    """Notes what C functions can't raise: with bounds checks, an index outside an array."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __enter__(self) -> Watch:
        self._before = sys.unraisablehook
        sys.unraisablehook = lambda given: self.seen.append(repr(given.exc_value))
        return self

    def __exit__(self, *_: object) -> None:
        sys.unraisablehook = self._before


def run(games: list[Game], count: int, seed: int) -> Iterator[tuple[Game, int, str, str]]:
    """Try this many records; for each, its game and number, the sentence that refused it, and what went wrong."""
    forgers = [Forger(game, seed) for game in games]
    for number in range(count):
        forger = forgers[number % len(forgers)]
        forger.dice.seed(f"{seed} {number}")
        record = forger.record()
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        wrong, refusal = "", ""
        with Watch() as watch:
            try:
                refusal = outcome(forger.game, record, forger.dice)
            except Exception as error:
                wrong = repr(error)
        faulthandler.cancel_dump_traceback_later()
        yield forger.game, number, refusal, "; ".join([wrong, *watch.seen]).strip("; ")


def games_of(name: str) -> list[Game]:
    return [garrison.load(name, **options) for options in OPTIONS.get(name, ({},))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=discovery.names())
    parser.add_argument("-n", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = False
    for name in given.games:
        began, refused, wrongs = time.monotonic(), Counter[str](), Counter[str]()
        for game, number, refusal, wrong in run(games_of(name), given.n, given.seed):
            refused[refusal.split(":")[-1].split(" is ")[0].strip()] += 1
            if wrong:
                wrongs[wrong] += 1
                if wrongs[wrong] <= 3:
                    print(f"{name}: record {number} of seed {given.seed} ({game.players} players): {wrong}")
        played = refused.pop("", 0)
        seconds = time.monotonic() - began
        print(f"{name}: {given.n} records in {seconds:.0f} s: {played} played on, {sum(wrongs.values())} went wrong")
        failed = failed or bool(wrongs)
    sys.exit(failed)


if __name__ == "__main__":
    main()
