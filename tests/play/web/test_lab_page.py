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
    page.get_by_role("button", name="Play this variant").click()
    visitor.table()
