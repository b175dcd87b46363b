"""Text stays within its box, and lies on no other: on the screens of all games, at all widths, in both themes."""

from __future__ import annotations

import pytest
from host import Server
from places import IN_REAL_TIME, IN_TURNS, begin, facts_of, rotated, wordy
from visitor import PHONE, Visitor

WIDTHS = ((1024, 768), (1280, 800), (1366, 768), (1440, 900), (1920, 1080), (PHONE["width"], PHONE["height"]))
CUT = '<button style="height: 20px; width: 60px"><span>Buy staff: 450</span> <span>36 gold short</span></button>'
COVERED = '<button><span>Buy staff</span><span style="margin-left: -40px">36 gold short</span></button>'


def check_all_widths(visitor: Visitor, what: str) -> None:
    for width, height in WIDTHS:
        visitor.page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            visitor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            visitor.check_text(f"{what}, {width}, {theme}")
        visitor.shot(f"text-{what}-{width}")


@pytest.mark.parametrize("name", rotated(2, IN_TURNS, IN_REAL_TIME))
def test_no_text_of_a_match_leaves_its_box(name: str, visitor: Visitor, server: Server) -> None:
    visitor.sit(begin(server, wordy(name)))
    check_all_widths(visitor, name)
    visitor.page.set_viewport_size({"width": 1024, "height": 768})
    visitor.page.locator("button[data-action], [aria-label=Controls] button").first.hover()
    visitor.page.get_by_role("tooltip").wait_for()
    visitor.check_text(f"{name}, a tip")


@pytest.mark.parametrize("name", rotated(1, IN_TURNS, IN_REAL_TIME))
def test_no_text_of_the_lobby_and_its_dialogs_leaves_its_box(name: str, visitor: Visitor, server: Server) -> None:
    page = visitor.page
    visitor.sit(server.make(name, 1))
    page.get_by_role("link", name="Garrison lobby").click()
    page.get_by_role("heading", name="Your matches").wait_for()
    check_all_widths(visitor, "lobby")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.get_by_role("button", name=f"Set up {facts_of(name).title}").click()
    page.get_by_role("dialog").wait_for()
    check_all_widths(visitor, f"setup-{name}")


@pytest.mark.parametrize(("button", "words"), [(CUT, '"Buy staff: 450" leaves button.'), (COVERED, "lies on")])
def test_text_that_is_cut_or_covered_is_noticed(button: str, words: str, visitor: Visitor) -> None:
    visitor.page.goto("about:blank")
    visitor.page.set_content(button)
    visitor.check_text("cut")
    assert any(words in one for one in visitor.problems), visitor.problems
    visitor.problems.clear()
