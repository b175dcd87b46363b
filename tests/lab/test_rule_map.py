"""A map of the rules: settings that are as different as can be, each a click from being played."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from garrison.core.game import load
from garrison.errors import BadOption
from garrison.lab.design.goals import axes_of
from garrison.lab.design.rule_map import PARTS, MapPlace, RuleMap, Surveyor
from garrison.lab.design.run import Extent
from garrison.lab.games.changes import with_changes
from garrison.lab.measures.evidence import Figure
from garrison.lab.measures.intervals import Estimate
from garrison.lab.pages.map_page import address_of, page_of
from playing import game_of

DUEL = game_of("skirmish")
EXTENT = Extent(games=8, seed=1, processes=0)


@pytest.fixture(scope="module")
def drawn() -> RuleMap:
    return Surveyor(DUEL, axes_of("win_rate, length", DUEL), ["max_moves", "health[1]"], "random", EXTENT).go(16)


def test_a_map_begins_with_todays_rules_and_has_the_nearest_setting_of_every_part(drawn: RuleMap) -> None:
    assert (len(drawn.places), drawn.places[0].steps) == (16, 0)
    assert len({str(place.setting) for place in drawn.places}) == 16
    nearest = drawn.nearest()
    assert len(nearest) >= 3
    assert all(0 <= place < PARTS for part in nearest for place in part)
    for place in drawn.places:
        assert nearest[drawn.part_of(place)].steps <= place.steps
    assert json.loads(json.dumps(drawn.to_dict()))["tried"] == 16


def test_each_setting_is_a_click_from_being_played(drawn: RuleMap) -> None:
    links = re.findall(r'href="([^"]+)"', page_of(drawn))
    assert len(links) == len(drawn.nearest())
    words = parse_qs(links[0].replace("&amp;", "&").partition("#")[2])
    assert (words["game"], words["play"]) == (["skirmish"], ["1"])
    assert {"rule.max_moves", "rule.health[1]"} >= {name for name in words if name.startswith("rule.")}


def test_a_link_has_all_that_the_setting_was_played_with(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[rules]\nhealing = 20\n")
    game = game_of("skirmish", variant=str(tmp_path / "own.toml"), setup="duel")
    own = RuleMap(game, "random", options={"setup": "duel"})
    figure = Figure("length", Estimate(9.0, 8.0, 10.0, 9), "turns")
    place = MapPlace({"max_moves": 30}, (figure, figure), 1.0)
    words = parse_qs(address_of(own, place, "").partition("#")[2])
    options = {name.partition(".")[2]: value for name, (value,) in words.items() if name.startswith("option.")}
    changes = {name.partition(".")[2]: int(value) for name, (value,) in words.items() if name.startswith("rule.")}
    there = with_changes(load("skirmish", variant=words.get("variant", [None])[0], **options), tuple(changes.items()))
    assert there.rules_hash == with_changes(game, (("max_moves", 30),)).rules_hash


def test_nothing_is_said_on_the_page_of_an_empty_map() -> None:
    assert "Nothing was measured" in page_of(RuleMap(DUEL, "random"))


def test_ctrl_c_keeps_what_is_on_the_map() -> None:
    surveyor = Surveyor(DUEL, axes_of("win_rate,length", DUEL), ["max_moves"], "random", EXTENT)

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    assert (len(surveyor.go(5, stop).places), surveyor.map.is_cut_short) == (1, True)


@pytest.mark.parametrize(
    ("axes", "names", "why"),
    [
        ("length", ["max_moves"], "two axes"),
        ("win_rate,length", [], "Name the parameters"),
        ("win_rate,", ["a"], "An axis is"),
    ],
)
def test_a_map_needs_two_axes_and_numbers(axes: str, names: list[str], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        Surveyor(DUEL, axes_of(axes, DUEL), names, "random", EXTENT)
