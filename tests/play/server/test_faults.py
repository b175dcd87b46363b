"""The server's plug is pulled while matches are played; the long version is `benchmarks/faults.py`."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import faults
import pytest
from servers import Postgresql, postgresql_programs
from serving import threaded, unplugged


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path / 'matches.sqlite'}"
        servers = [stack.enter_context(server) for server in faults.servers_on(url, tmp_path, 1)]
        result = asyncio.run(faults.play(servers, matches=3, kills=2, longest=1.0, seed=1))
    assert result["starts of servers"] == 4  # the first, two after kills, a last one to compare
    assert result["moves acknowledged"] > 0
    assert result["tracebacks"] == 0


def test_a_move_does_not_grow_old_because_the_server_was_restarted(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make("boneyard")
        one = site.sit(made, 0)
        assert one.act(one.legal()[0], 0)["type"] == "ack"  # the other's choice is not touched by it
        with unplugged(tmp_path) as again:
            other = again.sit(made, 1)
            assert other.number == 0, "what the first has chosen is not known yet"
            assert other.act(other.legal()[0], 1, at=0)["type"] == "ack"


@pytest.mark.long
def test_nothing_is_lost_when_one_of_two_servers_or_their_database_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("psycopg", reason="PostgreSQL (psycopg is not installed)")
    if postgresql_programs() is None:
        pytest.skip("PostgreSQL (apt install postgresql)")
    with ExitStack() as stack:
        database = stack.enter_context(Postgresql())
        servers = [stack.enter_context(server) for server in faults.servers_on(database.url, tmp_path, 2)]
        result = asyncio.run(faults.play(servers, matches=3, kills=2, longest=1.0, seed=2, database=database))
    assert result["moves acknowledged"] > 0
    assert result["tracebacks"] == 0
