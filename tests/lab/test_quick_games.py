"""Games between bots that only ask their policy: played in machine code, and move by move the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from garrison.bots.level_bots import LevelBot
from garrison.bots.search import policies
from garrison.core.levels import Level
from garrison.lab.design.run import Extent, Run
from garrison.lab.games.portions import block_of, play_any, portion_of
from garrison.lab.games.quick import play_quickly, policy_style, styles_of
from garrison.lab.games.traces import LabGame, Trace, play
from playing import game_of

MINEFIELD = game_of("minefield")
TASK = LabGame(1, 4, ("easy",))
QUICK = replace(TASK, only_end=True)
NOTES = ("values", "offers", "uses", "decisions", "choices", "legal", "seconds", "course")


def end_of(trace: Trace) -> Trace:
    """What is noted either way."""
    return replace(trace, task=TASK, **dict.fromkeys(NOTES, 0))


def told(trace: Trace) -> str:
    """All but how long it took."""
    return str(replace(trace, seconds=0))


def test_they_are_the_same_games_move_by_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "FIRST", 3)  # so that chance is prepared several times
    monkeypatch.setattr(policies, "MOST", 7)
    usual, watched = play(MINEFIELD, TASK), list[int]()
    quick = play_quickly(MINEFIELD, TASK, watched.append)
    assert told(quick) == told(usual)
    assert watched == [0, -1]


def test_only_the_end_is_noted_where_only_that_matters() -> None:
    usual = play(MINEFIELD, TASK)
    assert usual.decisions > 0
    for trace in (play(MINEFIELD, QUICK), play_quickly(MINEFIELD, QUICK)):
        assert end_of(trace) == end_of(usual)
        assert trace.decisions == len(trace.values) == 0


@pytest.mark.parametrize("only_end", [True, False])
def test_many_at_once_are_the_same_as_one_by_one(only_end: bool) -> None:
    boneyard = game_of("boneyard", players=2)
    tasks = [LabGame(number, 7 * number, ("easy", "easy"), only_end=only_end) for number in range(4)]
    block = block_of(boneyard, tasks, play_any(boneyard, portion_of(0, tasks)))
    assert list(map(told, block.traces())) == [told(play(boneyard, task)) for task in tasks]


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
    def break_off(self: policies.PolicyGames) -> None:
        self.is_legal[0] = False

    usual = told(play(MINEFIELD, TASK))
    monkeypatch.setattr(policies.PolicyGames, "run", break_off)
    assert told(play_quickly(MINEFIELD, TASK)) == usual
    assert [told(one) for one in play_any(MINEFIELD, portion_of(0, [TASK]))] == [usual]


def test_a_report_notes_only_the_games_that_it_asks_for_more_than_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = list[str]()

    def remember(game: Any, task: LabGame, deciding: Any = None) -> Trace:
        noted.extend(() if task.only_end else [task.experiment])
        return play(game, task)

    monkeypatch.setattr("garrison.lab.design.run.play_quickly", remember)
    Run(MINEFIELD, "easy", Extent(games=2, processes=0), ["branching", "skill_depth"]).go()
    assert set(noted) == {"play"}
    noted.clear()
    Run(MINEFIELD, "easy", Extent(games=2, processes=0), ["length", "skill_depth"]).go()
    assert not noted
