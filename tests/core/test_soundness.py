"""Bytes from outside: whatever they are, they end in a sentence or in a position that plays on."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from crafted import games_of, run, sealed

from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadOption, BadPosition
from playing import NAMES, game_of, limited, played

pytestmark = pytest.mark.lane
RECORDS = 240
quickly = pytest.mark.skipif(LANE == "interpreted", reason="plain Python is too slow for it")
checked = pytest.mark.skipif(LANE != "checked", reason="only bounds checks notice everything")


def refusal(position: Position, **changes: int) -> str:
    """The sentence for a position with these numbers changed."""
    other = position.copy()
    for name, value in changes.items():
        other.state[name] = value
    with pytest.raises(BadPosition) as caught:
        other.game.from_bytes(other.to_bytes())
    words = str(caught.value)
    assert words.startswith(f"These bytes are not a position of {other.game.name}: ")
    return words.split(": ", 1)[1]


@quickly
@pytest.mark.parametrize("name", NAMES)
def test_crafted_records_end_in_a_sentence_or_play_on(name: str) -> None:
    tried = list(run(games_of(name), RECORDS, seed=1))
    assert [(number, wrong) for _, number, _, wrong in tried if wrong] == []
    refused = [refusal for _, _, refusal, _ in tried if refusal]
    assert len(refused) > RECORDS // 3
    assert len(tried) - len(refused) > RECORDS // 20
    assert all(words.endswith(".") and "\n" not in words for words in refused)


@checked
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_100000_crafted_records(name: str) -> None:
    assert [(number, wrong) for _, number, _, wrong in run(games_of(name), 100_000, seed=5) if wrong] == []


@pytest.mark.parametrize("name", NAMES)
def test_honest_positions_are_sound_from_the_first_to_the_last(name: str) -> None:
    for position in (game_of(name).new(3), played(name), limited(name, 7)):
        assert position.game.from_bytes(position.to_bytes()) == position


@pytest.mark.parametrize("name", NAMES)
def test_somebody_waits_exactly_while_the_game_goes_on(name: str) -> None:
    words = "somebody must be to act exactly until the game is over"
    assert refusal(played(name), waiting=0).endswith(f"{words}.")
    assert refusal(limited(name, 7), waiting=1).endswith(f"{words}.")


@pytest.mark.parametrize("name", NAMES)
def test_only_a_game_that_is_over_has_a_reason_and_winners(name: str) -> None:
    words = "a game has them only once it is over"
    assert refusal(played(name), reason=1).endswith(f"{words}.")
    assert refusal(played(name), winners=1).endswith(f"{words}.")
    assert refusal(limited(name, 7), reason=0).endswith(f"{words}.")


@pytest.mark.parametrize("name", NAMES)
def test_nobody_wins_a_game_that_its_limit_has_ended(name: str) -> None:
    assert refusal(limited(name, 7), winners=1) == "winners is 1, but nobody wins a game that its limit has ended."


def test_only_those_who_take_part_wait_and_win() -> None:
    first, last = played("boneyard"), limited("boneyard", 7)
    count = first.game.players
    nobody = 1 << count  # the bit of a player who does not take part
    assert refusal(first, waiting=nobody) == f"waiting is {nobody} and winners is 0, but there are {count} players."
    assert refusal(last, winners=nobody) == f"waiting is 0 and winners is {nobody}, but there are {count} players."


def test_whoever_waits_has_something_to_do() -> None:
    position = game_of("siege", mode="siege").new(1)
    assert refusal(position, coins=0) == "waiting is 1, and player 0 has no legal action."


def test_what_follows_from_other_numbers_is_named_with_an_example() -> None:
    siege, skirmish = game_of("siege").new(1), game_of("skirmish").new(1)
    assert (
        refusal(siege, engines=2) == "engines contradicts the rest of the record: engines is 2, and 0 would go with it."
    )
    skirmish.state["fields"][0, 0] += 1
    words = refusal(skirmish)
    assert words.startswith("standing contradicts the rest of the record: standing["), words
    siege.state["armed"][0, 0] = siege.state["works_top"] = 1
    assert refusal(siege) == "works_top contradicts the rest of the record: works_top is 1, and 0 would go with it."


@pytest.mark.parametrize("name", NAMES)
def test_pickles_are_checked_too(name: str) -> None:
    position = played(name)
    position.state["turn"] = -1
    with pytest.raises(BadPosition, match="turn is -1 and must be from 0 to"):
        pickle.loads(pickle.dumps(position))


def crafted_rules(game: Game, name: str, value: int) -> bytes:
    record = game.record.copy()
    record[name] = value
    return bytes(record.tobytes())


def unpickled(game: Game, record: bytes) -> Game:
    """What comes of a game's pickle in which the rules are other bytes."""
    build, (name, _, variant) = game.__reduce__()
    return build(name, record, variant)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", NAMES)
def test_pickled_games_are_checked_too(name: str) -> None:
    game = game_of(name)
    assert unpickled(game, game.record.tobytes()) == game
    with pytest.raises(BadOption, match=f"{name} rules: max_steps is 0 and must be from 1 to"):
        unpickled(game, crafted_rules(game, "max_steps", 0))
    with pytest.raises(BadOption, match=f"{name} rules: the parameters must have .* bytes, not 3"):
        unpickled(game, b"abc")


def test_pickled_rules_must_go_together() -> None:
    game = game_of("minefield")
    with pytest.raises(BadOption, match="number_odds must not all be 0"):
        unpickled(game, crafted_rules(game, "number_odds", 0))


def test_sealed_records_are_what_to_bytes_writes() -> None:
    position = played("minefield")
    assert sealed(position.game, position.state.tobytes()) == position.to_bytes()
    assert np.frombuffer(position.to_bytes()[16:], position.game.state_dtype) == position.state
