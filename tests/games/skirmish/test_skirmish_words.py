"""Skirmish in words: its notation, what the text says, waiting until something happens."""

from __future__ import annotations

import re
from typing import Any

import pytest

import garrison
from garrison.core.position import Position
from garrison.core.words.execution import Execution
from garrison.errors import UnknownMove
from playing import numbers_of, play_on


def start(**options: Any) -> Position:
    return garrison.load("skirmish", **options).new(7)


def test_a_path_a_goal_and_staying() -> None:
    position = start()
    path = position.parse("h0 61-51-41", 0)
    assert (path.notation, path.words) == ("H0 61-51-41", "H0 ends at 41.")
    assert path.actions[1:] == (49, 41, 33)
    assert position.parse("H0>41", 0).actions[-1] == 33
    assert position.parse("H0.", 0) == position.parse("h0 stay", 0)
    assert position.parse("H0 61 51.", 0).notation == "H0 61-51."


def test_any_path_is_accepted_and_only_results_are_listed() -> None:
    position = start()
    ways = {position.parse(text, 0).actions for text in ("H0 61-51-41", "H0 61-50-41", "H0 62-51-41")}
    assert len(ways) == 3
    ends = []
    for actions in ways:
        copy = position.copy()
        for action in actions:
            copy.play(0, action)
        ends.append(str(copy))
    assert len(set(ends)) == 1
    assert len([move for move in position.moves(0) if move.actions in ways]) <= 1


def test_in_the_middle_of_a_move_a_path_goes_on() -> None:
    position = start()
    position.perform(0, "H0 61")
    assert all(not move.notation.startswith("H0") for move in position.moves(0))
    assert position.parse("51-41", 0).actions == position.parse("H0 51-41", 0).actions
    with pytest.raises(UnknownMove, match="H0 is on its way"):
        position.parse("E0 55", 0)


def test_blows_come_first_and_say_what_they_do() -> None:
    position = start(setup="duel")
    play_on(position, numbers_of(5, 8))
    while not any(move.is_eventful for move in position.moves(position.waiting[0])):
        position.perform(position.waiting[0], position.moves(position.waiting[0])[-1])
    moves = position.moves(position.waiting[0])
    eventful = [move.is_eventful for move in moves]
    assert eventful == sorted(eventful, reverse=True)
    assert re.match(r"[HT]0 -\d+|fights", moves[0].words) or "dies" in moves[0].words


def test_waiting_goes_on_until_a_blow_falls() -> None:
    position = start(setup="duel")
    execution = Execution(position.parse("H0 stay until an enemy within 2", 0), 0)
    for _ in range(60):
        while (action := execution.next_action(position)) is not None:
            position.play(0, action)
        if execution.is_done:
            break
        closer = position.parse("T0>" + "12", 1) if position.steps < 6 else position.moves(1)[-1]
        position.perform(1, closer)
    assert execution.is_done
    assert re.fullmatch(r"Stopped: (T0 is within 2|a blow has fallen|the game is over)\.", execution.report[-1])


def test_fields_of_large_boards_have_a_comma() -> None:
    position = start(setup="war")
    assert "," in position.moves(0)[0].notation
    for move in position.moves(0)[:20]:
        assert position.parse(move.notation, 0).actions == move.actions


def test_a_wrong_path_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownMove, match=r"'H0 91' is not a move now: '91' is not a field of the board"):
        start().parse("H0 91", 0)
    with pytest.raises(UnknownMove, match="no move of it ends at 00"):
        start().parse("H0>00", 0)


def test_forecasts_can_be_left_out() -> None:
    position = start()
    assert "In your reach: nobody." in position.text(0)
    assert "In your reach" not in position.text(0, forecasts=False)
    assert "42!" in position.text(0)
    assert "!" not in position.text(0, forecasts=False)
    assert position.text(0).count("\n") < 40
