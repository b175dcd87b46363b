"""Two people meet: they part, talk, and remove what nobody joined. And clocks, on every screen."""

from __future__ import annotations

from typing import Any

import pytest
from host import Server
from visitor import DESKTOP, LAPTOP, LOST, PHONE, Table, Visitor

GAME = "skirmish"
COVER = """addEventListener("DOMContentLoaded", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.ariaLabel = "Something that covers the board";
  dialog.showModal();
})"""


@pytest.fixture
def pair(visit, server: Server):
    """Two people at a match of their own, each with a name."""

    def meet(**wish: Any) -> tuple[Visitor, Visitor, Table, Table]:
        made = server.make(GAME, 1, name="Ada", **wish)
        other = server.post(f"/api/matches/{made['match']}/seats", {"name": "Bo"})
        people = visit(viewport=LAPTOP), visit(viewport=LAPTOP)
        tables = [
            person.sit({**made, "host": host, "seats": seats})
            for person, host, seats in zip(
                people, (made["host"], ""), (made["seats"], {str(other["player"]): other["token"]}), strict=True
            )
        ]
        for person in people:
            person.forgiven = LOST
        return *people, *tables

    return meet


def pull_the_plug(server: Server, *people: Visitor) -> None:
    server.kill()
    for person in people:
        person.page.get_by_text("The connection is lost").wait_for()
    server.start()
    for person in people:
        person.page.get_by_text("The connection is lost").wait_for(state="detached")


def press(person: Visitor, name: str) -> None:
    person.press(name)


def test_how_to_part_and_a_draw_that_is_offered(pair) -> None:
    one, two, *_ = pair()
    press(two, "Resign or draw…")
    two.check_screen("parting")
    two.page.keyboard.press("Escape")
    press(one, "Resign or draw…")
    press(one, "Offer a draw")
    two.page.get_by_text("Ada would like to agree on a draw.").wait_for()
    two.check_screen("draw")
    press(two, "Agree")
    one.page.get_by_role("heading", name="A draw").wait_for()
    one.page.mouse.move(0, 0)
    one.check_screen("drawn")


def test_people_talk_and_watchers_do_not_hear_it(pair, visit, server: Server) -> None:
    one, two, table, _ = pair()
    watcher = visit()
    watcher.forgiven = LOST
    watcher.go_to_match(f"/m/{table.match}")
    for person in (one, two):
        person.page.get_by_role("tab", name="Talk").click()
    press(one, "Nice move!")
    two.page.get_by_role("log", name="What was said").get_by_text("Nice move!").wait_for()
    two.page.locator(".banner").get_by_text("Ada: Nice move!").wait_for()
    two.page.get_by_role("textbox", name="Your message").fill("Thanks! <b>You</b> too.")
    two.page.keyboard.press("Enter")
    one.page.get_by_role("log", name="What was said").get_by_text("Thanks! <b>You</b> too.").wait_for()
    one.check_screen("talk")
    pull_the_plug(server, one, two)
    one.page.reload()
    one.page.get_by_role("tab", name="Talk").click()
    assert one.page.get_by_role("log", name="What was said").get_by_role("listitem").count() == 2
    watcher.page.get_by_role("tab", name="Rules").wait_for()
    assert not watcher.page.get_by_role("tab", name="Talk").count()
    one.page.get_by_role("checkbox", name="Hide messages").check()
    press(two, "Hello!")
    two.page.get_by_role("log", name="What was said").get_by_text("Hello!").wait_for()
    assert not one.page.get_by_text("Bo: Hello!").count()


def test_the_host_removes_a_match_and_a_guest_leaves_for_good(pair, visit, server: Server) -> None:
    host: Visitor = visit()
    made = server.make(GAME, 1)
    host.sit(made)
    press(host, "Remove…")
    host.check_screen("remove")
    host.page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    host.page.wait_for_url("**/")
    assert made["match"] not in [match["id"] for match in server.get("/api/matches")]
    one, two, _, _ = pair()
    press(two, "Resign or draw…")
    press(two, "Leave for good")
    two.page.wait_for_url("**/")
    one.page.locator(".card").get_by_text("Bo left.").wait_for()


def test_a_game_for_one_is_given_up_by_keyboard(visitor: Visitor, server: Server) -> None:
    visitor.sit(server.make("boneyard", 1, options={"players": 1}))
    for name in ("More", "Give up…"):
        visitor.tab_to(visitor.page.get_by_role("button", name=name))
        visitor.page.keyboard.press("Enter")
    visitor.page.get_by_role("dialog").wait_for()
    visitor.page.keyboard.press("Enter")
    visitor.page.locator(".card").get_by_text("The game was given up.").wait_for()


def test_a_clock_for_the_whole_match_runs_out(pair, server: Server) -> None:
    one, two, table, _ = pair(bank_ms=10_000, increment_ms=1_000)
    clock = one.page.locator(".banner").get_by_role("timer", name="Time left to Calliance")
    clock.wait_for()
    for size, name in ((LAPTOP, "laptop"), (PHONE, "phone"), (DESKTOP, "desktop")):
        one.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert clock.is_visible()
        one.shot(f"clock-{name}")
    assert "short" in (clock.get_attribute("class") or ""), "the last ten seconds look different"
    two.page.locator(".banner").get_by_role("timer", name="Time left to Calliance").wait_for()
    one.page.reload()
    for person in (one, two):
        person.page.locator(".card").get_by_text("Ada ran out of time.").wait_for()
    assert server.get(f"/api/matches/{table.match}")["reason"] == "out of time"


def test_the_clock_waits_while_something_covers_the_board_and_tells_what_it_chose(visit, server: Server) -> None:
    visitor: Visitor = visit()
    visitor.page.add_init_script(COVER)
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "random"}]
    made = server.post("/api/matches", {"game": GAME, "seats": seats, "timer_ms": 2000})
    visitor.sit(made)
    visitor.page.wait_for_timeout(2500)
    assert server.number(made["match"]) == 0
    visitor.page.keyboard.press("Escape")
    # Since the bot replies at once, the next update must not wipe it away.
    notice = visitor.page.locator(".stage-area").get_by_role("status")
    notice.get_by_text("Time was up: Calliance moved at random.").wait_for()
    visitor.page.wait_for_timeout(1500)
    assert notice.is_visible()
    tab = visitor.page.get_by_role("tab", name="Log")
    if tab.count():  # where there is room, the log has a place of its own
        tab.click()
    visitor.page.get_by_role("log").get_by_text("Time was up").first.wait_for()
    press(visitor, "Instant bots")
    visitor.until(lambda: server.get(f"/api/matches/{made['match']}")["instant"], "bots are instant")
