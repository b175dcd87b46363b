"""A map of the rules: settings that are as different as can be, each a click from being played."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs

import pytest

from garrison.errors import BadOption
from garrison.lab.design.goals import axes_of
from garrison.lab.design.rule_map import PARTS, RuleMap, Surveyor
from garrison.lab.design.run import Extent
from garrison.lab.pages.map_page import page_of
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
    assert words["game"] == ["skirmish"]
    assert {"rule.max_moves", "rule.health[1]"} <= set(words)
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
