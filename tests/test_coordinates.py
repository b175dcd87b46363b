"""One way to name a field: its row and its column from 0, "4,7", whoever says it, and never by a number."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from garrison.core.click_names import click_name
from garrison.core.position import Position
from garrison.core.refusals import why_not
from garrison.core.replay import Replay
from garrison.core.verification import with_seal
from garrison.errors import IllegalAction
from garrison.look.scene import Scene
from playing import NAMES, game_of, move_of, numbers_of, play_on
from starting import answer_here, run_here

STEPS, EVERY = 60, 4
NUMBERED = re.compile(r"\b[Ff]ields? \(?\d+\b(?!,\d| to \d)|\b[Ff]ield \(")
PLACE = re.compile(r"(?<![\d,.])(\d+),(\d+)(?![\d,])")


def moments(name: str) -> Iterator[Position]:
    """Positions of a random game."""
    position = game_of(name).new(5)
    for step, number in enumerate(numbers_of(5, STEPS)):
        if position.over:
            return
        if step % EVERY == 0:
            yield position
        move_of(position, number).play(position)


def words_of(scene: Scene) -> Iterator[str]:
    """Everything that a scene says."""
    yield from (scene.prompt, *scene.log, scene.to_text())
    for board in scene.boards:
        yield from (piece.label for piece in board.pieces)
        yield from (part.text for part in (*board.tips, *board.ways))
    for button in scene.buttons:
        yield from (button.label, button.waits, button.asks)


def refusals(position: Position) -> Iterator[str]:
    """What is said to whoever tries what may not be played."""
    player = position.waiting[0]
    legal, actions = set(position.actions(player)), position.game.facts.actions
    high, wide = position.scene(player).boards[0].inner
    illegal = [action for action in range(actions) if action not in legal]
    for action in [one for one in illegal if one < high * wide or one >= position.game.facts.fields][::9][:6]:
        yield why_not(position, player, action)
        with pytest.raises(IllegalAction) as caught:
            position.copy().play(player, action)
        yield str(caught.value)


def said_of(position: Position) -> Iterator[str]:
    """All that is said of a position to a player."""
    player = position.waiting[0]
    yield from words_of(position.scene(player))
    yield from refusals(position)
    yield position.text(player)
    for action in position.actions(player)[:5]:
        yield from (position.action_words(action), click_name(position, player, action))
    for move in list(position.moves(player))[:5]:
        yield from (move.notation, move.words)


def check(words: str) -> None:
    assert not NUMBERED.search(words), words


@pytest.mark.parametrize("name", NAMES)
def test_no_field_is_a_number_in_what_players_are_told(name: str) -> None:
    for position in moments(name):
        for words in said_of(position):
            check(words)


@pytest.mark.parametrize("name", NAMES)
def test_every_place_that_is_named_is_on_the_board(name: str) -> None:
    for position in moments(name):
        scene = position.scene(position.waiting[0])
        high, wide = scene.boards[0].inner
        for words in (*scene.log, *refusals(position), *(way.text for way in scene.boards[0].ways)):
            for row, column in PLACE.findall(words):
                assert (int(row) < high, int(column) < wide) == (True, True), words


@pytest.mark.parametrize("name", NAMES)
def test_no_field_is_a_number_in_what_commands_print(name: str, tmp_path: Path) -> None:
    game = game_of(name)
    position = game.new(1)
    replay = with_seal(Replay(game, 1, play_on(position, numbers_of(1, 12))))
    file = tmp_path / "game.json"
    file.write_text(replay.to_json())
    check(answer_here(tmp_path, "replay", "game.json", "--moves"))
    check(answer_here(tmp_path, "analyse", "game.json", "--simulations", "8"))
    for place, action in product((0, len(replay.moves) - 1), (0, game.facts.actions - 1)):
        file.write_text(changed(replay, place, action))
        check(run_here(tmp_path, "replay", "game.json", "--verify").stderr)


def changed(replay: Replay, place: int, action: int) -> str:
    """A replay in which one move is another one."""
    moves = [*replay.moves]
    moves[place] = moves[place]._replace(action=action)
    contents = json.loads(replay.to_json())
    return json.dumps(contents | {"actions": json.loads(Replay(replay.game, 1, moves).to_json())["actions"]})
