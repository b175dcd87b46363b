"""A game's rules for browsers: the module that the build made, with what a page has to know of the game.

That stands in a section of the module's own, which is added when the module is handed out: titles, variants and buttons
may change without any machine code changing.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from garrison.core.discovery import GamePackage
from garrison.core.engine import store
from garrison.core.engine.machine import NotBuilt
from garrison.core.engine.record import HEADER, parameter_type, state_layout
from garrison.core.engine.wasm import OWN, section, text
from garrison.core.game import Game, load

TARGET = "wasm32"
SECTION = "garrison"
NUMBERS = ("rng", "waiting", "over", "reason", "winners", "turn", "steps")  # of the header


def has_browser_module(package: GamePackage) -> bool:
    """Whether a game's rules are here for browsers."""
    return store.kept(package.blueprint().origin, TARGET) is not None


def browser_module(package: GamePackage) -> bytes:
    """A game's rules as a WebAssembly module."""
    library = store.kept(package.blueprint().origin, TARGET)
    if library is None:
        raise NotBuilt(
            f"The rules of {package.facts.title} are not here for browsers: `garrison build --target {TARGET}` makes "
            "them."
        )
    return library.file.read_bytes() + section(OWN, text(SECTION) + json.dumps(about(package)).encode())


def about(package: GamePackage) -> dict[str, Any]:
    """What a page has to know of a game."""
    facts, offsets = package.facts, dict(HEADER.fields or {})
    return {
        "game": package.name,
        "title": facts.title,
        "rules_version": facts.rules_version,
        "state_size": state_layout(package.module("state")).dtype.itemsize,
        "parameters_size": parameter_type(package.module("state")).itemsize,
        "header": {name: int(offsets[name][1]) for name in NUMBERS},
        "seats": facts.seats,
        "fields": facts.fields,
        "buttons": [button.name for button in facts.buttons],
        "reasons": facts.reasons,
        "variants": {name: _variant(load(package.name, variant=name)) for name in package.variants},
    }


def _variant(game: Game) -> dict[str, Any]:
    return {
        "parameters": base64.b64encode(game.record.tobytes()).decode(),
        "players": game.players,
        "planes": game.planes_shape,
        "numbers": len(game.numbers),
    }
