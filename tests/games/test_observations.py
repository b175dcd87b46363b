"""Observations are complete: whatever changes what a person sees changes what a program sees, and nothing hidden does.

Numbers of sound positions are changed one at a time. What is left out of the comparison is no property of a position:
the sentences and marks about the last step, and the names under which things are known to screens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from garrison.core.engine.record import state_layout
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.soundness import why_unsound
from garrison.games import siege
from garrison.look.scene import Scene
from playing import game_of
from seeing import planes_of

HISTORY = {"rng", "steps", "events", "event_count", "event_overflow"}
NAMES = {"enemy_serials", "soldier_serials", "serial", "enemy_serial", "numbers", "numbers_given", "ids"}
LIVELY = {"start_energy": 12, "start_mines": 3, "start_numbers": 150, "number_period": 2, "enemy_period": 3}
BATTLES = {"slugs": [2, 6], "doggie_cycle": 1, "vampire_period": 1, "sword_chance": 90, "hero_health": 400}
NARROW = {"rows": 9, "columns": 26, "castle_distance": 8, "ground": [0] * siege.LARGEST**2}
CASES: dict[str, tuple[str, dict[str, Any], int]] = {
    "minefield": ("minefield", {"rules": {**LIVELY, "time_limit": 90}}, 60),
    "skirmish": ("skirmish", {"setup": "classic"}, 300),
    "loop": ("loop", {"rules": {**BATTLES, "shop_gap_growth": 0, "enemy_gold": [400] * 5}}, 400),
    "boneyard, 1": ("boneyard", {"players": 1, "traps": "all"}, 60),
    "boneyard, 3": ("boneyard", {"players": 3, "traps": "all"}, 120),
    "siege": ("siege", {"rules": NARROW}, 700),
    "siege, siege": ("siege", {"mode": "siege", "rules": NARROW}, 500),
}
MOMENTS = 6  # positions of a game that are looked at
PLACES = 2  # of an array of numbers
MANY_PLACES = 20


def moments(game: Game, most: int) -> Iterator[Position]:
    """Positions of random play, from different stretches of the game, the last one included."""
    dice, position = Random(5), game.new(5)
    for step in range(most):
        if position.over:
            break
        if step % (most // MOMENTS) == 0:
            yield position
        player = dice.choice(position.waiting)
        position.play(player, dice.choice(position.actions(player)))
    yield position


def visible(scene: Scene) -> str:
    """What a person sees of a position."""
    boards = tuple(
        replace(board, marked_fields=(), pieces=tuple(replace(piece, id="") for piece in board.pieces))
        for board in scene.boards
    )
    text = repr(replace(scene, boards=boards, log=(), steps=0))
    return re.sub(r"((?:Slug|Zombie|Vampire|Soldier) )\d+", r"\1", text)


def seen(position: Position, player: int) -> tuple[bytes, bytes]:
    return position.observe(player).tobytes(), position.measure(player).tobytes()


def changes(game: Game, position: Position, places: int, dice: Random) -> Iterator[tuple[str, Position]]:
    """Sound positions that differ from this one in one number, each with what was changed."""
    for number in state_layout(game.state_module).numbers:
        if number.name in HISTORY | NAMES:
            continue
        size = int(np.prod(number.shape, dtype=int))
        for place in dice.sample(range(size), min(size, places)):
            before = int(position.state[number.name].reshape(-1)[place])
            for value in sorted(
                {number.low, number.high, before - 1, before + 1, dice.randint(number.low, number.high)}
            ):
                if value != before and number.low <= value <= number.high:
                    other = position.copy()
                    other.state[number.name].reshape(-1)[place] = value
                    if not why_unsound(game, other.state):
                        yield f"{number.name}[{place}]: {before} -> {value}", other


@pytest.mark.parametrize("places", [PLACES, pytest.param(MANY_PLACES, marks=pytest.mark.long)])
@pytest.mark.parametrize("case", CASES)
def test_what_changes_a_scene_changes_the_observation(case: str, places: int) -> None:
    name, options, most = CASES[case]
    game, dice, found = game_of(name, **options), Random(1), 0
    for position in moments(game, most):
        before = [(visible(position.scene(player)), seen(position, player)) for player in range(game.players)]
        for what, other in changes(game, position, places, dice):
            for player, (scene, known) in enumerate(before):
                if seen(other, player) != known:
                    found += 1
                else:  # drawing takes a thousand times as long as observing
                    assert visible(other.scene(player)) == scene, f"step {position.steps}, player {player}: {what}"
    assert found > 20


def test_a_hidden_choice_changes_neither() -> None:
    game = game_of("boneyard", players=3, traps="all")
    dice, position, found = Random(3), game.new(3), 0
    for _ in range(60):
        player = dice.choice(position.waiting)
        one, other = position.copy(), position.copy()
        actions = position.actions(player)
        one.play(player, actions[0])
        other.play(player, actions[-1])
        if len(position.waiting) > 1 and one.waiting == other.waiting != position.waiting:
            found += 1
            for viewer in set(range(3)) - {player}:
                assert visible(one.scene(viewer)) == visible(other.scene(viewer))
                assert seen(one, viewer) == seen(other, viewer)
                assert (one.entities(viewer) == other.entities(viewer)).all()
        position.play(player, dice.choice(actions))
    assert found > 5


@pytest.mark.parametrize("case", CASES)
def test_every_number_of_an_observation_is_what_the_specification_says(case: str) -> None:
    name, options, most = CASES[case]
    game = game_of(name, **options)
    spec = game.observation_spec
    assert len({part.name for part in (*spec.planes, *spec.numbers)}) == len(spec.planes) + len(spec.numbers)
    assert all(part.meaning for part in (*spec.planes, *spec.numbers))
    for position in moments(game, most):
        for player in range(game.players):
            planes, numbers = position.observe(player), position.measure(player)
            assert planes.shape == spec.shape
            assert len(numbers) == len(spec.numbers)
            for part, values in zip((*spec.planes, *spec.numbers), (*planes, *numbers), strict=True):
                assert part.low <= np.min(values), part
                assert np.max(values) <= part.high, part
            check_entities(position, player)


def check_entities(position: Position, player: int) -> None:
    """A list of entities is what the specification says, and shows what the planes show."""
    spec, listed = position.game.observation_spec, position.entities(player)
    assert listed.shape[1] == len(spec.entities)
    assert len(listed) <= spec.most_entities
    for part, values in zip(spec.entities, listed.T, strict=True):
        assert part.meaning
        assert all(part.low <= value <= part.high for value in values.tolist()), part
    planes_of(position, player)
