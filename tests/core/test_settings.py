"""Settings that say themselves what they mean and what they may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest

from garrison.core.settings import Setting, check_settings, settings_of
from garrison.errors import BadOption


@dataclass(frozen=True)
class Voyage:
    ship: str = "Dawn"
    days_at_sea: Annotated[int, Setting("how long it takes", 1, 30)] = 7
    luck: Annotated[float, Setting("what chance adds", 0, 1)] = 0.5
    speed: Annotated[float, Setting("in knots", 0, 4000, above=True)] = 6.0
    wind: Annotated[str, Setting("from where", words=("north", "east", "south"))] = "north"
    sails: Annotated[int, Setting("how many", 1, 9, flags=("-s", "--sheets"))] = 3
    log: Annotated[str, Setting("where it is written down")] = ""

    def __post_init__(self) -> None:
        check_settings(self)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"days_at_sea": 31}, "--days-at-sea must be a number from 1 to 30, not 31."),
        ({"luck": float("nan")}, "--luck must be a share from 0 to 1, not nan."),
        ({"speed": 0.0}, "--speed must be more than 0 and at most 4,000, not 0.0."),
        ({"wind": "west"}, "--wind must be north, east or south, not 'west'."),
        ({"sails": 0}, "--sheets must be a number from 1 to 9, not 0."),
    ],
)
def test_what_a_setting_may_not_be_is_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadOption) as refusal:
        Voyage(**wrong)  # type: ignore[arg-type]
    assert str(refusal.value) == sentence


def test_only_what_is_described_is_a_setting() -> None:
    assert list(settings_of(Voyage)) == ["days_at_sea", "luck", "speed", "wind", "sails", "log"]
    helps = [setting.help_with_range for setting in settings_of(Voyage).values()]
    assert helps[0] == "how long it takes (1 to 30)"
    assert helps[2] == "in knots (more than 0, up to 4,000)"
    assert helps[-1] == "where it is written down"
