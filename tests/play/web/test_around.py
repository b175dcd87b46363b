"""What is around the games: settings, shortcuts, the app, steering by finger, pages that are not there."""

from __future__ import annotations

from typing import Any

import pytest
from host import Server
from places import begin, crowded, facts_of
from test_phone import TELEPHONE
from visitor import LAPTOP, PHONE, Visitor

DIM = "getComputedStyle(document.querySelector('.fields'), '::after').backgroundColor"
STEP = "getComputedStyle(document.documentElement).getPropertyValue('--step').trim()"
GROUND = "getComputedStyle(document.body).backgroundColor"
STEERED = "minefield"
LARGE_BOARD = "siege"
MANY_BUTTONS = "boneyard"
OWN = """() => { const box = document.querySelector("[data-piece=P]").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""


def test_settings_take_effect_at_once_and_are_kept(visit: Any, server: Server) -> None:
    visitor: Visitor = visit(reduced_motion="no-preference")
    visitor.sit(begin(server, crowded(LARGE_BOARD)))
    page = visitor.page
    assert page.locator(".dot").count() == 1
    light, undimmed = page.evaluate(GROUND), page.evaluate(DIM)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Theme").select_option("dark")
    page.get_by_role("combobox", name="Animations").select_option("slow")
    page.get_by_role("checkbox", name="Hints").uncheck()
    page.get_by_role("checkbox", name="Sounds").check()
    page.get_by_role("slider", name="Volume").fill("0.2")
    visitor.check_screen("settings-chosen")
    page.get_by_role("button", name="Done").click()
    page.reload()
    visitor.table()
    assert page.evaluate(GROUND) != light
    assert page.evaluate(DIM) != undimmed, "boards are dimmed in the dark"
    assert page.evaluate(STEP) in (".36s", "360ms")
    assert page.locator(".dot").count() == 0
    assert page.evaluate("localStorage.getItem('garrison.volume')") == "0.2"


def test_a_question_mark_shows_the_shortcuts(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make(STEERED, 1))
    visitor.page.keyboard.press("?")
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="In this game").wait_for()
    dialog.get_by_text("Drop a mine", exact=True).wait_for()
    dialog.get_by_text("explain what has the focus").wait_for()
    assert dialog.evaluate("one => one.scrollTop") == 0, "it is read from its beginning"
    visitor.check_screen("shortcuts")
    visitor.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert dialog.locator("kbd:visible").count() > 10, "whoever opens it has keys"
    visitor.page.keyboard.press("Escape")
    assert not dialog.is_visible()


def test_no_frame_is_left_where_nobody_pressed_a_key(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make(STEERED, 1))
    page = visitor.page
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    last = "() => document.querySelector('.tools button:last-of-type').getBoundingClientRect().bottom <= innerHeight"
    page.wait_for_function(last, timeout=5000)  # the tools are below the board, and on the screen
    page.get_by_role("button", name="Start").click()
    frame = "getComputedStyle(document.querySelector('.cursor')).boxShadow"
    assert page.evaluate("document.activeElement.className").startswith("cursor")
    assert page.evaluate(frame) == "none"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(frame) == "none", "the arrows steer, and nothing can be clicked"


def test_the_tools_stay_on_the_screen_beside_many_buttons(visitor: Visitor, server: Server) -> None:
    table, page = visitor.sit(server.make(MANY_BUTTONS, 3)), visitor.page
    for _ in range(3):
        table.click_field(table.look(), table.look()["fields"][0])
    visitor.until(lambda: len(table.look()["buttons"]) > 8, "the traps can be chosen")
    room = """() => { const box = one => document.querySelector(one).getBoundingClientRect();
      const [tools, controls] = [box(".tools"), box(".controls")];
      return tools.bottom <= controls.bottom + 1 && tools.bottom <= innerHeight && tools.left >= controls.left; }"""
    for size in (LAPTOP, {"width": 1024, "height": 768}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function(room, timeout=5000)
    page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    visitor.check_text("many buttons")


def test_it_can_be_installed(server: Server, visitor: Visitor) -> None:
    visitor.page.goto("/")
    link = visitor.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = server.get(str(link))
    assert manifest["display"] == "standalone"
    sizes = "async at => { const it = new Image(); it.src = at; await it.decode(); return [it.width, it.height]; }"
    for icon in manifest["icons"]:
        wide, high = visitor.page.evaluate(sizes, icon["src"])
        assert icon["sizes"] == f"{wide}x{high}"


@pytest.mark.parametrize("by", ["tap", "swipe"])
def test_a_finger_on_the_board_steers(by: str, visit: Any, server: Server) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    table, page = visitor.sit(server.make(STEERED, 1)), visitor.page
    page.locator("[data-piece=P]").wait_for()
    page.wait_for_timeout(300)
    x, y = page.evaluate(OWN)
    box = page.locator(".large").bounding_box()
    assert box is not None
    is_low = y > box["y"] + box["height"] / 2  # a button lies over the lower edge

    finger = visitor.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": across, "y": down} for across, down in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    if by == "tap":
        touch("touchStart", (x, y))
        page.get_by_role("tooltip").wait_for()  # as long as time stands still, a long press asks
        touch("touchEnd")
        assert not visitor.sent
        page.touchscreen.tap(x + 5, y - 100 if is_low else y + 100)
    else:
        touch("touchStart", (box["x"] + 60, box["y"] + 60))
        touch("touchMove", (box["x"] + 100, box["y"] + 63))
        touch("touchEnd")
    visitor.until(lambda: table.moves >= 1, "it is steered")
    way = "right" if by == "swipe" else "up" if is_low else "down"
    wanted = next(button for button in table.facts.buttons if button.keys == (way,))
    asked = [sent["action"] for sent in visitor.sent.values() if sent["type"] == "act"]
    assert asked[0] == table.facts.fields + table.facts.buttons.index(wanted)


def test_on_a_telephone_no_text_speaks_of_keys_and_large_boards_can_be_read(visit: Any, server: Server) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    page = visitor.page
    visitor.sit(server.make(STEERED, 1))
    assert not page.locator("kbd:visible").count()
    for word in ("key", "arrow", "space"):
        assert not page.locator("main").get_by_text(word).locator("visible=true").count(), word
    visitor.sit(begin(server, crowded(LARGE_BOARD)))
    visitor.until(lambda: page.locator(".large.close").count() == 1, "a close-up", patience=5)
    size = page.locator(".cursor").bounding_box()["width"]  # type: ignore[index]
    assert size >= 28
    assert float(str(page.locator(".dot").get_attribute("stroke-width"))) * size / 64 >= 6


def test_pages_and_games_that_are_not_there_say_so(visitor: Visitor) -> None:
    visitor.forgiven = ("404",)
    visitor.page.goto("/no/such/page")
    visitor.page.get_by_role("heading", name="There is nothing here").wait_for()
    visitor.page.goto("/lab/chess")
    visitor.page.get_by_text("There is no game or report called “chess” here.").wait_for()
    visitor.page.get_by_role("button", name="Play this variant").wait_for()
    for page in ("bots", "scores", "rules"):
        answer = visitor.page.goto(f"/{page}/chess")
        assert answer is not None
        assert answer.ok, "the page itself is there"
        visitor.page.get_by_text("There is no game called “chess” here.").wait_for()
    visitor.check_screen("no-such-game")
    visitor.page.get_by_role("link", name=facts_of(STEERED).title, exact=True).click()
    visitor.page.wait_for_url(f"**/rules/{STEERED}")


def test_the_rules_open_with_how_to_play_and_then_have_contents(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"/rules/{STEERED}")
    headings = page.get_by_role("article").get_by_role("heading", level=2)
    headings.first.wait_for()
    assert headings.all_inner_texts()[:3] == ["How to play", "Contents", "The field"]
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="A time unit").click()
    visitor.until(lambda: page.evaluate("scrollY") > 0, "its place", patience=5)
    assert page.url.endswith(f"/rules/{STEERED}#a-time-unit")


def test_a_position_has_a_picture_with_a_link(visitor: Visitor, server: Server) -> None:
    pytest.importorskip("resvg_py", reason="pictures as PNG files (they need resvg-py)")
    table = visitor.sit(server.make(LARGE_BOARD, 2))
    visitor.page.get_by_role("button", name="More").click()
    visitor.page.get_by_role("button", name="Picture").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("img", name="The position").wait_for()
    assert dialog.get_by_role("textbox").input_value() == f"{server.base}/api/matches/{table.match}/picture.png"
    visitor.check_screen("picture")
