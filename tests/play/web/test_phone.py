"""On a telephone everything that a move needs stands on the screen together: prompt, board, what is chosen, buttons."""

from __future__ import annotations

from itertools import pairwise

import pytest
from host import Server
from places import IN_REAL_TIME, IN_TURNS, begin, crowded, first_choice, rotated, talkative
from visitor import LAPTOP, PHONE, Visitor

from garrison.core.discovery import find
from garrison.play.learning.puzzle import puzzles_of

TELEPHONE = {"has_touch": True, "is_mobile": True, "viewport": PHONE, "device_scale_factor": 2}
WITH_PANELS = ("loop", "siege")  # games in which a panel helps with the present choice
MOST_STUCK = 0.41  # of the height, by what stays while the page scrolls
PAGES = 8  # that one can go to from everywhere
SMALLEST = {"width": 360, "height": 640}
FINGER = 24  # pixels, the narrowest field that is tapped without aiming
BOXES = """() => Object.fromEntries(Object.entries({
  prompt: ".banner", board: "[data-board='0'] .tray", frame: ".large", near: "[aria-label='For this choice']",
  buttons: "[aria-label=Actions]", head: ".head", controls: ".controls", side: "aside",
}).map(([name, where]) => {
  const box = document.querySelector(where)?.getBoundingClientRect();
  return [name, box && { top: box.top, bottom: box.bottom, height: box.height, width: box.width }];
}))"""
FRAME = """() => [".large", ".hits.live"].map(where =>
  document.querySelector(where).getBoundingClientRect().toJSON())"""


def check_together(visitor: Visitor) -> None:
    """Without any scrolling: the prompt, the board, what is chosen and the buttons, in this order and apart."""
    boxes = {name: box for name, box in visitor.page.evaluate(BOXES).items() if box}
    assert visitor.page.evaluate("scrollY") == 0
    order = [name for name in ("prompt", "frame", "near", "buttons") if name in boxes]
    for before, after in pairwise(order):
        assert boxes[before]["bottom"] <= boxes[after]["top"] + 1, f"{before} covers {after}: {boxes}"
    assert boxes[order[-1]]["bottom"] <= PHONE["height"], f"{order[-1]} is not on the screen: {boxes}"
    stuck = boxes["head"]["height"] + boxes["controls"]["height"]
    assert stuck <= MOST_STUCK * PHONE["height"], f"{stuck} pixels stay: {boxes}"


@pytest.mark.parametrize("name", rotated(1, WITH_PANELS))
def test_a_move_needs_no_scrolling(name: str, visit, server: Server) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    replay, page = talkative(name), visitor.page
    scene = replay.verify().scene(0)
    visitor.sit(begin(server, replay))
    near = page.get_by_role("group", name="For this choice")
    near.wait_for()
    check_together(visitor)
    for panel in (panel for panel in scene.panels if panel.near):
        shown = near.get_by_role("heading", name=panel.title)
        assert shown.count() == 1
        assert page.get_by_role("heading", name=panel.title).count() == 1, f"{panel.title} is told twice"
        told = near.inner_text()
        assert all(line.name in told and line.value in told for line in panel.lines if not line.always)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        visitor.check_axe(f"{name} on a telephone, {theme}")
        visitor.shot(f"phone-{name}-{theme}")
    visitor.check_width(f"{name} on a telephone")
    page.set_viewport_size(SMALLEST)  # type: ignore[arg-type]
    visitor.check_width(f"{name} on the smallest telephone")
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    for panel in (panel for panel in scene.panels if panel.near):
        box = page.get_by_role("heading", name=panel.title).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < LAPTOP["height"], f"{panel.title} is seen on a laptop without scrolling"


@pytest.mark.parametrize("name", rotated(4, IN_TURNS, IN_REAL_TIME))
def test_moves_by_finger(name: str, visit, server: Server) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    table = visitor.sit(begin(server, crowded(name)))
    visitor.page.wait_for_timeout(300)
    for _ in range(4):
        table.play(1, table.tap_something)
        boxes = visitor.page.evaluate(BOXES)
        stuck = boxes["head"]["height"] + boxes["controls"]["height"]
        assert stuck <= MOST_STUCK * PHONE["height"], f"{stuck} pixels stay: {boxes}"
        assert boxes["board"]["width"] / table.look()["columns"] >= FINGER
    visitor.check_width(f"{name} on a telephone")
    visitor.check_fingers(f"{name} on a telephone")


def test_the_tab_key_goes_from_the_board_to_the_buttons_and_then_to_the_rest(visit, server: Server) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    visitor.sit(begin(server, talkative("siege")))
    page = visitor.page
    for target in (
        page.get_by_role("gridcell"),
        page.get_by_role("group", name="Actions").get_by_role("button").first,
        page.get_by_role("button", name="Undo"),
        page.get_by_role("button", name="More"),
        page.get_by_role("tab", name="Table"),
    ):
        visitor.tab_to(target)


def test_a_close_up_goes_to_what_is_chosen(visit, server: Server) -> None:
    """Also for the second of two people at one telephone, with more buttons than there is room for."""
    visitor: Visitor = visit(**TELEPHONE)
    replay = first_choice("siege", player=1)
    [board] = replay.verify().scene(1).boards
    table = visitor.sit(begin(server, replay))

    def is_seen(field: int) -> bool:
        frame, fields = visitor.page.evaluate(FRAME)
        place = table.place(table.look(), field)
        return bool(
            frame["left"] <= fields["left"] + place["x"] <= frame["right"]
            and frame["top"] <= fields["top"] + place["y"] <= frame["bottom"]
        )

    visitor.until(lambda: is_seen(board.chosen_fields[0]), "the chosen field is on the screen", patience=5)
    check_together(visitor)
    visitor.page.goto(f"/puzzles/siege/{puzzles_of(find('siege'))[0].id}")
    visitor.until(lambda: any(map(is_seen, table.look()["fields"])), "what can be chosen is on the screen", patience=9)
    visitor.page.get_by_role("button", name="Whole board").tap()
    visitor.until(lambda: all(map(is_seen, table.look()["fields"])), "all of it is on the screen", patience=9)


@pytest.mark.parametrize("name", rotated(2, IN_TURNS))
def test_held_sideways_the_board_keeps_to_the_screen(name: str, visit, server: Server) -> None:
    sideways = {"width": PHONE["height"], "height": PHONE["width"]}
    visitor: Visitor = visit(**{**TELEPHONE, "viewport": sideways})
    visitor.sit(begin(server, crowded(name)))
    low, high = 0.4 * sideways["height"], 0.7 * sideways["height"]
    visitor.until(
        lambda: low <= visitor.page.evaluate(BOXES)["frame"]["height"] <= high, "a board that fits", patience=5
    )
    visitor.check_width(f"{name} sideways")
    visitor.shot(f"sideways-{name}")


def test_all_pages_can_be_reached(visit) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    page = visitor.page
    links = page.get_by_role("navigation", name="Pages").get_by_role("link")

    def check_links() -> None:
        links.last.wait_for()
        boxes = [link.bounding_box() for link in links.all()]
        assert len(boxes) == PAGES
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)

    page.goto("/mine")
    check_links()
    visitor.check_fingers("my games")
    page.goto("/replay")  # where a board may be, one button stands for all of them
    button = page.get_by_role("button", name="Pages")
    button.click()
    check_links()
    visitor.check_screen("pages")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.keyboard.press("Escape")
    links.last.wait_for(state="hidden")
    button.click()
    visitor.check_fingers("all pages")
    links.filter(has_text="Scores").click()
    page.wait_for_url("**/scores")
    page.goto("/")
    page.get_by_role("button", name="Set up Siege").click()
    visitor.check_fingers("setting up")
    start = page.get_by_role("dialog").get_by_role("button", name="Start").bounding_box()
    assert start is not None
    assert start["y"] + start["height"] < PHONE["height"], "it is in sight, however much there is to choose"
