"""Everything that people meet explains itself, with the numbers of the rules in force."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import garrison
from garrison.core.about import explanations, sentence_for
from garrison.core.discovery import find
from playing import NAMES

STEPS = 60


def met(name: str) -> set[str]:
    """The drawings and buttons in the scenes of a short random game."""
    position, dice = garrison.load(name).new(5), Random(5)
    found = set()
    for _ in range(STEPS):
        if position.over:
            break
        player = dice.choice(position.waiting)
        scene = position.scene(player)
        found |= {piece.kind for board in scene.boards for piece in board.pieces}
        found |= {ground.kind for board in scene.boards for ground in board.legend.values()}
        found |= {line.sprite for panel in scene.panels for line in panel.lines}
        found |= {button.sprite for button in scene.buttons}
        position.play(player, dice.choice(position.actions(player)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_everything_explains_itself(name: str) -> None:
    entry, told = find(name), explanations(garrison.load(name))
    seen = {button.name for button in entry.facts.buttons} | met(name)
    seen |= {file.stem for file in (entry.folder / "sprites").glob("*.svg")}
    missing = sorted(each for each in seen - {""} if sentence_for(told, each) is None)
    assert not missing, f"about.toml of {name} says nothing about {', '.join(missing)}"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", ["first", "last"])
def test_explanations_are_one_or_two_sentences(name: str, variant: str) -> None:
    package = find(name)
    told = explanations(garrison.load(name, variant=package.variants[0 if variant == "first" else -1]))
    for key, text in told.items():
        assert text.endswith("."), key
        assert text[0].isupper() or text[0].isdigit(), key
        assert len(text) < 200, key
        assert "{" not in text, key


def test_they_have_the_numbers_of_the_rules_in_force() -> None:
    rules = {"number_points": [10, 77, 90], "enemy_points": 5}
    told = explanations(garrison.load("minefield", rules=rules))
    assert "77 points" in told["two"]
    assert "5 points" in told["x"]


def test_a_game_may_compose_a_sentence_from_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    game = garrison.load("siege", variant="former")
    written = explanations(game)
    name = next(iter(written))
    monkeypatch.setattr(game.package.module("show"), "about", lambda p: {name: f"{p.max_steps} steps."}, raising=False)
    assert explanations(game) == {**written, name: f"{game.parameters['max_steps']} steps."}


WORDS_OF_A_MOUSE = re.compile(r"\b(click|mouse|hover|keyboard|keys?\b|tap\b|finger)", re.IGNORECASE)


def texts(folder: Path) -> Iterator[str]:
    """What a game tells people: its rulebook, lesson, puzzles and explanations, and the strings of its scenes."""
    yield from (file.read_text(encoding="utf-8") for file in (folder / "README.md", *folder.glob("*.toml")))
    for file in (*folder.glob("show.py"), *folder.glob("show/*.py")):
        yield from spoken(ast.parse(file.read_text(encoding="utf-8")))


def spoken(tree: ast.Module) -> Iterator[str]:
    """The strings of a module that are more than names, without its docstrings."""
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in told)
    yield from (node.value for node in strings if isinstance(node.value, str) and " " in node.value)


@pytest.mark.parametrize("name", NAMES)
def test_no_text_tells_whether_one_plays_by_mouse_by_finger_or_by_keyboard(name: str) -> None:
    """The same words are read at a desk, on a telephone and in a terminal."""
    read = list(texts(find(name).folder))
    assert len(read) > 10
    found = [text[max(0, at.start() - 40) : at.end() + 20] for text in read for at in WORDS_OF_A_MOUSE.finditer(text)]
    assert not found
