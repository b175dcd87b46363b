"""The page Lab: turn a number, try it, see the report fill, open it again and play what was tried."""

from __future__ import annotations

import re

from visitor import Visitor


def test_a_number_is_turned_tried_and_played(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/lab#game=skirmish&bot=random&rule.healing=14")
    page.get_by_text("1 number changed").wait_for()
    page.get_by_role("button", name="Try").click()
    page.get_by_role("heading", name=re.compile(r"^So far: [1-9]")).wait_for()
    page.get_by_text("Score by seat").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("heading", name="Verdict").wait_for()
    visitor.check_screen("lab")
    page.reload()
    page.get_by_role("heading", name="Verdict").wait_for()
    assert page.get_by_role("link", name="Save the variant").is_visible()
    page.get_by_role("button", name="Share the report").click()
    page.get_by_text(re.compile(r"/lab/[a-z0-9]+$|The link to the report")).wait_for()
    page.get_by_role("button", name="Play this variant").click()
    visitor.table()
    assert page.get_by_text("Random", exact=True).first.is_visible()  # as strong as those who were measured


def test_numbers_are_in_parts_and_found_by_what_they_mean(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/lab/skirmish")
    page.get_by_text("The characters").click()
    page.get_by_label("health of Ork (S1)").wait_for()
    page.get_by_label(re.compile("^Search")).fill("goblin strength wider")
    page.get_by_text("Strength where armies are drawn, 0: the health: wider boards, Goblin").wait_for()
    assert page.get_by_role("slider").count() == 2  # armies are equally strong in two ways
    assert "number 13" not in page.content()


def test_a_link_of_a_map_begins_a_match(visitor: Visitor) -> None:
    visitor.page.goto("/lab#game=skirmish&variant=standard&bot=random&option.setup=duel&rule.max_moves=150&play=1")
    visitor.table()
    assert visitor.page.get_by_text("Random", exact=True).first.is_visible()
