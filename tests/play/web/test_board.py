"""What is on and around a board: rulers, the last move, arrows, and why something can't be chosen."""

from __future__ import annotations

from typing import Any

import pytest
from host import Server
from visitor import PHONE, Table, Visitor

GAME, SIDES = "skirmish", 2
RULERS = """() => [".across", "svg:not(.across)"].map(name =>
  [...document.querySelector("[data-board='0'] .tray").querySelectorAll(`:scope > ${name} text`)].map(
    one => one.textContent))"""
NUMBERS = [str(number) for number in range(8)]


def middle(table: Table, field: int) -> tuple[float, float]:
    """The middle of a field, on the page."""
    box, place = table.page.locator(".hits.live").bounding_box(), table.place(table.look(), field)
    assert box is not None
    return box["x"] + place["x"], box["y"] + place["y"]


@pytest.fixture
def table(visitor: Visitor, server: Server) -> Table:
    return visitor.sit(server.make(GAME, SIDES))


def test_rulers_count_as_the_rulebook_does_for_both_sides(visit: Any, server: Server) -> None:
    made = server.make(GAME, SIDES)
    seats = [{**made, "seats": {side: made["seats"][side]}} for side in made["seats"]]
    tables = [visit().sit(seat) for seat in seats]
    assert tables[0].page.evaluate(RULERS) == [NUMBERS, NUMBERS]
    assert tables[1].page.evaluate(RULERS) == [NUMBERS[::-1], NUMBERS[::-1]]
    tables[0].click_field(tables[0].look(), 58)
    tables[0].page.mouse.move(5, 5)
    tables[0].visitor.check_screen("rulers")


def test_what_cannot_be_chosen_says_why_at_a_tap(table: Table) -> None:
    table.click_field(table.look(), 3)
    table.page.get_by_text("0,3 can't be chosen now: O0 belongs to Zorde.").wait_for()
    table.click_field(table.look(), 58)
    table.visitor.until(lambda: 50 in table.look()["fields"], "it is chosen")
    table.click_field(table.look(), 0)
    table.visitor.until(lambda: 58 in table.look()["fields"], "the choice is taken back")


def test_the_last_move_stays_marked_however_often_somebody_selects(visit: Any, server: Server) -> None:
    made = server.make(GAME, SIDES)
    (first, mine), (second, theirs) = made["seats"].items()
    table = visit().sit({**made, "seats": {first: mine}})
    other = visit().sit({**made, "seats": {second: theirs}})
    for field in (58, 50):
        table.visitor.until(lambda field=field: field in table.look()["fields"], "it can be chosen")
        table.page.keyboard.down("Shift")  # a step, not the whole way
        table.click_field(table.look(), field)
        table.page.keyboard.up("Shift")
    table.page.get_by_role("button", name="Stay here").click()
    page = other.page
    other.visitor.until(lambda: other.look()["fields"], "it is the other's turn")
    marked = page.locator(".marked").get_attribute("d")
    assert page.locator("[data-arrow=last]").get_attribute("data-fields") == f"{63 - 58},{63 - 50}"
    other.visitor.shot("last-move")
    fields = other.look()["fields"]
    page.mouse.move(5, 5)
    for field in fields[:2]:
        other.click_field(other.look(), field)
        page.locator(".chosen").first.wait_for()
        assert page.locator(".marked").get_attribute("d") == marked
        page.keyboard.press("Escape")
        page.locator(".chosen").first.wait_for(state="detached")
        assert page.locator(".marked").get_attribute("d") == marked, "a choice that is taken back changes nothing"
    page.get_by_text("moves from 7,2 to 6,2").first.wait_for()


def test_arrows_of_ones_own_are_drawn_with_the_right_button(table: Table) -> None:
    page = table.page
    for count in (1, 0):
        page.mouse.move(*middle(table, 20))
        page.mouse.down(button="right")
        page.mouse.move(*middle(table, 37))
        page.mouse.up(button="right")
        assert page.locator("[data-arrow=own]").count() == count
    page.mouse.click(*middle(table, 20), button="right")
    assert page.locator("[data-arrow=own]").get_attribute("data-fields") == "20"
    table.click_field(table.look(), 58)
    page.locator("[data-arrow=own]").wait_for(state="detached")


def test_a_hint_is_an_arrow(visitor: Visitor, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    table = visitor.sit(server.post("/api/matches", {"game": GAME, "seats": seats}))
    table.page.get_by_role("button", name="Hint").click()
    arrow = table.page.locator("[data-arrow=better]")
    arrow.wait_for(timeout=30_000)
    assert len(str(arrow.get_attribute("data-fields")).split(",")) > 1
    visitor.check_screen("hint-arrow")


def test_rulers_fit_a_telephone(visit: Any, server: Server) -> None:
    table = visit(viewport=PHONE).sit(server.make(GAME, SIDES))
    assert table.page.evaluate(RULERS) == [NUMBERS, NUMBERS]
    table.visitor.check_width("rulers on a telephone")
