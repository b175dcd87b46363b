"""What changes about a match besides its history is the same on disk and in memory."""

from __future__ import annotations

import pytest

import garrison
from garrison.play.server.store import queries
from garrison.play.server.store.agreements import Agreements
from garrison.play.server.store.alteration import Alteration
from garrison.play.server.store.database import make_tables
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.store_kinds import open_engine
from garrison.play.server.wire.terms import Terms

ALTERATIONS = [
    Alteration(),
    Alteration({"paused": True, "private": True, "tick_ms": 250, "counted": False}),
    Alteration({"agreements": Agreements(pauses=2, next="abc"), "terms": Terms(instant=True, gone_after=40)}),
    Alteration(seats={0: {"name": "Bo"}, 1: {"kind": "bot", "bot": "random", "name": "", "token": ""}}),
    Alteration({"counted": False}, {1: {"kind": "person", "bot": "hard"}}),
]


@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_what_is_written_is_what_is_made_in_memory(alteration: Alteration) -> None:
    engine = open_engine("sqlite://")
    with engine.begin() as connection:
        make_tables(connection)
        row = queries.match_row("m", garrison.load("skirmish"), 1, "standard", queries.Setup())
        queries.store_match(connection, row, [SeatState("person", name="Ada", token="x"), SeatState("open")])
        info = queries.load_info(connection, "m")
        assert info is not None
        alteration.write(connection, "m")
        is_same = queries.load_info(connection, "m") == info
        alteration.apply(info)
        assert queries.load_info(connection, "m") == info
        assert is_same == (alteration == Alteration())
    engine.dispose()
