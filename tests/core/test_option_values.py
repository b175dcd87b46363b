"""What a game's options mean, in sentences."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

import garrison
from garrison.core import option_values
from garrison.core.discovery import find
from garrison.core.parameters import Variant, read_variant
from garrison.games.boneyard import scenario
from playing import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_every_value_says_what_it_means(game: str) -> None:
    package = find(game)
    for name, values in package.facts.options.items():
        told = dict(zip(values, option_values.meanings(package, name), strict=True))
        missing = [value for value, sentence in told.items() if not sentence and not value.isdecimal()]
        assert not missing, f"{game}: {name}"
        assert all(sentence[-1:] in ("", ".") for sentence in told.values())


@pytest.mark.parametrize("game", NAMES)
def test_the_usual_values_are_what_is_played_when_nobody_chooses(game: str) -> None:
    package = find(game)
    for name in package.variants:
        variant = read_variant(name, package.folder, package.variants)
        usual: dict[str, Any] = {
            option: int(value) if value.isdecimal() else value
            for option, value in option_values.usual_values(package, variant).items()
        }
        assert set(usual) == set(package.facts.options)
        chosen = garrison.load(game, variant=name, rules=variant.rules, **usual)
        assert chosen == garrison.load(game, variant=name), name


def test_a_game_without_a_scenario_has_the_first_of_its_values() -> None:
    package = replace(find("minefield"), facts=replace(find("minefield").facts, options={"fog": ("none", "thick")}))
    assert option_values.usual_values(package, Variant("", "", {}, {})) == {"fog": "none"}


def test_weekly_names_the_traps_of_this_week() -> None:
    told = option_values.meaning(find("boneyard"), "traps", "weekly")
    assert told.startswith("This week: ")
    traps = scenario.weekly(date.today())
    assert len(told.replace(" and ", ", ").split(", ")) == len(traps) + 1
    assert traps[0].name.lower() in told
