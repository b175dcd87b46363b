"""Options that come from the fields of dataclasses: what a command is given, and what its help says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pytest

from garrison.cli.command_line import CommandGroup
from garrison.cli.options import Argument, Option
from garrison.core.settings import Setting, settings_of
from garrison.errors import BadOption
from garrison.train.settings import TrainingSettings
from starting import answer, refusal


@dataclass(frozen=True)
class Crew:
    ship: str
    sailors: Annotated[int, Setting("how many there are", 1, 30)] = 7
    posts: Annotated[Sequence[int], Setting("where they stand")] = ()
    cook: Annotated[str, Option("--chef", help="who cooks")] = "Ada"
    rations: float = 1.5


@dataclass(frozen=True)
class Route:
    harbour: Annotated[str, Argument(help="where it ends")]
    days: Annotated[int, Setting("how long it takes", flags=("-d", "--days"))] = 3


def app_that_notes(calls: list[Any]) -> CommandGroup:
    app = CommandGroup("fleet", "Ships.")

    @app.command()
    def sail(route: Route, *, is_fast: Annotated[bool, Option("--fast")] = False, crew: partial[Crew]) -> None:
        """Sail there.

        By the stars.
        """
        calls.append((route, is_fast, crew(ship="Dawn")))

    @app.command("moor", help="Come home.")
    def tie_up(piers: list[int], rope: Path | None = None, turns: Annotated[int, Option("-t", low=1)] = 2) -> int:
        calls.append((piers, rope, turns))
        return 7

    return app


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("sail Porto", (Route("Porto"), False, Crew("Dawn"))),
        (
            "sail -d 5 Porto --fast --sailors=9 --posts 1 --posts -4 --chef Bo",
            (Route("Porto", 5), True, Crew("Dawn", 9, [1, -4], "Bo")),
        ),
        ("moor 1 -3 -t4", ([1, -3], None, 4)),
        ("moor 1 --rope a=b -t=3", ([1], Path("a=b"), 3)),
        ("moor --rope -t -- 2", ([2], Path("-t"), 2)),
    ],
)
def test_a_command_gets_values_and_records_from_words(line: str, call: Any) -> None:
    calls: list[Any] = []
    assert app_that_notes(calls).run(line.split()) == (None if line.startswith("sail") else 7)
    assert calls == [call]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sale", "There is no command called 'sale'. Did you mean sail?"),
        ("juggle", "There is no command called 'juggle'. fleet --help lists them."),
        ("sail", "fleet sail needs HARBOUR: where it ends."),
        ("sail Porto Vigo", "fleet sail takes no further argument, such as 'Vigo'."),
        ("sail Porto --dais 4", "There is no option --dais. Did you mean --days?"),
        ("sail Porto --days", "--days needs a value."),
        ("sail Porto --days soon", "--days takes a whole number, not 'soon'."),
        ("sail Porto --fast=yes", "--fast takes no value."),
        ("moor one", "PIERS takes a whole number, not 'one'."),
        ("moor 1 -t 0", "-t must be at least 1, not 0."),
    ],
)
def test_what_is_wrong_is_one_sentence(line: str, sentence: str) -> None:
    calls: list[Any] = []
    with pytest.raises(BadOption) as refused:
        app_that_notes(calls).run(line.split())
    assert str(refused.value) == sentence
    assert not calls


def help_for(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    app_that_notes([]).run(words)
    return capsys.readouterr().out


def test_help_says_what_the_fields_say(capsys: pytest.CaptureFixture[str]) -> None:
    text = help_for(capsys, "sail", "--help")
    assert text.startswith("Usage: fleet sail HARBOUR [OPTIONS]\n\nSail there.\n\nBy the stars.\n")
    words = " ".join(text.split())
    assert "--sailors <int> how many there are (1 to 30) [default: 7]" in words
    assert "who cooks [default: Ada]" in words
    assert "rations" not in words
    assert "ship" not in words


def test_without_a_command_there_is_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ((), ("--help",)):
        assert "Commands:\n  sail  Sail there.\n  moor  Come home." in help_for(capsys, *words)


def test_every_setting_of_a_training_is_an_option_and_its_help_names_the_range(tmp_path: Path) -> None:
    text = " ".join(answer(tmp_path, "train", "--help").split())
    defaults = {field.name: field.default for field in fields(TrainingSettings)}
    assert len(settings_of(TrainingSettings)) == 30
    for name, setting in settings_of(TrainingSettings).items():
        described = f"{setting.help_with_range} [default: {defaults[name]}]" if defaults[name] else setting.help
        assert f"--{name.replace('_', '-')} <" in text
        assert described in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--iterations 0", "--iterations must be a number from 1 to 1,000, not 0."),
        ("--workers -1", "--workers must be a number from 0 to 1,024, not -1."),
        ("--judge found --play policy", "--judge must be each or game where the policy plays, not 'found'."),
    ],
)
def test_wrong_settings_of_a_training_are_one_sentence(tmp_path: Path, arguments: str, words: str) -> None:
    assert words in refusal(tmp_path, "train", "minefield", "--to", "here", *arguments.split())
