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


# --- Nobody deceives anybody.


def test_two_people_of_a_match_do_not_look_alike(site: Threaded) -> None:
    made = site.make("boneyard", "person,open,open", name="Ada", options={"players": 3})
    seats, naming = (f"/api/matches/{made['match']}/{what}" for what in ("seats", "name"))
    for name in ("ADA", "\u0410da", "A d a"):
        with pytest.raises(Refused, match="This name looks like Ada") as refused:
            site.ask(seats, {"name": name})
        assert refused.value.status == 400
    assert [seat["kind"] for seat in site.ask(f"/api/matches/{made['match']}")["seats"]] == ["person", "open", "open"]
    bo = site.ask(seats, {"name": "Bo"})
    with pytest.raises(Refused, match="This name looks like Bo"):
        site.ask(naming, {"token": made["seats"]["0"], "name": "B0"})
    with pytest.raises(Refused, match="This name looks like Cinder"):  # the label of a seat, and in the logs its name
        site.ask(naming, {"token": bo["token"], "name": "Cinder"})
    assert [seat["name"] for seat in site.ask(f"/api/matches/{made['match']}")["seats"]] == ["Ada", "Bo", ""]
    assert site.ask(naming, {"token": bo["token"], "name": "BO"})["seats"][1]["name"] == "BO", "one's own is no problem"


def test_people_without_names_and_seats_of_the_same_person_may_look_alike(site: Threaded) -> None:
    made = site.make("boneyard", "person,person,open,open", name="", options={"players": 4})
    own, path = list(made["seats"].values()), f"/api/matches/{made['match']}/name"
    for token in own:
        told = site.ask(path, {"token": token, "name": "Ada", "own": own})
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Ada", "", ""]
    with pytest.raises(Refused, match="looks like Ada"):
        site.ask(path, {"token": own[0], "name": "Ada"})
    taken = site.ask(f"/api/matches/{made['match']}/seats", {"name": "Ada", "own": own})
    assert site.ask(f"/api/matches/{made['match']}")["seats"][taken["player"]]["name"] == "Ada"
    site.ask(f"/api/matches/{made['match']}/seats", {})
    assert site.ask(f"/api/matches/{made['match']}")["seats"][3]["name"] == "Player"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Veteran", "looks like veteran, which is a bot"),
        ("Ada (bot)", "Only bots"),
        ("A\u200bda", "nobody can see"),
        ("A" + "\u0335" * 5, "more than two marks"),
    ],
)
def test_no_door_lets_a_name_in_that_deceives(site: Threaded, name: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        site.make("skirmish", "person,open", name=name)
    made = site.make("skirmish", "person,open")
    for path, wish in (("seats", {}), ("name", {"token": made["seats"]["0"]})):
        with pytest.raises(Refused, match=words):
            site.ask(f"/api/matches/{made['match']}/{path}", {"name": name, **wish})
    assert [seat["name"] for seat in site.ask(f"/api/matches/{made['match']}")["seats"]] == ["Ada", ""]
