"""What can't be compiled is one line: where in the rules, and what is wrong."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import toy
from garrison.build import at_once
from garrison.build.complaints import complaint_of
from garrison.core.engine.lane import LANE

pytestmark = pytest.mark.skipif(LANE != "compiled", reason="is about the compiled lane")

RULES = """
from garrison.core.engine.rule import rule


@rule
def step(p, s, player, action):
    BODY


def plain(s):
    return 1


@rule
def helper(s):
    HELP
"""
CASES = {
    ("s.energi = 1", "pass"): "rules.py, line 7: the record has no field called energi",
    ("helper(s)", "s.total = s.energi"): "rules.py, line 16: the record has no field called energi",
    ("helper(s)", "s.total = missing(3)"): "rules.py, line 15, in helper: NameError: name 'missing' is not defined",
    ("helper(s)", "s.total = 'a'"): "rules.py, line 16, in helper: Cannot cast Literal[str](a) to int64",
    ("s.total = plain(s)", "pass"): "rules.py, line 7, in step: plain is a plain function; it needs @rule",
    ("helper(s, 1)", "pass"): (
        "rules.py, line 15, in helper: Cannot bind 'args=(a record, Literal[int](1)) kws={}' to signature '(s)': "
        "too many positional arguments"
    ),
    ("with p as q:\n        s.total = 1", "pass"): (
        "The 'with (context manager) as (variable):' construct is not supported"
    ),
}


def refused(folder: Path, body: str, helper: str) -> Exception:
    """What compiling the rules raises."""
    from garrison.core.engine.record import StateRecord, number, record

    class State(StateRecord, events=1):
        total: int = number(0, 9)

    (folder / "rules.py").write_text(RULES.replace("BODY", body).replace("HELP", helper))
    spec = importlib.util.spec_from_file_location("rules", folder / "rules.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    shapes: dict[str, Any] = {
        "STATE": State.dtype,
        "PARAMETERS": record([("max_steps", "i8")]),
    }
    with pytest.raises(Exception) as caught:
        at_once.entry("step", module.step, shapes)
    return caught.value


@pytest.mark.parametrize(("body", "helper"), CASES, ids=lambda text: text[:20])
def test_a_complaint_is_one_line(tmp_path: Path, body: str, helper: str) -> None:
    assert complaint_of(refused(tmp_path, body, helper), tmp_path) == CASES[body, helper]


def test_all_that_numba_says_can_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GARRISON_FULL_ERRORS", "1")
    complaint_of(refused(tmp_path, "helper(s)", "s.total = 'a'"), tmp_path)
    assert "During: Pass nopython_type_inference" in capsys.readouterr().err


def test_other_errors_are_none_of_ours(tmp_path: Path) -> None:
    assert complaint_of(OSError("disk full"), tmp_path) == ""
    assert complaint_of(KeyError("nothing in the rules"), tmp_path) == ""


def test_a_game_that_cannot_be_compiled_is_one_sentence(tmp_path: Path) -> None:
    environment = toy.install(tmp_path, rules=toy.RULES.replace("s.total += 1", "s.total += None"))
    done = toy.python({**environment, **toy.own_cache(tmp_path)}, "-m", "garrison", "sim", "counting", "-n", "5")
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]
    assert last.startswith("garrison: The rules of counting can't be built: rules.py, line 22, in step: No impl")


MISTAKES = {
    "s.total += 1": ("s.total += np.foo(1)", "rules.py, line 22: module 'numpy' has no attribute 'foo'."),
    "def observe(": ("def observed(", "The rules of counting have no function observe."),
    "s.waiting = 1": ("s.waiting = = 1", "The rules of counting can't be read: rules.py, line 10: invalid syntax."),
}


@pytest.mark.parametrize("right", MISTAKES)
def test_a_mistake_in_a_game_is_one_sentence(tmp_path: Path, right: str) -> None:
    wrong, words = MISTAKES[right]
    rules = toy.RULES.replace(right, wrong).replace("\nfrom garrison", "import numpy as np\nfrom garrison", 1)
    environment = toy.install(tmp_path, rules=rules)
    done = toy.python({**environment, **toy.own_cache(tmp_path)}, "-m", "garrison", "sim", "counting", "-n", "5")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(words)
    assert "Traceback" not in done.stderr
