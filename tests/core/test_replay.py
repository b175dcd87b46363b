"""Replays: a text that anyone can read, everything wrong with it in one sentence, and a reel that goes both ways."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garrison.core.game import Game, load
from garrison.core.position import Position
from garrison.core.replay import EVERY, KEYS, START, Move, Reel, Replay, from_start, parse
from garrison.errors import BadReplay, GarrisonError
from playing import NAMES, game_of, numbers_of, play_on


def recorded(game: Game, count: int, seed: int = 1) -> Replay:
    return Replay(game, seed, play_on(game.new(seed), numbers_of(seed, count)))


def peaceful() -> Game:
    """A game that goes on and on, every step legal."""
    return game_of("minefield", rules={"start_x": 0, "start_y": 0, "enemy_period": 0, "start_energy": 10**9})


@cache
def valid() -> str:
    return recorded(game_of("skirmish"), 8).to_json()


def contents(**changed: Any) -> dict[str, Any]:
    return json.loads(valid()) | changed


def refused(text: str | bytes | dict[str, Any]) -> str:
    """The sentence that refuses a text, whether it is read or played."""
    with pytest.raises(GarrisonError) as caught:
        parse(json.dumps(text) if isinstance(text, dict) else text, "game.json").verify()
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 600
    return sentence


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_a_replay_leads_to_the_same_position(name: str) -> None:
    game = game_of(name, rules={"max_steps": 300})
    position = game.new(4)
    replay = Replay(game, 4, play_on(position, numbers_of(4, 100)))
    assert replay.verify() == position
    again = parse(replay.to_json())
    assert again.verify().to_bytes() == position.to_bytes()
    assert (again.game, again.seed, again.moves) == (game, 4, replay.moves)
    assert again.to_json() == replay.to_json()
    assert again.can_continue
    assert again.warning == ""


@pytest.mark.parametrize("name", NAMES)
def test_the_text_says_everything_in_the_order_of_the_format(name: str) -> None:
    game = game_of(name)
    text = Replay(game, 2**64 - 1, [Move(0, 1), Move(0, 2, 350)]).to_json()
    read = json.loads(text)
    assert tuple(read) == KEYS
    assert read["actions"] == [[0, 1], [0, 2, 350]]
    assert read["rules"] == game.parameters
    assert (read["seed"], read["rules_hash"]) == (2**64 - 1, game.rules_hash)
    assert parse(text.encode()).moves == [Move(0, 1), Move(0, 2, 350)]


def test_bits_that_were_stirred_in_are_kept_and_change_what_chance_does() -> None:
    game, plain = load("minefield", rules={"enemy_period": 0}), [Move(0, 0)] * 24
    moves = [*plain[:5], Move(0, 0, None, 2**64 - 1), *plain[6:10], Move(0, 0, 7, 5), *plain[11:]]
    text = Replay(game, 5, moves).to_json()
    assert json.loads(text)["stirs"] == [[5, str(2**64 - 1)], [10, "5"]]
    again = parse(text)
    assert again.moves == moves
    end, position = again.verify(), game.new(5)
    for move in moves:
        move.play(position)
    assert Reel(again).go(24) == end == position != Replay(game, 5, plain).verify()
    assert Replay(game, 5, plain[:5]).verify() == Replay(game, 5, moves[:5]).verify()


@pytest.mark.parametrize("text", ["", "{", "garrison", b"\xff\xff\xff", "[" * 100_000, "9" * 5000, '{"format": nul}'])
def test_what_is_not_json_is_refused(text: str | bytes) -> None:
    assert refused(text).startswith("game.json: this is not JSON (")


@pytest.mark.parametrize("text", ["[]", "3", "null", '"garrison-replay"', "{}", '{"format": "chess"}', '{"format": 1}'])
def test_other_json_is_refused(text: str) -> None:
    assert refused(text) == 'game.json: this is not a replay; its "format" must be "garrison-replay".'


@pytest.mark.parametrize("version", [0, 2, "1", None, [], 1.5])
def test_another_version_of_the_format_is_refused(version: Any) -> None:
    sentence = f"game.json: this is version {version!r} of the format; only 1 is supported."
    assert refused(contents(version=version)) == sentence


@pytest.mark.parametrize("key", KEYS[2:])
def test_a_missing_part_is_named(key: str) -> None:
    text = contents()
    del text[key]
    assert refused(text) == f"game.json: {key} is missing."


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("game", "game must be a name"),
        ("variant", "variant must be a name"),
        ("rules_hash", "rules_hash must be a text"),
        ("rules", "rules must be an object"),
        ("rules_version", "rules_version must be a whole number"),
        ("seed", "A seed is a whole number"),
        ("actions", "actions must be a list"),
    ],
)
def test_a_part_of_the_wrong_type_is_refused(key: str, words: str) -> None:
    for value in (None, 5.5, True, [1], {"a": 1}, [[[[]]]] * 1000, "", 7):
        if not isinstance(value, type(contents()[key])) or isinstance(value, bool):
            assert f"game.json: {words}" in refused(contents(**{key: value}))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "There is no game called 'chess'."),
        ({"rules": {"wisdom": 1}}, "game.json: rules: there is no rule parameter called wisdom"),
        ({"rules": {"max_steps": 0}}, "game.json: rules: max_steps must be from 1 to 1000000000, not 0."),
        ({"rules": {"max_steps": "5"}}, "game.json: rules: max_steps must be a whole number, not '5'."),
        ({"rules": {"width": 5}}, "skirmish rules: "),
        ({"rules_hash": "0" * 64}, "game.json: rules_hash does not belong to these rules"),
        ({"seed": -1}, "game.json: A seed is a whole number from 0 to 2**64 - 1, not -1."),
        ({"seed": 2**64}, "game.json: A seed is"),
        ({"seed": float("nan")}, "game.json: A seed is"),
        ({"actions": {}}, "game.json: actions must be a list."),
        ({"actions": [[0, 22], 5]}, "game.json: action 2 must be [player, action] or [player, action, ms]."),
        ({"actions": [[0]]}, "game.json: action 1 must be"),
        ({"actions": [[0, 1, 2, 3]]}, "game.json: action 1 must be"),
        ({"actions": [[0, "22"]]}, "game.json: action 1 must be"),
        ({"actions": [[0, 22.0]]}, "game.json: action 1 must be"),
        ({"actions": [[0, True]]}, "game.json: action 1 must be"),
        ({"actions": [[0, -1]]}, "game.json: action 1 must be"),
        ({"actions": [[0, 2**53]]}, "game.json: action 1 must be"),
        ({"actions": [[0, 1e308]]}, "game.json: action 1 must be"),
        ({"stirs": {}}, "game.json: stirs must be a list."),
        ({"stirs": [[0, 5]]}, 'game.json: each of stirs must be [action, "bits"], not [0, 5].'),
        ({"stirs": [[0, "0"]]}, "game.json: each of stirs must be"),
        ({"stirs": [[0, str(2**64)]]}, "game.json: each of stirs must be"),
        ({"stirs": [[0, "٣"]]}, "game.json: each of stirs must be"),
        ({"stirs": [[-1, "5"]]}, "game.json: each of stirs must be"),
        ({"stirs": [[99, "5"]]}, "game.json: stirs must name each action at most once, and none after the last."),
        ({"actions": [[0, 22, -5]]}, "game.json: action 1 must be"),
        ({"actions": [[0, 2**53 - 1]]}, "breaks off at action 1 of 1: Action 9007199254740991 does not exist"),
        ({"actions": [[2**53 - 1, 22]]}, "breaks off at action 1 of 1: There is no player 9007199254740991"),
        ({"actions": [[2, 22]]}, "breaks off at action 1 of 1: There is no player 2: the players are 0 to 1."),
        ({"actions": [[63, 22]]}, "breaks off at action 1 of 1: There is no player 63"),
        ({"actions": [[1, 2]]}, "breaks off at action 1 of 1: Player 1 (Zorde) may not act now"),
        ({"actions": [[0, 22], [0, 17], [0, 0], [0, 1]]}, "breaks off at action 3 of 4: 0,0 can't be chosen now"),
    ],
)
def test_a_wrong_part_is_refused_with_its_place(changed: dict[str, Any], words: str) -> None:
    assert words in refused(contents(**changed))


def test_a_rule_that_was_changed_is_noticed() -> None:
    text = contents()
    text["rules"]["healing"] += 1
    assert "rules_hash does not belong to these rules" in refused(text)


@pytest.mark.parametrize("depth", [900, 960, 985, 5000])
def test_lists_in_lists_in_lists_are_refused(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for key in ("game", "seed", "version", "rules", "actions"):
        text = json.dumps(contents(**{key: "DEEP"})).replace('"DEEP"', deep)
        assert refused(text)
    assert refused(json.dumps(contents(rules={"max_steps": "DEEP"})).replace('"DEEP"', deep))


@pytest.mark.lane
@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_cannot_be_continued(name: str) -> None:
    replay = recorded(game_of(name, rules={"max_steps": 5}), 50)
    replay.moves.append(replay.moves[-1])
    with pytest.raises(BadReplay, match=rf"at action {len(replay.moves)} of {len(replay.moves)}: The game is over"):
        parse(replay.to_json()).verify()


def test_other_rules_can_be_watched_but_not_continued() -> None:
    text = contents(rules_version=99, rules_hash="of other rules")
    text["actions"].append([0, 1023])
    replay = parse(json.dumps(text), "old.json")
    assert replay.warning.startswith("old.json was played under version 99 of the rules of skirmish; this is version ")
    assert not replay.can_continue
    reel = Reel(replay)
    assert reel.length == len(text["actions"]) - 1
    assert reel.go(10**6).steps == reel.length


def test_a_replay_of_another_version_is_shown_without_the_parameters_that_are_gone() -> None:
    old = contents(rules_version=99)
    old["rules"] = {**old["rules"], "gravity": 9, "max_steps": -1}
    reel = Reel(parse(json.dumps(old)))
    assert reel.length > 0
    assert not reel.replay.can_continue
    refused({**old, "rules_version": contents()["rules_version"]})


@pytest.mark.lane
@pytest.mark.parametrize("count", [0, 1, EVERY - 1, EVERY, EVERY + 1, 2 * EVERY + 5])
def test_a_reel_goes_forward_and_back(count: int) -> None:
    game = peaceful()
    replay = Replay(game, 1, [Move(0, number % 5) for number in range(count)])
    positions: list[Position] = [game.new(1)]
    for move in replay.moves:
        positions.append(positions[-1].copy())
        positions[-1].play(move.player, move.action)
    reel = Reel(replay)
    assert (reel.length, reel.at, reel.position) == (count, 0, positions[0])
    for place in (count, 0, count // 2, EVERY, EVERY - 1, count // 2 + 1, -5, count + 5):
        shown = max(0, min(place, count))
        assert reel.go(place) == positions[shown]
        assert (reel.at, reel.position) == (shown, positions[shown])


def test_a_replay_is_begun_from_plain_data() -> None:
    begun, whole = from_start({key: contents()[key] for key in START}), parse(valid())
    assert begun.moves == []
    begun.moves.extend(whole.moves)
    assert begun == whole


def test_a_long_replay_is_verified(record_property: Any) -> None:
    replay = Replay(peaceful(), 1, [Move(0, number % 5) for number in numbers_of(1, 10_000)])
    text = replay.to_json()
    start = time.perf_counter()
    assert parse(text).verify().steps == 10_000
    record_property("seconds", time.perf_counter() - start)


@settings(deadline=None, max_examples=300, database=None)
@given(st.data())
def test_a_damaged_text_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    text = valid()
    place = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 12))
    middle = data.draw(st.text(alphabet='0123456789-.eE[]{}",:ntfalsru \\', max_size=8) | st.text(max_size=4))
    with suppress(GarrisonError):
        parse(text[:place] + middle + text[place + length :]).verify()


@settings(deadline=None, max_examples=200, database=None)
@given(
    st.sampled_from(KEYS),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
)
def test_any_value_of_any_part_is_read_or_refused_and_nothing_else(key: str, value: Any) -> None:
    with suppress(GarrisonError):
        parse(json.dumps(contents(**{key: value}))).verify()
