"""What CONTRIBUTING.md shows can be typed: its files, tests and scripts exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import check
import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_test_that_it_names_exists() -> None:
    calls = re.findall(r"^\$ .*pytest (.*?)\s+#", TEXT, re.MULTILINE)
    assert len(calls) >= 5
    for call in calls:
        (place,) = re.findall(r"tests/[\w/.:]+", call)
        file, _, test = place.partition("::")
        assert (ROOT / file).exists(), file
        assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
        for rule in re.findall(r"-k (\w+)", call):
            assert any(f"_{rule}_" in each.read_text(encoding="utf-8") for each in (ROOT / file).glob("*.py"))


def test_every_script_of_the_client_that_it_names_exists() -> None:
    package = json.loads((ROOT / "src/garrison/play/web/package.json").read_text(encoding="utf-8"))
    names = set(re.findall(r"npm (?:run )?(\w+)", TEXT))
    assert {"dev", "check", "test"} <= names <= set(package["scripts"])


def test_quick_says_what_has_to_be_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(tmp_path))
    assert check.building_sentence(["siege"]) == "To be built first: engine, encoding, search, notes, siege."
    monkeypatch.setattr("garrison.core.engine.machine.is_there", lambda origin: True)
    assert check.building_sentence(["siege"]) == "Everything is built already."
