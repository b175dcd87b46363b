"""The designer's lab on the command line: measure a game, try other numbers, compare, and search for better ones."""

from __future__ import annotations

import json
import signal
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from garrison.cli import app, matches
from garrison.cli.arguments import (
    GameChoice,
    GameName,
    Json,
    Seed,
    Variant,
    load_game,
    progress_bar,
    rules_of,
)
from garrison.cli.options import Argument, CommandContext, Option
from garrison.core.files import write_whole
from garrison.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from garrison.lab.design.run import Extent
    from garrison.lab.design.tune import Search

USUAL_BUDGET = "10m"
STEP = 0.001  # the share that is worth drawing a bar again

lab = app.group("lab", "For designers: change a number, see what it does to the game, with evidence.")
Bot = Annotated[
    str,
    Option("--bots", help="who plays, in every seat: a level, another bot of the game, or `hard at 0.2` of its time"),
]
Budget = Annotated[str, Option(help="how long to play at most, such as 90s or 1h; by default 10m, or -n games")]
Games = Annotated[
    int,
    Option(
        "-n", "--games", help="how many games to play at most; without --budget the result is the same on any machine"
    ),
]
GamesOfEach = Annotated[int, Option("-n", "--games", help="games of each setting")]
Place = Annotated[str, Option("--on", help="where to play: here, or ray for all machines of a Ray cluster")]
Tools = Annotated[str, Option("--tools", help="weigh only these traps, units, ..., separated by commas")]
Keep = Annotated[Path | None, Option("--keep", help="add results to this file; resume where it ends")]
Output = Annotated[Path | None, Option("--out", help="write to this file")]


@dataclass(frozen=True)
class Players:
    """Who plays for the lab, on which seeds and where."""

    bot: Bot = "hard"
    seed: Seed = 0
    place: Place = "here"

    def extent(self, games: int, budget: str = "", tools: str = "") -> Extent:
        """How much they play: a number of games, for a time, or whichever comes first."""
        from garrison.lab.design.amounts import seconds_of
        from garrison.lab.design.run import Extent

        seconds = seconds_of(budget) if budget else 0.0
        return Extent(games, seconds, self.seed, place=self.place, tools=tuple(_names(tools)))


@dataclass(frozen=True)
class Sources(Players):
    """Who plays for the lab, or whose games are read."""

    matches: Annotated[
        str,
        Option("--from-matches", metavar="DATABASE", help="read the finished matches of a server instead"),
    ] = ""
    among: Annotated[str, Option(help="with --from-matches: the games of everybody, people or bots")] = "everybody"


@dataclass(frozen=True)
class Amount:
    """How much a report takes: a time, a number of games, or whichever comes first."""

    budget: Budget = ""
    count: Games = 0

    @property
    def time(self) -> str:
        """The time, if it is limited."""
        return self.budget or ("" if self.count else USUAL_BUDGET)


@lab.command()
def report(
    choice: GameChoice,
    players: Sources,
    amount: Amount,
    measure: Annotated[str, Option(help="only these measures, separated by commas")] = "",
    tools: Tools = "",
    goal: Annotated[str, Option(help="what to aim for, such as 'win_rate=0.5, length=20..40'")] = "",
    out: Output = None,
    as_json: Json = False,
) -> None:
    """Measure a game between bots: is it fair, how long does it last, what decides it, what does nobody need?

    With --out the report is one page of HTML, or JSON if the name ends with .json. Ctrl+C stops it early, and what was
    measured by then is reported. With --from-matches nobody plays: it is measured how a server's matches went, without
    names, as far as the server allows it.
    """
    if players.matches:
        matches.report(choice.load(), players.matches, players.among, _names(measure), out, as_json)
        return
    from garrison.lab.design.advice import key_of
    from garrison.lab.design.goals import goals_of
    from garrison.lab.design.run import Run
    from garrison.lab.pages.report import report_on
    from garrison.lab.pages.report_page import page_of

    game = choice.load()
    goals = goals_of(goal, game) if goal else []
    for one in goals:
        key_of(one, game)  # which refuses what a report can't advise on
    run = Run(game, players.bot, players.extent(amount.count, amount.time, tools), _names(measure))
    _check_file(out)
    with _shares(f"{game.facts.title}, {players.bot}", as_json) as progress:
        run.go(progress)
    result = report_on(run, goals, choice.words)
    _print(result.to_dict(), result, as_json)
    if out is not None:
        write_whole(out, json.dumps(result.to_dict()) if out.suffix == ".json" else page_of(result))
    _leave_if(run.is_cut_short)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


@contextmanager
def _shares(title: str, quiet: bool) -> Iterator[Callable[[float], None]]:
    """A progress bar; if the program is asked to end in the meantime, what was measured is kept, too."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with progress_bar(title, 1000, quiet) as advance:
        length = 0.0  # of the bar

        def show(share: float) -> None:
            nonlocal length
            if share - length >= STEP or share == 1:
                advance(1000 * (share - length))
                length = share

        yield show


def _check_file(out: Path | None) -> None:
    """Check that a file can be written before hours are spent on its contents."""
    if out is not None and (out.is_dir() or not out.exists()):
        write_whole(out, "")
        out.unlink()  # until there is something to read in it


def _print(data: Any, text: object, as_json: bool) -> None:
    print(json.dumps(data) if as_json else text)


def _leave_if(is_cut_short: bool) -> None:
    if is_cut_short:
        raise KeyboardInterrupt


@dataclass(frozen=True)
class Grid:
    """Which settings a sweep tries, and what it measures."""

    rule: Annotated[
        list[str],
        Option(
            "--rule",
            metavar="NAME=VALUES",
            help="the values to try, as in 8:16:2 or 8,12,16; attack[2]=... is a number in a list",
        ),
    ]
    measure: Annotated[str, Option(help="measures, separated by commas")] = "win_rate,length"
    samples: Annotated[int, Option(help="how many settings to try, spread evenly (a Latin hypercube); 0 for all")] = 0
    tools: Tools = ""
    until: Annotated[
        str, Option(help="play on until the first figure is as sure as this, such as ±3 points or percent")
    ] = ""
    results: Keep = None


@lab.command()
def sweep(
    context: CommandContext,
    game: GameName,
    grid: Grid,
    players: Players,
    variant: Variant = None,
    count: GamesOfEach = 100,
    out: Output = None,
    as_json: Json = False,
) -> None:
    """Measure a game with many settings of its rules, all on the same seeds.

    With --out the table is written as .csv, .parquet, .json, or .html with curves and heat maps.
    """
    from garrison.lab.design.amounts import reach_of, values_of
    from garrison.lab.design.sweep import SweepOptions
    from garrison.lab.design.sweep import sweep as run
    from garrison.lab.measures import kinds_for
    from garrison.lab.pages import sweep_file

    standard = load_game(game, variant, None, context.args)
    if out is not None:
        sweep_file.check_name(out)
        _check_file(out)
    names = list(kinds_for(standard, _names(grid.measure)))
    axes = dict(values_of(text) for text in grid.rule)
    with _shares(f"{standard.facts.title}, {players.bot}", as_json) as progress:
        extent = players.extent(count, tools=grid.tools)
        plan = SweepOptions(grid.samples, reach_of(grid.until), grid.results)
        table = run(standard, axes, names, players.bot, extent, plan, progress)
    _print(table.to_list(), table, as_json)
    if out is not None:
        sweep_file.write(table, out)
    _leave_if(table.is_cut_short)


@dataclass(frozen=True)
class Effort:
    """How long a search takes at most, and where its results are kept."""

    rounds: Annotated[int, Option(help="settings to try", low=1, high=10_000)] = 30
    count: GamesOfEach = 100
    budget: Annotated[str, Option(help="how long to search at most, such as 10m or 1h")] = ""
    results: Keep = None


@lab.command()
def tune(
    choice: GameChoice,
    goal: Annotated[str, Option(help="what to aim for, such as 'win_rate=0.5, length=20..40'")],
    change: Annotated[str, Option(help="the parameters that may change, separated by commas")],
    players: Players,
    effort: Effort,
    out: Annotated[Path | None, Option("--out", help="write the best setting to this TOML file, as a variant")] = None,
    as_json: Json = False,
) -> None:
    """Search for rules that meet a goal, as close to today's as possible; the best can be played at once.

    It can be stopped at any time: the best so far is told and written.
    """
    from garrison.lab.design.goals import goals_of
    from garrison.lab.design.tune import Tuner

    game = choice.load()
    if out is not None and out.suffix != ".toml":
        raise BadOption(f"{out}: a variant's name ends with .toml.")
    extent = players.extent(effort.count, effort.budget)
    tuner = Tuner(game, goals_of(goal, game), _names(change), players.bot, extent, effort.results)
    _check_file(out)
    with _shares(f"{game.facts.title}, {players.bot}", as_json) as progress:
        search = tuner.go(effort.rounds, progress)
    if not search.trials:
        raise BadOption("The search was stopped before anything was measured.")
    _print(search.to_dict(), search, as_json)
    if out is not None:
        write_whole(out, _variant(search, choice, players.bot))
        print(f"Play it: garrison play {game.name} --variant {out}", file=sys.stderr)
    _leave_if(search.is_cut_short)


def _variant(search: Search, choice: GameChoice, bot: str) -> str:
    """The best setting as a variant of its own, in TOML."""
    from garrison.core.discovery import STANDARD
    from garrison.core.parameters import read_variant
    from garrison.lab.design.tune import variant_text

    package = choice.package
    base = read_variant(str(choice.variant or STANDARD), package.folder, package.variants)
    how_near = "Found by the lab for" if search.is_met else "The closest that the lab found to"
    summary = f"{how_near} {', '.join(map(str, search.goals))} between {bot} players."
    options, rules = {**base.options, **choice.options}, {**base.rules_with(choice.options), **rules_of(choice.rule)}
    return variant_text(search.game, search.best.setting, options, rules, summary)


@lab.command("map")
def draw_map(
    choice: GameChoice,
    change: Annotated[str, Option(help="the parameters that may change, separated by commas")],
    players: Players,
    axes: Annotated[str, Option(help="two measures, such as win_rate,length")] = "win_rate,length",
    rounds: Annotated[int, Option(help="settings to try", low=1, high=10_000)] = 100,
    count: GamesOfEach = 40,
    out: Output = None,
    as_json: Json = False,
) -> None:
    """Find settings of a game's rules that are as different as can be, by two measures.

    With --out the map is a page on which each setting is a click from being played.
    """
    from garrison.lab.design.goals import axes_of
    from garrison.lab.design.rule_map import Surveyor
    from garrison.lab.pages.map_page import page_of

    game = choice.load()
    surveyor = Surveyor(game, axes_of(axes, game), _names(change), players.bot, players.extent(count))
    surveyor.map.options = choice.options
    _check_file(out)
    with _shares(f"{game.facts.title}, {players.bot}", as_json) as progress:
        drawn = surveyor.go(rounds, progress)
    _print(drawn.to_dict(), drawn, as_json)
    if out is not None:
        write_whole(out, json.dumps(drawn.to_dict()) if out.suffix == ".json" else page_of(drawn))
    _leave_if(drawn.is_cut_short)


@lab.command()
def compare(
    first: Annotated[str, Argument(metavar="A", help="a variant in TOML, or the name of one")],
    second: Annotated[str, Argument(metavar="B", help="the variant to compare it with")],
    players: Sources,
    game: Annotated[str, Option(help="the game, if the files don't name it")] = "",
    count: Annotated[int, Option("-n", "--games", help="games of each variant")] = 200,
    as_json: Json = False,
) -> None:
    """Compare two variants of a game on the same seeds; differences are given with 95% intervals.

    With --from-matches nobody plays: the matches of a server in both variants are compared.
    """
    from garrison.lab.design.compare import allowance, game_of
    from garrison.lab.design.compare import compare as run

    name = game or game_of(first, second)
    both = [load_game(name, variant, None, []) for variant in (first, second)]
    if players.matches:
        matches.compare(both, players.matches, players.among, as_json)
        return
    with _shares(both[0].facts.title, as_json) as progress:
        differences = run(both[0], both[1], players.bot, players.extent(count), progress)
    title = f"{both[0].facts.title}, {first} and {second}, on the same seeds between {players.bot} players:"
    lines = [title, *map(str, differences), allowance(differences)]
    _print([one.to_dict() for one in differences], "\n".join(lines), as_json)
