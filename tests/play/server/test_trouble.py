"""What goes wrong in one match, or for a moment in the database, stays there: others get their answers, and in the end
memory and disk agree."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from serving import Refused, Threaded, wait_until
from sqlalchemy import update
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from garrison.games.minefield.state import Press
from garrison.play.history import HistoryEntry
from garrison.play.server.match.broadcast import Broadcast
from garrison.play.server.store import queries
from garrison.play.server.store.news import Added, Altered
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.store.tables import matches
from garrison.play.server.store.writer import Pending, Writer
from garrison.play.server.wire.settings import Settings

GONE = OperationalError("COMMIT", {}, Exception("the connection is lost"))


def test_whoever_cant_take_an_answer_keeps_nobody_from_theirs(tmp_path: Path) -> None:
    told: list[str | None] = []

    class Author:
        """The author of two entries, of which one can't be shown."""

        def settle(self, entry: Pending, problem: str | None) -> None:
            if entry.match == "one":
                raise RuntimeError("no scene can be made")
            told.append(problem)

    def entry(match: str, series: int) -> Pending:
        nowhere: Any = None  # what it leads to is nobody's business here
        return Pending(match, 1, HistoryEntry(0, 0), False, nowhere, author=Author(), series=series)

    async def both_are_answered() -> None:
        store = open_store(Settings(database=f"sqlite:///{tmp_path / 'matches.sqlite'}"))
        store.start()
        async with asyncio.timeout(5):
            store.append(entry("one", 1))
            store.append(entry("two", 2))
            await store.write(lambda connection: None)
        store.stop()

    asyncio.run(both_are_answered())
    assert told == [None]


def failing_once(work: Any, does_work: bool) -> Any:
    """The same, but the first time the database fails: before the work, or after it, when nobody can know."""
    failed: list[bool] = []

    def failing(*given: Any, **named: Any) -> Any:
        if failed:
            return work(*given, **named)
        if does_work:
            work(*given, **named)
        failed.append(True)
        raise GONE

    return failing


def test_a_result_is_stored_when_the_database_is_back(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    made = site.make("minefield", "person")
    one = site.sit(made, 0)
    monkeypatch.setattr(queries, "save_result", failing_once(queries.save_result, False))
    live = site.services.registry.matches[made["match"]]
    assert one.tell("resign", player=0)["type"] == "ack"
    one.until(lambda: one.view["status"] == "over", "the end")
    wait_until(lambda: live.info.finished, "the result")
    assert [view["id"] for view in site.ask("/api/matches?finished=1")] == [made["match"]]


@pytest.mark.parametrize("is_written", [False, True])
def test_memory_is_what_is_on_disk_whatever_became_of_a_change(
    site: Threaded, monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    made = site.make("minefield", "person")
    one = site.sit(made, 0)
    live = site.services.registry.matches[made["match"]]
    monkeypatch.setattr(Writer, "commit", failing_once(Writer.commit, is_written))
    with pytest.raises(Refused, match="503"):
        site.ask(f"/api/matches/{made['match']}/name", {"name": "Bo", "token": made["seats"]["0"]})
    if is_written:
        one.until(lambda: one.view["seats"][0]["name"] == "Bo", "the new name")
    wait_until(lambda: not live.alterations.reading.is_going_on, "reading")
    assert live.seats[0].name == ("Bo" if is_written else "Ada")


def test_a_match_that_is_gone_is_not_looked_for_for_ever(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    made = site.make()
    one = site.sit(made, 0, 1)
    with site.services.store.engine.begin() as connection:
        queries.remove(connection, [made["match"]])
    monkeypatch.setattr(Writer, "commit", failing_once(Writer.commit, False))
    assert one.act(one.legal()[0], one.scene["waiting"][0])["reason"] == "busy"
    wait_until(one.is_closed, "the end of the connection")
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: not live.follower.reading.is_going_on, "the last look")
    assert one.heard[-1]["reason"] == "gone"


def test_whoever_cant_be_shown_a_match_is_not_in_it(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    made = site.make()
    site.sit(made, 0)
    live = site.services.registry.matches[made["match"]]
    with monkeypatch.context() as broken:
        broken.setattr(Broadcast, "scene", lambda *given: 1 / 0)
        with pytest.raises(ConnectionClosed):
            site.sit(made, 1)
    wait_until(lambda: live.audience.presence.players == {0}, "leaving")


def test_a_damaged_row_hides_no_other_match(site: Threaded) -> None:
    whole, damaged = site.make(), site.make()
    with site.services.store.engine.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == damaged["match"]).values(options="{"))
    assert [view["id"] for view in site.ask("/api/matches")] == [whole["match"]]


def test_an_input_for_a_tick_that_never_comes_is_answered(site: Threaded) -> None:
    made = site.make("minefield", "person")
    one = site.sit(made, 0)
    one.send(type="act", id="input", player=0, action=int(Press.MINE), at=0)
    assert one.tell("resign", player=0)["type"] == "ack"
    assert one.answer("input")["type"] in ("ack", "refused")


def test_after_a_gap_everything_about_a_match_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg", reason="PostgreSQL's driver (psycopg)")

    class Silent:
        def execute(self, statement: str) -> None: ...

    store: Any = open_store(Settings(database="postgresql://nobody@127.0.0.1:1/nothing"))
    heard: list[Any] = []
    monkeypatch.setattr(store, "hand_over", heard.append)
    store.watch("abc")
    store.stopping.set()
    store.listen(Silent())
    assert heard == [Added("abc"), Altered("abc")]
    store.pass_on(json.dumps({"process": "newer", "news": {"type": "unheard-of"}}))
    store.pass_on(store.notice(Added("abc")))
    assert len(heard) == 2, "what can't be understood, or is one's own, is left alone"
    store.stop()
