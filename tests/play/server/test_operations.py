"""For whoever runs a server: whether it lives, whether it can write, metrics, versions and logs."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from databases import cluster
from serving import PATIENCE, Process, Refused, Site, Threaded, threaded, wait_until

import garrison
from garrison.play.server.http import logs
from garrison.play.server.store import readiness, tables
from garrison.play.server.wire.settings import Settings
from playing import NAMES


@pytest.fixture(autouse=True)
def _asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is asked of the database."""
    monkeypatch.setattr(readiness, "EVERY", 0.0)


def why_not_ready(site: Site) -> str:
    """Why the server can't write; "" when it can."""
    try:
        return str(site.ask("/readyz")).removesuffix("ok\n")
    except Refused as refused:
        return refused.sentence if refused.status == 503 else str(refused)


def checkpoint(file: Path) -> None:
    """Have all that is in the log written to the file itself."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)


# --- Alive and ready.


def test_a_server_is_ready_and_nothing_changes_by_asking(site: Threaded) -> None:
    assert why_not_ready(site) == ""
    with site.services.store.engine.connect() as connection:
        assert connection.execute(tables.about.select()).all() == [(tables.VERSION,)]


def test_a_damaged_file_is_told_and_the_server_is_still_alive(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        file = tmp_path / "matches.sqlite"
        checkpoint(file)
        with file.open("r+b") as damaged:
            damaged.write(os.urandom(file.stat().st_size))
        assert why_not_ready(site) == "The database is damaged."
        assert site.ask("/healthz") == "ok\n"


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        file = tmp_path / "matches.sqlite"
        file.rename(tmp_path / "away")
        assert why_not_ready(site) == "The database is gone, or can't be reached."
        assert not file.exists()
        (tmp_path / "away").rename(file)
        assert why_not_ready(site) == ""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a disk that is small (mounting one needs more rights)")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("looks", [True, False])
def test_a_full_disk_is_told(small_disk: Path, monkeypatch: pytest.MonkeyPatch, looks: bool) -> None:
    with threaded(small_disk) as site:
        assert why_not_ready(site) == ""
        if not looks:
            monkeypatch.setattr(site.services.store, "look", lambda: None)  # only by trying to write
        filler = small_disk / "filler"
        filler.write_bytes(bytes(shutil.disk_usage(small_disk).free))
        assert why_not_ready(site) == "The database's disk is full."
        filler.unlink()
        wait_until(lambda: why_not_ready(site) == "", "writing again")


def test_a_disk_that_is_nearly_full_is_told_before_anything_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    usage = shutil.disk_usage(tmp_path)
    free = 99_999_999

    def looked_at(folder: Path) -> Any:
        asked.append(Path(folder))
        return usage._replace(free=free)

    real = tmp_path / "another disk"
    real.mkdir()
    (real / "own.sqlite").touch()
    (tmp_path / "matches.sqlite").symlink_to(real / "own.sqlite")
    monkeypatch.setattr(shutil, "disk_usage", looked_at)
    with threaded(tmp_path, least_free=Settings().least_free) as site:
        assert why_not_ready(site) == "The database's disk is nearly full: 99 MB are left."
        assert set(asked) == {real}, "a link leads to the disk in question"
        assert site.make("minefield", "person")["match"], "it can still be played"
        free += 1
        assert why_not_ready(site) == ""
        free = 0
        assert why_not_ready(site) == "The database's disk is full."


def test_a_postgresql_that_is_away_is_told(tmp_path: Path) -> None:
    with cluster() as own, threaded(tmp_path, database=own.url) as site:
        assert why_not_ready(site) == ""
        own.kill()
        assert why_not_ready(site) == "The database is gone, or can't be reached."
        own.start()
        wait_until(lambda: why_not_ready(site) == "", "writing again")


def test_many_questions_are_one_for_the_database(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(readiness, "EVERY", PATIENCE)
    monkeypatch.setattr(site.services.store, "look", lambda: asked.append(1))
    for _ in range(5):
        assert why_not_ready(site) == ""
    assert asked == [1]


# --- Metrics and versions.


def metrics(site: Site, **headers: str) -> dict[str, float]:
    lines = [line for line in site.ask("/metrics", headers=headers).splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_what_is_counted(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    made = site.make("skirmish", "person,bot:random", options={"setup": "duel"})
    one = site.sit(made, 0)
    while one.scene["waiting"] == [0]:
        one.act(one.legal()[0])
        one.until(lambda: one.number >= one.known, "the update")
    wait_until(lambda: metrics(site)["garrison_bot_seconds_count"] > 0, "a bot's choice")
    found = metrics(site)
    assert found["garrison_matches"] == found["garrison_connections"] == 1
    assert found["garrison_moves_total"] >= one.known > 0
    assert found["garrison_acknowledgement_seconds_count"] == found["garrison_moves_total"]
    assert found["garrison_acknowledgement_seconds_sum"] > 0
    assert found["garrison_writer_queue"] >= 0
    assert found['garrison_errors_total{where="read"}'] == found['garrison_errors_total{where="write"}'] == 0


def test_two_servers_count_for_themselves(site: Threaded, tmp_path: Path) -> None:
    site.sit(site.make("minefield", "person"), 0)
    with threaded(tmp_path / "other") as other:
        assert metrics(other)["garrison_matches"] == 0


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
def test_metrics_are_not_for_the_world(tmp_path: Path, header: str) -> None:
    with threaded(tmp_path, origins=("https://games.example.org",)) as site:
        assert metrics(site)
        for headers in ({header: "192.0.2.1"}, {"host": "games.example.org"}):
            with pytest.raises(Refused, match="There is nothing here") as refused:
                metrics(site, **headers)
            assert refused.value.status == 404


def test_metrics_can_be_read_elsewhere_with_a_token(tmp_path: Path) -> None:
    with threaded(tmp_path, metrics_token="a secret") as site:
        assert metrics(site, authorization="Bearer a secret", **{"x-forwarded-for": "192.0.2.1"})
        for wrong in ({}, {"authorization": "Bearer another"}, {"authorization": "Bearer \xe4"}):
            with pytest.raises(Refused, match="There is nothing here"):
                metrics(site, **wrong)


def test_secrets_of_the_settings_are_not_shown() -> None:
    told = repr(Settings(database="postgresql://me:hidden@host/db", metrics_token="hidden"))
    assert "hidden" not in told


def test_the_version(site: Threaded) -> None:
    told = site.ask("/api/version")
    assert told["version"] == garrison.__version__
    assert set(NAMES) <= set(told["rules"])


# --- Logs.


def test_failed_reads_are_logged_with_their_match_and_without_secrets(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    site = Process(f"sqlite:///{file}", options=["--log-json"])
    made = site.make("minefield", "person", seed=123456789012345)
    checkpoint(file)
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(os.urandom(file.stat().st_size - 4096))
    for path in (f"/api/matches/{made['match']}", "/readyz"):
        with pytest.raises(Refused):
            site.ask(path, headers={"x-garrison-invite": made["invite"]})
    said = site.stop()
    lines = [json.loads(line) for line in said.splitlines()]
    assert lines[0]["message"].startswith("Garrison is at http://localhost:")
    # What the server reads by itself, when it looks for what can be removed, belongs to no match.
    failed = [line for line in lines if "can't be read" in line["message"] and "match" in line]
    assert (failed[0]["match"], failed[0]["level"]) == (made["match"], "error")
    assert any(line["message"] == "The database is damaged." for line in lines)
    for secret in (made["host"], made["invite"], *made["seats"].values(), "123456789012345"):
        assert secret not in said


@pytest.mark.parametrize("match", ["", "abc"])
def test_a_line_of_the_log(match: str) -> None:
    record = logging.makeLogRecord({"levelname": "ERROR", "msg": "It is %s.", "args": ("late",), "match": match})
    ending = f" (match {match})" if match else ""
    assert re.fullmatch(rf"20\d\d-\d\d-\d\dT\S+ ERROR: It is late.{re.escape(ending)}", logs.Lines().format(record))
    assert json.loads(logs.JsonLines().format(record)).get("match", "") == match


def test_a_request_that_fails_is_logged_and_counted(
    site: Threaded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("garrison.play.server.work.catalogue.games", lambda: 1 / 0)
    with pytest.raises(Refused, match="it has been logged"):
        site.ask("/api/games")
    assert "A request for '/api/games' failed." in caplog.text
    assert metrics(site)['garrison_errors_total{where="request"}'] == 1


def test_a_websocket_that_fails_is_logged_and_counted(
    site: Threaded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = site.make("skirmish", "person,person")
    player = site.sit(made, 0)
    monkeypatch.setattr("garrison.play.server.match.live.LiveMatch.act", lambda *arguments: 1 / 0)
    player.send(type="act", id="1", player=0, action=1, at=0)
    wait_until(player.is_closed, "hanging up")
    wait_until(lambda: "A WebSocket failed." in caplog.text, "a line about it")
    assert metrics(site)['garrison_errors_total{where="socket"}'] == 1
