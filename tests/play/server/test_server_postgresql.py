"""Several processes on one PostgreSQL: they serve the same matches, and survive one another."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from databases import Cluster, cluster
from serving import PATIENCE, Player, Process, Refused, Threaded, threaded, wait_until

import garrison
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store.news import Forwarded, Present


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """A PostgreSQL of our own, which tests may kill."""
    with cluster() as one:
        yield one


@pytest.fixture(scope="module")
def url(request: pytest.FixtureRequest) -> str:
    """A database."""
    given = os.environ.get("GARRISON_TEST_POSTGRESQL")
    found: str = given or request.getfixturevalue("own").url
    return found


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[Threaded, Threaded]]:
    """Two servers on one database."""
    quick: dict[str, Any] = {"database": url, "lock_every": 0.2, "presence_every": 0.5}
    with ExitStack() as stack:
        yield tuple(stack.enter_context(threaded(tmp_path, **quick)) for _ in range(2))  # type: ignore[misc]


def live_of(site: Threaded, made: dict[str, Any]) -> LiveMatch:
    return site.services.registry.matches[made["match"]]


def test_two_servers_serve_one_match(two: tuple[Threaded, Threaded]) -> None:
    first, second = two
    made = first.make()
    one, other = first.sit(made, 0), second.sit(made, 1)
    for count in range(1, 13):
        turn, waits, seat = (one, other, 0) if one.scene["waiting"] == [0] else (other, one, 1)
        assert turn.act(turn.legal()[0], seat)["number"] == count
        for person in (turn, waits):
            person.until(lambda person=person, count=count: person.number == count, "the move")
        assert one.scene["waiting"] == other.scene["waiting"]
    live = [live_of(site, made) for site in two]
    assert live[0].journal.entries == live[1].journal.entries
    assert live[0].journal.shown == live[1].journal.shown
    one.until(lambda: one.view["seats"][1]["present"], "the presence of the other")
    other.close()
    one.until(lambda: not one.view["seats"][1]["present"], "its absence")


def test_changes_and_seats_are_told_to_all_processes(two: tuple[Threaded, Threaded]) -> None:
    first, second = two
    made = first.make("skirmish", "person,open")
    host, watcher = first.sit(made, 0, host=made["host"]), second.sit(made)
    taken = second.ask(f"/api/matches/{made['match']}/seats", {"name": "Bo"})
    assert taken["player"] == 1
    host.until(lambda: host.view["seats"][1]["name"] == "Bo", "the second person")
    with pytest.raises(Refused, match="no longer free"):
        first.ask(f"/api/matches/{made['match']}/seats", {"name": "Cy"})
    guest = Player(second, made["match"], tokens=[taken["token"]])
    host.tell("change", paused=True)
    guest.until(lambda: [wish["asked"] for wish in guest.view["wishes"]] == [[1]], "the wish")
    guest.tell("change", paused=True)
    watcher.until(lambda: watcher.view["paused"], "the pause")


def test_two_processes_never_play_the_same_number(two: tuple[Threaded, Threaded]) -> None:
    """The same seat plays on both servers at once: one is acknowledged, the other hears that it is stale."""
    made = two[0].make()
    people = [site.sit(made, 0, 1, view="moves") for site in two]
    game = garrison.load("skirmish")
    position = game.new(live_of(two[0], made).journal.history.replay.seed)
    lost = 0
    for count in range(1, 21):
        seat = position.waiting[0]
        action = position.actions(seat)[0]
        for place, person in enumerate(people):
            person.send(type="act", id=f"{place}-{count}", player=seat, action=action, at=count - 1)
        answers = [person.answer(f"{place}-{count}") for place, person in enumerate(people)]
        done = [answer for answer in answers if answer["type"] == "ack"]
        assert [answer["number"] for answer in done] == [count]
        assert [a["reason"] for a in answers if a not in done] == ["stale"]
        lost += answers[0] not in done
        position.play(seat, action)
        for person in people:
            person.until(lambda person=person, count=count: person.number >= count, "the move")
    first, second = (live_of(site, made).journal for site in two)
    assert first.shown == second.shown == first.history.replay.verify(), "both have the same secret bits"


@pytest.mark.parametrize("sent_again", [1, 2])
def test_a_message_sent_again_to_a_process_that_is_behind_is_played_once(
    two: tuple[Threaded, Threaded], monkeypatch: pytest.MonkeyPatch, sent_again: int
) -> None:
    """Whoever loses the connection before the answer sends the message again, to whichever server is there."""
    first, second = two
    made = first.make()
    other = second.sit(made, 0, 1)
    monkeypatch.setattr(live_of(second, made), "hear", lambda news: None)
    one = first.sit(made, 0, 1)
    for count in range(1, 4):
        assert one.act(one.legal()[0], one.scene["waiting"][0], message_id=f"m{count}")["number"] == count
        one.until(lambda count=count: one.number == count, "the move")
    moves = live_of(first, made).journal.entries
    assert other.number == 0
    # The first has the number that this process would give away next; the second does not follow from what it knows.
    player, action = moves[sent_again - 1]
    answer = other.act(action, player, at=sent_again - 1, message_id=f"m{sent_again}")
    assert (answer["type"], answer["number"]) == ("ack", sent_again)
    assert live_of(second, made).journal.entries == moves
    assert other.act(moves[0][1], moves[0][0], at=0, message_id="new")["reason"] == "stale"


def test_only_one_process_runs_a_match_and_another_takes_over(url: str, tmp_path: Path) -> None:
    with threaded(tmp_path, database=url, lock_every=0.2, presence_every=0.5) as survivor:
        mortal = Process(url, GARRISON_LOCK_EVERY="0.2", GARRISON_PRESENCE_EVERY="0.5", GARRISON_BOT_DELAY="0.02")
        made = mortal.make("skirmish", "bot:random,bot:random")
        before = Player(mortal, made["match"])
        before.until(lambda: before.number > 2, "the bots' moves")
        watcher = survivor.sit(made)
        watcher.until(lambda: watcher.number > before.number, "moves from the other process")
        live = live_of(survivor, made)
        assert not live.schedule.is_holder
        mortal.kill()
        wait_until(lambda: live.schedule.is_holder, "the lock")
        number = watcher.number
        watcher.until(lambda: watcher.number > number + 3 or watcher.scene["over"], "moves of the survivor")


def test_a_match_that_leaves_the_memory_and_comes_back_at_once_is_still_run(two: tuple[Threaded, Threaded]) -> None:
    site, made = two[0], two[0].make()
    site.sit(made, 0)
    before = live_of(site, made)
    wait_until(lambda: before.schedule.is_holder, "the lock")

    async def leave_and_come_back() -> None:
        site.services.registry.put_away(made["match"])
        await site.services.registry.get(made["match"])

    asyncio.run_coroutine_threadsafe(leave_and_come_back(), site.loop).result()
    assert live_of(site, made) is not before
    wait_until(lambda: live_of(site, made).schedule.is_holder, "the lock")


def test_ticks_run_once_whoever_is_connected_where(two: tuple[Threaded, Threaded]) -> None:
    """The player is at one server, the lock may be at the other."""
    made = two[0].make("loop", "person", tick_ms=100, seed=3)
    watcher = two[1].sit(made)
    wait_until(lambda: live_of(two[1], made).schedule.is_holder, "the lock")
    player = two[0].sit(made, 0)
    tick = garrison.load("loop").facts.tick_action
    answer = player.act(tick)
    assert answer["type"] == "ack", answer
    player.until(lambda: player.number > 5, "ticks")
    watcher.until(lambda: watcher.number > 5, "ticks")


def test_who_is_here_is_told_before_what_they_do() -> None:
    """An input of somebody who is not known to be here is refused, since time stands still until somebody is."""
    from garrison.play.server.store.postgresql import PostgresqlStore, decoder

    class Sent(list[str]):
        """A connection that keeps what is told."""

        def execute(self, statement: str, values: tuple[str, str]) -> None:
            self.append(values[1])

    store, sent = PostgresqlStore("postgresql+psycopg://localhost/none", 1.0, 1.0, 1.0), Sent()
    store.tell_presence("match", frozenset({0}), 1)
    store.forward("match", 0, 7, "message")
    store.send(sent)
    assert [decoder.decode(notice).news for notice in sent] == [
        Present("match", [0], 1, store.process),
        Forwarded("match", 0, 7, "message"),
    ]


def test_an_input_that_comes_before_anybody_runs_the_match_is_played(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing happens before it: time stands still until then, also where somebody runs the match."""
    from garrison.play.server.store.postgresql import PostgresqlStore

    may_ask, ask = threading.Event(), PostgresqlStore.ask_for

    def late(self: PostgresqlStore, connection: Any, match: str) -> None:
        may_ask.wait(PATIENCE)
        ask(self, connection, match)

    monkeypatch.setattr(PostgresqlStore, "ask_for", late)
    with threaded(tmp_path, database=url, lock_every=0.2, busy_after=PATIENCE) as site:
        early, idle = site.make("loop", "person", seed=3), site.make("loop", "person", seed=3)
        one, waiting = site.sit(early, 0), site.sit(idle, 0)
        one.send(type="act", id="first", player=0, action=garrison.load("loop").facts.tick_action, at=0)
        one.until(lambda: not one.view["waits_for_input"], "the beginning")
        assert not live_of(site, early).schedule.is_holder
        may_ask.set()
        assert one.answer("first")["type"] == "ack"
        wait_until(lambda: live_of(site, idle).schedule.is_holder, "the lock")
        one.until(lambda: one.number > 2, "ticks")
        assert live_of(site, idle).journal.number == 0
        assert waiting.view["waits_for_input"]


def test_when_postgresql_is_killed_moves_are_refused_and_then_all_goes_on(own: Cluster, tmp_path: Path) -> None:
    with threaded(tmp_path, database=own.url, lock_every=0.2) as site:
        made = site.make()
        both = site.sit(made, 0, 1)
        assert both.act(both.legal()[0])["number"] == 1
        both.until(lambda: both.number == 1, "the move")
        own.kill()
        action, seat = both.legal()[0], both.scene["waiting"][0]
        answer = both.act(action, seat, message_id="again")
        assert (answer["type"], answer["reason"]) == ("refused", "busy")
        own.start()

        def played() -> bool:
            return bool(both.act(action, seat, message_id="again")["type"] == "ack")

        wait_until(played, "the move after PostgreSQL is back")
        assert both.act(action, seat, message_id="again")["number"] == 2
        assert live_of(site, made).journal.shown_number == 2
        wait_until(lambda: live_of(site, made).schedule.is_holder, "the lock")


def test_a_process_that_stands_still_keeps_nobody_waiting_for_long(url: str, tmp_path: Path) -> None:
    """It may hold a match's row; others are told so, and the other matches go on."""
    import psycopg

    with threaded(tmp_path, database=url, busy_after=0.2) as site:
        stuck, free = site.make(), site.make()
        host, one = site.sit(stuck, 0, 1, host=stuck["host"]), site.sit(free, 0, 1)
        with psycopg.connect(url) as standing:
            standing.execute("SELECT 1 FROM matches WHERE id = %s FOR UPDATE", (stuck["match"],))
            assert host.tell("change", private=True)["reason"] == "busy"
            assert one.act(one.legal()[0], one.scene["waiting"][0])["type"] == "ack"
        assert host.tell("change", private=True)["type"] == "ack"
