"""Every form of a game's machine code plays the same games: each level of the processor, linked or loaded as it is."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import numpy as np
import pytest

from garrison.build.emit import emit
from garrison.build.exports import exports_of
from garrison.build.link import link
from garrison.build.lower import Lowering
from garrison.build.targets import TARGETS
from garrison.core.discovery import find
from garrison.core.engine import machine, memory
from garrison.core.engine.entries import SKILLS
from garrison.core.engine.lane import LANE
from garrison.core.engine.record import DICE
from garrison.core.engine.table import Entry, Skill, Table
from garrison.core.game import Game
from playing import NAMES, game_of

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")
STEPS = 600
SOME = [NAMES[0], *(pytest.param(name, marks=pytest.mark.long) for name in NAMES[1:])]


def with_library(name: str, library: machine.Library) -> Game:
    """A game whose entries come from this library."""
    game, blueprint = game_of(name), find(name).blueprint()
    entries = {each: Entry(each, library.address(each)) for each in blueprint.entries}
    game.__dict__["table"] = Table(**entries, direct={each: entry.call for each, entry in entries.items()})
    game.__dict__["skill"] = Skill(**{each: Entry(each, library.address(each)) for each in SKILLS})
    return game


def played(game: Game) -> int:
    """A checksum of all that is said about some games: records, masks, observations, values, what the policy does."""
    dice, chance, told, seed = Random(3), np.full(1, 7, DICE), 0, 0
    position, values = game.new(seed), np.zeros(game.facts.players[1])
    for _ in range(STEPS):
        if not position.waiting:
            seed += 1
            position = game.new(seed)
        player = position.waiting[-1]
        mask = position.mask(player).reshape(1, -1)
        tally = game.table.direct["legal"](game.reference, memory.reference(position.state), player, mask.ctypes.data)
        where = (game.reference, memory.reference(position.state))
        game.skill.value(*where, values.ctypes.data)
        chosen = game.skill.policy(*where, player, mask.ctypes.data, tally, chance.ctypes.data, 0)
        for said in (position.to_bytes(), mask, position.observe(player), position.measure(player), values, chance):
            told = zlib.crc32(said, told)
        actions = position.actions(player)
        position.play(player, chosen if dice.random() < 0.5 else dice.choice(actions))
    return told


@pytest.mark.parametrize("name", SOME)
def test_every_form_of_a_library_plays_the_same(name: str, tmp_path: Path) -> None:
    exports = exports_of(find(name).blueprint())
    text = Lowering().module(exports, lambda share: None)
    expected = played(game_of(name))
    for target in machine.targets():
        data = emit(text, TARGETS[target], {each.name for each in exports} | {machine.REPORT})
        for number, (made, ending) in enumerate((link(data), (data, ".o"))):
            file = tmp_path / f"{target}-{number}{ending}"
            file.write_bytes(made)
            assert played(with_library(name, machine.load(file))) == expected, f"{target}{ending}"
