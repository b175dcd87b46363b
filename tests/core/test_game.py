"""Games: options, seeds, equality, names of actions, and bytes that are not a position."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import garrison
from garrison.errors import BadOption, BadPosition, IllegalAction
from playing import NAMES, game_of, limited, played

pytestmark = pytest.mark.lane


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(BadOption, match=f"{name} has no option called 'colour'; it takes variant, rules"):
        garrison.load(name, colour="blue")


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_changed_by_name_and_leave_the_rest(name: str) -> None:
    standard, short = game_of(name), game_of(name, rules={"max_steps": 9})
    assert short.parameters == standard.parameters | {"max_steps": 9}
    with pytest.raises(BadOption, match=f"{name} rules: there is no rule parameter called speed"):
        game_of(name, rules={"speed": 1})


@pytest.mark.parametrize("name", NAMES)
def test_the_limit_of_steps_ends_a_game_without_winners(name: str) -> None:
    position = limited(name, 2)
    assert position.steps == 2
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winners) == ("limit", ())


def test_an_option_chooses_the_scenario() -> None:
    assert garrison.load("skirmish", setup="duel").parameters["width"] == 5
    assert garrison.load("skirmish", setup=None) == garrison.load("skirmish")
    with pytest.raises(BadOption, match="There is no set-up called 'picnic'"):
        garrison.load("skirmish", setup="picnic")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_position(name: str) -> None:
    game = game_of(name)
    assert game.new(7) == game.new(7)
    assert game.new(7) != game.new(8)
    assert game.new(np.uint64(7)) == game.new(seed=7)
    assert game.new() == game.new(0)


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
def test_a_seed_may_be_any_number_of_64_bits(seed: int) -> None:
    assert game_of(NAMES[0]).new(seed).waiting


@pytest.mark.parametrize("seed", [-1, 2**64, pytest.param(10**5000, id="huge"), 1.0, "1", None, True])
def test_anything_else_is_no_seed(seed: Any) -> None:
    game = game_of(NAMES[0])
    with pytest.raises(BadOption, match=r"A seed is a whole number from 0 to 2\*\*64 - 1, not "):
        game.new(seed)
    with pytest.raises(BadOption, match="A seed is a whole number"):
        game.batch(2, seed)


@pytest.mark.parametrize("name", NAMES)
def test_games_are_equal_when_their_rules_are(name: str) -> None:
    game = game_of(name)
    assert game == game_of(name)
    assert hash(game) == hash(game_of(name))
    assert game != game_of(name, rules={"max_steps": 9})
    assert game != name
    assert len({game_of(each).rules_hash for each in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_game_is_the_same_game(name: str) -> None:
    game = game_of(name, rules={"max_steps": 9})
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.parameters == game.parameters
    assert again.variant == game.variant
    assert again.new(3) == game.new(3)


@pytest.mark.parametrize("name", NAMES)
def test_rules_cannot_be_changed_under_a_games_feet(name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        game_of(name).record["max_steps"] = 5


def test_a_game_says_what_it_is() -> None:
    assert repr(garrison.load("minefield", variant="sprint")) == "<Game minefield (sprint), 1 player>"
    assert repr(garrison.load("skirmish")) == "<Game skirmish (standard), 2 players>"


@pytest.mark.parametrize("name", NAMES)
def test_every_action_has_a_name_and_every_name_its_action(name: str) -> None:
    game = game_of(name)
    names = [game.action_name(action) for action in range(game.facts.actions)]
    assert len(set(names)) == len(names)
    assert [game.action(each) for each in names] == list(range(game.facts.actions))


@pytest.mark.parametrize("name", NAMES)
def test_a_number_that_is_no_action_is_refused(name: str) -> None:
    game = game_of(name)
    for action in (-1, game.facts.actions, 2**70):
        with pytest.raises(IllegalAction, match=rf"Action {action} does not exist: \w+ has actions 0 to "):
            game.action_name(action)


@pytest.mark.parametrize(
    "text", ["", "dance", "field", "field x", "field -1", "field 4096", "Field 1", "field " + "9" * 5000]
)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_no_action_is_refused(name: str, text: str) -> None:
    with pytest.raises(IllegalAction, match="has no action called '"):
        game_of(name).action(text)


@pytest.mark.parametrize("name", NAMES)
def test_bytes_are_a_position_again(name: str) -> None:
    position = played(name)
    assert position.game.from_bytes(position.to_bytes()) == position


@pytest.mark.parametrize("name", NAMES)
def test_truncated_or_lengthened_bytes_are_refused(name: str) -> None:
    position = played(name)
    data = position.to_bytes()
    for wrong in (b"", data[:-1], data[:16], data + b"\0"):
        with pytest.raises(BadPosition, match=f"A position of {name} has {len(data)} bytes, not {len(wrong)}"):
            position.game.from_bytes(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_damaged_bytes_are_refused_wherever_the_damage_is(name: str) -> None:
    position = played(name)
    data = position.to_bytes()
    for place in (0, 7, 8, 15, 16, 17, len(data) // 2, len(data) - 1):
        damaged = bytearray(data)
        damaged[place] ^= 1
        with pytest.raises(BadPosition, match=name):
            position.game.from_bytes(bytes(damaged))


@pytest.mark.parametrize("name", NAMES)
def test_bytes_of_another_game_or_of_other_rules_are_refused(name: str) -> None:
    position = played(name)
    with pytest.raises(BadPosition, match="of another game, or of "):
        game_of(name, rules={"max_steps": 9}).from_bytes(position.to_bytes())
    for other in NAMES:
        if other != name:
            with pytest.raises(BadPosition):
                game_of(other).from_bytes(position.to_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_an_event_is_a_sentence(name: str) -> None:
    position = played(name, count=5)
    while not position.events:  # where several choose at the same time, nothing happens before the last has
        player = position.waiting[0]
        position.play(player, position.actions(player)[0])
    for event in position.events:
        assert position.game.describe(event)[-1] in ".!?"


def test_what_is_said_more_expressly_counts_more(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("[rules]\nwidth = 12\n")
    assert garrison.load("skirmish", variant=file).parameters["width"] == 12
    assert garrison.load("skirmish", variant=file, setup="duel").parameters["width"] == 5
    assert garrison.load("skirmish", variant=file, setup="duel", rules={"width": 7}).parameters["width"] == 7
    file.write_text('[options]\nsetup = "duel"\n')
    assert garrison.load("skirmish", variant=file).parameters["width"] == 5


def test_a_click_on_a_cell_of_the_planes_is_an_action() -> None:
    position = game_of("skirmish").new(1)
    rows, columns = position.game.board
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    clicks = {position.game.action_of_cell(*cell): cell for cell in cells}
    assert list(clicks) == list(range(rows * columns))
    seen = position.observe(0)
    assert all(seen[:, *clicks[action]].any() for action in position.actions(0))  # somebody who can be moved
    for row, column in ((rows, 0), (0, columns), (-1, 0)):
        with pytest.raises(IllegalAction, match=f"Skirmish has no field in row {row} and column {column}"):
            position.game.action_of_cell(row, column)
    with pytest.raises(IllegalAction, match="Minefield has no field"):
        game_of("minefield").action_of_cell(0, 0)
