"""What docs/findings.md says can be asked again: its variants have the numbers it gives, and its commands are right."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path

import pytest

import garrison
from garrison.lab.design.amounts import values_of
from garrison.lab.games.changes import with_values
from garrison.lab.measures import kinds_for

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ garrison lab (.+)$", PAGE, re.MULTILINE)
SHIPPED = {
    ("skirmish", "even"): {"health[0]": 180},
    ("siege", "even_start"): {"second_coins": 29},
    ("minefield", "three_minutes"): {"start_x": 1, "start_y": 1, "enemy_period": 97},
}


@pytest.mark.parametrize(("game", "variant"), SHIPPED)
def test_a_variant_that_was_found_has_the_numbers_of_the_findings(game: str, variant: str) -> None:
    found = with_values(garrison.load(game, variant="former"), SHIPPED[game, variant])
    assert garrison.load(game, variant=variant).rules_hash == found.rules_hash
    assert f"`{variant}`" in PAGE
    readme = garrison.load(game).package.folder / "README.md"
    assert f"`{variant}`" in readme.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_names_a_game_measures_and_rules_that_there_are(command: str) -> None:
    _, name, *words = shlex.split(command)
    game = garrison.load(name)
    for option, value in pairwise(words):
        if option == "--rule":
            rule, values = values_of(value)
            for number in values:
                with_values(game, {rule: number})  # which refuses what there is not, and what is out of bounds
        if option == "--measure":
            kinds_for(game, value.split(","))
