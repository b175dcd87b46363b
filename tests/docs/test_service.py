"""The systemd unit of docs/host-it.md: what it allows, and that it starts what there is."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from starting import answer

UNIT = Path(__file__).parents[2] / "docs" / "garrison.service"


def settings() -> dict[str, str]:
    """What the unit says; of a thing that is said several times, the last."""
    lines = [line for line in UNIT.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_it_is_rated_ok_or_better() -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("how much the unit gives away (systemd-analyze is not installed)")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
    said = subprocess.run(command, capture_output=True, text=True)
    if "Unrecognized option" in said.stderr or "unrecognized option" in said.stderr:
        pytest.skip("how much the unit gives away (this systemd-analyze is too old)")
    rated = re.search(r"exposure level for garrison.service: ([\d.]+) (\w+)", said.stdout)
    assert rated is not None, said.stderr
    assert rated[2] in ("OK", "SAFE", "PERFECT")


def test_it_can_do_what_a_server_has_to() -> None:
    said = settings()
    assert said["MemoryDenyWriteExecute"] == "no", "rules become machine code while it runs"
    assert int(said["LimitNOFILE"]) >= 4000
    assert said["UMask"] == "0077"
    for call in ("setrlimit", "prlimit64", "setpriority"):
        assert call in said["SystemCallFilter"]
    folders = re.findall(r"^Environment=GARRISON_(?:DATA|CACHE)_DIR=%[SC]/(\w+)$", UNIT.read_text(), re.M)
    assert folders == [said["StateDirectory"], said["CacheDirectory"]]


def test_its_command_exists(tmp_path: Path) -> None:
    program, command, *options = shlex.split(settings()["ExecStart"])
    assert (Path(program).name, command) == ("garrison", "serve")
    known = answer(tmp_path, "serve", "--help")
    for option in [word for word in options if word.startswith("--")]:
        assert option in known
