"""A replay is played again and compared with its seal: what was changed in it is named, and where."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garrison.core.game import Game
from garrison.core.replay import Move, Replay, parse
from garrison.core.verification import verify, with_seal
from garrison.errors import BadReplay, FalseReplay, GarrisonError
from playing import NAMES, game_of, move_of, numbers_of

COUNT = 40
Change = Callable[[dict[str, Any]], None]


def played(game: Game, count: int = COUNT, seed: int = 3) -> Replay:
    """A game with fresh bits for its dice now and then."""
    position, moves = game.new(seed), []
    for number in numbers_of(seed, count):
        if position.over:
            break
        move = move_of(position, number)._replace(bits=number + 1 if number % 5 == 0 else 0)
        moves.append(move)
        move.play(position)
    return Replay(game, seed, moves)


def duel() -> dict[str, Any]:
    return dict(json.loads(with_seal(played(game_of("skirmish"))).to_json()))


def refused(contents: dict[str, Any]) -> str:
    """Why a changed replay is false."""
    with pytest.raises(FalseReplay) as caught:
        verify(parse(json.dumps(contents), "game.json"), "game.json")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("steps", [1, 60])
def test_a_whole_game_is_verified(name: str, steps: int) -> None:
    replay = played(game_of(name, rules={"max_steps": steps}), 1000)
    again = parse(with_seal(replay).to_json())
    assert again.seal is not None
    assert again.seal.length == len(again.moves) + 1
    assert again.seal.final == replay.verify().state.tobytes()
    words = f"{len(replay.moves)} move{'s' if len(replay.moves) > 1 else ''}"
    assert verify(again) == f"Verified here: {words}, the dice came from the seed, nobody's move was changed."
    assert parse(again.to_json()).seal == again.seal


def test_a_game_that_has_not_begun_is_verified() -> None:
    assert verify(with_seal(Replay(game_of("siege"), 2**64 - 1))).startswith("Verified here: 0 moves")


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_the_first_move_that_was_changed_is_named(name: str) -> None:
    replay = with_seal(played(game_of(name)))
    position = replay.game.new(replay.seed)
    for place, move in enumerate(replay.moves):
        others = [action for action in position.actions(move.player) if action != move.action]
        if place > 2 and others:
            break
        move.play(position)
    replay.moves[place] = replay.moves[place]._replace(action=others[-1])
    with pytest.raises(FalseReplay, match=rf"^game is false: move {place + 1} of {len(replay.moves)} \("):
        verify(replay, "game")


def cut(told: dict[str, Any], count: int) -> None:
    """Leave the first actions only."""
    told["actions"] = told["actions"][:count]
    told["stirs"] = [stir for stir in told["stirs"] if stir[0] < count]


CHANGES: dict[str, tuple[Change, str]] = {
    "seed": (lambda told: told.update(seed=4), "it did not begin from this seed with these rules."),
    "an illegal action": (
        lambda told: told["actions"].__setitem__(6, [told["actions"][6][0], 1023]),
        f"move 7 of {COUNT} (",
    ),
    "another player": (
        lambda told: told["actions"][6].__setitem__(0, 2**52),
        f"move 7 of {COUNT} (player {2**52}, ",
    ),
    "another action's number": (
        lambda told: told["actions"][6].__setitem__(1, 2**52),
        f"move 7 of {COUNT} (",
    ),
    "a cut list": (
        lambda told: cut(told, COUNT - 1),
        f"it has {COUNT - 1} moves, and {COUNT} moves were played.",
    ),
    "a list that is cut to nothing": (
        lambda told: cut(told, 0),
        f"it has 0 moves, and {COUNT} moves were played.",
    ),
    "cut checksums": (
        lambda told: told.update(checksums=told["checksums"][:-4]),
        f"it has {COUNT} moves, and {COUNT - 1} moves were played.",
    ),
    "the last position": (
        lambda told: told.update(final=base64.b64encode(bytes(len(base64.b64decode(told["final"])))).decode()),
        f"after {COUNT} moves, the last position is not the one that it gives.",
    ),
    "a checksum": (
        lambda told: told.update(checksums=told["checksums"][:28] + "0000" + told["checksums"][32:]),
        f"move 7 of {COUNT} (",
    ),
    "bits for the dice": (
        lambda told: told["stirs"][1].__setitem__(1, "1"),
        "led to another position than when it was played.",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_said(what: str) -> None:
    change, words = CHANGES[what]
    contents = duel()
    change(contents)
    sentence = refused(contents)
    assert sentence.startswith("game.json is false: ")
    assert words in sentence


def test_a_cut_of_everything_leaves_the_last_position() -> None:
    contents = duel()
    cut(contents, COUNT - 1)
    contents["checksums"] = contents["checksums"][:-4]
    assert f"after {COUNT - 1} moves, the last position" in refused(contents)


def test_bits_that_are_left_out_show_at_their_move() -> None:
    contents = duel()
    place = contents["stirs"].pop(0)[0]
    assert f"move {place + 1} of {COUNT} (" in refused(contents)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, COUNT - 1), st.integers(0, 1), st.integers(0, 1024))
def test_no_change_of_an_action_goes_unseen(place: int, player: int, action: int) -> None:
    contents = duel()
    if contents["actions"][place][:2] != [player, action]:
        contents["actions"][place] = [player, action]
        assert f"move {place + 1} of {COUNT} (" in refused(contents)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"checksums": None}, "checksums must be 4 hexadecimal digits a position"),
        ({"checksums": ""}, "checksums must be"),
        ({"checksums": "12345"}, "checksums must be"),
        ({"checksums": "12G4"}, "checksums must be"),
        ({"checksums": ["1234"]}, "checksums must be"),
        ({"final": None}, "final must be a record of"),
        ({"final": ""}, "final must be"),
        ({"final": "AAAA"}, "final must be"),
        ({"final": "*"}, "final must be"),
        ({"final": "é"}, "final must be"),
    ],
)
def test_a_seal_of_another_form_is_refused(part: dict[str, Any], words: str) -> None:
    with pytest.raises(BadReplay, match=rf"^game.json: {words}"):
        parse(json.dumps(duel() | part), "game.json")


def test_half_a_trace_is_refused() -> None:
    contents = duel()
    del contents["final"]
    with pytest.raises(BadReplay, match="final must be a record"):
        parse(json.dumps(contents))


def test_without_a_trace_there_is_nothing_to_compare() -> None:
    with pytest.raises(BadReplay, match=r"^game has no checksums, so it can't be verified"):
        verify(played(game_of("skirmish")), "game")


def test_a_game_of_other_rules_is_not_compared() -> None:
    replay = parse(json.dumps(duel() | {"rules_version": 99, "final": "AAAA"}))
    assert replay.seal is None
    assert with_seal(replay).seal is None
    with pytest.raises(GarrisonError, match="can't be verified here: the replay was played under version 99"):
        verify(replay)


def test_what_the_rules_do_not_allow_gets_no_trace() -> None:
    assert with_seal(Replay(game_of("skirmish"), 1, [Move(0, 1023)])).seal is None
