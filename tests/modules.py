"""A game's rules for browsers beside machine code: games that both play, and what there is to say of each position."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from garrison.build.browser import TARGET
from garrison.core import libraries
from garrison.core.browser_module import browser_module
from garrison.core.engine import memory
from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.position import Position
from playing import game_of

HERE = Path(__file__).parent
WEB = HERE.parent / "src/garrison/play/web"
FEW, MANY = 150, 10_000  # positions of each game
STYLES = 3  # of a policy, by turns

NEEDS = [
    pytest.mark.skipif(LANE != "compiled", reason="there is machine code to compare with in one lane only"),
    pytest.mark.skipif(not shutil.which("node") or not (WEB / "node_modules").is_dir(), reason="needs Node"),
]
COUNTS = [FEW, pytest.param(MANY, marks=pytest.mark.long)]


@cache
def module(name: str) -> bytes:
    """A game's rules, built if they are not there."""
    package = game_of(name).package
    libraries.build([package.blueprint()], lambda share, left: None, ["--target", TARGET])
    return browser_module(package)


@cache
def script(name: str, form: str) -> str:
    """A script of these tests with the loader, in plain JavaScript."""
    command = [str(WEB / "node_modules/.bin/esbuild"), str(HERE / "build" / name), "--bundle", f"--format={form}"]
    command += ["--global-name=garrison"] if form == "iife" else []
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def in_node(call: str, *given: Any) -> Any:
    """What a function of a script says in Node: `positions.ts` has `positions`."""
    name, _, function = call.partition(" ")
    text = f"{script(name, 'esm')}\nimport {{ readFileSync }} from 'node:fs';\n"
    text += f"process.stdout.write(JSON.stringify(await {function}(...JSON.parse(readFileSync(0)))));\n"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "script.mjs"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run(["node", file], input=json.dumps(given), check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def packed(name: str) -> str:
    """A game's rules, as text."""
    return base64.b64encode(module(name)).decode()


def sum_of(array: Any) -> str:
    data = array.tobytes()
    return f"{zlib.crc32(data + bytes(-len(data) % 4)) & 0xFFFF:04x}"


class Player:
    """A game that is played half by its policy and half at random, of which everything is noted."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.position, self._chance = game, game.new(seed), Random(seed)
        self.dice = np.array([seed * 2**33 + 1], np.uint64)
        self.job = {
            "parameters": base64.b64encode(game.record.tobytes()).decode(),
            "seed": str(seed),
            "moves": [],
            "shape": {"players": game.players, "planes": game.planes_shape, "numbers": len(game.numbers)},
            "dice": str(self.dice[0]),
        }

    def play(self, count: int) -> Iterator[list[str]]:
        """What there is to say of each position, until the game ends or there are so many."""
        chosen, told = self._told()
        yield told
        for _ in range(count - 1):
            if self.position.over:
                return
            player = self.position.waiting[0]
            action = chosen if self._chance.random() < 0.5 else self._chance.choice(self.position.actions(player))
            self.position.play(player, action)
            self.job["moves"].append([player, action])
            chosen, told = self._told()
            yield told

    def _told(self) -> tuple[int, list[str]]:
        position, players = self.position, range(self.game.players)
        told = [
            sum_of(position.state),
            *(sum_of(position.mask(player)) for player in players),
            *(sum_of(position.observe(player)) for player in players),
            *(sum_of(position.measure(player)) for player in players),
            sum_of(self._floats(self.game.table.score)),
            sum_of(self._floats(self.game.skill.value)),
        ]
        chosen, said = self._choice(position)
        return chosen, [*told, *said, sum_of(position.state)]

    def _floats(self, entry: Any) -> Any:
        out = np.zeros((1, self.game.facts.players[1]))
        entry(self.game.reference, self.position.reference, memory.reference(out))
        return out

    def _choice(self, position: Position) -> tuple[int, list[str]]:
        if not position.waiting:
            return -1, []
        mask, player, style = (
            np.zeros((1, self.game.facts.actions), np.uint8),
            position.waiting[0],
            int(self.dice[0] % STYLES),
        )
        where = (self.game.reference, position.reference, player, memory.reference(mask))
        tally = self.game.table.legal(*where)
        action = self.game.skill.policy(*where, tally, memory.reference(self.dice), style)
        return action, [f"{action} {self.dice[0]}"]


def games(name: str, count: int) -> tuple[list[dict[str, Any]], list[list[list[str]]]]:
    """Games of so many positions in all, of every variant in turn, and what there is to say of them."""
    jobs, told, seed = [], [], 0
    variants = game_of(name).package.variants
    while count > 0:
        seed += 1
        player = Player(game_of(name, variant=variants[seed % len(variants)]), seed)
        told.append(list(player.play(min(count, 1500))))
        jobs.append(player.job)
        count -= len(told[-1])
    return jobs, told
