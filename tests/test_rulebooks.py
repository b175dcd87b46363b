"""Every numbered rule of every rulebook has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from garrison.core.discovery import find
from garrison.core.parameters import parameters_of
from playing import NAMES

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs" / "games"
MOST_WORDS = 200  # of how to play
NAMED = re.compile(r"def test_([A-Z]\d+)_")


def rules_of(game: str) -> list[str]:
    """The numbers of a game's rules, as its rulebook has them, and the pages for programs where that goes on."""
    told = find(game).rulebook + (DOCS / f"{game}.md").read_text(encoding="utf-8")
    return sorted(re.findall(r"\*\*([A-Z]\d+)\.\*\*", told), key=lambda rule: int(rule[1:]))


def rules_named(game: str) -> set[str]:
    """The rules that the names of a game's tests name."""
    files = (TESTS / "games" / game).glob("test_*.py")
    return {rule for file in files for rule in NAMED.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", NAMES)
def test_every_rule_of_the_rulebook_has_a_test(game: str) -> None:
    missing = [rule for rule in rules_of(game) if rule not in rules_named(game)]
    assert not missing, f"rules of {game} without a test: {', '.join(missing)}"


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_numbers_its_rules_without_a_gap(game: str) -> None:
    numbers = [int(rule[1:]) for rule in rules_of(game)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 5


@pytest.mark.parametrize("game", NAMES)
def test_no_test_names_a_rule_that_does_not_exist(game: str) -> None:
    assert rules_named(game) <= set(rules_of(game))


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_lists_every_rule_parameter(game: str) -> None:
    parameters = [parameter.name for parameter in parameters_of(find(game).module("state"))]
    missing = [name for name in parameters if f"`{name}`" not in find(game).rulebook]
    assert not missing


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_opens_with_how_to_play(game: str) -> None:
    parts = re.split(r"^#{1,2} (.*)$", find(game).rulebook, flags=re.MULTILINE)
    assert parts[3] == "How to play"
    picture, *words = parts[4].strip().split("\n\n")
    assert picture.startswith("![")
    assert 80 <= len(" ".join(words).split()) <= MOST_WORDS
    assert "**" not in "".join(parts[:5]), "the numbered rules come after that"


@pytest.mark.parametrize("game", NAMES)
def test_the_rulebook_is_for_players(game: str) -> None:
    """Commands for the shell and formats of files are in the documentation."""
    assert not re.findall(r"`garrison |`--|```|\bJSON\b|\bTOML\b", find(game).rulebook)
