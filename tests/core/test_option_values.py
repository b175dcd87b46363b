"""What a game's options mean, in sentences."""

from datetime import date

import pytest

from garrison.core import option_values
from garrison.core.discovery import find
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


def test_weekly_names_the_traps_of_this_week() -> None:
    told = option_values.meaning(find("boneyard"), "traps", "weekly")
    assert told.startswith("This week: ")
    traps = scenario.weekly(date.today())
    assert len(told.replace(" and ", ", ").split(", ")) == len(traps) + 1
    assert traps[0].name.lower() in told
