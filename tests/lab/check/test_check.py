"""`garrison check` as an author starts it: all lanes, a line a property, and a game of another package."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import toy
from garrison.errors import BadOption
from garrison.lab.check import MOST_GAMES, SENTENCES, check
from playing import NAMES, game_of
from starting import refusal

LONG = pytest.mark.long
SMALL = ("minefield", "skirmish")  # of all games, recorded ones lead to the same bytes in every lane
# In the compiled lane a number is another one, and one step in a while leaves its array.
LANES_DIFFER = """
import numpy as np
from garrison.core.engine.lane import LANE

EXTRA = 1 if LANE == "compiled" else 0
TABLE = np.zeros(3, dtype=np.int64)
""" + toy.RULES.replace("log(s,", "s.turn += TABLE[s.total] + EXTRA\n        log(s,")


INTERPRETED = """
import signal
from functools import partial
from garrison.cli import main
from garrison.lab import check

signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell's background jobs do without
check.check = partial(check.check, through=("interpreted",))
main(["check", "counting"])
"""


# The set-up gives each process another number, and every step from the same bytes agrees.
SET_UPS_DIFFER = "import os\n" + toy.RULES.replace("s.waiting = 1\n", "s.waiting = 1\n    s.total = os.getpid()\n")
TWICE = """
from functools import partial
from garrison.cli import main
from garrison.lab import check

check.check = partial(check.check, through=("interpreted", "interpreted"))
main(["check", "counting", "-n", "3", "--json"])
"""


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return toy.python(environment, "-m", "garrison", "check", *arguments)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which two toys are installed, one sound and one that is not."""
    folder = tmp_path_factory.mktemp("toys")
    toy.install(folder, "counting")
    return {**toy.install(folder, "differing", rules=LANES_DIFFER), **toy.own_cache(folder)}


@pytest.mark.parametrize("name", [each if each in SMALL else pytest.param(each, marks=LONG) for each in NAMES])
def test_every_game_of_this_project_passes_in_all_lanes(name: str) -> None:
    report = check(game_of(name, rules={"max_steps": 300}), 3, seed=2)
    assert report.passed, [str(line) for line in report.lines.values() if line.counterexample]
    assert list(report.lines) == list(SENTENCES)
    assert report.lines["lanes"].looked > 10


@pytest.mark.long  # one that fails is checked below
def test_a_game_of_another_package_is_checked_too(installed: dict[str, str]) -> None:
    done = run(installed, "counting", "-n", "20")
    assert (done.returncode, done.stderr) == (0, "")
    title, *lines = done.stdout.splitlines()
    assert title == "20 random games of counting (standard), seed 0"
    assert lines[0] == "pass  The package has everything that a game needs."
    assert "-     `reach` agrees with `legal`: nothing to test." in lines
    assert len(lines) == len(SENTENCES)


def test_lanes_that_differ_and_steps_out_of_arrays_are_found(installed: dict[str, str]) -> None:
    done = run(installed, "differing", "-n", "20", "--json", "--seed", "7")
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    assert {name: told[name] for name in ("game", "variant", "games", "seed", "passed")} == {
        "game": "differing",
        "variant": "standard",
        "games": 20,
        "seed": 7,
        "passed": False,
    }
    found = {line["name"]: line["counterexample"] for line in told["properties"] if not line["passed"]}
    assert set(found) == {"trouble", "lanes"}
    assert found["lanes"]["text"] == "step leads to another position: its field turn differs"
    assert found["lanes"]["lane"] == "compiled"
    assert found["trouble"]["lane"] == "checked"
    line = LANES_DIFFER[: LANES_DIFFER.index("TABLE[")].count("\n") + 1
    assert found["trouble"]["text"].startswith(f"step goes outside an array in rules.py, line {line}, step (index 3 ")
    assert found["trouble"]["seed"] is not None


def test_set_ups_that_differ_are_found(tmp_path: Path) -> None:
    state = toy.STATE.replace("0, 100)", "0, 1 << 40)")
    done = toy.python(toy.install(tmp_path, state=state, rules=SET_UPS_DIFFER), "-c", TWICE)
    assert (done.returncode, done.stderr) == (1, "")
    found = {line["name"]: line["counterexample"] for line in json.loads(done.stdout)["properties"]}
    assert [name for name, flaw in found.items() if flaw] == ["lanes"]
    assert found["lanes"]["text"] == "new leads to another position: its field total differs"
    assert (found["lanes"]["step"], found["lanes"]["player"], found["lanes"]["lane"]) == (0, None, "interpreted")


DECLARATIONS = {
    (
        "total: int = number(0, 100)",
        "total: int = 0",
    ): "State.total has no range: write total: int = number(low, high), ",
    (
        "total: int = number(0, 100)",
        "total = number(0, 100)",
    ): "State.total has no type: write total: int = number(low, ",
    (
        "total: int",
        "size: int",
    ): "A record can't have a field called size: NumPy's records already have that attribute.",
    ("total: int", "turn: int"): "State.turn is a field of every StateRecord: it can't be declared again.",
    ("class Rules(", "class Law("): "there is no class Rules(ParameterRecord).",
}


@pytest.mark.parametrize(("right", "wrong"), DECLARATIONS)
def test_a_wrong_declaration_is_one_sentence(tmp_path: Path, right: str, wrong: str) -> None:
    environment = toy.install(tmp_path, state=toy.STATE.replace(right, wrong))
    done = run({**environment, "GARRISON_LANE": "interpreted"}, "counting", "-n", "5")
    sentence = DECLARATIONS[right, wrong]
    place = "" if sentence.startswith("A record") else "counting_game.state: "
    assert done.returncode == 2
    assert done.stderr.startswith(f"garrison: {place}{sentence}")


@pytest.mark.long  # the sentence is tested with the compilers
def test_rules_that_cannot_be_compiled_are_one_sentence(tmp_path: Path) -> None:
    environment = toy.install(tmp_path, rules=toy.RULES.replace("s.total += 1", "s.totl += 1"))
    done = run({**environment, **toy.own_cache(tmp_path)}, "counting", "-n", "5")
    assert done.returncode == 2
    assert done.stderr == (
        "garrison: The rules of counting can't be built: rules.py, line 22: the record has no field called totl.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("check", "garrison check needs GAME"),
        ("check chess", "There is no game called 'chess'"),
        ("check minefield -n 0", "A check plays 1 to 1,000,000 games, not 0."),
        ("check minefield --seed -1", "A seed is a whole number"),
        ("check minefield --setup duel", "minefield has no option --setup"),
    ],
)
def test_what_cannot_be_checked_is_one_sentence(tmp_path: Path, arguments: str, words: str) -> None:
    assert words in refusal(tmp_path, *arguments.split())


def test_too_many_games_are_refused() -> None:
    with pytest.raises(BadOption, match="A check plays 1 to 1,000,000 games"):
        check(game_of(NAMES[0]), MOST_GAMES + 1)


def test_ctrl_c_ends_a_check_and_all_its_processes(tmp_path: Path) -> None:
    """Also one that sits in a step that never returns."""
    rules = "import os, time\n" + toy.RULES.replace(
        "s.waiting = 2 >> player", 'open(os.environ["NOTE"], "a").write(f"{os.getpid()}\\n")\n    time.sleep(1000)'
    )
    note = tmp_path / "processes"
    environment = {**toy.install(tmp_path, rules=rules), "NOTE": str(note)}
    with subprocess.Popen([sys.executable, "-c", INTERPRETED], env=environment, stderr=subprocess.DEVNULL) as process:
        while not note.exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    for worker in note.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker), 0)


def test_a_rule_that_runs_for_ever_is_told(tmp_path: Path) -> None:
    """With where it was, and without waiting for Ctrl+C."""
    rules = "import time\n" + toy.RULES.replace(
        "s.total += 1", "s.total += 1\n        time.sleep(1000 * (s.total == 2))"
    )
    impatient = INTERPRETED.replace("main([", "check.patience.PATIENCE = 2.0\nmain([")
    done = toy.python(toy.install(tmp_path, rules=rules), "-c", impatient)
    assert (done.returncode, done.stderr) == (1, "")
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert (
        "divides by zero or runs for ever: a rule runs for more than 2 seconds, in or shortly after this step (seed "
        in line
    )
    assert line.endswith("interpreted lane).")
