"""Ends that players bring about, which no rule knows of."""

from __future__ import annotations

import json

import pytest

import garrison
from garrison.core.ending import (
    AGREED,
    GIVEN_UP,
    LATE,
    LEFT,
    REASONS,
    RESIGNED,
    Ending,
    outcome_of,
    scene_of,
    scores_of,
)
from garrison.core.replay import Move, Reel, Replay, parse
from garrison.errors import BadReplay


def duel() -> garrison.core.game.Game:
    return garrison.load("skirmish", setup="duel")


@pytest.mark.parametrize("reason", [RESIGNED, LEFT, LATE])
def test_of_two_players_the_other_one_wins(reason: str) -> None:
    position, end = duel().new(1), Ending(reason, 1)
    assert outcome_of(position, end) == end.outcome(2)
    assert end.outcome(2).winners == (0,)
    assert scores_of(position, end) == (1.0, 0.0)


def test_a_draw_and_a_game_that_is_given_up_have_no_winner() -> None:
    position = duel().new(1)
    assert (Ending(AGREED, 0).outcome(2).winners, Ending(AGREED, 0).scores(position)) == ((), (0.5, 0.5))
    alone = garrison.load("minefield").new(1)
    assert (Ending(GIVEN_UP, 0).outcome(1).winners, Ending(GIVEN_UP, 0).scores(alone)) == ((), alone.scores)


def test_without_such_an_end_the_game_decides() -> None:
    position = duel().new(1)
    assert outcome_of(position, None) is None
    assert scores_of(position, None) == position.scores
    assert scene_of(position, None, 0) == position.scene(0)


def test_nothing_can_be_done_in_the_last_scene() -> None:
    position = duel().new(1)
    scene = scene_of(position, Ending(RESIGNED, 0), 0)
    assert (scene.over, scene.waiting, scene.winners, scene.prompt) == (True, (), (1,), "Calliance resigned.")
    assert scene.ending == "Calliance resigned."
    assert not any(board.legal_fields for board in scene.boards)
    assert not any(button.legal for button in scene.buttons)
    assert not position.over, "the record knows nothing of it"


def test_a_replay_holds_how_it_ended_and_what_the_clock_chose() -> None:
    game = duel()
    action = game.new(1).actions(0)[0]
    replay = Replay(game, 1, [Move(0, action, 5, late=True)], end=Ending(LEFT, 1))
    again = parse(replay.to_json())
    assert (again.end, again.moves) == (replay.end, replay.moves)
    reel = Reel(again)
    assert not reel.scene().over
    reel.go(1)
    assert (reel.scene().over, reel.scene().log[-1]) == (True, "Zorde left.")
    assert not {"end", "late"} & json.loads(Replay(game, 1, [Move(0, action)]).to_json()).keys()


@pytest.mark.parametrize(
    "part",
    [
        *(
            {"end": wrong}
            for wrong in ("resigned", {}, {"reason": "bored", "player": 0}, {"reason": LEFT, "player": 2})
        ),
        *({"end": {"reason": LEFT, "player": wrong}} for wrong in (-1, True, "0")),
        {"late": 3},
        {"late": [-1]},
        {"late": [7]},
    ],
)
def test_other_ends_are_refused_with_a_sentence(part: dict[str, object]) -> None:
    contents = json.loads(Replay(duel(), 1).to_json())
    with pytest.raises(BadReplay, match=r"end must be|late"):
        parse(json.dumps({**contents, **part}))


def test_every_reason_has_a_sentence() -> None:
    assert [Ending(reason, 0).sentence(("White", "Black"))[-1] for reason in REASONS] == ["."] * len(REASONS)
