"""Finding games: a folder of the project, or a package that says so through its entry point."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import garrison
import garrison.games
import toy
from garrison.core import discovery
from garrison.core.engine import store
from garrison.core.facts import UpTo, coded, facts_of
from garrison.errors import BadOption, GarrisonError, UnknownGame
from playing import NAMES

TESTS = Path(__file__).parents[1]
COUNT = """
import garrison, json, pickle
position = garrison.load("counting").new(seed=1)
while not position.over:
    position.play(position.waiting[0], "count")
again = pickle.loads(pickle.dumps(position))
outcome = position.outcome
print(json.dumps([outcome.reason, outcome.winners, position.scores, str(position), again == position]))
"""


def interpreted(environment: dict[str, str]) -> dict[str, str]:
    return {**environment, "GARRISON_LANE": "interpreted"}


def test_every_folder_is_a_game() -> None:
    folders = [module.name for module in pkgutil.iter_modules(garrison.games.__path__) if module.ispkg]
    assert folders
    assert discovery.own_names() == tuple(sorted(folders))
    assert garrison.game_names() == discovery.names()
    assert set(discovery.own_names()) <= set(discovery.names())


def test_machine_code_is_made_again_when_a_fact_that_rules_know_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    siege, minefield = discovery.find("siege"), discovery.find("minefield")
    assert replace(siege, facts=replace(siege.facts, title="Castles")).blueprint() == siege.blueprint()
    for order in ("reach", "entities"):
        turned = replace(siege.facts, **{order: getattr(siege.facts, order)[::-1]})
        assert replace(siege, facts=turned).blueprint().origin != siege.blueprint().origin
    before = minefield.blueprint()
    monkeypatch.setattr(garrison.games.minefield, "REASONS", garrison.games.minefield.REASONS[::-1])
    assert minefield.blueprint().origin != before.origin
    monkeypatch.undo()
    planes = garrison.games.minefield.PLANES
    monkeypatch.setattr(garrison.games.minefield, "PLANES", (UpTo(planes[0], 99), *planes[1:]))
    assert minefield.blueprint().origin != before.origin
    monkeypatch.undo()
    assert minefield.blueprint().origin == before.origin
    monkeypatch.setattr(garrison.games.minefield, "RICHES", 7)
    assert minefield.blueprint().origin != before.origin


@pytest.mark.parametrize("name", NAMES)
def test_rules_take_nothing_from_the_facts_that_is_not_in_the_key(name: str) -> None:
    package = discovery.find(name)
    taken = re.compile(rf"^from {package.import_name} import (\([^)]*\)|.*)$", re.MULTILINE)
    sources = store.sources(package.folder, store.ALL_PARTS)
    found = [line for file in sources for line in taken.findall(file.read_text(encoding="utf-8"))]
    names = {word.split()[0] for line in found for word in line.strip("()").split(",") if word.strip()}
    facts = vars(package.module(""))
    assert [each for each in names if not isinstance(facts[each], int | tuple)] == []


@pytest.mark.parametrize(
    ("name", "fact", "changed"),
    [
        ("siege", "REASONS", lambda words: (*words[:2], *reversed(words[2:]))),
        ("siege", "REACH", lambda names: tuple(reversed(names))),
        ("siege", "MOST_TURNS", lambda number: number + 1),
        ("minefield", "PLANES", lambda planes: tuple(coded(plane, "", *reversed(plane.codes)) for plane in planes)),
    ],
    ids=["reasons", "reach", "a number", "words for codes"],
)
def test_what_rules_may_know_of_the_facts_is_in_the_key(
    name: str, fact: str, changed: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = discovery.find(name)
    before = package.blueprint().origin
    facts = package.module("")
    monkeypatch.setattr(facts, fact, changed(getattr(facts, fact)))
    assert package.blueprint().origin != before


@pytest.mark.parametrize("name", NAMES)
def test_a_game_states_its_facts(name: str) -> None:
    package = discovery.find(name)
    facts = package.facts
    assert package.folder.is_dir()
    assert 1 <= facts.players[0] <= facts.players[1] <= len(facts.seats)
    assert facts.actions == facts.fields + len(facts.buttons) > 0
    assert facts.reasons[:2] == ("", "limit")
    assert len({button.name for button in facts.buttons}) == len(facts.buttons)
    assert package.rulebook.startswith("# ")
    assert package.has("rules")
    assert not package.has("nothing")


@pytest.mark.parametrize(("name", "hint"), [("minefeld", "Did you mean minefield?"), ("zzz", "There are: ")])
def test_an_unknown_game_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        garrison.load(name)
    assert isinstance(caught.value, GarrisonError)
    assert str(caught.value).startswith(f"There is no game called {name!r}. {hint}")


def test_facts_that_are_missing_are_named() -> None:
    with pytest.raises(BadOption, match=r"The game in garrison\.games does not state TITLE in its __init__\.py\."):
        facts_of(garrison.games)


def test_an_unknown_attribute_of_the_package_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = garrison.nothing


def test_a_game_of_another_package_is_found_and_played(tmp_path: Path) -> None:
    environment = interpreted(toy.install(tmp_path))
    done = toy.python(environment, "-c", COUNT)
    assert done.stderr == ""
    reason, winners, scores, text, same = json.loads(done.stdout)
    assert (reason, winners, scores, same) == ("counted", [0], [1.0, 0.0], True)
    assert text == "Counting, step 3\n  012\n +---+\n0|...|\n +---+\n3 so far"


def test_a_game_of_another_package_is_on_the_command_line(tmp_path: Path) -> None:
    environment = interpreted(toy.install(tmp_path))
    assert "Count to three in turns." in toy.python(environment, "-m", "garrison", "games").stdout
    assert toy.python(environment, "-m", "garrison", "rules", "counting").stdout == "# Counting\n\n"
    simulated = toy.python(environment, "-m", "garrison", "sim", "counting", "-n", "20", "--json")
    assert json.loads(simulated.stdout)["games"] == 20


def test_a_game_of_another_package_brings_its_own_bots(tmp_path: Path) -> None:
    environment = interpreted(toy.install(tmp_path))
    program = "from garrison import bots; from garrison.core.discovery import find; print(bots.names(find('counting')))"
    assert toy.python(environment, "-c", program).stdout == "('easy', 'medium', 'hard', 'still', 'counter', 'random')\n"


def test_a_game_of_the_project_cannot_be_replaced(tmp_path: Path) -> None:
    environment = interpreted(toy.install(tmp_path, NAMES[0]))
    assert "Count to three" not in toy.python(environment, "-m", "garrison", "games").stdout


@pytest.mark.parametrize(
    ("part", "text", "words"),
    [
        ("__init__", "TITLE = 'Counting'", "does not state SUMMARY"),
        ("__init__", "import nothing_like_it", "nothing_like_it"),
        ("__init__", "1 / 0", "division by zero"),
    ],
)
def test_a_broken_package_is_named_and_the_other_games_go_on(tmp_path: Path, part: str, text: str, words: str) -> None:
    environment = interpreted(toy.install(tmp_path, **{part: text}))
    refused = toy.python(environment, "-m", "garrison", "rules", "counting")
    assert refused.returncode == 2
    assert refused.stderr.startswith("garrison: ")
    assert refused.stderr.count("\n") == 1
    assert words in refused.stderr
    assert toy.python(environment, "-m", "garrison", "rules", NAMES[0]).returncode == 0
    listed = toy.python(environment, "-m", "garrison", "games")
    assert listed.returncode == 0
    assert NAMES[0] in listed.stdout
    assert words in listed.stdout


@pytest.mark.long
def test_a_game_of_another_package_is_compiled(tmp_path: Path) -> None:
    environment = {**toy.install(tmp_path), "GARRISON_LANE": "compiled", "GARRISON_CACHE_DIR": str(tmp_path / "cache")}
    assert json.loads(toy.python(environment, "-c", COUNT).stdout)[0] == "counted"
    assert toy.python(environment, "-c", COUNT).stderr == ""


def test_what_is_installed_besides_does_not_fail_our_own_tests(tmp_path: Path) -> None:
    """They mean this project's games by every game, and say so in one way."""
    environment = interpreted(toy.install(tmp_path, "aardvark"))
    tool, number = "test_what_counts_as_a_tool_is_data_of_the_game", "test_every_number_that_designers_turn"
    ours = [str(TESTS / file) for file in ("docs/test_game_pages.py", "lab/test_lab_report.py")]
    files = [*ours, "-k", f"test_game_pages or {tool} or {number}"]
    done = toy.python(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long", *files)
    assert done.returncode == 0, done.stdout


def test_tests_ask_for_all_installed_games_only_where_these_are_meant() -> None:
    asking = re.compile(r"(discovery\.|game_)names\(\)")
    found = {file.name for file in TESTS.rglob("*.py") if asking.search(file.read_text(encoding="utf-8"))}
    assert found == {"test_discovery.py", "test_cli.py"}
