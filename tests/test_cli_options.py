"""Options that come from the fields of dataclasses: what a command is given, and what its help says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.testing import CliRunner

from garrison.cli.options import flat_options
from garrison.core.settings import Setting, settings_of
from garrison.train.settings import TrainingSettings
from starting import answer, refusal


@dataclass(frozen=True)
class Crew:
    ship: str
    sailors: Annotated[int, Setting("how many there are", 1, 30)] = 7
    posts: Annotated[Sequence[int], Setting("where they stand")] = ()
    cook: Annotated[str, typer.Option("--chef", help="who cooks")] = "Ada"
    rations: float = 1.5


@dataclass(frozen=True)
class Route:
    harbour: Annotated[str, typer.Argument(help="where it ends")]
    days: Annotated[int, Setting("how long it takes", flags=("-d", "--days"))] = 3


def app_that_notes(calls: list[Any]) -> typer.Typer:
    app = typer.Typer(rich_markup_mode=None, add_completion=False)

    @app.command()
    @flat_options
    def sail(route: Route, *, is_fast: Annotated[bool, typer.Option("--fast")] = False, crew: partial[Crew]) -> None:
        """Sail there."""
        calls.append((route, is_fast, crew(ship="Dawn")))

    return app


def test_a_command_gets_records_from_flat_options() -> None:
    calls: list[Any] = []
    line = ["Porto", "-d", "5", "--fast", "--sailors", "9", "--posts", "1", "--posts", "4", "--chef", "Bo"]
    for arguments in (line, ["Porto"]):
        assert CliRunner().invoke(app_that_notes(calls), arguments).exit_code == 0
    assert calls[0] == (Route("Porto", 5), True, Crew("Dawn", 9, [1, 4], "Bo"))
    assert calls[1] == (Route("Porto"), False, Crew("Dawn", posts=[]))


def test_help_says_what_the_fields_say() -> None:
    text = " ".join(CliRunner().invoke(app_that_notes([]), ["--help"]).output.split())
    assert "how many there are (1 to 30) [default: 7]" in text
    assert "who cooks [default: Ada]" in text
    assert "Sail there." in text
    assert "rations" not in text
    assert "ship" not in text


def test_every_setting_of_a_training_is_an_option_and_its_help_names_the_range(tmp_path: Path) -> None:
    text = " ".join(answer(tmp_path, "train", "--help").split())
    defaults = {field.name: field.default for field in fields(TrainingSettings)}
    assert len(settings_of(TrainingSettings)) == 29
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
