"""Find puzzles in played games: positions in which a goal can be reached, but hardly ever by chance.

    python tools/puzzles.py GAME            writes src/garrison/games/GAME/puzzles.toml
    python tools/puzzles.py GAME --seconds 60 --seed 1000
    python tools/puzzles.py GAME --grade    writes how hard each is, compared with the others of the game

What is looked for is in puzzle_kinds.toml: the goal, who plays the games, and how rarely random lines may reach it. A
position becomes a puzzle if one of the players' own continuations, or a random line, reaches the goal whichever of the
given numbers the generator is stirred with, and few random lines do.
"""

from __future__ import annotations

import argparse
import re
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import garrison
from garrison import bots
from garrison.core.discovery import GamePackage
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.learning.attempt import OPEN, SOLVED, Attempt, solves, turn_of
from garrison.play.learning.challenge import Challenge, Progress, read_challenge, read_goal
from garrison.play.learning.puzzle import puzzles_of
from garrison.play.learning.start_position import number_of, write_actions

KINDS = Path(__file__).with_name("puzzle_kinds.toml")
NOW = re.compile(r"(\w+)(?:\.(\d+))?( <= | >= | == )now(?: ([+-]) (\d+))?")
GRADED_LINES, GRADES = 200, 3
LONGEST = 60  # actions of a solution
TICKS = 5  # of a game in real time between two positions that are looked at


class Played:
    """A game as it goes on: the position, and the actions that led to it."""

    def __init__(self, game: Game, seed: int, names: list[str]) -> None:
        self.game, self.seed = game, seed
        self.dice = Random(seed)
        self.players = [bots.find(name, game.package) for name in names]
        self.position, self.actions = game.new(seed), list[int]()

    def go_on(self) -> None:
        """One action of whoever may act first."""
        player = self.position.waiting[0]
        action = self.players[player % len(self.players)](self.position.copy(), player, self.dice)
        self.position.play(player, action)
        self.actions.append(int(action))


def main() -> None:
    """Find the puzzles of a game and write them."""
    reader = argparse.ArgumentParser()
    reader.add_argument("game")
    reader.add_argument("--seconds", type=float, default=60, help="seconds spent on each kind of puzzle")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--grade", action="store_true")
    wanted = reader.parse_args()
    if wanted.grade:
        grade(garrison.load(wanted.game).package)
        return
    kinds = tomllib.loads(KINDS.read_text())[wanted.game]
    found = [one for kind in kinds for one in search(wanted.game, kind, wanted.seed, wanted.seconds)]
    package = garrison.load(wanted.game).package
    (package.folder / "puzzles.toml").write_text(written(package.facts.rules_version, found), encoding="utf-8")
    print(f"{len(found)} puzzles")


def grade(package: GamePackage) -> None:
    """Write how hard each puzzle is: those that random lines solve most often are the easiest third; of those that they
    solve equally often, those with the shortest solutions."""
    dice, puzzles = Random(1), puzzles_of(package)
    shares = {one.id: sum(_line(one, dice, None) is not None for _ in range(GRADED_LINES)) for one in puzzles}
    ranks = sorted(puzzles, key=lambda one: (-shares[one.id], len(one.solution)))
    file = package.folder / "puzzles.toml"
    text = re.sub(r"difficulty = \d\n", "", file.read_text(encoding="utf-8"))
    for place, one in enumerate(ranks):
        difficulty = 1 + GRADES * place // len(ranks)
        print(f"{one.name}: {shares[one.id]} of {GRADED_LINES} random lines, {len(one.solution)} actions: {difficulty}")
        text = text.replace(f'id = "{one.id}"\n', f'id = "{one.id}"\ndifficulty = {difficulty}\n')
    file.write_text(text, encoding="utf-8")


def search(name: str, kind: dict[str, Any], seed: int, seconds: float) -> Iterator[dict[str, Any]]:
    """As many puzzles of a kind as are wanted, one a game at most."""
    until, count = time.monotonic() + seconds, 0
    while count < kind["count"] and time.monotonic() < until:
        one = in_game(name, kind, seed, until)
        seed += 1
        if one is not None:
            count += 1
            print(f"{name}, {kind['id']}: seed {one['seed']}, solution {one['solution']}", flush=True)
            yield {"id": f"{kind['id']}-{count}", **one}


def in_game(name: str, kind: dict[str, Any], seed: int, until: float) -> dict[str, Any] | None:
    """The first puzzle of a kind in the game of a seed."""
    game = garrison.load(name, variant=kind.get("variant"), rules=kind.get("rules"), **kind.get("options", {}))
    played, dice = Played(game, seed, kind["bots"]), Random(seed)
    begun: Begun | None = None
    is_everywhere = kind.get("everywhere", False)
    while not played.position.over and len(played.actions) < kind.get("longest", 2000) and time.monotonic() < until:
        is_new = begun is None or begun.is_over()
        begun = Begun(played, kind, dice) if begun is None or is_new else begun
        is_late = begun.start >= kind.get("from", 0) and begun.is_given
        # What can be lost is looked at everywhere; what can be won, only where somebody has won it.
        if is_late and is_new and is_everywhere and (one := begun.as_puzzle()):
            return one
        played.go_on()
        if is_late and not is_everywhere and begun.has_won() and (one := begun.as_puzzle()):
            return one
    return None


class Begun:
    """A turn that has begun in a played game, and the puzzle that it would be."""

    def __init__(self, played: Played, kind: dict[str, Any], dice: Random) -> None:
        self.kind, self.dice, self.played, self.start = kind, dice, played, len(played.actions)
        self.player, self.mark = played.position.waiting[0], _mark(played)
        self.goals = [_absolute(text, played.position, self.player) for text in kind["goal"]]
        self._read = [read_goal(played.game, text) for text in self.goals]
        self.is_given = all(
            read_goal(played.game, text).is_met(Progress(played.position)) for text in kind.get("given", ())
        )

    def is_over(self) -> bool:
        """Whether another turn has begun."""
        return _mark(self.played) != self.mark

    def has_won(self) -> bool:
        """Whether the goal was reached in this turn, as it was played."""
        return all(goal.is_met(Progress(self.played.position)) for goal in self._read)

    def as_puzzle(self) -> dict[str, Any] | None:
        """It as a puzzle, if it is a good one."""
        table = self._table()
        puzzle = read_challenge(self.played.game.package, {"id": "", **table})
        if Attempt(puzzle).state != OPEN:
            return None
        solution = _solution(puzzle, self.kind, self.dice, tuple(self.played.actions[self.start :]))
        return None if solution is None else {**table, "solution": write_actions(list(solution))}

    def _table(self) -> dict[str, Any]:
        kind = self.kind
        return {
            "task": kind["task"],
            **{key: kind[key] for key in ("variant", "options", "rules") if key in kind},
            "seed": self.played.seed,
            "player": self.player,
            "begin": write_actions(self.played.actions[: self.start]),
            "goal": self.goals,
            **({"named": kind["named"]} if "named" in kind else {}),
            **{key: kind[key] for key in ("turns", "steps", "hold") if key in kind},
            "dice": [self.dice.randrange(1, 2**31) for _ in range(kind.get("dice", 4))],
            "solution": "",
        }


def _mark(played: Played) -> tuple[object, ...]:
    """What differs from one turn to the next: who may act; alone, the turn; in real time, every few ticks."""
    position = played.position
    if played.game.facts.tick_ms:
        return (len(played.actions) // TICKS,)
    return (position.waiting, turn_of(position) if played.game.players == 1 else 0)


def _absolute(text: str, position: Position, player: int) -> str:
    """A goal with the numbers of a position: `now`, and `me` and `them` for the players' places."""
    text = text.replace(".them", f".{1 - player}").replace(".me", f".{player}")
    found = NOW.fullmatch(text)
    if found is None:
        return text
    now = number_of(position, found[1], int(found[2] or 0))
    amount = now + (int(found[5]) if found[4] == "+" else -int(found[5] or 0))
    return f"{found[1]}{'.' + found[2] if found[2] else ''}{found[3]}{amount}"


def _solution(puzzle: Challenge, kind: dict[str, Any], dice: Random, played: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shortest line that always works, if few random lines work even once."""
    lines = [line for line in (_line(puzzle, dice, None) for _ in range(kind["lines"])) if line is not None]
    if len(lines) > kind["rare"] * kind["lines"]:
        return None
    if any(solves(puzzle, (puzzle.game.facts.tick_action,) * LONGEST, bits) for bits in puzzle.dice):
        return None  # waiting is no solution worth finding
    own = [bots.find(name, puzzle.game.package) for name in kind.get("solvers", kind["bots"]) if name != "random"]
    tried = (_line(puzzle, dice, bot) for bot in own for _ in range(kind.get("tries", 3)))
    lines += [line for line in (played, *tried) if line]
    for line in sorted(lines, key=len):
        if _works(puzzle, line):
            return shortened(puzzle, line)
    return None


def _works(puzzle: Challenge, line: tuple[int, ...]) -> bool:
    return all(solves(puzzle, line, bits) for bits in puzzle.dice)


def shortened(puzzle: Challenge, line: tuple[int, ...]) -> tuple[int, ...]:
    """A solution without what it does not need: parts are left out as long as it still works."""
    for length in (8, 5, 4, 3, 2, 1):
        place = 0
        while place + length <= len(line):
            shorter = line[:place] + line[place + length :]
            if _works(puzzle, shorter):
                line = shorter
            else:
                place += 1
    return line


def _line(puzzle: Challenge, dice: Random, bot: bots.Bot | None) -> tuple[int, ...] | None:
    """A line that solves the puzzle, played by a bot or at random; None if it does not."""
    attempt, player, actions = Attempt(puzzle, dice.choice(puzzle.dice)), puzzle.opening.player, list[int]()
    while attempt.state == OPEN and len(actions) < LONGEST:
        legal = attempt.position.actions(player)
        action = dice.choice(legal) if bot is None else bot(attempt.position.copy(), player, dice)
        attempt.act(int(action))
        actions.append(int(action))
    return tuple(actions) if attempt.state == SOLVED else None


def written(version: int, puzzles: list[dict[str, Any]]) -> str:
    """The file of a game's puzzles."""
    head = f"# Found in played games by tools/puzzles.py, and checked.\nrules_version = {version}\n"
    return head + "".join(f"\n[[puzzles]]\n{_table(one)}" for one in puzzles)


def _table(one: dict[str, Any]) -> str:
    return "".join(f"{key} = {_value(value)}\n" for key, value in one.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(inner) for inner in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int) else '"' + str(value).replace('"', '\\"') + '"'


if __name__ == "__main__":
    main()
