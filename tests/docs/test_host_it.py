"""What docs/host-it.md says about a server's settings."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from garrison.play.server.wire.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "host-it.md"


def test_every_number_that_can_be_set_is_listed_with_its_default() -> None:
    listed = {
        name.lower(): float(default)
        for name, default in re.findall(r"^\| `GARRISON_(\w+)` \| ([\d.]+) \|", PAGE.read_text(), re.MULTILINE)
    }
    assert listed == {one.name: float(one.default) for one in fields(Settings) if one.type in ("int", "float")}
