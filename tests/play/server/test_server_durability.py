"""The plug is pulled: what was acknowledged is there, and nothing is there twice."""

from __future__ import annotations

from pathlib import Path

from serving import Player, Process


def test_a_move_is_on_disk_before_it_is_acknowledged(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'matches.sqlite'}"
    site = Process(url)
    made = site.make()
    for count in range(1, 3):
        both = Player(site, made["match"], tokens=list(made["seats"].values()))
        assert both.scene["steps"] == count - 1
        action, seat = both.legal()[0], both.scene["waiting"][0]
        answer = both.act(action, seat, message_id=f"move-{count}")
        site.kill()
        assert answer["number"] == count
        site = Process(url, site.port)
        both = Player(site, made["match"], tokens=list(made["seats"].values()))
        assert both.number == count
        assert both.act(action, seat, at=0, message_id=f"move-{count}") == answer
    said = site.stop()
    for secret in (made["host"], made["invite"], *made["seats"].values()):
        assert secret not in said
    assert "Traceback" not in said
