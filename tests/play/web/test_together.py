"""Several people in one match, and what happens when one of them, time or the server is gone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from host import Server
from places import FOR_FRIENDS, IN_REAL_TIME, IN_TURNS, begin, crowded, facts_of, nearly_over, rotated, seats_of
from visitor import LOST, Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Locator


@pytest.mark.parametrize("name", rotated(0, FOR_FRIENDS))
def test_a_friend_comes_by_invitation_and_somebody_watches(name: str, visit, server: Server) -> None:
    host, friend, watcher = visit(), visit(), visit()
    title, seats = facts_of(name).title, facts_of(name).seats
    host.page.goto("/")
    host.page.get_by_role("button", name=f"Set up {title}").click()
    dialog = host.page.get_by_role("dialog")
    dialog.locator("fieldset select").nth(1).select_option("open")
    host.check_screen(f"setup-{name}")
    dialog.get_by_role("button", name="Start").click()
    host.page.wait_for_url("**/m/*")
    table = host.table()
    dialog = host.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="Whoever opens this link can join").input_value()
    assert "#invite=" in link
    dialog.get_by_role("button", name="Done").click()

    theirs = friend.go_to_match(link)
    friend.page.get_by_role("button", name=f"Join as {seats[1]}").click()
    host.page.get_by_text("free", exact=True).wait_for(state="detached")
    seen = watcher.go_to_match(f"/m/{table.match}")
    watcher.page.get_by_text("You are watching.").wait_for()

    both = ((host, table), (friend, theirs))
    while sum(one.moves for _, one in both) < 8 and not table.is_over():
        for _, one in both:
            state = one.look()
            if state["fields"] or state["buttons"]:
                one.move(one.facts, one.click_something)
    everybody = (*both, (watcher, seen))
    last = int(server.get(f"/api/matches/{table.match}")["number"])
    for person, _ in everybody:
        person.until(lambda person=person: person.number >= last, "everybody sees the last move that all may know")
    host.shot(f"friends-{name}")
    watcher.check_screen(f"watching-{name}")
    assert seen.moves == 0
    assert theirs.moves > 0

    friend.context.close()
    host.page.get_by_text("gone").first.wait_for()
    host.page.get_by_role("button", name=f"Let a bot play {seats[1]}").click()
    host.page.get_by_text("played by bot").wait_for()


@pytest.mark.parametrize("name", FOR_FRIENDS[:1])
def test_a_pause_is_agreed_on(name: str, visit, server: Server) -> None:
    made = server.make(name, 2, timer_ms=60_000, options={"players": 2})
    one, two = visit(), visit()
    for seat, person in enumerate((one, two)):
        person.sit({**made, "seats": {str(seat): made["seats"][str(seat)]}})
    one.page.get_by_role("timer").first.wait_for()
    one.page.get_by_role("button", name="Pause").click()
    one.page.get_by_text("must agree first").wait_for()
    two.page.get_by_text("would like to pause").wait_for()
    two.check_screen(f"wish-{name}")
    two.page.get_by_role("button", name="Agree").click()
    for person in (one, two):
        person.page.get_by_text("Paused", exact=True).wait_for()
    two.page.get_by_role("button", name="Resume").click()
    one.page.get_by_text("Paused", exact=True).wait_for(state="detached")


@pytest.mark.parametrize("name", rotated(1, FOR_FRIENDS))
def test_two_friends_play_again_with_sides_swapped(name: str, visit, server: Server) -> None:
    made = begin(server, nearly_over(name, left=1))
    seats = [str(seat) for seat in range(len(made["seats"]))]
    one, two = visit(), visit()
    table = one.sit({**made, "seats": {seats[0]: made["seats"][seats[0]]}})
    theirs = two.sit({**made, "seats": {seat: made["seats"][seat] for seat in seats[1:]}})
    while not table.is_over():
        for each in (table, theirs):
            state = each.look()
            if state["fields"] or state["buttons"]:
                each.move(each.facts, each.click_something)
    one.page.get_by_role("button", name="Play again").click()
    one.page.get_by_text("You would like to play again").wait_for()
    two.page.get_by_text("would like to play again").wait_for()
    two.check_screen(f"again-{name}")
    one.page.reload()
    one.page.get_by_text("You would like to play again").wait_for()
    two.page.get_by_role("button", name="Agree").click()
    for person in (one, two):
        person.page.wait_for_url(lambda url: made["match"] not in url)
    assert one.page.url == two.page.url
    one.page.get_by_text("you", exact=True).first.wait_for()
    one.page.get_by_text(re.compile("^won \\d+$")).first.wait_for()
    one.check_screen(f"series-{name}")


def test_a_chosen_seed_is_shown(visitor: Visitor, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot"}]
    wish = {"game": FOR_FRIENDS[0], "options": {"players": 2}, "seats": seats, "seed": "18446744073709551615"}
    visitor.sit(server.post("/api/matches", wish))
    visitor.page.get_by_text("seed 18446744073709551615").wait_for()


@pytest.mark.parametrize("name", rotated(1, IN_REAL_TIME))
def test_somebody_watches_time_pass(name: str, visit, server: Server) -> None:
    player, watcher = visit(), visit()
    table = player.sit(begin(server, crowded(name)))
    watcher.go_to_match(f"/m/{table.match}")
    player.page.get_by_role("button", name=re.compile("^(Start|Resume)$")).first.click()
    begun = watcher.number
    watcher.until(lambda: watcher.number >= begun + 3, "time passes for who watches")
    player.page.get_by_role("button", name="Pause").click()
    watcher.page.get_by_text("Paused").first.wait_for()
    assert not watcher.page.get_by_role("group", name="Controls").is_visible()


@pytest.mark.parametrize("name", FOR_FRIENDS[:1])
def test_a_private_match_is_seen_by_the_invited_only(name: str, visit, server: Server) -> None:
    made = server.make(name, 1, private=True)
    stranger, invited = visit(), visit()
    stranger.page.goto(f"/m/{made['match']}")
    stranger.page.get_by_role("heading", name="This match can't be opened").wait_for()
    stranger.check_screen("private")
    invited.go_to_match(f"/m/{made['match']}#invite={made['invite']}")


@pytest.mark.parametrize("name", rotated(2, IN_TURNS))
def test_a_move_is_taken_back(name: str, visitor: Visitor, server: Server) -> None:
    made = server.make(name, seats_of(name))
    table, undo = visitor.sit(made), visitor.page.get_by_role("button", name="Undo")
    before = table.look()
    for way in (undo.click, lambda: visitor.page.keyboard.press("u")):
        number = visitor.number
        table.play(1)
        visitor.until(undo.is_enabled, "the move can be taken back")
        way()
        visitor.until(lambda number=number: visitor.number == number + 2, "the move is taken back")
        visitor.until(lambda: table.look()["fields"] == before["fields"], "everything is as before")
    assert undo.is_disabled()


@pytest.mark.parametrize("name", rotated(1, IN_TURNS))
def test_time_runs_out(name: str, visitor: Visitor, server: Server) -> None:
    made = server.make(name, seats_of(name), timer_ms=2000)
    visitor.sit(made)
    visitor.page.get_by_role("timer").first.wait_for()
    visitor.shot(f"timer-{name}")
    visitor.until(lambda: server.number(made["match"]) >= 1, "the game chooses by itself")
    assert not visitor.sent


@pytest.mark.parametrize("name", rotated(0, IN_TURNS))
def test_the_plug_is_pulled_in_the_middle_of_a_move(name: str, visitor: Visitor, server: Server) -> None:
    visitor.forgiven = LOST
    table = visitor.sit(server.make(name, seats_of(name)))
    table.play(1)
    seen, before = table.look(), visitor.number
    try:
        server.kill()
        visitor.page.get_by_text("The connection is lost").wait_for()
        table.click_something(table_facts := facts_of(name), seen)
        visitor.page.get_by_text("Your move is kept").wait_for()
        visitor.check_screen(f"lost-{name}")
    finally:
        server.start()
    visitor.until(lambda: table.moves == 2, "the move arrives")
    visitor.until(lambda: visitor.number == before + 1, "it is played once")
    visitor.page.get_by_text("The connection is lost").wait_for(state="detached")
    assert server.number(table.match) == before + 1
    table.play(2, table.press_something)
    assert table_facts is table.facts


@pytest.mark.parametrize("name", rotated(2, IN_TURNS))
def test_offline_and_back(name: str, visitor: Visitor, server: Server) -> None:
    visitor.forgiven = LOST
    table = visitor.sit(server.make(name, seats_of(name)))
    table.play(1)
    visitor.context.set_offline(True)
    number = visitor.number
    table.click_something(facts_of(name), table.look())
    visitor.page.get_by_text("Your move is kept").wait_for()
    assert server.number(table.match) == number
    visitor.context.set_offline(False)
    visitor.until(lambda: table.moves == 2, "the move arrives")
    assert server.number(table.match) == number + 1


def test_the_replay_of_a_private_match_is_for_the_invited_only(visit, server: Server) -> None:
    ada, stranger = visit(), visit()
    table = ada.sit(begin(server, nearly_over("skirmish"), name="Ada", private=True))
    match = table.match
    while not table.is_over():
        table.move(facts_of("skirmish"), table.click_something)
    ada.page.get_by_role("link", name="Watch the replay").click()
    players = ada.page.get_by_role("list", name="Players").get_by_role("listitem")
    players.first.wait_for()
    expected = [f"Ada{label}" for label in facts_of("skirmish").seats]
    assert [text.removesuffix("won") for text in shown(players)] == expected
    ada.check_screen("replay-names")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Download").click()
    assert '"garrison-replay"' in Path(download.value.path()).read_text()
    stranger.forgiven = LOST
    stranger.page.goto(f"/replay/m-{match}")
    stranger.page.get_by_text("There is no such match here.").wait_for()


def shown(rows: Locator) -> list[str]:
    return ["".join(text.split()) for text in rows.all_inner_texts()]
