"""A move in one gesture: every way that a scene offers can be played, and leads where it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import marching
import pytest

import toy
from garrison.core.game import load
from garrison.core.position import Position
from garrison.look.scene import Board, Way, places_of
from playing import NAMES, game_of

CHOOSING = {"skirmish": {}, "siege": {"map": "plain"}}  # the games in which something is chosen and then sent


def choices(name: str, count: int) -> Iterator[tuple[Position, int, Board]]:
    """Positions in which something is chosen, met in random games."""
    met = 0
    for seed in range(count):
        position, dice = load(name, **CHOOSING[name]).new(seed), Random(seed)
        for _ in range(4000):
            if position.over or met >= count:
                break
            player = position.waiting[0]
            if position.steps % 7 == seed % 7 and (scene := position.scene(player)).boards[0].ways:
                met += 1
                yield position, player, scene.boards[0]
            position.play(player, dice.choice(position.actions(player)))
        if met >= count:
            return


def followed(position: Position, player: int, way: Way) -> tuple[Position, list[str]]:
    """What its actions lead to, and what is told on the way."""
    twin, told = position.copy(), []
    for action in way.actions:
        assert action in twin.actions(player)
        twin.play(player, action)
        told += twin.sentences
    return twin, told


def look_at_ways(name: str, count: int) -> None:
    blows = 0
    for position, player, board in choices(name, count):
        chosen = [piece.id for piece in board.pieces if board.field(piece.row, piece.column) in board.chosen_fields]
        for way in board.ways:
            twin, told = followed(position, player, way)
            end = board.field_of(way.actions[-1])
            for sentence in way.text.split(". ") if way.text else ():
                assert any(sentence.rstrip(".") in one for one in told), (way, told)
            blows += bool(way.hits)
            if name == "skirmish" and way.field == end and not way.hits:
                pieces = {piece.id: board.field(piece.row, piece.column) for piece in twin.scene().boards[0].pieces}
                assert end in [pieces.get(piece) for piece in chosen]
    assert blows or name == "siege"  # where armies rarely meet by chance


@pytest.mark.parametrize("name", CHOOSING)
def test_what_is_previewed_is_what_happens(name: str) -> None:
    look_at_ways(name, 60)


@pytest.mark.long
@pytest.mark.parametrize("name", CHOOSING)
def test_what_is_previewed_is_what_happens_in_10_000_positions(name: str) -> None:
    look_at_ways(name, 10_000)


def test_what_is_previewed_is_what_happens_in_a_game_of_others_to_its_end(tmp_path: Path) -> None:
    environment = {**toy.install(tmp_path, "marching", **marching.MARCHING), "GARRISON_LANE": "interpreted"}
    done = toy.python(environment, str(Path(marching.__file__)))
    assert done.stdout == "every way leads there\n", done.stderr


def test_any_move_of_skirmish_ends_with_the_second_click() -> None:
    for position, player, board in choices("skirmish", 40):
        for way in board.ways:
            twin, _ = followed(position, player, way)
            assert player not in twin.waiting or twin.over, way


def test_whoever_has_moved_far_enough_is_left_by_choosing_another() -> None:
    """Any unit of Siege in two clicks, also one that could go on: the first click on the next one ends its turn."""
    found = 0
    for position, player, board in choices("siege", 200):
        leaving = [way for way in board.ways if way.leaves]
        own = {board.field(*place) for piece in board.pieces if piece.owner == player for place in places_of(piece)}
        for way in leaving:
            assert way.field in own
            twin, _ = followed(position, player, way)
            assert twin.waiting == (player,)
            assert twin.scene(player).boards[0].chosen_fields != board.chosen_fields
            assert way.field not in {*board.legal_fields, *board.range_fields}
        found += len(leaving)
    assert found > 50


def test_a_way_makes_no_detour() -> None:
    """A Human of three steps on an open board goes straight ahead, not in a zigzag of as many steps."""
    position = load("skirmish", setup="small").new(1)
    board = position.scene(0).boards[0]
    human = next(piece for piece in board.pieces if piece.kind == "human")
    start = board.field(human.row, human.column)
    position.play(0, board.action(start))
    ways = {way.field: way.fields for way in position.scene(0).boards[0].ways}
    ahead = [start - board.columns * steps for steps in (1, 2, 3)]
    assert [ways[field] for field in ahead] == [tuple(ahead[:steps]) for steps in (1, 2, 3)]


def test_a_way_never_tells_how_dice_will_fall() -> None:
    for position, player, board in choices("siege", 60):
        for way in board.ways:
            other = position.known_to(player, seed=99)
            followed(other, player, way)
            again = next(one for one in other.scene(player).boards[0].ways if one.field == way.field)
            assert again == way


@pytest.mark.parametrize("name", NAMES)
def test_who_looks_on_or_waits_is_offered_no_way(name: str) -> None:
    position = game_of(name).new(3)
    for player in (-1, *(one for one in range(position.game.players) if one not in position.waiting)):
        assert position.scene(player).boards[0].ways == ()
