"""What all tests share: the lanes, and names for what had to be skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from garrison.core.engine.lane import LANE

SAMPLES = os.environ.get("GARRISON_SAMPLES", "")


@pytest.fixture
def samples() -> Path:
    """The folder with the official sample files, which are not part of the project."""
    if not SAMPLES:
        pytest.skip("sample files (GARRISON_SAMPLES is not set)")
    return Path(SAMPLES)


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of folders, each for one test; to make one for every test would take longer than most tests."""
    above = tmp_path_factory.mktemp("folders")
    return (above / str(number) for number in count())


@pytest.fixture(autouse=True)
def own_folders(folders: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's own high scores, or leaves a setting to the next one."""
    monkeypatch.setenv("GARRISON_DATA_DIR", str(next(folders)))
    monkeypatch.setenv("PYTHONWARNINGS", os.environ.get("PYTHONWARNINGS", ""))  # which the command line sets


@pytest.fixture(scope="session", autouse=True)
def few_games_a_server() -> Iterator[None]:
    """Servers that tests start load only what they are asked for: five games and their bots take seconds to load."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GARRISON_LOAD_AHEAD", "0")
        yield


def pytest_configure(config: pytest.Config) -> None:
    """The interpreted lane takes every warning of NumPy for an error, so that no number wraps unseen."""
    if LANE == "interpreted":
        import numpy as np

        np.seterr(all="raise")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Leave the reasons of skipped tests, and the names of failed ones, where `tools/check.py` finds them."""
    reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.getreports("skipped")}
    skipped = {reason for reason in reasons if not reason.startswith("unable to import module")}  # its tests say why
    bad = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    _note("GARRISON_SKIPPED", skipped)
    _note("GARRISON_FAILED", {report.nodeid for report in bad})


def _note(name: str, lines: set[str]) -> None:
    file = os.environ.get(name)
    if file:
        with open(file, "a", encoding="utf-8") as noted:
            noted.writelines(f"{line}\n" for line in sorted(lines))
