"""Coming together: invitations, joining with one press, one's own side of the board, one's own games, one's turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from host import Server
from places import begin, facts_of, nearly_over
from visitor import Visitor, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAME = "skirmish"  # whose board turns round
ELSEWHERE = "http://192.168.77.5:8000"
FIRST, SECOND = facts_of(GAME).seats
TOLD = """() => {
  window.told = [];
  window.Notification = class { static permission = "granted"; static requestPermission = async () => "granted";
    constructor(title) { window.told.push(title); } };
  Object.defineProperty(navigator, "serviceWorker", { value: undefined });
}"""
AWAY = "() => Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"


@pytest.fixture(scope="module")
def reachable(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that others can reach."""
    running = Server(tmp_path_factory.mktemp("reachable"), GARRISON_ORIGIN=ELSEWHERE)
    running.start()
    yield running
    running.kill()


def invitation(host: Visitor) -> str:
    """Make a match for a friend; the link, which is on the screen at once."""
    host.page.goto("/")
    host.page.get_by_role("button", name=f"With a friend: {facts_of(GAME).title}").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("heading", name="Invite a friend").wait_for()
    return str(dialog.get_by_role("textbox", name="Whoever opens this link can join").input_value())


def own_side(visitor: Visitor, seat: str) -> str:
    """Whether one's pieces are at the top or at the bottom of the board."""
    cell = visitor.page.locator("[data-board='0'] [data-piece]")
    tops = {str(one.get_attribute("data-piece")): one.bounding_box()["y"] for one in cell.all()}  # type: ignore[index]
    first = tops["H0"] if seat == FIRST else tops["O0"]
    return "bottom" if first == max(tops.values()) else "top"


def test_the_invitation_names_an_address_that_others_can_reach(browser: Browser, reachable: Server) -> None:
    with visiting(browser, reachable) as host:
        assert "#invite=" in invitation(host)
        dialog = host.page.get_by_role("dialog")
        dialog.get_by_role("img", name="The link as a QR code").wait_for()
        link = dialog.get_by_role("textbox", name="Whoever opens this link can join")
        assert link.input_value().startswith(f"{ELSEWHERE}/m/")
        host.check_screen("invitation")


def test_a_friend_joins_with_one_button_and_has_their_own_side_at_the_bottom(visit: Any, server: Server) -> None:
    host, friend, watcher = visit(), visit(), visit()
    link = invitation(host)
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_text("This server only listens on this machine").wait_for()
    dialog.get_by_role("button", name="How to let others in").click()
    assert dialog.get_by_role("textbox", name="The command").input_value() == "garrison --host 0.0.0.0"
    dialog.get_by_role("textbox", name="Your name, for your friend to see").fill("Ada")
    dialog.get_by_role("button", name="Save").click()
    dialog.get_by_text("Saved.").wait_for()
    host.check_screen("invitation-here-only")
    dialog.get_by_role("button", name="Done").click()

    watcher.go_to_match(f"{link.partition('#')[0]}#watch")
    watcher.page.get_by_text("You are watching.").wait_for()
    assert not watcher.page.get_by_role("button", name="Join as").count()

    table = friend.go_to_match(link)
    friend.page.get_by_role("heading", name=f"Ada would like to play {facts_of(GAME).title}").wait_for()
    friend.page.get_by_role("button", name="Just watch").wait_for()
    friend.check_screen("join")
    friend.page.get_by_role("textbox", name="Your name").fill("Bo")
    friend.page.get_by_role("button", name=f"Join as {SECOND}").click()
    host.page.get_by_text("Bo", exact=True).wait_for()
    friend.page.get_by_text("you", exact=True).first.wait_for()
    assert own_side(host, FIRST) == own_side(friend, SECOND) == "bottom"
    assert own_side(watcher, SECOND) == "top"

    mine = host.table()
    while not friend.page.title().startswith("● Your turn"):
        mine.move(mine.facts, mine.click_something)
        host.page.wait_for_timeout(50)
    table.play(1)
    assert not friend.refusals, "what is clicked on a turned board is what is meant"
    assert friend.page.evaluate("localStorage.getItem('garrison.name')") == '"Bo"'


def test_join_in_the_lobby_joins(visitor: Visitor, server: Server) -> None:
    server.make(GAME, 1)
    page = visitor.page
    page.goto("/")
    line = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Join"))
    line.first.wait_for()
    page.get_by_role("textbox", name="Your name").fill("Cy")
    visitor.check_screen("lobby-open")
    line.first.get_by_role("button", name="Join").click()
    visitor.table()
    page.get_by_text("you", exact=True).first.wait_for()
    seats = server.get(f"/api/matches/{page.url.partition('/m/')[2]}")["seats"]
    assert [seat["name"] for seat in seats if seat["kind"] == "person"][-1] == "Cy"


def test_my_games_have_results_replays_and_rematches(visitor: Visitor, server: Server) -> None:
    page = visitor.page
    page.goto("/mine")
    page.get_by_text("You have not played a match in this browser yet.").wait_for()
    table = visitor.sit(begin(server, nearly_over(GAME, left=1), name="Ada"))
    match = table.match
    table.finish()
    page.goto("/mine")
    line = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="Rematch"))
    line.get_by_text(re.compile("draw|won")).wait_for()
    visitor.check_screen("mine")
    assert line.get_by_role("link", name="Replay").get_attribute("href") == f"/replay/m-{match}"
    line.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/m/*")
    assert match not in page.url


def test_somebody_who_looks_away_is_told_when_it_is_their_turn(visit: Any, server: Server) -> None:
    one, two = visit(), visit()
    two.context.add_init_script(f"({TOLD})()")
    made = server.make(GAME, 2)
    mine, _ = (
        person.sit({**made, "seats": {str(seat): made["seats"][str(seat)]}}) for seat, person in enumerate((one, two))
    )
    two.page.get_by_role("button", name="Settings").click()
    two.page.get_by_role("checkbox", name="A notification when it is your turn").check()
    two.page.get_by_role("button", name="Done").click()
    two.page.evaluate(AWAY)
    facts = mine.facts
    while not two.page.title().startswith("● Your turn"):
        assert two.page.evaluate("window.told") == []
        mine.move(facts, mine.click_something)
        one.page.wait_for_timeout(50)
    two.until(lambda: two.page.evaluate("window.told") == ["Your turn"], "a notification", patience=5)
