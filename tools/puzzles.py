"""Find puzzles in played games: positions in which a goal can be reached, but hardly ever by chance.

    python tools/puzzles.py GAME            writes src/garrison/games/GAME/puzzles.toml
    python tools/puzzles.py GAME --seconds 60 --seed 1000

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
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.play.learning.opening import write_actions
from garrison.play.learning.puzzle import Puzzle, number_of, read_puzzle
from garrison.play.learning.solving import OPEN, SOLVED, Solving, solves

KINDS = Path(__file__).with_name("puzzle_kinds.toml")
NOW = re.compile(r"(\w+)(?:\.(\d+))?( <= | >= | == )now(?: ([+-]) (\d+))?")
LONGEST = 60  # actions of a solution


class Played:
    """A game as it goes on: the position, and the actions that led to it."""

    def __init__(self, game: Game, seed: int, names: list[str]) -> None:
        self.game, self.seed = game, seed
        self.dice = Random(seed)
        self.players = [bots.find(name, game.entry) for name in names]
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
    reader.add_argument("--seconds", type=float, default=60, help="to look for each kind")
    reader.add_argument("--seed", type=int, default=1)
    wanted = reader.parse_args()
    kinds = tomllib.loads(KINDS.read_text())[wanted.game]
    found = [one for kind in kinds for one in search(wanted.game, kind, wanted.seed, wanted.seconds)]
    entry = garrison.load(wanted.game).entry
    (entry.folder / "puzzles.toml").write_text(written(entry.facts.rules_version, found), encoding="utf-8")
    print(f"{len(found)} puzzles")


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
    setting = {key: kind[key] for key in ("variant", "options", "rules") if key in kind}
    game = garrison.load(name, variant=kind.get("variant"), rules=kind.get("rules"), **kind.get("options", {}))
    played, dice = Played(game, seed, kind["bots"]), Random(seed)
    while not played.position.over and len(played.actions) < kind.get("longest", 2000) and time.monotonic() < until:
        is_start = _begins_turn(played) and len(played.actions) >= kind.get("from", 0)
        if is_start and dice.random() < kind.get("chance", 1):
            one = _puzzle_at(played, kind, setting, dice)
            if one is not None:
                return one
        played.go_on()
    return None


def _begins_turn(played: Played) -> bool:
    """Whether nothing of a move has been made yet: the last action completed one."""
    position = played.position
    if played.game.facts.tick_ms:
        return len(played.actions) % 5 == 0
    scene = position.scene(position.waiting[0])
    is_chosen = any(board.chosen_fields for board in scene.boards) or any(button.chosen for button in scene.buttons)
    return not is_chosen and _turn_before(played) != number_of(position, "turn", 0)


def _turn_before(played: Played) -> int:
    before = getattr(played, "turn", -1)
    played.turn = number_of(played.position, "turn", 0)  # type: ignore[attr-defined]
    return int(before)


def _puzzle_at(played: Played, kind: dict[str, Any], setting: dict[str, Any], dice: Random) -> dict[str, Any] | None:
    position = played.position
    player = position.waiting[0]
    goals = [_absolute(text, position, player) for text in kind["goal"]]
    one: dict[str, Any] = {
        "task": kind["task"],
        **setting,
        "seed": played.seed,
        "player": player,
        "begin": write_actions(played.actions),
        "goal": goals,
        **{key: kind[key] for key in ("turns", "steps", "hold") if key in kind},
        "dice": [dice.randrange(1, 2**31) for _ in range(kind.get("dice", 4))],
        "solution": "",
    }
    puzzle = read_puzzle(played.game.entry, {"id": "", **one})
    if Solving(puzzle).state != OPEN or not kind.get("least", 1) <= _choices(position, player):
        return None
    solution = _solution(puzzle, kind, dice)
    if solution is None:
        return None
    return {**one, "solution": write_actions(list(solution))}


def _choices(position: Position, player: int) -> int:
    return len(position.actions(player))


def _absolute(text: str, position: Position, player: int) -> str:
    """A goal with the numbers of a position: `now`, and `me` and `them` for the players' places."""
    text = text.replace(".them", f".{1 - player}").replace(".me", f".{player}")
    found = NOW.fullmatch(text)
    if found is None:
        return text
    now = number_of(position, found[1], int(found[2] or 0))
    amount = now + (int(found[5]) if found[4] == "+" else -int(found[5] or 0))
    return f"{found[1]}{'.' + found[2] if found[2] else ''}{found[3]}{amount}"


def _solution(puzzle: Puzzle, kind: dict[str, Any], dice: Random) -> tuple[int, ...] | None:
    """The shortest line that always works, if few random lines work even once."""
    lines = [line for line in (_line(puzzle, dice, None) for _ in range(kind["lines"])) if line is not None]
    if len(lines) > kind["rare"] * kind["lines"]:
        return None
    own = [bots.find(name, puzzle.game.entry) for name in kind["bots"] if name != "random"]
    lines += [line for line in (_line(puzzle, dice, bot) for bot in own for _ in range(kind.get("tries", 3))) if line]
    for line in sorted(lines, key=len):
        if all(solves(puzzle, line, bits) for bits in puzzle.dice):
            return line
    return None


def _line(puzzle: Puzzle, dice: Random, bot: bots.Bot | None) -> tuple[int, ...] | None:
    """A line that solves the puzzle, played by a bot or at random; None if it does not."""
    solving, actions = Solving(puzzle, dice.choice(puzzle.dice)), list[int]()
    player = puzzle.opening.player
    while solving.state == OPEN and len(actions) < LONGEST:
        position = solving.position
        action = dice.choice(position.actions(player)) if bot is None else bot(position.copy(), player, dice)
        solving.act(int(action))
        actions.append(int(action))
    return tuple(actions) if solving.state == SOLVED else None


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
