"""Each level against the one below: what is played in which order, what counts, and what is told."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
from level_series import ALL, Series, in_order
from level_tables import counted, missing_lines, part_lines, tables
from levels import Stopwatch, admit, kept_in, play_all, wanted_series

from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.core.discovery import find
from garrison.lab.arena.contest import Result

QUICK = Series("minefield", ("random",), "five time units", {"rules": {"time_limit": 5}})
PAIR = Series("skirmish", ("hard", "easy"))


def won(task, player: int = 0, milliseconds: float = 2.0) -> Result:
    seats = task.fixture.seats
    return Result(
        task.fixture.number, task.fixture.seed, seats, (player,), (0.0,) * len(seats), 9, (milliseconds,) * len(seats)
    )


@pytest.mark.parametrize("series", ALL, ids=lambda series: series.name)
def test_every_series_has_200_games_in_whole_rounds_of_bots_that_exist(series: Series) -> None:
    lanes = series.tasks(200, 1)
    assert sum(map(len, lanes)) >= 200
    for lane in lanes:
        first = Counter(task.fixture.seats.index(series.bots[0]) for task in lane)
        assert len(first) == len(series.bots)
        assert len(set(first.values())) == 1
    assert set(series.bots) <= set(bots.names(find(series.game)))


def test_no_two_series_and_no_two_games_are_called_the_same() -> None:
    keys = [task.key for task in in_order(ALL, 12, 1)]
    assert len(set(keys)) == len(keys)


def test_all_series_get_equally_far() -> None:
    one, other = Series("siege", ("hard", "easy"), grounds=({}, {})), PAIR
    begun = in_order([one, other], 40, 1)[:40]
    assert Counter(task.series.game for task in begun) == {"siege": 20, "skirmish": 20}
    assert {task.fixture.number for task in begun if task.series is one} == set(range(10))


def test_a_series_counts_whole_rounds_up_to_the_first_game_that_is_missing() -> None:
    (lane,) = PAIR.tasks(10, 1)
    results = {task.key: won(task) for task in lane if task.fixture.number != 5}
    assert [result.number for result in counted(lane, results)] == [0, 1, 2, 3]
    assert missing_lines([lane], results) == [f"{lane[5].key}: missing, so that 5 other games are not counted"]


def test_the_table_tells_the_score_of_the_first_bot_and_its_time() -> None:
    lanes = PAIR.tasks(10, 1)
    results = {task.key: won(task, task.fixture.seats.index("hard")) for lane in lanes for task in lane}
    assert "| skirmish hard-easy | 10 | 100.0% [72.2%, 100.0%], 10 won, 0 drawn, 0 lost |  | 2, 2 |" in tables(
        [(PAIR, lanes)], results
    )
    three = Series("boneyard", ("hard", "easy", "easy"), "with 3", {"players": 3})
    lanes = three.tasks(9, 1)
    results = {task.key: won(task, task.fixture.seats.index("hard")) for lane in lanes for task in lane}
    assert "3.00 times its share" in tables([(three, lanes)], results)


def test_what_was_played_is_kept_and_not_played_again(tmp_path: Path) -> None:
    todo, file = in_order([QUICK], 3, 1), tmp_path / "results.jsonl"
    play_all(todo[:2], {}, file, time.monotonic() + 60, processes=0)
    with file.open("a") as lines:
        lines.write('{"key": "half a line')
    results = kept_in(file)
    assert set(results) == {task.key for task in todo[:2]}
    assert "| minefield five time units random | 2 | median" in tables([(QUICK, [todo])], results)


def test_when_time_is_up_no_game_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    play_all(in_order([QUICK], 3, 1), {}, file, time.monotonic(), processes=0)
    assert kept_in(file) == {}


def test_times_are_those_of_the_player_who_decides() -> None:
    told: list[int] = []
    watch = Stopwatch(2, told.append)
    watch(1)
    start = time.process_time()
    while time.process_time() < start + 0.01:
        pass
    watch(-1)
    assert watch.milliseconds[0] == 0
    assert watch.milliseconds[1] >= 10
    assert told == [1, -1]


def test_levels_that_no_game_has_can_be_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find("minefield").module("bots"), "LEVELS", {})
    file = tmp_path / "trial.json"
    file.write_text(
        '{"levels": {"minefield": {"new": {"simulations": 3}}}, "series": [{"game": "minefield", "bots": ["new"]}]}'
    )
    series, levels = wanted_series([], file)
    admit(levels)
    assert series == [Series("minefield", ("new",))]
    assert LevelBot(find("minefield").module("bots").LEVELS["new"]).level.simulations == 3


def test_series_are_named_by_a_part_of_their_names() -> None:
    found, levels = wanted_series(["skirmish", "boneyard with 3"], None)
    assert {series.game for series in found} == {"skirmish", "boneyard"}
    assert not levels
    assert {len(series.bots) for series in found} == {2, 3}
    assert {series.game for series in wanted_series(["expert"], None)[0]} == {"boneyard"}


def test_a_series_is_also_told_by_grounds_and_by_seats() -> None:
    series = Series("skirmish", ("hard", "easy"), grounds=({"setup": "duel"}, {"setup": "small"}))
    lanes = series.tasks(8, 1)
    results = {task.key: won(task, 0) for lane in lanes for task in lane}
    lines = part_lines(series, lanes, results)
    assert [line.split(",")[0].split(" [")[0] for line in lines] == [
        "| skirmish hard-easy: duel | 4 | 50.0%",
        "| skirmish hard-easy: small | 4 | 50.0%",
        "| skirmish hard-easy: seat 0 | 4 | 100.0%",
        "| skirmish hard-easy: seat 1 | 4 | 0.0%",
    ]
    assert part_lines(QUICK, QUICK.tasks(2, 1), {}) == []
