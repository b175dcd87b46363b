"""A page verifies replays as `garrison replay --verify` does: the same sentences for the same replays."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import pytest

from garrison.core.replay import Move, Replay
from garrison.core.seal import Seal
from garrison.core.verification import verify, with_seal
from garrison.errors import FalseReplay
from garrison.play.server.work import replay_work
from modules import NEEDS, in_node, packed
from playing import NAMES, game_of, move_of, numbers_of

pytestmark = NEEDS
COUNT = 60


def played(name: str, count: int) -> Replay:
    """A game with fresh bits for its dice now and then."""
    game = game_of(name)
    position, moves = game.new(2**64 - 5), list[Move]()
    for number in numbers_of(3, count):
        if position.over:
            break
        moves.append(move_of(position, number)._replace(bits=2**63 + number if number % 5 == 0 else 0))
        moves[-1].play(position)
    return with_seal(Replay(game, 2**64 - 5, moves))


def told(name: str, count: int = COUNT) -> dict[str, Any]:
    """What a page is told of a game."""
    return dict(json.loads(replay_work.verification(f"f-{name}-{count}", played(name, count).to_json())))


def here(replay: Replay) -> str:
    """What the terminal says."""
    try:
        return verify(replay, "This replay")
    except FalseReplay as error:
        return str(error)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_verified(name: str) -> None:
    replay = played(name, 400)
    [verdict] = in_node("verdicts.ts verdicts", packed(name), [told(name, 400)])
    assert verdict == {"isTrue": True, "place": len(replay.moves), "words": here(replay)}


def same(name: str, change: Callable[[Replay], None], words: str) -> None:
    """What a page and the terminal say of a changed game begins in the same way."""
    replay = played(name, COUNT)
    change(replay)
    assert replay.seal
    view = told(name) | {
        "seed": str(replay.seed),
        "moves": [[move.player, move.action] for move in replay.moves],
        "stirs": [{"place": place, "bits": str(move.bits)} for place, move in enumerate(replay.moves) if move.bits],
        "checksums": replay.seal.checksums,
        "final": base64.b64encode(replay.seal.final).decode(),
    }
    [verdict] = in_node("verdicts.ts verdicts", packed(name), [view])
    assert not verdict["isTrue"]
    assert here(replay).startswith(verdict["words"])
    assert words in verdict["words"]


def another_action(replay: Replay) -> None:
    """Let the first player who had a choice after the third move choose otherwise."""
    position = replay.game.new(replay.seed)
    for place, move in enumerate(replay.moves):
        others = [action for action in position.actions(move.player) if action != move.action]
        if place > 2 and others:
            replay.moves[place] = move._replace(action=others[0])
            return
        move.play(position)


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_action_is_named(name: str) -> None:
    same(name, another_action, "led to another position than when it was played.")


def change(**parts: Any) -> Callable[[Replay], None]:
    return lambda replay: vars(replay).update({name: part(replay) for name, part in parts.items()})


CHANGES = {
    "seed": (change(seed=lambda replay: 7), "it did not begin from this seed with these rules."),
    "illegal": (
        lambda replay: replay.moves.__setitem__(6, replay.moves[6]._replace(action=1023)),
        f"move 7 of {COUNT} (",
    ),
    "no such action": (
        lambda replay: replay.moves.__setitem__(6, replay.moves[6]._replace(action=2**52)),
        f"move 7 of {COUNT} (",
    ),
    "no such player": (
        lambda replay: replay.moves.__setitem__(6, replay.moves[6]._replace(player=2**52)),
        f"move 7 of {COUNT} (player {2**52}, ",
    ),
    "cut": (lambda replay: replay.moves.pop(), f"it has {COUNT - 1} moves, and {COUNT} moves were played."),
    "longer": (
        change(seal=lambda replay: Seal(replay.seal.checksums[:-4], replay.seal.final)),
        f"it has {COUNT} moves, and {COUNT - 1} moves were played.",
    ),
    "the last position": (
        change(seal=lambda replay: Seal(replay.seal.checksums, bytes(len(replay.seal.final)))),
        f"after {COUNT} moves, the last position is not the one that it gives.",
    ),
    "bits": (
        lambda replay: replay.moves.__setitem__(6, replay.moves[6]._replace(bits=replay.moves[6].bits ^ 1)),
        f"move 7 of {COUNT} (",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_said_as_in_the_terminal(what: str) -> None:
    same("skirmish", *CHANGES[what])


def test_a_match_of_ordinary_length_takes_a_fifth_of_a_second() -> None:
    """Whatever machine this is: ten times as much would fail."""
    assert in_node("verdicts.ts milliseconds", packed("skirmish"), [told("skirmish", 213)]) < 2000
