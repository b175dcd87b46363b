"""What strangers may send; the full attack is `benchmarks/hostile.py`, and runs in `make test-long`."""

from __future__ import annotations

from pathlib import Path

import pytest
from hostile import Attack
from servers import Server


def attack(folder: Path, messages: int) -> Attack:
    with Server(f"sqlite:///{folder / 'matches.sqlite'}", folder) as server:
        attack = Attack(server)
        attack.run(messages)
        attack.runner.close()
    return attack


def test_no_message_harms_the_server_or_a_match(tmp_path: Path) -> None:
    done = attack(tmp_path, 700)
    assert done.sent.total() >= 700
    assert done.answers["message"] > 100
    assert done.answers["seat"] > 2
    assert done.answers["gone"] > 0


@pytest.mark.long
def test_a_hundred_thousand_messages_harm_nothing(tmp_path: Path) -> None:
    assert attack(tmp_path, 100_000).sent.total() >= 100_000
