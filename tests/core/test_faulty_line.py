"""A step that goes wrong in machine code is a sentence with the line that it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

import toy
from garrison.core.engine.lane import LANE

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="starts programs in lanes of its own")
PLAY = """
import garrison
from garrison.errors import RuleFault
position = garrison.load("counting").new(1)
position.play(0, "count")
try:
    position.play(1, "count")
except RuleFault as fault:
    print(fault)
"""
RIGHT = "        log(s, Happening.COUNTED, s.total)\n"
WRONG = {
    "divides by zero": "        s.turn += 0 * (1 // (s.total - 2))\n",
    "goes outside an array": "        s.events[s.total * 1000 - 1000, 0] = 1\n",
}


@pytest.mark.parametrize("words", WRONG)
def test_in_the_checked_lane_the_line_is_named(words: str, tmp_path: Path) -> None:
    assert RIGHT in toy.RULES
    line = toy.RULES[: toy.RULES.index(RIGHT)].count("\n") + 1
    environment = toy.install(tmp_path, rules=toy.RULES.replace(RIGHT, WRONG[words]))
    done = toy.python({**environment, **toy.own_cache(tmp_path), "GARRISON_LANE": "checked"}, "-c", PLAY)
    assert done.stdout.startswith(f"step {words} in rules.py, line {line}, step ("), done.stderr


def test_in_the_compiled_lane_the_entry_is_named(tmp_path: Path) -> None:
    environment = toy.install(tmp_path, rules=toy.RULES.replace(RIGHT, WRONG["divides by zero"]))
    done = toy.python({**environment, **toy.own_cache(tmp_path)}, "-c", PLAY)
    assert done.stdout == "step divides by zero\n", done.stderr
