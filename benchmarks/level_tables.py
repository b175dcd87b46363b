"""What the games of `levels.py` came to, as the tables of README.md."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from level_series import Series, Task

from garrison.lab.arena.contest import Result
from garrison.lab.arena.ratings import interval
from garrison.lab.arena.report import ArenaReport, report_on

HEAD = "| | games | result, 95% interval | aim | ms a decision |\n|-|-|-|-|-|"


def counted(lane: list[Task], results: dict[str, Result]) -> list[Result]:
    """The games on a ground up to the first that is missing, in whole rounds."""
    there = list(takewhile(lambda task: task.key in results, lane))
    seats = len(lane[0].fixture.seats)
    return [results[task.key] for task in there[: len(there) // seats * seats]]


def line_of(series: Series, lanes: list[list[Task]], results: dict[str, Result]) -> str:
    """A row of the table."""
    on_grounds = [counted(lane, results) for lane in lanes]
    played = [result for lane in on_grounds for result in lane]
    if not played:
        return f"| {series.name} | 0 | | {series.aim} | |"
    names = list(dict.fromkeys(series.bots))
    report = report_on(series.game, len(series.bots), names, played)
    spent = ", ".join(_short(report.milliseconds[name]) for name in names)
    return f"| {series.name} | {len(played)} | {_result(report)} | {series.aim} | {spent} |"


def _short(milliseconds: float) -> str:
    return f"{milliseconds:,.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"


def _result(report: ArenaReport) -> str:
    if report.scores:
        score = report.scores[0]
        low, high = interval(score.won / score.games, score.games)
        return (
            f"median {score.median:,.0f} [{score.low:,.0f}, {score.high:,.0f}], mean {score.mean:,.0f}, "
            f"won {score.won} of {score.games}: {score.won / score.games:.1%} [{low:.1%}, {high:.1%}]"
        )
    if report.places:
        place = report.places[0]
        times = ", ".join(f"{share / place.fair:.2f}" for share in (place.low, place.high))
        return f"{place.share / place.fair:.2f} times its share [{times}]"
    pair = report.pairs[0]
    tally = f"{pair.wins} won, {pair.draws} drawn, {pair.losses} lost"
    return f"{pair.score:.1%} [{pair.low:.1%}, {pair.high:.1%}], {tally}"


def part_lines(series: Series, lanes: list[list[Task]], results: dict[str, Result]) -> list[str]:
    """What each ground came to, where there are several, and each seat of the first bot."""
    grounds = [" ".join(ground.values()) for ground in series.grounds]
    on_grounds = dict(zip(grounds, (counted(lane, results) for lane in lanes), strict=True))
    played = [result for part in on_grounds.values() for result in part]
    seats = range(len(series.bots)) if len(series.bots) > 1 else range(0)
    in_seats = {f"seat {seat}": [one for one in played if one.seats[seat] == series.bots[0]] for seat in seats}
    parts = {**(on_grounds if len(on_grounds) > 1 else {}), **in_seats}
    return [_part_line(series, name, part) for name, part in parts.items() if part]


def _part_line(series: Series, name: str, played: list[Result]) -> str:
    report = report_on(series.game, len(series.bots), list(dict.fromkeys(series.bots)), played)
    return f"| {series.name}: {name} | {len(played)} | {_result(report)} | | |"


def missing_lines(lanes: list[list[Task]], results: dict[str, Result]) -> list[str]:
    """Games that were played but do not count, since one of their round or before it is missing."""
    found = []
    for lane in lanes:
        done, whole = sum(task.key in results for task in lane), len(counted(lane, results))
        if done > whole:
            first = next(task for task in lane if task.key not in results)
            found.append(f"{first.key}: missing, so that {done - whole} other games are not counted")
    return found


def fault_lines(lanes: list[list[Task]], results: dict[str, Result]) -> list[str]:
    """Bots that were put out of a game."""
    played = [results[task.key] for lane in lanes for task in lane if task.key in results]
    return [sentence for result in played for sentence in result.faults.values()]


def tables(planned: Iterable[tuple[Series, list[list[Task]]]], results: dict[str, Result]) -> str:
    """The tables, and what is missing."""
    every = list(planned)
    lines = [HEAD, *(line_of(series, lanes, results) for series, lanes in every)]
    lines += [line for series, lanes in every for line in part_lines(series, lanes, results)]
    notes = [line for _, lanes in every for line in (*missing_lines(lanes, results), *fault_lines(lanes, results))]
    return "\n".join([*lines, "", *notes])
