"""Games that were played elsewhere: the lab notes the same of them as of those that it plays itself."""

from __future__ import annotations

from dataclasses import fields
from random import Random

import numpy as np
import pytest

import garrison
from garrison.core.ending import Ending
from garrison.core.game import Game
from garrison.core.replay import Move, Replay
from garrison.errors import BadOption
from garrison.lab.design.played_games import (
    PERSON,
    PlayedGame,
    checked_among,
    evidence_of,
    measures_for_played,
    trace_of,
)
from garrison.lab.games.traces import LabGame, Recording, Trace
from garrison.lab.measures import measures_of
from garrison.lab.measures.intervals import Estimate
from garrison.lab.pages.played_report import PlayedDifference, played_differences, report_on_played

SHORT = {"max_steps": 80}
ELSEWHERE = ("task", "seconds", "fault")  # what differs, whoever plays


def recorded(game: Game, seed: int, bots: tuple[str, ...]) -> tuple[Trace, Replay]:
    """A game as the lab plays it, and its replay."""
    recording = Recording(game, LabGame(0, seed, bots), lambda player: None)
    recording.run()
    return recording.trace(), Replay(game, seed, recording.moves)


def stirred(game: Game, seed: int) -> Replay:
    """A random game into whose generator something is stirred before every second action."""
    position, dice, moves = game.new(seed), Random(seed), []
    while not position.over:
        player = position.waiting[0]
        bits = dice.getrandbits(64) if len(moves) % 2 else 0
        if bits:
            position.stir(bits)
        move = Move(player, dice.choice(position.actions(player)))
        position.play(*move[:2])
        moves.append(move._replace(bits=bits))
    return Replay(game, seed, moves)


@pytest.mark.parametrize("name", ["minefield", "skirmish", "boneyard", "loop"])
def test_a_replay_tells_what_the_lab_would_have_noted(name: str) -> None:
    game = garrison.load(name, rules=SHORT)
    trace, replay = recorded(game, 7, ("random",) * game.players)
    again = trace_of(game, PlayedGame(replay, (PERSON,) * game.players), 0)
    for one in fields(Trace):
        if one.name not in ELSEWHERE:
            assert np.array_equal(getattr(again, one.name), getattr(trace, one.name)), one.name


@pytest.mark.parametrize("name", ["minefield", "boneyard"])
def test_what_was_stirred_in_is_stirred_in_again(name: str) -> None:
    game = garrison.load(name, rules=SHORT)
    replay = stirred(game, 3)
    trace, last = trace_of(game, PlayedGame(replay, ("easy",) * game.players), 0), replay.verify()
    assert (trace.scores, trace.turns) == (last.scores, int(last.state["turn"][0]))
    without = Replay(game, 3, [move._replace(bits=0) for move in replay.moves])
    try:
        other = trace_of(game, PlayedGame(without, ("easy",) * game.players), 0)
    except garrison.GarrisonError:
        return  # the same actions are not even legal
    assert not np.array_equal(other.values, trace.values)


def played(game: Game, count: int, *seats: str, end: Ending | None = None) -> list[PlayedGame]:
    games = []
    for seed in range(count):
        replay = recorded(game, seed, ("random",) * game.players)[1]
        replay.end = end
        games.append(PlayedGame(replay, seats))
    return games


def test_a_report_has_what_needs_no_other_games_and_says_who_sat_there() -> None:
    game = garrison.load("skirmish", setup="duel")
    names = measures_for_played(game)
    report = report_on_played(evidence_of(game, played(game, 6, PERSON, "easy")), names)
    assert {"win_rate", "length", "use", "lead_changes"} <= set(names)
    assert not {"weight", "luck", "skill_depth", "sensitivity"} & set(names)
    assert (report.games, [measure.name for measure in report.measures]) == (6, names)
    assert "as they were played, 6 games" in str(report)
    assert "6 of 12 seats were people's, 6 were bots'." in report.notes


def test_games_of_people_and_of_bots_are_told_apart() -> None:
    game = garrison.load("skirmish", setup="duel")
    games = [
        *played(game, 3, PERSON, PERSON),
        *played(game, 4, PERSON, "easy"),
        *played(game, 5, "hard", "easy"),
    ]
    assert [evidence_of(game, games, who).games for who in ("everybody", "people", "bots")] == [12, 3, 5]
    with pytest.raises(BadOption, match="Of everybody, people, bots, not of 'ghosts'"):
        checked_among("ghosts")


def test_a_game_that_its_players_ended_counts_as_they_ended_it() -> None:
    game = garrison.load("skirmish")
    replay = Replay(game, 1, [], end=Ending("resigned", 0))
    report = report_on_played(evidence_of(game, [PlayedGame(replay, (PERSON, PERSON))] * 4), ["win_rate", "cut_off"])
    assert [figure.estimate.value for figure in report.measure("win_rate").figures][:2] == [0.0, 1.0]
    assert [figure.label for figure in report.measure("cut_off").figures] == [
        "stopped by a limit",
        "ended by its players",
    ]


def test_a_game_that_can_not_be_played_again_is_left_out() -> None:
    game = garrison.load("skirmish", setup="duel")
    broken = Replay(game, 1, [Move(1, 0)] * 5)
    assert evidence_of(game, [PlayedGame(broken, (PERSON, PERSON)), *played(game, 2, PERSON, PERSON)]).games == 2


def test_what_needs_games_of_its_own_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match="weight needs games that the lab arranges itself"):
        measures_for_played(garrison.load("minefield"), ["length", "weight"])


def test_two_variants_are_compared_figure_by_figure() -> None:
    one, other = (
        garrison.load("minefield", rules={"time_limit": limit, "start_x": 0, "start_y": 0}) for limit in (20, 60)
    )
    differences = played_differences(
        *(evidence_of(game, played(game, 12, PERSON)) for game in (one, other)), ["length", "win_rate"]
    )
    lengths = next(one for one in differences if one.label == "median")
    assert (lengths.first.value, lengths.second.value, lengths.difference.value) == (20, 60, 40)
    assert lengths.is_seen
    assert "difference" in str(lengths)
    assert lengths.to_dict()["is_seen"]


def test_the_interval_of_a_difference_adds_up_as_squares_do() -> None:
    first, second = Estimate(10.0, 7.0, 13.0, 50), Estimate(20.0, 16.0, 24.0, 40)
    assert PlayedDifference("x", "", first, second).difference == (10.0, 5.0, 15.0, 40)
    near = PlayedDifference("x", "", first, Estimate(14.0, 10.0, 18.0, 40))
    assert not near.is_seen
    assert "no difference seen" in str(near)


def test_measures_are_those_of_any_games() -> None:
    game = garrison.load("skirmish", setup="duel")
    traces = evidence_of(game, played(game, 3, PERSON, PERSON))
    assert measures_of(traces, ["length"])[0].is_known
