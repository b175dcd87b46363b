"""A scene is described once, by its own dataclasses: what travels, its types and `to_json` follow from them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields

import msgspec
import pytest

from garrison.bots.ladder import Rung
from garrison.core.replay_turns import Turn
from garrison.lab.games.changes import Dial
from garrison.look.scene import Bar, Piece, Scene, parts_by
from garrison.play.server.wire.catalogue_messages import BotView
from garrison.play.server.wire.codec import encode, patch
from garrison.play.server.wire.lab_messages import DialView
from garrison.play.server.wire.study_messages import TurnView
from garrison.play.server.wire.wire_types import SceneView, wire_type
from playing import NAMES, game_of


@pytest.mark.parametrize("name", NAMES)
def test_what_travels_is_of_the_types_that_are_told(name: str) -> None:
    scene = game_of(name).new(3).scene(0)
    told = scene.to_data()
    assert msgspec.to_builtins(msgspec.convert(told, SceneView)) == told, "nothing is left out of the types"
    assert json.loads(scene.to_json()) == told
    pieces = [piece.id for board in scene.boards for piece in board.pieces]
    assert [key for board in told["boards"].values() for key in board["pieces"]] == pieces
    assert list(told["buttons"]) == [str(button.action) for button in scene.buttons]


def test_a_new_field_of_a_piece_is_written_in_one_place() -> None:
    @dataclass(frozen=True)
    class Taller(Piece):
        storeys: int = 1

    assert set(wire_type(Taller, "id").__struct_fields__) == {one.name for one in fields(Taller)} - {"id"}


def test_what_there_is_none_of_is_left_out_and_comes_back_as_a_patch() -> None:
    @dataclass(frozen=True)
    class Yard(Scene):
        stock: tuple[Piece, ...] = parts_by("id")

    bare = Piece("a", "post", 0, 0, "Post", "p", "grey")
    full = Piece("a", "post", 0, 0, "Post", "p", "grey", bar=Bar(1, 2))
    before, after = (Yard(stock=(piece,)).to_data() for piece in (bare, full))
    assert "bar" not in before["stock"]["a"]
    assert patch(before, after) == {"stock": {"a": {"bar": {"value": 1, "full": 2, "mark": 0}}}}
    assert patch(after, before) == {"stock": {"a": {"bar": None}}}


@pytest.mark.parametrize(("kind", "view"), [(Rung, BotView), (Dial, DialView), (Turn, TurnView)])
def test_what_travels_as_it_is_has_the_type_that_clients_know(kind: type, view: type[msgspec.Struct]) -> None:
    assert view.__struct_fields__ == tuple(field.name for field in fields(kind))
    assert view.__struct_defaults__ == (), "all of it is always sent"
    given = (field for field in fields(kind) if field.init)
    one = kind(**{field.name: {"str": "x", "bool": True}.get(str(field.type), 1) for field in given})
    told = encode(one)
    assert json.loads(told) == asdict(one)
    assert msgspec.json.decode(told, type=view)
