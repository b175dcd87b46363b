"""The arena: fair fixtures, ratings that say who is better, and bots that go wrong lose with a sentence."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from garrison import bots
from garrison.core import replay
from garrison.core.position import Position
from garrison.errors import BadOption, GarrisonError
from garrison.lab.arena.arena import hold
from garrison.lab.arena.contest import Result
from garrison.lab.arena.fixtures import fixtures
from garrison.lab.arena.programs import Program
from garrison.lab.arena.ratings import interval, is_settled, pairs_of, ratings_of
from garrison.lab.arena.report import BotScore
from garrison.lab.arena.settings import ArenaSettings
from garrison.lab.pages.arena_page import page_of
from lab_cluster import Ray
from playing import game_of

DUEL = game_of("skirmish")
OFTEN = "its game decided for it in 5 of 5 decisions, the last time because"
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
    time.sleep(0.6)
    return position.actions(player)[0]


@pytest.fixture(autouse=True)
def more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"first": first, "broken": broken, "illegal": illegal, "slow": slow}
    monkeypatch.setattr(bots, "own_bots", lambda package: more)


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
        ("slow", "slow lost: it gave no answer within 0.5 s."),
        ("program:false", "program:false lost: it has ended, or closed its output."),
    ],
)
def test_a_bot_that_goes_wrong_loses_with_a_sentence_and_the_arena_goes_on(bot: str, why: str) -> None:
    report = hold(DUEL, ["first", bot], ArenaSettings(2, seconds=0.5, processes=0))
    assert report.faults == [why] * 2
    assert (report.pairs[0].wins, report.pairs[0].losses) == (2, 0)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("json.loads(line)['legal'][0]", ""),
        ("'what?'", f"{OFTEN} it answered 'what?' where a number is expected."),
        ("3000", f"{OFTEN} Action 3000 does not exist: Skirmish has actions 0 to 1023."),
        ("'9' * 5_000_000", f"{OFTEN} its answer is too long."),
        ("sys.exit()", "it has ended, or closed its output."),
        ("__import__('time').sleep(9)", f"{OFTEN} it gave no answer within 0.3 s."),
    ],
)
def test_a_program_takes_part_by_lines(tmp_path: Path, answer: str, why: str) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM.format(answer=answer))
    name = f"program:{sys.executable} {tmp_path / 'bot.py'}"
    game = game_of("skirmish", setup="classic")
    report = hold(game, ["first", name], ArenaSettings(1, seconds=0.3 if "sleep" in answer else 20, processes=0))
    assert report.faults == ([f"{name} lost: {why}"] if why else [])
    assert report.pairs[0].games == 1


STUBBORN = """
import json, sys
about = json.loads(sys.stdin.readline())
for line in sys.stdin:
    asked = json.loads(line)
    legal = asked.get("legal") or (legal if asked["refused"].startswith("Action") else None)
    print(legal[0] if "refused" in asked else -5, flush=True)
"""


def test_a_program_is_told_why_it_is_refused_and_may_answer_again(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(STUBBORN)
    position = DUEL.new(7)
    with Program(f"{sys.executable} {tmp_path / 'bot.py'}", DUEL, 0, seconds=20) as program:
        assert program(position, 0, Random(1)) == position.actions(0)[0]
        assert (program.usage.calls, program.usage.illegal, program.usage.defaults) == (2, 1, 0)


def test_a_program_that_cannot_be_started_ends_the_arena() -> None:
    with pytest.raises(GarrisonError, match="No game could be played: it can't be started: No such file"):
        hold(DUEL, ["first", "program:no-such-program"], ArenaSettings(4, processes=0))


def test_a_program_is_told_what_its_player_sees_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PROGRAM.format(answer=f"open({str(tmp_path / 'told')!r}, 'w').write(line) and 0"))
    game = game_of("minefield")
    position = game.new(7)
    with Program(f"{sys.executable} {tmp_path / 'bot.py'}", game, 0, seconds=20) as program:
        assert program(position, 0, Random(1)) == 0
    told = json.loads((tmp_path / "told").read_text())
    assert list(told) == ["player", "steps", "legal", "planes", "numbers"]
    assert told["planes"] == position.observe(0).tolist()
    assert told["numbers"]["energy"] == 200
    assert list(told["numbers"].items()) == list(zip(game.numbers, position.measure(0).tolist(), strict=True))


def test_the_same_series_comes_out_again_and_goes_on_where_it_ended(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    whole = hold(DUEL, ["first", "random"], ArenaSettings(6, seed=3, processes=0))
    hold(DUEL, ["first", "random"], ArenaSettings(2, seed=3, results=kept, processes=0))
    assert len(kept.read_text().splitlines()) == 2
    told: list[int] = []
    again = hold(DUEL, ["first", "random"], ArenaSettings(6, seed=3, results=kept, processes=0), progress=told.append)
    assert told == [2, 1, 1, 1, 1]
    assert again.pairs == whole.pairs
    for game, seed in ((DUEL, 4), (game_of("skirmish", setup="classic"), 3)):
        with pytest.raises(BadOption, match=r"holds the results of another series"):
            hold(game, ["first", "random"], ArenaSettings(6, seed=seed, results=kept, processes=0))
    with kept.open("a") as lines:
        lines.write('{"number": 6, "se')  # where a run was broken off
    assert hold(DUEL, ["first", "random"], ArenaSettings(6, seed=3, results=kept, processes=0)).pairs == whole.pairs
    kept.write_text("something else\n")
    with pytest.raises(BadOption, match=r"does not hold results of an arena"):
        hold(DUEL, ["first", "random"], ArenaSettings(6, seed=3, results=kept, processes=0))


def test_replays_of_all_games_can_be_kept(tmp_path: Path) -> None:
    hold(DUEL, ["first", "random"], ArenaSettings(2, replays=tmp_path / "games", processes=0))
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == ["000000.json", "000001.json"]
    assert replay.parse(files[0].read_text(), "it").verify().over


def test_it_stops_when_the_order_is_settled() -> None:
    report = hold(DUEL, ["first", "broken"], ArenaSettings(400, until="settled", processes=0))
    assert report.games == 20
    assert hold(game_of("minefield"), ["random"], ArenaSettings(30, until="settled", processes=0)).games == 30


def test_games_for_one_are_settled_when_the_medians_are_apart() -> None:
    def scored(bot: str, low: float, median: float, high: float) -> BotScore:
        return BotScore(bot, 20, median, median, low, high, 0)

    near, far = scored("near", 4, 6, 8), scored("far", 9, 10, 11)
    report = hold(game_of("minefield"), ["random"], ArenaSettings(1, processes=0))
    assert replace(report, scores=[near, far]).is_settled
    assert not replace(report, scores=[near, scored("nearer", 7, 10, 11)]).is_settled


def test_games_for_one_have_scores_instead_of_ratings() -> None:
    report = hold(game_of("minefield"), ["first", "random"], ArenaSettings(3, processes=0)).to_dict()
    assert "ratings" not in report
    assert "pairs" not in report
    scores = report["scores"]
    assert isinstance(scores, list)
    assert [list(score) for score in scores] == [["bot", "games", "mean", "median", "low", "high", "won"]] * 2


def test_at_a_table_of_three_first_places_are_counted_and_a_bot_may_sit_twice() -> None:
    report = hold(game_of("boneyard", players=3), ["first", "random", "random"], ArenaSettings(3, processes=0))
    assert [(place.bot, place.seats) for place in report.places] == [("first", 3), ("random", 6)]
    assert sum(place.firsts for place in report.places) == pytest.approx(3)
    assert {"ratings", "pairs", "places"} <= set(report.to_dict())
    assert "first in " in str(report)
    with pytest.raises(BadOption, match=r"each named once, or 3 that sit at every table"):
        hold(game_of("boneyard", players=3), ["first", "first"], ArenaSettings(3, processes=0))


PACKAGE = """
import os, time
def endless(position, player, dice):
    while True: pass
def fatal(position, player, dice): os._exit(3)
def last(position, player, dice): return position.actions(player)[-1]
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package with bots, as if it were installed."""
    info = tmp_path / "others-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: others\nVersion: 1.0\n")
    points = "\n".join(f"{name} = others:{name}" for name in ("endless", "fatal", "last"))
    (info / "entry_points.txt").write_text(f"[garrison.bots]\n{points}\n")
    (tmp_path / "others.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(tmp_path)
    bots.installed.cache_clear()
    yield
    bots.installed.cache_clear()


def test_bots_of_other_packages_that_never_answer_or_end_the_process_lose(installed: None) -> None:
    report = hold(DUEL, ["last", "random", "endless", "fatal"], ArenaSettings(1, seconds=0.5, processes=2))
    endless, fatal = "endless lost: it gave no answer within 0.5 s.", "fatal lost: it ended its process with status 3."
    assert set(report.faults) == {endless, fatal}
    assert report.games == 6
    assert [rating.bot for rating in report.ratings[:2]] in (["last", "random"], ["random", "last"])
    here = hold(DUEL, ["last", "random"], ArenaSettings(1, processes=0))
    assert here.pairs == report.pairs[:1]


def test_on_a_cluster_the_results_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)  # type: ignore[arg-type]
    spread = hold(DUEL, ["first", "random"], ArenaSettings(12, place="ray"))
    assert spread.pairs == hold(DUEL, ["first", "random"], ArenaSettings(12, processes=0)).pairs
    assert ray.tasks == 6  # of two games each, so that both processors have a few


def test_on_ray_itself_the_results_are_the_same() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: garrison[ray]")
    spread = hold(DUEL, ["random", "easy"], ArenaSettings(2, place="ray"))
    assert spread.pairs == hold(DUEL, ["random", "easy"], ArenaSettings(2, processes=0)).pairs


def test_without_ray_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadOption, match=r"--on ray needs Ray"):
        hold(DUEL, ["first", "random"], ArenaSettings(2, place="ray"))


def test_the_report_is_also_a_page() -> None:
    duel = page_of(hold(DUEL, ["first", "random", "slow"], ArenaSettings(1, seconds=0.5, processes=0)))
    assert "<th>Rating</th>" in duel
    assert "<th>Score against</th>" in duel
    assert "<p>slow lost: it gave no answer" in duel
    assert "<th>Median</th>" in page_of(hold(game_of("minefield"), ["random"], ArenaSettings(1, processes=0)))
    assert "<th>Fair share</th>" in page_of(
        hold(game_of("boneyard", players=3), ["first", "random"], ArenaSettings(1, processes=0))
    )


@pytest.mark.parametrize(("given", "why"), [({"seconds": 0}, "A bot may take"), ({"place": "mars"}, "here or on ray")])
def test_what_makes_no_sense_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        hold(DUEL, ["first", "random"], ArenaSettings(2, **given))


@pytest.mark.parametrize("names", [["first"], ["first", "first"], ["first", "nobody"]])
def test_too_few_bots_one_twice_and_unknown_ones_are_refused(names: list[str]) -> None:
    with pytest.raises(BadOption):
        hold(DUEL, names, ArenaSettings(2))


def test_the_report_has_the_shape_that_programs_read() -> None:
    report = hold(DUEL, ["first", "random"], ArenaSettings(2, processes=0)).to_dict()
    ratings, pairs = report["ratings"], report["pairs"]
    assert isinstance(ratings, list)
    assert isinstance(pairs, list)
    assert list(ratings[0]) == ["bot", "rating", "low", "high", "games"]
    assert list(pairs[0]) == ["first", "second", "games", "wins", "draws", "losses", "score", "low", "high"]
