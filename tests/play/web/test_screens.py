"""Every screen in both themes and on a telephone; what a first visit costs; fingers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from host import Server
from places import IN_REAL_TIME, IN_TURNS, NAMES, begin, crowded, facts_of, rotated
from visitor import DESKTOP, LARGE, PHONE, Table, Visitor

SIDES = (("x", "width"), ("y", "height"))
ONE_LINE = 30  # pixels, in which a name fits on a telephone
MOST_BYTES = 250_000  # of a first visit, as they travel


def test_lobby_with_matches(visitor: Visitor, server: Server) -> None:
    made = [server.make(name, 1) for name in NAMES]
    visitor.sit(made[0])
    visitor.page.get_by_role("link", name="Garrison lobby").click()
    visitor.page.get_by_role("heading", name="Your matches").wait_for()
    assert visitor.page.get_by_role("button", name=re.compile("^Play ")).count() == len(NAMES)
    visitor.check_screen("lobby")
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    names = visitor.page.locator(".sitters > span")
    assert max(box["height"] for name in names.all() if (box := name.bounding_box())) < ONE_LINE
    visitor.page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.check_screen("settings")
    visitor.page.get_by_role("dialog").get_by_role("textbox", name="Your name").fill("Robin")
    visitor.page.keyboard.press("Enter")
    visitor.forgiven = ("404",)
    visitor.page.goto("/nowhere")
    visitor.page.get_by_role("heading", name="There is nothing here").wait_for()
    visitor.check_screen("nowhere")


@pytest.mark.parametrize("name", rotated(4, IN_TURNS, IN_REAL_TIME))
def test_match(name: str, visit, server: Server) -> None:
    visitor = visit(new=True)
    table = visitor.sit(begin(server, crowded(name)))
    page = visitor.page
    page.get_by_role("dialog").wait_for()
    visitor.check_screen(f"offer-{name}")
    page.get_by_role("button", name="Play right away").click()
    visitor.check_screen(f"match-{name}")
    page.set_viewport_size(LARGE)
    visitor.shot(f"match-{name}-large")
    page.set_viewport_size(DESKTOP)
    table.play(2)
    table.rest_on_a_piece()
    visitor.shot(f"hover-{name}")
    page.mouse.move(0, 0)
    for tab in ("Log", "Rules"):
        if not page.get_by_role("tab", name=tab).count():
            continue  # the log is beside the board
        page.get_by_role("tab", name=tab).click()
        if tab == "Rules":
            page.get_by_role("tabpanel").get_by_role("heading").first.wait_for()
        visitor.check_screen(f"{tab.lower()}-{name}")
    assert page.get_by_role("grid").get_by_role("gridcell").get_attribute("aria-label")


@pytest.mark.parametrize("name", rotated(3, NAMES))
def test_rulebook_and_scores(name: str, visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/rules/{name}")
    page.get_by_role("article").get_by_role("heading").first.wait_for()
    visitor.check_screen(f"rulebook-{name}")
    page.get_by_role("link", name="Scores").click()
    page.get_by_role("link", name=facts_of(name).title, exact=True).click()
    page.get_by_role("heading", name="Finished matches", exact=True).wait_for()
    visitor.check_screen(f"scores-{name}")


def test_a_first_visit_is_light(visitor: Visitor) -> None:
    sizes: list[float] = []
    watching = visitor.context.new_cdp_session(visitor.page)
    watching.send("Network.enable")
    watching.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    visitor.page.goto("/", wait_until="networkidle")
    assert len(sizes) >= 4
    visitor.page.get_by_role("button", name=re.compile("^Play ")).first.wait_for()
    assert sum(sizes) < MOST_BYTES, f"A first visit loads {sum(sizes):,.0f} bytes"
    print(f"A first visit loads {sum(sizes):,.0f} bytes.")


def test_bots(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/bots")
    for name in NAMES:
        title = facts_of(name).title
        page.get_by_role("link", name=title, exact=True).click()
        page.get_by_role("heading", name=title).wait_for()
        page.get_by_role("cell", name="Plays anything that is legal.").wait_for()
    visitor.check_screen("bots")


def first_in_sight(table: Table, seen: dict[str, Any]) -> dict[str, float]:
    """Where a finger can press: the first field in the part of the board that is shown, or the first button."""
    if not seen["fields"]:
        button = table.page.locator("button[data-action], .pad button").first.bounding_box()
        assert button is not None
        return {"x": button["x"] + 8, "y": button["y"] + 8}
    shown, board = (table.page.locator(name).bounding_box() for name in (".large", ".hits.live"))
    assert shown is not None
    assert board is not None
    places = (table.place(seen, field) for field in seen["fields"])
    points = ({"x": board["x"] + place["x"], "y": board["y"] + place["y"]} for place in places)
    return next(at for at in points if all(0 < at[way] - shown[way] < shown[size] for way, size in SIDES))


@pytest.mark.parametrize("name", rotated(0, NAMES))
def test_fingers(name: str, visit, server: Server) -> None:
    visitor = visit(has_touch=True, is_mobile=True, viewport=PHONE, device_scale_factor=2)
    table, page = visitor.sit(begin(server, crowded(name))), visitor.page
    seen = table.look()
    target = page.locator(".hits.live") if seen["fields"] else page.locator("button[data-action], .pad button").first
    target.scroll_into_view_if_needed()
    number = table.moves
    at = first_in_sight(table, seen)
    finger = visitor.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.get_by_role("tooltip").wait_for()
    visitor.shot(f"long-press-{name}")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    if seen["fields"]:
        assert table.moves == number, "a long press explains and plays nothing"
        page.touchscreen.tap(at["x"], at["y"])
    else:
        target.tap()
    visitor.until(lambda: table.moves > number, "a tap plays")
    visitor.check_width(f"{name} on a telephone")


def test_a_board_takes_the_room_of_a_narrow_laptop(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport={"width": 1150, "height": 800})
    visitor.sit(begin(server, crowded("siege")))
    board, room = visitor.page.locator("[data-board='0']"), visitor.page.locator(".stage-area")

    def fills() -> bool:
        boxes = board.bounding_box(), room.bounding_box()
        return all(box is not None for box in boxes) and boxes[0]["width"] > 0.9 * boxes[1]["width"]  # type: ignore[index]

    visitor.until(fills, "a board as wide as its room", patience=5)
    assert not visitor.page.locator(".large.close").count(), "the whole board is large enough to be shown"
