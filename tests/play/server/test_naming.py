"""What people call themselves is what others see, in a match and in the scores."""

from __future__ import annotations

import pytest
from serving import Refused, Threaded


def test_a_name_can_be_told_later(site: Threaded) -> None:
    made = site.make("skirmish", "person,open", name="")
    assert [seat["named"] for seat in site.ask(f"/api/matches/{made['match']}")["seats"]] == [False, False]
    told = site.ask(f"/api/matches/{made['match']}/name", {"token": made["seats"]["0"], "name": " Ada "})
    assert told["seats"][0]["name"] == "Ada"
    assert [seat["named"] for seat in told["seats"]] == [True, False]
    assert [seat["name"] for seat in site.ask(f"/api/matches/{made['match']}")["seats"]] == ["Ada", ""]


def test_nobody_names_somebody_else(site: Threaded) -> None:
    made = site.make("skirmish", "person,open", name="Ada")
    for token in ("", "wrong", made["host"], made["invite"]):
        with pytest.raises(Refused, match="no such match"):
            site.ask(f"/api/matches/{made['match']}/name", {"token": token, "name": "Eve"})
    assert site.ask(f"/api/matches/{made['match']}")["seats"][0]["name"] == "Ada"
