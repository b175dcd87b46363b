"""What mypy says of records and of the rules that use them: all mistakes are in one file, so that it runs once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
# A comment says what mypy must find on its line; it finds nothing else.
GAME = """
import numpy as np

from garrison.core.engine.events import finish, log
from garrison.core.engine.name_codes import numbered
from garrison.core.engine.record import Array, Dice, Record, StateRecord, int64, number, numbers
from garrison.core.engine.rng import pick, roll
from garrison.core.engine.rule import rule
from garrison.core.parameters import ParameterRecord, parameter, parameters

Press = numbered(("up", "down"), 81)


class State(StateRecord, events=4):
    cells: Array = numbers(81, 0, 2, np.int8)
    chosen: int = number(-1, 80)
    marks: int = numbers(81, 0, 2)  # "int"
    other: Array = number(0, 2)  # "ndarray


class Rules(ParameterRecord):
    start_energy: int = parameter(200, 0, 1000, "energy at the start")
    odds: Array = parameters((1, 2), 0, 9, "weights")
    max_steps: int = parameter(50, 1, 100)  # Missing positional argument "meaning"


class Notes(Record):
    best: int = number()


class Unlimited(StateRecord):  # Missing positional argument "events"
    pass


@rule
def step(p: Rules, s: State, player: int, action: int) -> None:
    s.choosen = action  # "State" has no attribute "choosen"; maybe "chosen"?
    s.chosen = p.start_enrgy  # "Rules" has no attribute "start_enrgy"; maybe "start_energy"?
    s.cells[action] = player + pick(s, p.odds[0])
    s.turn += "1"  # Unsupported operand types
    s.waitng = 2 >> player  # "State" has no attribute "waitng"
    log(s, Press.UP, int64(s.cells[action]))
    finish(p, 2, s.steps)  # "finish" has incompatible type "Rules"; expected "StateRecord"
    step(s, p, player, action)  # incompatible type "State"; expected "Rules"  # incompatible type "Rules"; expected


@rule
def think(s: State, n: Notes, dice: Dice) -> int:
    n.bst = roll(dice, 6)  # "Notes" has no attribute "bst"; maybe "best"?
    return s.events[0, 0] + roll(n, 6)  # "roll" has incompatible type "Notes"; expected "Dice"
"""
EXPECTED = [
    (line, message)
    for line, text in enumerate(GAME.splitlines(), 1)
    for message in re.findall(r"# (.+?)(?=  #|$)", text)
]


def errors(folder: Path) -> list[tuple[int, str]]:
    """The line and the text of each error that mypy finds in the game, with this project's settings."""
    (folder / "game.py").write_text(GAME)
    settings = ("--config-file", ROOT / "pyproject.toml", "--cache-dir", folder, "--no-error-summary")
    command = [sys.executable, "-m", "mypy", *settings, "game.py"]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return [(int(line), text) for line, text in re.findall(r"game\.py:(\d+): error: (.*)", done.stdout)]


def test_mypy_finds_every_mistake_and_nothing_else(tmp_path: Path) -> None:
    found = errors(tmp_path)
    assert [line for line, _ in found] == [line for line, _ in EXPECTED], found
    for (line, text), (_, message) in zip(found, EXPECTED, strict=True):
        assert message in text, line
