"""The commands for research: how strong a policy is, and data sets of games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from garrison.cli import app
from garrison.cli.arguments import (
    GameChoice,
    Json,
    Processes,
    Rules,
    Seed,
    Variant,
    load_game,
    progress_bar,
)
from garrison.cli.options import Argument, CommandContext, Option
from garrison.core.words.budgets import ReaderBudget
from garrison.errors import BadOption

if TYPE_CHECKING:
    from garrison.core.game import Game

LLM = "llm-v1"  # for those who read; the others are for programs that are given positions
USUAL = 1000  # games per rung, unless somebody tries it out


@dataclass(frozen=True)
class ProtocolChoice:
    """By which protocol a policy is measured, at which game."""

    game: Annotated[str, Option(help="the game, unless the file names it as GAME")] = ""
    protocol: Annotated[str, Option(help="the protocol; by default, the latest")] = ""
    count: Annotated[int, Option("-n", "--games", help="games per rung; use fewer only to try it out")] = USUAL
    ladder: Annotated[str, Option(help="the bots or files to play against, separated by commas")] = ""
    cross: Annotated[str, Option(help="other files or bots: all of them play each other")] = ""
    setup: Annotated[str, Option(help="llm-v1: one of the game's set-ups; by default, all")] = ""
    is_shifted: Annotated[bool, Option("--shifted", help="llm-v1: other numbers in each game")] = False
    replays: Annotated[Path | None, Option(help="llm-v1: keep all games and what was said in this folder")] = None


@app.command()
def evaluate(
    context: CommandContext,
    who: Annotated[
        str,
        Argument(metavar="FILE", help="a file of Python or a network; for llm-v1 chat:NAME@URL, reader:FILE or a bot"),
    ],
    choice: ProtocolChoice,
    budget: ReaderBudget,
    processes: Processes = None,
    variant: Variant = None,
    rule: Rules = None,
    as_json: Json = False,
) -> None:
    """Measure how strong a policy is by a fixed protocol: seeds, seats and opponents are always the same."""
    from garrison.lab.arena.evaluation import LATEST, names_in, policy_in, rungs_of
    from garrison.lab.arena.evaluation import evaluate as run

    if choice.protocol == LLM:
        _evaluate_reader(who, choice, budget, processes, as_json)
        return
    file = Path(who)
    _, name = policy_in(file)
    if not choice.game and not name:
        raise BadOption(f"{file} names no GAME: say which with --game.")
    game, protocol = load_game(choice.game or str(name), variant, rule, context.args), choice.protocol or LATEST
    if choice.cross:
        _cross_play([who, *names_in(choice.cross)], game, protocol, choice.count, processes, as_json)
        return
    rungs = rungs_of(game, protocol, tuple(names_in(choice.ladder)))
    with progress_bar(game.facts.title, choice.count * len(rungs), quiet=as_json) as advance:
        result = run(file, game, protocol, choice.count, rungs, advance, processes)
    print(json.dumps(result.to_dict()) if as_json else result)


def _cross_play(
    policies: list[str], game: Game, protocol: str, count: int, processes: int | None, as_json: bool
) -> None:
    """Each policy against each of the others."""
    from garrison.lab.arena.cross_play import cross_play

    pairs = len(policies) * (len(policies) - 1) // 2
    with progress_bar(game.facts.title, count * pairs, quiet=as_json) as advance:
        result = cross_play(policies, game, protocol, count, advance, processes)
    print(json.dumps(result.to_dict()) if as_json else result)


def _evaluate_reader(
    who: str,
    choice: ProtocolChoice,
    budget: ReaderBudget,
    processes: int | None,
    as_json: bool,
) -> None:
    """By protocol llm-v1: each set-up of the game."""
    from garrison.core.discovery import find
    from garrison.lab.arena.evaluation import names_in
    from garrison.lab.arena.text_protocol import RUNGS, evaluate_reader, setups_of

    name = find(choice.game).name
    setups = setups_of(name, choice.is_shifted)
    if choice.setup:
        setups = [setup for setup in setups if setup.name == choice.setup]
    if not setups:
        names = ", ".join(setup.name for setup in setups_of(name))
        raise BadOption(f"Protocol {LLM} has no set-up {choice.setup} of {name}; there is {names}.")
    rungs, most = tuple(names_in(choice.ladder)) or RUNGS, choice.count if choice.count < USUAL else 0
    results = []
    for setup in setups:
        with progress_bar(setup.name, (most or setup.games) * len(rungs), quiet=as_json) as advance:
            results.append(evaluate_reader(who, setup, most, rungs, budget, choice.replays, processes, advance))
    print(json.dumps([result.to_dict() for result in results]) if as_json else "\n\n".join(map(str, results)))


@dataclass(frozen=True)
class SuiteChoice:
    """Which tasks of a suite are played, how often, and where the results go."""

    task: Annotated[list[str] | None, Option(help="a task; by default all, one --task for each of several")] = None
    count: Annotated[int, Option("-n", "--games", help="games per task; use fewer only to try it out")] = 1000
    output: Annotated[Path | None, Option("-o", "--output", help="a file for the results (JSON)")] = None
    about: Annotated[str, Option(help="what played, and what it took to train")] = ""


@app.command()
def suite(
    name: Annotated[str, Argument(metavar="SUITE", help="a suite of tasks, such as garrison-10")],
    who: Annotated[str, Argument(metavar="FILE|BOT", help="a file of Python, a network, or a bot's name")],
    choice: SuiteChoice,
    processes: Processes = None,
) -> None:
    """Measure a policy on a suite of named tasks with frozen rules, seeds and opponents."""
    from garrison.core.files import names_file, write_whole
    from garrison.core.task_suite import suite_named
    from garrison.lab.arena.evaluation import LATEST, is_file, policy_in
    from garrison.lab.arena.suite_results import SuiteResults, evaluate_task

    tasks = [suite_named(name).task(task) for task in choice.task or suite_named(name).tasks]
    policy = Path(who) if names_file(who) or is_file(who) else who
    if isinstance(policy, Path):
        policy_in(policy)
    with progress_bar(name, choice.count * len(tasks)) as advance:
        scores = {task.name: evaluate_task(policy, task, choice.count, advance, processes) for task in tasks}
    results = SuiteResults(name, Path(who).stem, choice.about, scores, LATEST)
    print(results)
    if choice.output:
        write_whole(choice.output, results.to_json())


@app.command()
def dataset(
    choice: GameChoice,
    output: Annotated[Path, Option("-o", "--output", help="the file: .npz or .parquet")],
    bots: Annotated[str, Option(help="who plays, separated by commas")] = "easy,medium,hard",
    count: Annotated[int, Option("-n", "--games", help="how many games")] = 10_000,
    decisions: Annotated[int, Option(help="as many games as have that many decisions, at most -n")] = 0,
    processes: Processes = None,
    seed: Seed = 0,
    observations: Annotated[bool, Option("--observations", help="keep what each player saw and could do")] = False,
) -> None:
    """Let bots play many games and keep every decision; `garrison.lab.data.dataset.Dataset` reads the file.

    Games that were played are kept beside it (FILE.part) until it is complete: the same command resumes from them.
    """
    from garrison.lab.arena.evaluation import names_in
    from garrison.lab.data.dataset import DatasetSize, make

    game = choice.load()
    with progress_bar(game.facts.title, None if decisions else count) as advance:
        wish = DatasetSize(decisions, count)
        size = make(game, tuple(names_in(bots)), wish, seed, output, advance, processes, observations)
    print(f"{output}: {size.decisions:,} decisions of {size.games:,} games")
