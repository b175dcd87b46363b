"""What the variant `standard` of Siege must show, on seeds by which no setting was chosen.

    python benchmarks/siege.py [FOLDER] [--minutes 7] [--factor 1] [--parts standard,siege] [--processes 16]

The parts are `standard` and `siege` (between `hard`, in both modes), `tools` (what `hard` loses without each engine
and building, on the same seeds as with it), `levels`, and `former` (by the former rules against `steady`, the policy
that `hard` was). All lines are played side by side, so that each gets as far as the others
when time is up. FOLDER (siege) gets every game as JSON. Intervals are of 95%; a draw counts as half a win.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from math import sqrt
from multiprocessing import TimeoutError as TooLate
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from siege_lines import Line, lines

import garrison
from garrison import bots
from garrison.bots.level_bots import LevelBot
from garrison.core.batches.parallel import cores
from garrison.core.discovery import find
from garrison.core.engine.events import EventKind
from garrison.core.game import Game
from garrison.core.levels import Level
from garrison.games.siege.skill.styles import STEADY
from garrison.games.siege.state import Building, Engine, Happening, Unit
from garrison.lab.games.players import player_of

QUANTILES = (0.05, 0.5, 0.95)
HALF_MINUTES = 2  # a turn takes half a minute
MADE: dict[EventKind, tuple[str, type[IntEnum]]] = {
    Happening.BUILT: ("building", Building),
    Happening.MADE_UNIT: ("unit", Unit),
    Happening.MADE_ENGINE: ("engine", Engine),
}
Task = tuple[Line, int]


@cache
def bot_of(name: str, game: Game) -> bots.Bot:
    """A player of the lab's, or the policy that `hard` was."""
    steady = LevelBot(Level("Waits behind walls.", "policy", {"style": STEADY}))
    return steady if name == "steady" else player_of(name, game)


@cache
def game_of(options: str, changes: str) -> Game:
    """A game, in every process once."""
    usual = garrison.load("siege", **json.loads(options))
    rules = {name: max(usual.parameters[name] + step, 0) for name, step in json.loads(changes).items()}
    return garrison.load("siege", rules=rules, **json.loads(options)) if rules else usual


def play(task: Task) -> tuple[int, dict[str, Any]]:
    """Play a game of a line: what became of it."""
    line, number = task
    seed, seat = line.first_seed + number // 2, number % 2
    names = line.bots if seat == 0 else line.bots[::-1]
    position = game_of(json.dumps(line.options), json.dumps(line.rules)).new(seed)
    players = [bot_of(name, position.game) for name in names]
    dice, made, captures = [Random(f"{seed} {number} {player}") for player in range(2)], set[str](), [0, 0]
    spent = [0.0, 0.0]
    while not position.over:
        player, start = position.waiting[0], time.process_time()
        action = players[player](position, player, dice[player])
        spent[player] += time.process_time() - start
        position.play(player, action)
        for event in position.events:
            if event.kind in MADE:
                field, kinds = MADE[event.kind]
                made.add(kinds(getattr(event, field)).name.lower())
            elif event.kind == Happening.CAPTURED:
                captures[event.player] += 1
    s, outcome = position.state[0], position.outcome
    winners = outcome.winners if outcome else ()
    winner = winners[0] if len(winners) == 1 else -1
    own = 1000 * spent[seat] / max(int(s.turns[seat]), 1)
    return line.number, {
        "seed": seed,
        "seat": seat,
        "winner": winner,
        "reason": outcome.reason if outcome else "",
        "turns": int(s.turn),
        "clicks": int(s.steps),
        "captured": winner >= 0 and captures[winner] > 0,
        "milliseconds": own,
        "made": sorted(made),
    }


def results(work: list[Task], processes: int, until: float) -> Iterator[tuple[int, dict[str, Any]]]:
    """What is played in time."""
    with get_context("fork").Pool(processes) as pool:
        answers = pool.imap_unordered(play, work)
        try:
            for _ in work:
                yield answers.next(timeout=max(until - time.time(), 0.1))
        except TooLate:
            pool.terminate()


# --- Figures


def mean(values: list[float]) -> str:
    """The mean of numbers from 0 to 1 in percent, with its interval (Agresti and Coull)."""
    count = len(values)
    middle = (sum(values) + 2) / (count + 4)
    reach = 1.96 * sqrt(middle * (1 - middle) / (count + 4))
    return f"{100 * sum(values) / count:.1f} [{100 * max(middle - reach, 0):.1f}, {100 * min(middle + reach, 1):.1f}]"


def score(game: dict[str, Any], seat: int) -> float:
    """What a seat got."""
    return 0.5 if game["winner"] < 0 else float(game["winner"] == seat)


def quantiles(values: list[float]) -> str:
    """How they are spread."""
    ranked = sorted(values)
    return "/".join(f"{ranked[int(part * len(ranked))]:.0f}" for part in QUANTILES)


def row(line: Line, games: list[dict[str, Any]]) -> str:
    """A line of the table."""
    return " | ".join(
        (
            f"| {line.name}",
            f"{len(games)}",
            mean([score(game, 1) for game in games]),
            mean([score(game, game["seat"]) for game in games]) if len(set(line.bots)) > 1 else "",
            mean([float(game["winner"] < 0) for game in games]),
            mean([float(game["captured"]) for game in games]),
            quantiles([game["turns"] / HALF_MINUTES for game in games]),
            quantiles([game["clicks"] for game in games]),
            f"{sum(game['milliseconds'] for game in games) / len(games):.0f}",
            ", ".join(f"{reason} {count}" for reason, count in Counter(game["reason"] for game in games).most_common()),
            "|",
        )
    )


HEAD = "| line | games | Red | the first | drawn | winner captured | minutes | clicks | ms a turn | ends |"


def uses(games: list[dict[str, Any]]) -> str:
    """In how many percent of the games each thing is made."""
    counts = Counter(name for game in games for name in game["made"])
    return ", ".join(f"{name} {100 * count / len(games):.0f}" for name, count in counts.most_common())


def loss(games: list[dict[str, Any]], usual: list[dict[str, Any]]) -> str:
    """How many points of 100 a player has less without a tool than in the same games with it, with its interval."""
    with_it = {(game["seed"], game["seat"]): score(game, game["seat"]) for game in usual}
    losses: dict[int, list[float]] = {}
    for game in games:
        if (game["seed"], game["seat"]) in with_it:
            lost = with_it[game["seed"], game["seat"]] - score(game, game["seat"])
            losses.setdefault(game["seed"], []).append(lost)
    means = [sum(values) / len(values) for values in losses.values()]
    middle = sum(means) / len(means)
    reach = 1.96 * sqrt(sum((value - middle) ** 2 for value in means) / max(len(means) - 1, 1) / len(means))
    return f"{100 * middle:+.1f} [{100 * (middle - reach):+.1f}, {100 * (middle + reach):+.1f}] on {len(means)} seeds"


def losses(played: list[Line], games: dict[int, list[dict[str, Any]]]) -> Iterator[str]:
    """What is lost without each tool, where the same games were played with it."""
    numbers = {line.name: line.number for line in played}
    for line in played:
        usual = f"standard {line.options['map']}"
        if line.part == "tools" and usual in numbers:
            yield f"{line.name}: {loss(games[line.number], games[numbers[usual]])}"


def main() -> None:
    """Play what the command line asks for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("folder", nargs="?", type=Path, default=Path("siege"))
    reader.add_argument("--minutes", type=float, default=7.0)
    reader.add_argument("--factor", type=float, default=1.0)
    reader.add_argument("--parts", default="standard,siege,tools,levels,former")
    reader.add_argument("--processes", type=int, default=cores())
    wishes = reader.parse_args()
    until = time.time() + 60 * wishes.minutes
    bots.prepare(["hard"], find("siege"))
    chosen = [line for line in lines() if line.part in wishes.parts.split(",")]
    counts = {line.number: max(2, round(line.games * wishes.factor)) for line in chosen}
    placed = [
        (game / counts[line.number], line.number, game, line) for line in chosen for game in range(counts[line.number])
    ]
    games: dict[int, list[dict[str, Any]]] = {line.number: [] for line in chosen}
    for number, game in results(
        [(line, game) for *_, game, line in sorted(placed, key=lambda one: one[:3])], wishes.processes, until
    ):
        games[number].append(game)
    played = [line for line in chosen if games[line.number]]
    print("\n".join([HEAD, "|-" * 10 + "|", *(row(line, games[line.number]) for line in played)]))
    print("\n" + "\n".join(f"{line.name}: made in {uses(games[line.number])} % of games" for line in played))
    print("\n" + "\n".join(losses(played, games)))
    wishes.folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({line.name: games[line.number] for line in played})
    (wishes.folder / "siege.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
