"""The commands that the pages show can be typed: the command exists, and so do all its options."""

from __future__ import annotations

import re
import shlex
from functools import cache
from pathlib import Path

import pytest
import site_pages

from starting import answer_here

ROOT = Path(__file__).parents[2]
PAGES = site_pages.pages()
BLOCKS = re.compile(r"^```(?:console|bash)\n(.*?)^```", re.MULTILINE | re.DOTALL)
pytestmark = pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the pages are not part of this installation")
GROUPS = ("lab",)  # commands with commands of their own


def lines_of(page: Path) -> list[str]:
    """What is typed in a page's examples, a command a line."""
    blocks = BLOCKS.findall((ROOT / page).read_text(encoding="utf-8"))
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [part for line in lines for part in line.removeprefix("$ ").split(" && ")]


def words_after(program: str, line: str) -> list[str] | None:
    """The words after a program's name; None where something else is called."""
    words = shlex.split(line, comments=True)
    while words and (re.match(r"[A-Z_]+=", words[0]) or words[0] == "sudo"):
        words = words[1:]
    return words[1:] if words and Path(words[0]).name == program else None


def calls(program: str) -> list[tuple[Path, list[str]]]:
    """All calls of a program in the pages, with what follows its name."""
    every = [(page, words_after(program, line)) for page in PAGES for line in lines_of(page)]
    return [(page, words) for page, words in every if words is not None]


def options_in(words: list[str]) -> set[str]:
    return {word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)}


@cache
def help_of(folder: Path, command: tuple[str, ...]) -> str:
    return answer_here(folder, *command, "--help")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("help")


def command_of(words: list[str]) -> tuple[str, ...]:
    """The words that name a command of `garrison`; none of them for `garrison` alone."""
    named = [word for word in words[:2] if re.fullmatch("[a-z]+", word)]
    return tuple(named[: 2 if words[:1] and words[0] in GROUPS else 1]) if words and words[0] in named else ()


def test_every_call_of_garrison_has_a_command_and_options_that_exist(folder: Path) -> None:
    found = calls("garrison")
    assert len(found) > 60
    for page, words in found:
        text = help_of(folder, command_of(words))
        assert {each for each in options_in(words) if not re.search(rf"(?<![\w-]){each}(?![\w-])", text)} == set(), (
            page,
            words,
        )


def test_every_script_that_is_called_exists_and_has_the_options() -> None:
    found = [(page, words) for page, words in calls("python") if words and words[0] != "-m"]
    assert len(found) > 20
    for page, (script, *words) in found:
        text = (ROOT / script).read_text(encoding="utf-8")
        assert {each for each in options_in(words) if f'"{each}"' not in text} == set(), (page, script, words)


def test_an_option_that_does_not_exist_would_be_found(folder: Path) -> None:
    assert words_after("garrison", "X=1 garrison sim loop --n 3 # three") == ["sim", "loop", "--n", "3"]
    assert words_after("garrison", "/opt/garrison/bin/garrison serve") == ["serve"]
    assert command_of(["lab", "report", "loop"]) == ("lab", "report")
    assert command_of(["--host", "0.0.0.0"]) == ()
    assert "--misspelt" not in help_of(folder, ("sim",))
