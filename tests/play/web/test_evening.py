"""An evening of two friends: eight matches, each left in another state. Every state is there again after a reload and
after the server was killed, once for all; nothing is lost, nothing happens twice. And somebody who is gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from host import Server
from places import facts_of
from visitor import LAPTOP, LOST, Visitor

GAME = "skirmish"
FIRST, SECOND = facts_of(GAME).seats
FRIEND = "Bo"  # who sits in the second
ASKED = re.compile("Ada would like to let the bot .* play for Ada")


@dataclass
class Evening:
    """A match of two people, and both of them."""

    server: Server
    one: Visitor
    two: Visitor
    made: dict[str, Any]

    @property
    def match(self) -> str:
        """The match's name."""
        return str(self.made["match"])

    @property
    def number(self) -> int:
        """How many entries it has."""
        return self.server.number(self.match)

    def visit(self) -> None:
        """Both open it."""
        self.one.go_to_match(f"/m/{self.match}#invite={self.made['invite']}")
        self.two.go_to_match(f"/m/{self.match}#invite={self.made['invite']}")

    def resign(self) -> None:
        """The second gives up."""
        press(self.two, "Resign or draw…")
        self.two.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
        for person in (self.one, self.two):
            person.page.locator(".card").get_by_text(f"{FRIEND} resigned.").wait_for()


def press(person: Visitor, name: str) -> None:
    person.press(name)


def reads(person: Visitor, words: str | re.Pattern[str]) -> None:
    person.page.get_by_text(words).first.wait_for()


# --- The states: what leads to each, how it is seen, and what follows from it.

State = Iterator[Callable[[], None]]


def wished(us: Evening, what: str) -> Callable[[], None]:
    """Sees that the first one has asked the second."""

    def seen() -> None:
        reads(us.one, f"You would like to {what}")
        reads(us.two, f"Ada would like to {what}.")

    return seen


def invited(us: Evening) -> State:
    def seen() -> None:
        us.one.page.get_by_text("free", exact=True).wait_for()
        us.two.page.get_by_role("button", name=f"Join as {SECOND}").wait_for()

    yield seen
    press(us.two, f"Join as {SECOND}")
    us.one.page.get_by_text("free", exact=True).wait_for(state="detached")


def joined(us: Evening) -> State:
    press(us.two, f"Join as {SECOND}")

    def seen() -> None:
        us.one.page.get_by_text("free", exact=True).wait_for(state="detached")
        us.two.page.get_by_text("you", exact=True).wait_for()
        assert us.number == 0

    yield seen
    us.one.table().play(1)


def playing(us: Evening) -> State:
    us.one.table().play(1)

    def seen() -> None:
        for person in (us.one, us.two):
            person.until(lambda person=person: person.number == 1, "the action is there")
        assert us.number == 1

    yield seen
    us.one.table().play(1)
    assert us.number == 2


def asked_for_a_rematch(us: Evening) -> State:
    us.resign()
    press(us.one, "Play again")
    yield wished(us, "play again")
    press(us.two, "Agree")
    for person in (us.one, us.two):
        person.page.wait_for_url(lambda url: us.match not in url)
    assert us.one.page.url == us.two.page.url
    assert us.server.get(f"/api/matches/{us.match}")["next"] in us.one.page.url


def offered_a_draw(us: Evening) -> State:
    press(us.one, "Resign or draw…")
    press(us.one, "Offer a draw")
    yield wished(us, "agree on a draw")
    press(us.two, "Agree")
    for person in (us.one, us.two):
        person.page.get_by_role("heading", name="A draw").wait_for()
    assert (us.server.get(f"/api/matches/{us.match}")["reason"], us.number) == ("draw agreed", 1)


def asked_to_take_back(us: Evening) -> State:
    table = us.one.table()
    while "Your turn" in us.one.page.locator(".banner").inner_text():
        table.move(table.facts, table.click_something)
    number = us.number
    press(us.one, "Ask to undo")
    yield wished(us, "take back a move")
    assert us.number == number
    press(us.two, "Agree")
    us.one.page.get_by_text("Your turn", exact=True).wait_for()
    assert us.number == number + 1, "it is taken back once"


def asked_for_a_bot(us: Evening) -> State:
    press(us.one, f"Let a bot play {FIRST}")
    reads(us.two, ASKED)
    press(us.two, "Decline")
    us.one.page.get_by_text("must agree first").wait_for(state="detached")
    press(us.one, f"Let a bot play {FIRST}")

    def seen() -> None:
        reads(us.one, "must agree first")
        reads(us.two, ASKED)
        assert us.number == 0

    yield seen
    press(us.two, "Agree")
    reads(us.two, "played by bot")
    press(us.one, "Play yourself")
    us.two.page.get_by_text("played by bot").wait_for(state="detached")


def resigned(us: Evening) -> State:
    us.resign()

    def seen() -> None:
        for person in (us.one, us.two):
            person.page.locator(".card").get_by_text(f"{FRIEND} resigned.").wait_for()
        assert us.number == 1

    yield seen
    assert us.server.get(f"/api/matches/{us.match}")["reason"] == "resigned"
    us.one.page.get_by_role("link", name="Watch the replay").click()
    us.one.page.get_by_role("list", name="Players").wait_for()
    us.one.page.keyboard.press("End")
    reads(us.one, f"{FRIEND} resigned.")


STATES = (invited, joined, playing, asked_for_a_rematch, offered_a_draw, asked_to_take_back, asked_for_a_bot, resigned)
ALONE = (invited, joined)  # the friend has not joined yet


def met(server: Server, one: Visitor, two: Visitor, alone: bool) -> Evening:
    """A match of the first; unless they are alone, the second has a seat as well."""
    made = server.make(GAME, 1, name="Ada", undo=True)
    kept = {"game": GAME, "title": "", "created": 1, "invite": made["invite"]}
    one.keep({made["match"]: {**kept, "host": made["host"], "tokens": made["seats"]}})
    if not alone:
        taken = server.post(f"/api/matches/{made['match']}/seats", {"name": FRIEND})
        two.keep({made["match"]: {**kept, "host": "", "tokens": {str(taken["player"]): taken["token"]}}})
    evening = Evening(server, one, two, made)
    evening.visit()
    return evening


def test_eight_states_survive_a_reload_and_a_pulled_plug(visit, server: Server) -> None:
    one, two = visit(viewport=LAPTOP), visit(viewport=LAPTOP)
    one.forgiven = two.forgiven = LOST
    left = []
    for begin in STATES:
        us = met(server, one, two, begin in ALONE)
        state = begin(us)
        seen = next(state)
        seen()
        for person in (one, two):
            person.page.reload()
            person.table()
        seen()
        left.append((us, state, seen))
    server.kill()
    for person in (one, two):
        person.page.get_by_text("The connection is lost").wait_for()
    server.start()
    for person in (one, two):
        person.page.get_by_text("The connection is lost").wait_for(state="detached")
    for us, state, seen in left:
        us.visit()
        seen()
        assert next(state, None) is None, "what follows from it"


def test_who_is_gone_loses_to_who_claims_the_win(visit, server: Server) -> None:
    one, two = visit(viewport=LAPTOP), visit()
    one.forgiven = LOST
    made = server.make(GAME, 2, timer_ms=600_000)
    one.sit({**made, "seats": {"0": made["seats"]["0"]}})
    two.sit({**made, "seats": {"1": made["seats"]["1"]}})
    two.context.close()
    claim = one.page.get_by_role("button", name=f"{SECOND} has left: claim the win")
    claim.wait_for()
    one.page.reload()
    claim.wait_for()
    one.check_axe("claim")
    claim.click()
    one.page.locator(".card").get_by_text(f"{SECOND} left.").wait_for()
    assert server.get(f"/api/matches/{made['match']}")["winners"] == [0]
