"""One word, one thing: modules and classes use the words of the glossary only where they have its meaning.

No test understands what a word means. But where it means one thing, its names stand together: the glossary of
docs/architecture.md says in which packages. A name with such a word elsewhere is a second meaning, or the glossary's
row has to say that the thing has spread. The games are left out, since their words are those of their rulebooks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison

ROOT = Path(garrison.__file__).parent
PAGE = ROOT.parents[1] / "docs" / "architecture.md"
MOST = 20
# Names from before the glossary, which may go but not grow.
OLDER = {
    "play.server.store.secrecy: HistoryEntries",
}
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the pages are not part of this installation")


def glossary() -> dict[str, list[str]]:
    """Where each word may be in names: packages and modules."""
    rows = re.findall(r"^\| (\w+) \| .+ \| (`.+`) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {word: re.findall(r"`([\w.]+)`", places) for word, places in rows}


def words_in(name: str) -> set[str]:
    """The words of a name, in lower case; with each that may be a plural also its singular."""
    words = {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}
    return words | {re.sub(r"(?<=s)es$|(?<!s)s$", "", re.sub(r"ies$", "y", word)) for word in words}


def names() -> Iterator[tuple[str, str]]:
    """The name of each module, package and class, with the dotted path of its module."""
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts[0] == "games" or "migrations" in parts:  # names of tables' versions never change
            continue
        module = [part for part in parts if part != "__init__"]
        place = ".".join(module)
        yield place, module[-1] if module else ""
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield place, node.name


def is_in(place: str, package: str) -> bool:
    return place == package or place.startswith(f"{package}.")


def misplaced(found: list[tuple[str, str]], meanings: dict[str, list[str]]) -> list[str]:
    """The names that use a word where it means something else."""
    return [
        f"{place}: {name}"
        for place, name in found
        for word in sorted(words_in(name) & set(meanings))
        if not any(is_in(place, package) for package in meanings[word])
    ]


def test_the_words_of_a_name() -> None:
    assert words_in("HistoryEntries") >= {"history", "entry"}
    assert words_in("GPUPlans") >= {"gpu", "plan"}
    assert words_in("passes_of_batches") >= {"pass", "passes"}
    assert "plan" not in words_in("masks_and_planes") | words_in("explanation")


def test_a_second_meaning_would_be_found() -> None:
    meanings = {"plan": ["bots"], "table": ["play.server.store"]}
    assert misplaced([("bots.search.plans", "plans"), ("play.server.store.tables", "MatchTable")], meanings) == []
    assert misplaced([("core.engine.calls", "PassPlan")], meanings) == ["core.engine.calls: PassPlan"]
    assert misplaced([("play.server.stores", "Table")], meanings) == ["play.server.stores: Table"]


def test_the_glossary_is_short_and_its_places_exist() -> None:
    meanings, modules = glossary(), {place for place, _ in names()}
    assert 10 < len(meanings) <= MOST
    for word, packages in meanings.items():
        assert set(packages) <= modules, word


def test_modules_and_classes_use_its_words_in_no_other_meaning() -> None:
    assert set(misplaced(list(names()), glossary())) <= OLDER
