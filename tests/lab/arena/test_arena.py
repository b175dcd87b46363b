"""The arena: fair fixtures, ratings that say who is better, and bots that go wrong lose with a sentence."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

import pytest

from garrison import bots
from garrison.core import replay
from garrison.core.errors import BadOption
from garrison.core.position import Position
from garrison.lab.arena import hold
from garrison.lab.arena.contest import Result
from garrison.lab.arena.fixtures import fixtures
from garrison.lab.arena.ratings import interval, is_settled, pairs_of, ratings_of
from playing import game_of

DUEL = game_of("skirmish")
PROGRAM = """
import json, sys
about = json.loads(sys.stdin.readline())
for line in sys.stdin:
    print({answer}, flush=True)
"""


def first(position: Position, player: int, dice: Random) -> int:
    return position.actions(player)[0]


def broken(position: Position, player: int, dice: Random) -> int:
    raise RuntimeError("no idea")


def illegal(position: Position, player: int, dice: Random) -> int:
    return -7


def slow(position: Position, player: int, dice: Random) -> int:
    time.sleep(0.03)
    return position.actions(player)[0]


@pytest.fixture(autouse=True)
def more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"first": first, "broken": broken, "illegal": illegal, "slow": slow}
    monkeypatch.setattr(bots, "_own", lambda entry: more)


def result(seats: tuple[str, ...], *winners: int, number: int = 0) -> Result:
    return Result(number, 0, seats, winners, (0.0,) * len(seats), 1, (0.0,) * len(seats))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_everybody_sits_everywhere_and_on_the_same_seeds(players: int) -> None:
    planned = fixtures(["a", "b", "c", "d"], players, 24, 5)
    assert [fixture.number for fixture in planned] == list(range(len(planned)))
    assert all(len(fixture.seats) == players for fixture in planned)
    for bot in "abcd":
        sat = [fixture.seats.index(bot) for fixture in planned if bot in fixture.seats]
        assert {sat.count(seat) for seat in range(players)} == {len(sat) // players}
    seeds = [fixture.seed for fixture in planned]
    assert len(set(seeds)) < len(seeds)


def test_ratings_follow_the_scores_and_random_has_none() -> None:
    games = [result(("good", "random"), 0) for _ in range(75)] + [result(("random", "good"), 0) for _ in range(25)]
    pairs = pairs_of(["good", "random"], games)
    assert (pairs[0].wins, pairs[0].draws, pairs[0].losses, pairs[0].score) == (75, 0, 25, 0.75)
    assert (pairs[0].low, pairs[0].high) == interval(0.75, 100)
    good, random = ratings_of(["good", "random"], pairs)
    assert (random.bot, random.rating, random.low, random.high) == ("random", 0, 0, 0)
    assert good.rating == pytest.approx(191, abs=5)  # three times the wins
    assert 100 < good.low < good.rating < good.high < 300
    assert is_settled([good, random], pairs)
    assert not is_settled([good, random], pairs_of(["good", "random"], games[60:90]))


def test_at_a_table_the_winner_beats_all_and_the_others_are_compared_by_score() -> None:
    game = Result(0, 0, ("a", "b", "c"), (1,), (5.0, 4.0, 9.0), 1, (0.0, 0.0, 0.0))
    found = {(pair.first, pair.second): pair.score for pair in pairs_of(["a", "b", "c"], [game])}
    assert found == {("a", "b"): 0.0, ("a", "c"): 0.0, ("b", "c"): 1.0}


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("broken", "broken lost: it broke off with RuntimeError: no idea."),
        ("illegal", "illegal lost: Action -7 does not exist: Skirmish has actions 0 to 1023."),
        ("slow", "slow lost: it took 0.0 s for one action; 0.01 s are allowed."),
        ("program:no-such-program", "program:no-such-program lost: it can't be started: No such file or directory."),
    ],
)
def test_a_bot_that_goes_wrong_loses_with_a_sentence_and_the_arena_goes_on(bot: str, why: str) -> None:
    report = hold(DUEL, ["first", bot], 2, seconds=0.01, processes=1)
    assert report.faults == [why] * 2
    assert (report.pairs[0].wins, report.pairs[0].losses) == (2, 0)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("json.loads(line)['legal'][0]", ""),
        ("'what?'", "it answered 'what?' where a number is expected."),
        ("sys.exit()", "it has ended, or closed its output."),
        ("__import__('time').sleep(9)", "it gave no answer within 2 s."),
    ],
)
def test_a_program_takes_part_by_lines(tmp_path: Path, answer: str, why: str) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM.format(answer=answer))
    name = f"program:{sys.executable} {tmp_path / 'bot.py'}"
    report = hold(DUEL, ["first", name], 1, seconds=2, processes=1)
    assert report.faults == ([f"{name} lost: {why}"] if why else [])
    assert report.pairs[0].games == 1


def test_the_same_series_comes_out_again_and_goes_on_where_it_ended(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    whole = hold(DUEL, ["first", "random"], 6, seed=3, processes=1)
    hold(DUEL, ["first", "random"], 2, seed=3, kept=kept, processes=1)
    assert len(kept.read_text().splitlines()) == 2
    told: list[int] = []
    again = hold(DUEL, ["first", "random"], 6, seed=3, kept=kept, processes=1, progress=told.append)
    assert told == [2, 1, 1, 1, 1]
    assert again.pairs == whole.pairs
    with pytest.raises(BadOption, match=r"holds the results of another series"):
        hold(DUEL, ["first", "random"], 6, seed=4, kept=kept, processes=1)


def test_replays_of_all_games_can_be_kept(tmp_path: Path) -> None:
    hold(DUEL, ["first", "random"], 2, replays=tmp_path / "games", processes=1)
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["000000.json", "000001.json"]
    assert replay.parse(files[0].read_text(), "it").verify().over


def test_it_stops_when_the_order_is_settled() -> None:
    report = hold(DUEL, ["first", "broken"], 400, until_settled=True, processes=1)
    assert report.games == 20


def test_games_for_one_have_scores_instead_of_ratings() -> None:
    report = hold(game_of("minefield"), ["first", "random"], 3, processes=1).to_dict()
    assert "ratings" not in report
    assert "pairs" not in report
    scores = report["scores"]
    assert isinstance(scores, list)
    assert [list(score) for score in scores] == [["bot", "games", "mean", "median", "low", "high", "won"]] * 2


@pytest.mark.parametrize("names", [["first"], ["first", "first"], ["first", "nobody"]])
def test_too_few_bots_one_twice_and_unknown_ones_are_refused(names: list[str]) -> None:
    with pytest.raises(BadOption):
        hold(DUEL, names, 2)


def test_the_report_has_the_shape_that_programs_read() -> None:
    report = hold(DUEL, ["first", "random"], 2, processes=1).to_dict()
    ratings, pairs = report["ratings"], report["pairs"]
    assert isinstance(ratings, list)
    assert isinstance(pairs, list)
    assert list(ratings[0]) == ["bot", "rating", "low", "high", "games"]
    assert list(pairs[0]) == ["first", "second", "games", "wins", "draws", "losses", "score", "low", "high"]
