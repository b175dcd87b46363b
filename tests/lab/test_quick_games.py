"""Games between bots that only ask their policy: played in machine code where nothing but the end matters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from garrison.bots.levels import LevelBot
from garrison.bots.search import policies
from garrison.core.levels import Level
from garrison.lab import recording
from garrison.lab.recording import LabGame, Trace, play, policy_style, styles_of
from garrison.lab.run import Extent, Run
from playing import game_of

MINEFIELD = game_of("minefield")
TASK = LabGame(1, 4, ("easy",))
QUICK = replace(TASK, only_end=True)
NOTES = ("values", "offers", "uses", "decisions", "choices", "legal", "seconds")


def end_of(trace: Trace) -> Trace:
    """What is noted either way."""
    return replace(trace, task=TASK, **dict.fromkeys(NOTES, 0))


def test_they_are_the_same_games_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "FIRST", 3)  # so that chance is prepared several times
    monkeypatch.setattr(policies, "MOST", 7)
    usual, told = play(MINEFIELD, TASK), list[int]()
    quick = play(MINEFIELD, QUICK, told.append)
    assert end_of(quick) == end_of(usual)
    assert usual.decisions > 0 == quick.decisions
    assert set(told) == {0, -1}
    assert told[-1] == -1


def test_a_bot_that_does_more_than_ask_its_policy_plays_as_ever() -> None:
    boneyard = game_of("boneyard")
    assert (
        styles_of(("easy",) * boneyard.players, boneyard) == (styles_of(("easy",), boneyard) or ()) * boneyard.players
    )
    for seat in ("medium", "random", "easy then random after 2", "easy at 0.5"):
        assert styles_of(("easy", seat), boneyard) is None
    asks = Level("It asks its policy.", "policy", {"style": 1})
    assert policy_style(LevelBot(asks), boneyard) == 1
    assert policy_style(LevelBot(replace(asks, noise=0.2)), boneyard) is None


def test_a_policy_that_breaks_the_rules_loses_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies.PolicyGame, "go_on", lambda self: None)
    assert end_of(play(MINEFIELD, QUICK)) == end_of(play(MINEFIELD, TASK))


@pytest.mark.parametrize(("measure", "is_quick"), [("length", True), ("branching", False)])
def test_only_measures_of_the_end_are_played_so(measure: str, is_quick: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[Any]()
    monkeypatch.setattr(recording.QuickRecording, "run_quickly", lambda self: bool(played.append(self)))
    monkeypatch.setattr(recording.Recording, "run", lambda self: None)
    Run(MINEFIELD, "easy", Extent(games=2, processes=0), ["win_rate", measure]).go()
    assert bool(played) is is_quick
