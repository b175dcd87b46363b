"""Scenes: what the engine fills in for every game, as data, JSON and text."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from garrison.core.discovery import find
from garrison.core.facts import Button
from garrison.look.palette import OWNER_COLOURS, PALETTE
from garrison.look.rotation import turn_board
from garrison.look.scene import (
    Bar,
    Board,
    Line,
    Panel,
    Piece,
    Scene,
    SceneButton,
    Terrain,
    board_text,
    names_with,
    places_of,
)
from playing import NAMES, game_of, limited, played

GROUND = {".": Terrain("ground", "ground", "."), "#": Terrain("wall", "wall", "#")}


def piece(row: int, column: int, glyph: str, **more: int) -> Piece:
    return Piece(glyph, "knight", row, column, "a knight", glyph, "blue", **more)


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_what_all_games_share_is_filled_in(name: str) -> None:
    position = played(name)
    for player in (-1, *range(position.game.players)):
        scene = position.scene(player)
        assert (scene.game, scene.title, scene.player) == (name, position.game.facts.title, player)
        assert scene.seats == position.game.facts.seats[: position.game.players]
        assert (scene.waiting, scene.scores, scene.steps) == (position.waiting, position.scores, position.steps)
        assert (scene.over, scene.winners, scene.ending) == (False, (), "")
        assert scene.prompt


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_what_may_be_clicked_and_pressed_is_what_may_be_played(name: str) -> None:
    position = played(name)
    for player in (-1, *range(position.game.players)):
        scene = position.scene(player)
        pressed = [button.action for button in scene.buttons if button.legal]
        legal = position.actions(player) if player >= 0 else []
        clicked = [scene.boards[0].action(field) for field in scene.boards[0].legal_fields]
        assert sorted([*clicked, *pressed]) == legal
        own = [button for button in scene.buttons if button.action >= position.game.facts.fields]  # others are clicks
        assert [position.game.action_name(button.action) for button in own] == [button.name for button in own]


@pytest.mark.parametrize("name", NAMES)
def test_buttons_carry_drawings_that_the_game_has(name: str) -> None:
    facts, sprites = find(name).facts, {file.stem for file in (find(name).folder / "sprites").glob("*.svg")}
    assert {button.sprite for button in facts.buttons if button.sprite} <= sprites
    shown = {button.action: button.sprite for button in game_of(name, variant="former").new(3).scene(0).buttons}
    assert list(shown.values()) == [button.sprite or button.name for button in facts.buttons]


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_boards_are_consistent(name: str) -> None:
    sprites = {file.stem for file in (find(name).folder / "sprites").glob("*.svg")}
    for board in played(name).scene().boards:
        assert len(board.terrain) == board.rows
        assert {len(row) for row in board.terrain} == {board.columns}
        assert {sign for row in board.terrain for sign in row} <= set(board.legend)
        assert {ground.kind for ground in board.legend.values()} | {piece.kind for piece in board.pieces} <= sprites
        assert len({piece.id for piece in board.pieces}) == len(board.pieces)
        for each in board.pieces:
            assert all(0 <= row < board.rows and 0 <= column < board.columns for row, column in places_of(each))
            assert each.colour in PALETTE
            assert each.label
            assert each.glyph


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_an_ended_game_offers_nothing(name: str) -> None:
    position = limited(name, 2)
    scene = position.scene(0)
    assert scene.over
    assert not any(button.legal for button in scene.buttons)
    assert scene.boards[0].legal_fields == ()
    assert scene.prompt
    assert scene.ending in scene.prompt
    assert scene.ending


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_is_json_and_text(name: str) -> None:
    scene = game_of(name).new(3).scene(0)
    read = json.loads(scene.to_json())
    assert read["title"] == scene.title
    assert len(read["boards"]["0"]["terrain"]) == scene.boards[0].rows
    assert scene.to_text().startswith(f"{scene.title}, step 0\n")
    assert scene.prompt in scene.to_text()


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_a_label_begins_with_the_name_or_has_none(name: str) -> None:
    scene = played(name).scene()
    named = [piece for board in scene.boards for piece in board.pieces if piece.name]
    assert named
    assert all(piece.label.startswith(piece.name) for piece in named)
    owned = [piece for board in scene.boards for piece in board.pieces if piece.owner >= 0 and piece.names_owner]
    assert all(scene.seats[piece.owner] in piece.label for piece in owned)


def test_a_button_of_the_facts_has_nothing_that_scenes_lack() -> None:
    shown = {one.name for one in fields(SceneButton)}
    assert {one.name for one in fields(Button)} <= shown
    assert set(names_with(SceneButton, "own")) == shown - {"action", "name", "legal", "on_tick"}


def test_a_prompt_follows_the_name_of_whom_it_asks() -> None:
    scene = Scene(prompt="choose a ship.", asked=1, seats=("White", "Black"))
    assert scene.named_prompt == "Black: choose a ship."
    assert Scene(prompt="Choose a ship.").named_prompt == "Choose a ship."
    assert scene.to_text().endswith("\nBlack: choose a ship.")


def test_the_log_tells_what_happened() -> None:
    position = game_of("minefield").new(7)
    position.play(0, "up")
    told = {event.kind: position.game.describe(event) for event in position.events}
    assert set(position.scene(0).log) <= set(told.values())


def test_a_board_as_text_shows_the_topmost_piece() -> None:
    pieces = (piece(0, 1, "B", layer=2), piece(0, 1, "A", layer=1), piece(1, 0, "W", width=2, height=1))
    scene = Scene(title="Toy", boards=(Board(2, 3, ("..#", "..#"), GROUND, pieces, title="Yard"),))
    assert scene.to_text() == "Toy, step 0\nYard\n  012\n +---+\n0|.B#|\n1|WW#|\n +---+"


def test_two_signs_make_every_field_two_wide() -> None:
    scene = Scene(title="Toy", boards=(Board(1, 2, ("..",), GROUND, (piece(0, 0, "H0"),)),), steps=4)
    assert scene.to_text() == "Toy, step 4\n  0 1\n +----+\n0|H0. |\n +----+"


def test_rulers_count_as_rulebooks_do_without_the_margin() -> None:
    wide = Board(3, 13, ("." * 13,) * 3, GROUND, margin=1)
    lines = board_text(wide).split("\n")
    assert lines[:4] == ["             1", "   01234567890", " +-------------+", " |.............|"]
    assert lines[4].startswith("0|")
    assert turn_board(wide).row_labels == wide.row_labels
    assert turn_board(wide).column_labels == wide.column_labels[::-1]
    assert [turn_board(wide).place_words(field) for field in (0, 14)] == ["the edge", "0,10"]


def test_who_is_in_a_crowd_is_said_below_the_board() -> None:
    crowd = [replace(piece(0, 1, "s"), id=str(one), name=f"a {kind}", label=kind) for one, kind in enumerate("xyx")]
    text = board_text(Board(1, 2, ("..",), GROUND, (*crowd, piece(0, 0, "A"))))
    assert text.split("\n")[-1] == "0,1: 2 x x; y"


def test_panels_and_the_prompt_come_last() -> None:
    panel = Panel("Stock", (Line("Energy", "5", Bar(5, 9)), Line("Tired")))
    assert Scene(title="Toy", panels=(panel,), prompt="Go.").to_text() == "Toy, step 0\nStock: Energy 5, Tired\nGo."


def test_every_owner_has_a_colour_of_the_palette() -> None:
    assert set(OWNER_COLOURS) <= set(PALETTE)
    assert len(set(OWNER_COLOURS)) == 6
