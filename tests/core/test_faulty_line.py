"""A step that goes wrong in machine code is a sentence with the line that it comes from."""

from __future__ import annotations

import pytest

import toy
from garrison.core.engine.lane import LANE

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="starts programs in lanes of its own")
PLAY = """
import sys
import garrison
from garrison.errors import RuleFault
position = garrison.load("counting", rules={"target": int(sys.argv[1])}).new(1)
position.play(0, "count")
try:
    position.play(1, "count")
except RuleFault as fault:
    print(fault)
"""
RIGHT = "        log(s, Happening.COUNTED, s.total)\n"
# Goes wrong in the second step: by which of both, the target decides, so that one build is enough.
WRONG = "        s.events[(s.total - 1) * (p.target - 3) * 1000, 0] = 1 // (2 - s.total + p.target - 3)\n"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("faulty")
    return {**toy.install(folder, rules=toy.RULES.replace(RIGHT, WRONG)), **toy.own_cache(folder)}


@pytest.mark.parametrize(("target", "words"), [("3", "divides by zero"), ("9", "goes outside an array")])
def test_in_the_checked_lane_the_line_is_named(environment: dict[str, str], target: str, words: str) -> None:
    assert RIGHT in toy.RULES
    line = toy.RULES[: toy.RULES.index(RIGHT)].count("\n") + 1
    done = toy.python({**environment, "GARRISON_LANE": "checked"}, "-c", PLAY, target)
    assert done.stdout.startswith(f"step {words} in rules.py, line {line}, step ("), done.stderr


def test_in_the_compiled_lane_the_entry_is_named(environment: dict[str, str]) -> None:
    done = toy.python(environment, "-c", PLAY, "3")
    assert done.stdout == "step divides by zero\n", done.stderr
