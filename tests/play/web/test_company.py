"""A match with friends and those who watch: tools that fit, who watches, what is offered, and results to be shared."""

from __future__ import annotations

import re
from typing import Any

from host import Server
from visitor import LAPTOP, PHONE, Visitor

import garrison
from garrison.play.match import Match, Seat
from playing import NAMES

GAME, LARGE = "skirmish", "siege"
ROWS = """names => new Set(names.map(name => Math.round(
  [...document.querySelectorAll(".tools .tool")].find(one => one.innerText.includes(name))
    .getBoundingClientRect().top))).size"""
COVERED = """() => {
  const board = document.querySelector(".hits.live").getBoundingClientRect();
  const wish = document.querySelector(".wish").getBoundingClientRect();
  return wish.top < board.bottom && board.top < wish.bottom;
}"""
TIP = """() => {
  const tip = document.querySelector("[role=tooltip]").getBoundingClientRect();
  return { left: tip.left, top: tip.top, right: tip.right, bottom: tip.bottom };
}"""


def seated(server: Server, visit: Any, **options: Any) -> tuple[Visitor, Visitor]:
    """Ada and Bo at a match; the browser of the first has these options."""
    made = server.make(GAME, 1, name="Ada")
    other = server.post(f"/api/matches/{made['match']}/seats", {"name": "Bo"})
    one, two = visit(**options), visit(viewport=LAPTOP)
    one.sit(made)
    two.sit({**made, "host": "", "seats": {str(other["player"]): other["token"]}})
    return one, two


def test_the_tools_of_a_laptop_are_one_row_of_icons_with_names(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport=LAPTOP)
    visitor.sit(server.post("/api/matches", {"game": LARGE, "seats": [{"kind": "person"}, {"kind": "bot"}]}))
    tools = visitor.page.locator(".tools .tool")
    assert [each.split() for each in tools.all_inner_texts()] == [["Undo"], ["Hint"], ["Close", "up"], ["More"]]
    assert tools.locator("svg").count() == 4
    assert visitor.page.evaluate(ROWS, ["Undo", "Hint", "Close", "More"]) == 1
    visitor.page.get_by_role("button", name="More").click()
    for name in ("Invite", "Picture", "Lesson"):
        visitor.page.locator(".menu").get_by_text(name).wait_for()
    visitor.check_screen("tools")


def test_a_tip_does_not_cover_what_it_is_about(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport=LAPTOP)
    visitor.sit(server.post("/api/matches", {"game": GAME, "seats": [{"kind": "person"}, {"kind": "bot"}]}))
    hint = visitor.page.get_by_role("button", name="Hint")
    hint.hover()
    visitor.page.get_by_role("tooltip").wait_for()
    visitor.until(lambda: apart(visitor.page.evaluate(TIP), hint.bounding_box()), "a tip beside the button")


def apart(tip: dict[str, float], button: dict[str, float]) -> bool:
    right, bottom = button["x"] + button["width"], button["y"] + button["height"]
    return tip["right"] <= button["x"] or right <= tip["left"] or tip["bottom"] <= button["y"] or bottom <= tip["top"]


def test_who_watches_is_counted(visit, server: Server) -> None:
    one, _ = seated(server, visit, viewport=LAPTOP)
    address = one.page.url
    watchers = [visit(viewport=LAPTOP) for _ in range(2)]
    for watcher, words in zip(watchers, ("One person watches.", "2 people watch."), strict=True):
        watcher.go_to_match(address)
        one.page.get_by_text(words).wait_for()
    watchers[0].page.goto("/rules")
    one.page.get_by_text("One person watches.").wait_for()


def test_a_draw_that_is_offered_does_not_cover_the_board_of_a_telephone(visit, server: Server) -> None:
    one, two = seated(server, visit, viewport=PHONE, has_touch=True)
    two.press("Resign or draw…")
    two.press("Offer a draw")
    one.page.get_by_text("Bo would like to agree on a draw.").wait_for()
    assert not one.page.evaluate(COVERED)
    one.check_screen("draw-offered-phone")
    one.page.get_by_role("button", name="Agree").click()
    one.page.get_by_role("heading", name="A draw").wait_for()


def test_a_free_seat_is_never_the_main_thing_to_press(visit, server: Server) -> None:
    made = server.make(GAME, 1, name="Ada")
    host, guest = visit(viewport=LAPTOP), visit(viewport=LAPTOP)
    host.sit(made)
    guest.go_to_match(f"/m/{made['match']}#watch")
    for person in (host, guest):
        take = person.page.get_by_role("button", name="Take it")
        take.wait_for()
        assert "primary" not in (take.get_attribute("class") or "")
        assert not person.page.get_by_role("button", name="Bot", exact=True).count()


def test_a_result_speaks_of_people_and_is_shared_as_a_picture_with_a_link(visit, server: Server) -> None:
    _, two = seated(server, visit, viewport=LAPTOP)
    two.press("Resign or draw…")
    two.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page = two.page
    page.get_by_role("heading", name="You lost: Ada won").wait_for()
    page.get_by_text("Bo resigned.").first.wait_for()
    card = page.locator(".card")
    assert card.get_by_role("listitem").first.inner_text().startswith("Ada")
    card.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share the result")
    picture = dialog.get_by_role("img", name="Ada won: the result and the last position")
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") >= 700
    match = page.url.split("/m/")[1].split("#")[0]
    assert re.search(f"/replay/m-{match}$", dialog.get_by_role("textbox").input_value())
    two.check_screen("share-result")


def test_the_lobby_says_whose_turn_it_is(visit, server: Server) -> None:
    one, two = seated(server, visit, viewport=LAPTOP)
    for person, words in ((one, "Your turn"), (two, "Ada to act")):
        person.page.goto("/")
        line = person.page.get_by_role("region", name="Your matches").get_by_role("listitem")
        line.get_by_text(words).wait_for()
        line.get_by_role("link", name="Continue").wait_for()
    one.check_screen("lobby-turn")


def test_all_games_are_in_sight_on_a_laptop(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport=LAPTOP)
    visitor.page.goto("/")
    cards = visitor.page.locator(".card")
    visitor.until(lambda: cards.count() >= len(NAMES), "all games")
    visitor.page.get_by_role("link", name="Today's puzzle").wait_for()
    bottoms = [cards.nth(number).bounding_box() for number in range(len(NAMES))]
    assert all(box and box["y"] + box["height"] <= LAPTOP["height"] for box in bottoms)


def test_a_replay_that_does_not_answer_is_asked_for_again(visit, server: Server) -> None:
    visitor: Visitor = visit(viewport=LAPTOP)
    visitor.forgiven = ("Failed to load resource",)
    match = Match(garrison.load(GAME, setup="duel"), 3, [Seat("random"), Seat("random")])
    name = server.post("/api/replays", match.replay.to_json())["id"]
    tries = []

    def fail_twice(route: Any) -> None:
        tries.append(route.request.url)
        route.abort() if len(tries) < 3 else route.continue_()

    visitor.page.route(f"**/api/replays/{name}/turns*", fail_twice)
    visitor.page.goto(f"/replay/{name}")
    visitor.page.get_by_role("progressbar", name="Opening the replay").wait_for()
    visitor.page.get_by_text("Trying again by itself.").wait_for()
    visitor.check_screen("replay-opening")
    visitor.page.locator("output").wait_for()
    assert len(tries) == 3
