"""What somebody meets in the first hour: the end of a first game, in sight and in words, and the way on from there."""

from __future__ import annotations

from functools import cache
from typing import Any

from host import Server
from places import begin
from test_learning import do_step
from visitor import LAPTOP, PHONE, Visitor

import garrison
from garrison.core.replay import Move, Replay
from garrison.play.learning.lesson import lesson_of
from garrison.play.learning.lesson_attempt import Taking

TELEPHONE = {"has_touch": True, "is_mobile": True, "viewport": PHONE}
WIDE = {"width": 1920, "height": 1080}  # where a whole board is large enough until the result stands beside it
WELL_SEEN = 32  # pixels of a field
BOXES = """() => Object.fromEntries(Object.entries({
  card: ".card:has(#over-title)", board: ".large", ring: "[data-ring]", words: ".fields > p",
  again: "#over-title + button",
}).map(([name, where]) => [name, document.querySelector(where)?.getBoundingClientRect().toJSON()]))"""
RING_IN_SIGHT = """() => {
  const [ring, room] = [".ringed", ".buttons"].map(where => document.querySelector(where)?.getBoundingClientRect());
  return ring && ring.top >= room.top - 1 && ring.bottom <= room.bottom + 1;
}"""
FIELD = "() => document.querySelector('.hits').getBoundingClientRect().width / 53"


@cache
def caught_soon() -> Replay:
    """Minefield shortly before somebody who stands still is caught, within the first minute."""
    game = garrison.load("minefield")
    for seed in range(100):
        position, count = game.new(seed), 0
        while not position.over and count < 210:
            position.play(0, 0)
            count += 1
        if position.over:
            return Replay(game, seed, [Move(0, 0)] * (count - 3))
    raise AssertionError("nobody is caught")


def at_the_end(visitor: Visitor, server: Server) -> dict[str, Any]:
    """Somebody who is caught: where everything is then."""
    visitor.sit(begin(server, caught_soon()))
    visitor.page.get_by_role("button", name="Start").or_(visitor.page.get_by_role("button", name="Resume")).click()
    visitor.page.wait_for_selector("#over-title")
    visitor.page.wait_for_selector("[data-ring]", state="attached")
    return dict(visitor.page.evaluate(BOXES))


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["left"] >= other["right"] or one["right"] <= other["left"] or one["top"] >= other["bottom"] - 1


def inside(one: dict[str, float], other: dict[str, float]) -> bool:
    return one["left"] >= other["left"] and one["right"] <= other["right"] and one["bottom"] <= other["bottom"]


def test_how_a_steered_game_ended_is_seen_beside_the_result(visit, server: Server) -> None:
    for options in ({"viewport": LAPTOP}, {"viewport": WIDE}, TELEPHONE):
        visitor: Visitor = visit(**options)
        boxes = at_the_end(visitor, server)
        assert apart(boxes["card"], boxes["board"]), boxes
        assert inside(boxes["ring"], boxes["board"]), boxes
        assert inside(boxes["words"], boxes["board"]), boxes
        assert boxes["again"]["bottom"] <= options["viewport"]["height"], "one press is enough to try again"
        assert visitor.page.evaluate(FIELD) >= WELL_SEEN, "it is as close as before"
        visitor.page.get_by_role("button", name="Play “calm”").wait_for()
        visitor.check_screen(f"caught-{options['viewport']['width']}")


def test_gentler_rules_are_one_press_away(visitor: Visitor, server: Server) -> None:
    at_the_end(visitor, server)
    before = visitor.page.url
    visitor.page.get_by_role("button", name="Play “calm”").click()
    visitor.page.wait_for_url(lambda url: url != before)
    visitor.table()
    match = visitor.page.url.partition("/m/")[2].partition("#")[0]
    assert server.get(f"/api/matches/{match}")["variant"] == "calm"


def test_the_piece_that_is_steered_stands_out_and_combined_keys_have_no_buttons(visit) -> None:
    for options in ({"viewport": LAPTOP}, TELEPHONE):
        page = visit(**options).page
        page.goto("/learn/minefield")
        page.get_by_role("button", name="Drop a mine").wait_for()
        assert page.locator(".followed").get_attribute("data-piece") == "P"
        assert page.get_by_role("button", name="Up, mine").count() == int(options is TELEPHONE)


def test_space_with_an_arrow_is_one_press_while_time_stands_still(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/learn/minefield")
    page.get_by_role("button", name="Drop a mine").wait_for()
    page.keyboard.down("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.up("Space")
    page.get_by_text("The number is to your right.").wait_for()  # not a step to the right alone, as the lesson asks


def test_a_first_match_begins_small_and_its_lesson_leads_back_to_it(visit, server: Server) -> None:
    visitor: Visitor = visit(new=True)
    page, taking = visitor.page, Taking(lesson_of("skirmish"))
    maps = []
    for _ in range(2):
        page.goto("/")
        page.get_by_role("button", name="Play Siege").click()
        page.wait_for_url("**/m/*")
        maps.append(server.get(f"/api/matches/{page.url.partition('/m/')[2]}")["options"].get("map", "plain"))
    assert maps == ["meadow", "plain"]
    page.goto("/")
    page.get_by_role("button", name="Play Skirmish").click()
    page.wait_for_url("**/m/*")
    match = page.url
    page.get_by_role("button", name="Take the lesson").click()
    page.get_by_text(taking.words).wait_for()
    while not taking.is_over:
        do_step(visitor, taking)
    page.get_by_role("link", name="Back to your match").click()
    page.wait_for_url(match)


def test_log_and_result_speak_of_people_and_bots(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport=LAPTOP)
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "easy"}]
    made = server.post("/api/matches", {"game": "skirmish", "seats": seats, "name": "Ada"})
    visitor.sit(made)
    visitor.press("Resign…")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("heading", name="You lost: Easy won").wait_for()
    visitor.page.get_by_role("log").get_by_text("Ada resigned.").wait_for()


def test_a_friend_who_joins_clears_the_board_and_hears_the_name_that_was_typed(visit, server: Server) -> None:
    visitor: Visitor = visit(new=True, viewport=LAPTOP)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="With a friend: Skirmish").click()
    page.wait_for_url("**/m/*")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Your name, for your friend to see").fill("Ada")
    match = page.url.partition("/m/")[2]
    server.post(f"/api/matches/{match}/seats", {"name": "Bo"})
    page.get_by_text("Bo", exact=True).first.wait_for()
    dialog.wait_for(state="hidden")
    assert not page.get_by_text("New to Skirmish?").is_visible(), "somebody waits"
    visitor.until(lambda: server.get(f"/api/matches/{match}")["seats"][0]["name"] == "Ada", "the name is kept")


def test_what_a_lesson_points_at_is_in_sight_among_many_buttons(visit) -> None:
    visitor: Visitor = visit(**TELEPHONE)
    page, taking = visitor.page, Taking(lesson_of("loop"))
    page.goto("/learn/loop")
    page.get_by_text(taking.words).wait_for()
    while taking.words != "Buy a potion. When your health runs low, drink it.":
        do_step(visitor, taking)
    page.wait_for_function(RING_IN_SIGHT)
    able = page.locator(".buttons button").evaluate_all("all => all.map(one => !one.disabled)")
    assert not all(able)
    assert able == sorted(able, reverse=True), "what can be pressed stands first"
