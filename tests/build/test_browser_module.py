"""A game's rules for browsers play the same games in Node as machine code does: the same bytes in every position."""

from __future__ import annotations

import json
import subprocess

import pytest

from garrison.build import browser
from garrison.build.emit import emit
from garrison.build.targets import TARGETS
from garrison.core.browser_module import about
from garrison.errors import BadRules
from modules import COUNTS, NEEDS, games, in_node, module, packed
from playing import NAMES, game_of

pytestmark = NEEDS


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", COUNTS)
def test_node_plays_the_same_games(name: str, count: int) -> None:
    jobs, told = games(name, count)
    assert in_node("positions.ts positions", packed(name), jobs) == told


def test_a_difference_would_be_seen() -> None:
    jobs, told = games("minefield", 20)
    jobs[0]["seed"] = "77"
    assert in_node("positions.ts positions", packed("minefield"), jobs)[0][0] != told[0][0]


def test_a_module_needs_nothing_and_says_what_it_is() -> None:
    look = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(0));"
        "const [s] = WebAssembly.Module.customSections(m, 'garrison');"
        "console.log(JSON.stringify([WebAssembly.Module.imports(m), JSON.parse(new TextDecoder().decode(s))]))"
    )
    done = subprocess.run(["node", "-e", look], input=module("minefield"), check=True, capture_output=True)
    imports, told = json.loads(done.stdout)
    assert imports == []
    assert told == json.loads(json.dumps(about(game_of("minefield").package)))


OUTSIDE = """
declare double @tanh(double)
define double @curve(double %x) {
  %y = call double @tanh(double %x)
  ret double %y
}
"""
PLAIN = """
@table = constant [4 x i64] [i64 5, i64 6, i64 7, i64 8]
define i64 @item(i64 %place) {
  %where = getelementptr [4 x i64], ptr @table, i64 0, i64 %place
  %item = load i64, ptr %where
  ret i64 %item
}
"""


def test_what_browsers_do_not_have_is_refused() -> None:
    with pytest.raises(BadRules, match="A rule uses tanh, which browsers do not have"):
        browser.module_of(emit(OUTSIDE, TARGETS[browser.TARGET], {"curve"}), {"curve"})


def test_a_module_has_its_tables_where_its_functions_look() -> None:
    made = browser.module_of(emit(PLAIN, TARGETS[browser.TARGET], {"item"}), {"item"})
    run = (
        "const { item } = new WebAssembly.Instance(new WebAssembly.Module(require('fs').readFileSync(0))).exports;"
        "console.log([0n, 1n, 2n, 3n].map(item).join())"
    )
    done = subprocess.run(["node", "-e", run], input=made, check=True, capture_output=True)
    assert done.stdout == b"5,6,7,8\n"
