"""What a game wants to be in sight at any time stands at the top right, and its drawing can be pressed."""

from __future__ import annotations

from functools import cache

import pytest
from host import Server
from places import begin
from visitor import PHONE, Table, Visitor

import garrison
from garrison.core.replay import Move, Replay

WIDTHS = ((1024, 768), (1280, 800), (1366, 768), (1440, 900), (1920, 1080))
HEALTH = "[aria-label='Always in sight']"
DRINK = "Drink a potion"
BOXES = f"""() => {{
  const box = one => one.getBoundingClientRect();
  const others = [...document.querySelectorAll(".panel, .side, .board, .controls, .banner")].map(box);
  return {{
    health: box(document.querySelector("{HEALTH}")).toJSON(), width: innerWidth,
    header: box(document.querySelector("header")).bottom, top: Math.min(...others.map(one => one.top)),
    right: Math.max(...others.map(one => one.right)),
  }};
}}"""


@cache
def with_potions(count: int) -> Replay:
    """The first visit to the shop that can pay for so many potions, which are bought."""
    game = garrison.load("loop")
    position, moves = game.new(0), list[Move]()

    def play(action: int) -> None:
        position.play(0, action)
        moves.append(Move(0, action))

    advance, leave, buy = (
        game.facts.fields + [button.name for button in game.facts.buttons].index(name)
        for name in ("advance", "leave", "buy potion")
    )
    state = position.state[0]
    while not (state.shopping and state.gold >= 150 * count and state.health < game.record["hero_health"][0]):
        play(leave if leave in position.actions(0) else advance)
    while state.potions < count:
        play(buy)
    return Replay(game, 0, moves)


def icon(table: Table):  # type: ignore[no-untyped-def]
    return table.page.locator(f"{HEALTH} button")


def health(table: Table) -> str:
    return str(table.page.locator(HEALTH).inner_text())


def test_the_health_bar_stands_at_the_top_right_above_all_panels(visitor: Visitor, server: Server) -> None:
    visitor.sit(begin(server, with_potions(2)))
    page = visitor.page
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate(BOXES)
        assert boxes["health"]["left"] > width / 2
        assert boxes["health"]["right"] >= boxes["right"] - 1, boxes
        assert boxes["header"] <= boxes["health"]["top"] <= boxes["top"] + 1, boxes
        for tab in ("Log", "Table"):
            page.get_by_role("tab", name=tab).click()
            assert page.locator(HEALTH).is_visible()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    boxes = page.evaluate(BOXES)
    assert boxes["header"] <= boxes["health"]["top"] <= boxes["top"] + 1, boxes
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY > 0")
    assert page.locator(HEALTH).bounding_box()["y"] == 0, "it stays while the page scrolls"  # type: ignore[index]


@pytest.mark.parametrize("way", ["pointer", "focus", "key"])
def test_the_drawing_beside_the_health_bar_drinks_a_potion(way: str, visitor: Visitor, server: Server) -> None:
    table = visitor.sit(begin(server, with_potions(3)))
    drunk = icon(table)
    assert "100 of 100" not in health(table)
    assert drunk.get_attribute("aria-label") == f"{DRINK}, 3"
    if way == "pointer":
        drunk.click()
    elif way == "focus":
        visitor.tab_to(drunk)
        visitor.page.keyboard.press("Enter")
    else:
        assert "D" in health(table).split()
        visitor.page.keyboard.press("d")
    visitor.until(lambda: drunk.get_attribute("aria-label") == f"{DRINK}, 2", "a potion less")
    assert "100 of 100" in health(table)


def test_without_a_potion_the_drawing_is_grey_and_says_so(visitor: Visitor, server: Server) -> None:
    table = visitor.sit(begin(server, with_potions(1)))
    drunk = icon(table)
    assert drunk.get_attribute("aria-disabled") == "false"
    drunk.click()
    visitor.until(lambda: drunk.get_attribute("aria-disabled") == "true", "it greys out")
    assert "grayscale" in drunk.evaluate("one => getComputedStyle(one).filter")
    number = table.moves
    drunk.click(force=True)
    visitor.page.get_by_text(f"{DRINK}: not possible now.").wait_for()
    assert table.moves == number
    visitor.check_screen("no-potion")


def test_a_replay_and_a_lesson_show_it_too(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    name = server.post("/api/replays", with_potions(1).to_json())["id"]
    for path in (f"/replay/{name}", "/learn/loop"):
        page.goto(path)
        page.locator(HEALTH).wait_for()
        for width, height in (WIDTHS[0], WIDTHS[-1]):
            page.set_viewport_size({"width": width, "height": height})
            boxes = page.evaluate(BOXES)
            assert boxes["health"]["right"] >= boxes["right"] - 1, boxes
            assert boxes["header"] <= boxes["health"]["top"] <= boxes["top"] + 1, boxes
    page.goto(f"/replay/{name}")
    page.locator(HEALTH).wait_for()
    assert not page.locator(f"{HEALTH} button").count(), "whoever watches presses nothing"
