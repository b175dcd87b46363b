"""What things are called: values after what they are, and tests use what is public."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison

ROOT = Path(garrison.__file__).parent
TESTS = Path(__file__).parent
IRREGULAR = """
become begun beaten bent blown borne bought broken brought built caught chosen dealt done drawn driven eaten fallen fed
felt flown forgotten found frozen given gone gotten got grown heard held hidden kept known laid lain led lent lost made
meant met mistaken paid ridden risen said sat seen sent shaken shown sold sought spent spoken stolen stood struck stuck
sunk swept sworn taken taught thought thrown told torn understood undone unknown unseen wanted won worn written
"""
NO_PARTICIPLES = "bed breed creed deed embed feed hundred indeed need red reed reseed seed shed speed weed"
# How many names in each room are still participles, such as `found` for what was found. These numbers only ever fall.
# The rest are flags of records, settings of levels, fields of files and messages, columns, and words of Gymnasium's.
MOST = {
    "": 0,
    "bots": 5,
    "build": 1,
    "cli": 2,
    "core": 8,
    "core/engine": 12,
    "envs": 9,
    "games": 33,
    "lab": 16,
    "look": 2,
    "play": 0,
    "play/learning": 0,
    "play/server/http": 0,
    "play/server/match": 3,
    "play/server/store": 9,
    "play/server/wire": 17,
    "play/server/work": 1,
    "play/terminal": 1,
    "train": 5,
}
PUBLIC = {"_asdict", "_exit", "_fields", "_make", "_replace"}  # of named tuples and `os`, whose names begin like this
# Tests that reach behind what is public; none may be added.
REACHES = """
build/test_calls.py
build/test_store.py
play/server/test_worker.py
"""


def is_participle(name: str) -> bool:
    """Whether a name is nothing but a past participle.

    >>> [name for name in ("found", "_kept", "asked", "found_moves", "seed", "speed", "is_done") if is_participle(name)]
    ['found', '_kept', 'asked']
    """
    word = name.strip("_")
    is_regular = bool(re.fullmatch("[a-z]{2,}ed", word)) and word not in NO_PARTICIPLES.split()
    return is_regular or word in IRREGULAR.split()


def names_given(tree: ast.AST) -> Iterator[str]:
    """The names of parameters, variables and attributes, once for each place that gives them a value."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def room_of(file: Path) -> str:
    """The room that a file belongs to: the longest of those above that is one of its folders."""
    folder = file.relative_to(ROOT).parent.as_posix()
    return max((room for room in MOST if f"{folder}/".startswith(f"{room}/") or not room), key=len)


@pytest.mark.parametrize("room", MOST)
def test_values_are_named_after_what_they_are(room: str) -> None:
    files = [file for file in ROOT.rglob("*.py") if room_of(file) == room]
    names = Counter(
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in names_given(ast.parse(file.read_text(encoding="utf-8")))
        if is_participle(name)
    )
    assert names.total() <= MOST[room], "\n".join(sorted(names))


def test_a_participle_is_seen_wherever_it_gets_a_value() -> None:
    tree = ast.parse("def f(found, *, kept=1):\n for told in x: self.seen = (asked := 1)\n with y as held: a: int = 2")
    assert {name for name in names_given(tree) if is_participle(name)} == {
        *("found", "kept", "told", "seen", "asked", "held")
    }


def private_names(tree: ast.AST) -> Iterator[str]:
    """Names of others that begin with an underscore, imported or asked for."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=aliases):
                yield from (alias.name for alias in aliases if re.match("_[a-z]", alias.name, re.IGNORECASE))
            case ast.Attribute(value=owner, attr=name) if re.match("_[a-z]", name, re.IGNORECASE):
                if name not in PUBLIC and not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                    yield name


def test_tests_use_what_is_public() -> None:
    reaches = {
        f"{file.relative_to(TESTS).as_posix()}: {name}"
        for file in TESTS.rglob("*.py")
        for name in private_names(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert sorted(reach for reach in reaches if reach.partition(":")[0] not in REACHES.split()) == []


def test_a_private_name_is_seen() -> None:
    tree = ast.parse("from a import _b\nc._d(self._e)\nf._replace(g=h.__class__)")
    assert list(private_names(tree)) == ["_b", "_d"]
