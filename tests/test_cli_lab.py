"""The lab on the command line: what it prints and writes, and what is kept when something goes wrong."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from starting import answer, run

# What a shell starts in the background ignores Ctrl+C, and so would this, if the tests were started like that.
HEARING_CTRL_C = """
import signal
from garrison.cli import main

signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
DUEL = ("skirmish", "--setup", "duel", "--bots", "random")


def test_a_report_is_printed_and_written_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    told = answer(
        tmp_path, "lab", "report", *DUEL, "-n", "4", "--measure", "win_rate,length", "--json", "--out", str(page)
    )
    assert [measure["name"] for measure in json.loads(told)["measures"]] == ["win_rate", "length"]
    assert page.read_text().startswith("<!doctype html>")


def test_on_a_full_disk_the_report_is_printed_and_a_sentence_says_why_there_is_no_file(tmp_path: Path) -> None:
    done = run(tmp_path, "lab", "report", *DUEL, "-n", "4", "--measure", "win_rate", "--out", "/dev/full")
    assert done.returncode == 2
    assert "Calliance" in done.stdout
    assert done.stderr == "garrison: /dev/full: the file can't be written (No space left on device).\n"


def test_a_sweep_is_a_table(tmp_path: Path) -> None:
    rules = ("--rule", "healing=5,15", "-n", "4", "--measure", "win_rate")
    told = answer(tmp_path, "lab", "sweep", *DUEL, *rules, "--out", "t.csv")
    assert told.splitlines()[0].split() == ["healing", "measure", "95%", "interval", "than", "today"]
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    assert {"5", "15"} < {row["healing"] for row in rows}  # and today's
    assert all(row["change"] for row in rows) is False


def test_ctrl_c_ends_a_report_with_what_was_measured(tmp_path: Path) -> None:
    line = [sys.executable, "-c", HEARING_CTRL_C, "lab", "report", *DUEL, "--budget", "1h", "--measure", "win_rate"]
    with subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as started:
        try:
            _wait_for_workers(started.pid)
            started.send_signal(signal.SIGINT)
            told, wrong = started.communicate(timeout=60)
        finally:
            started.kill()
    assert (started.returncode, wrong) == (130, "")
    assert "The run was stopped early" in told


def _wait_for_workers(process: int) -> None:
    """Until the processes that play have been at it for a moment."""
    while True:
        own = [name for name in os.listdir("/proc") if name.isdecimal() and _parent(name) == process]
        if len(own) > 1 and all(_busy(name) > 100 for name in own[-1:]):
            return
        time.sleep(0.05)


def _parent(name: str) -> int:
    return int(_fields(name)[1])


def _busy(name: str) -> int:
    """Hundredths of a second of work."""
    return int(_fields(name)[11])


def _fields(name: str) -> list[str]:
    try:
        return Path(f"/proc/{name}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        return ["", "0", *["0"] * 20]
