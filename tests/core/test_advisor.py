"""Advice comes from whoever is installed."""

from __future__ import annotations

import pytest

import garrison
from garrison.core import advisor
from garrison.errors import GarrisonError, IllegalAction


def test_position_asks_the_installed_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "advisers", [])
    position = garrison.load("minefield").new(seed=7)
    with pytest.raises(GarrisonError, match="No adviser is installed"):
        position.advise(0)
    advisor.install(lambda asked, player, seconds: [asked, player, seconds])
    assert position.advise(0, seconds=2.0) == [position, 0, 2.0]
    advisor.install(lambda *_: ["another"])
    assert position.advise(0) == ["another"]


def test_advice_is_for_those_who_may_act() -> None:
    position = garrison.load("skirmish").new(seed=7)
    with pytest.raises(IllegalAction, match="may not act now"):
        position.advise(1 - position.waiting[0])
