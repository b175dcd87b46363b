"""How others reach a server, and what an invitation names."""

from __future__ import annotations

from pathlib import Path

import pytest
from serving import Refused, Threaded, threaded

from garrison.play.server.http import invite_address

ORIGIN = "http://games.local:8000"


def test_a_server_for_its_own_machine_says_how_to_let_others_in(site: Threaded) -> None:
    assert site.ask("/api/reach") == {"address": "", "command": "garrison --host 0.0.0.0"}


def test_an_invitation_names_an_address_that_others_can_reach(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=(ORIGIN,)) as site:
        assert site.ask("/api/reach")["address"] == ORIGIN
        assert site.ask("/api/qr", {"text": f"{ORIGIN}/m/abc#invite=secret"}).startswith("<svg")
        with pytest.raises(Refused, match="page of this server"):
            site.ask("/api/qr", {"text": "http://games.local:8000.evil.example/m/abc"})


def test_who_listens_everywhere_is_found_at_the_addresses_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite_address, "own_addresses", lambda: ["192.168.1.20", "127.0.0.1", "fd00::1"])
    assert invite_address.own_origins("0.0.0.0", 8000) == ("http://192.168.1.20:8000", "http://[fd00::1]:8000")
    assert invite_address.own_origins("localhost", 8000) == ()


def test_without_a_network_there_is_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr(invite_address.socket, "socket", unreachable)
    assert invite_address.own_origins("0.0.0.0", 8000) == ()


def test_a_request_for_nothing_is_answered_to_programs_as_such(site: Threaded) -> None:
    with pytest.raises(Refused, match="There is nothing here"):
        site.ask("/api/no/such/thing", headers={"accept": "text/html"})
