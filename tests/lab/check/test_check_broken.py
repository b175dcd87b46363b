"""Every property notices what it is there for: toy games that are broken in one way each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from broken import BREAKS
from sound_toys import SOUND

import toy

CHECK = """
import json, sys
import garrison
from garrison.lab.check import blank, is_complete
from garrison.lab.check.explore import Explorer
from garrison.lab.check.trouble import heed

heed()
apart = sys.argv.index("--")
for name in sys.argv[1:apart] + sys.argv[apart + 1 :]:
    game = garrison.load(name)
    report = blank(game, 6, 0)
    if is_complete(game, report):
        explorer = Explorer(game, report)
        for seed in range(6):
            explorer.play(seed)
        if name in sys.argv[:apart]:
            explorer.play_batches()
    print(json.dumps(report.to_dict()), flush=True)
"""


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The properties of all toys, sound and broken, by name: one process checks them all, interpreted.

    Batches are played of those that are sound, and of those that are broken in what batches show.
    """
    folder = tmp_path_factory.mktemp("toys")
    for name, files in {**SOUND, **{name: each.files for name, each in BREAKS.items()}}.items():
        environment = toy.install(folder, name, **{part: _with_helpers(part, text) for part, text in files.items()})
    shown = [*SOUND, *(name for name, each in BREAKS.items() if each.name == "batches")]
    names = [*shown, "--", *(name for name in BREAKS if name not in shown)]
    done = toy.python({**environment, "GARRISON_LANE": "interpreted"}, "-c", CHECK, *names)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {report["game"]: {line["name"]: line["counterexample"] for line in report["properties"]} for report in found}


EXCHANGED = """
from dataclasses import replace

import numpy as np


def exchanged(pieces):
    return [replace(one, id=other.id) for one, other in zip(pieces, pieces[::-1])]


SEEN = []
"""


def _with_helpers(part: str, text: str) -> str:
    """What the broken lines use."""
    helpers = {
        "rules": "import numpy as np\nMEMORY = np.zeros(1, dtype=np.int64)\n",
        "show": EXCHANGED,
    }
    return helpers.get(part, "") + text


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_toy_passes(reports: dict[str, dict[str, Any]], name: str) -> None:
    assert not any(reports[name].values()), reports[name]


@pytest.mark.parametrize("name", [name for name, each in BREAKS.items() if each.name])
def test_a_broken_toy_is_noticed(reports: dict[str, dict[str, Any]], name: str) -> None:
    found = reports[name][BREAKS[name].name]
    assert found is not None, reports[name]
    assert BREAKS[name].words in found["text"]
    if BREAKS[name].name not in ("package", "words"):
        assert found["seed"] in range(6) or BREAKS[name].name == "batches"  # which go on with other games
        assert found["step"] >= 0


@pytest.mark.parametrize("name", [name for name, each in BREAKS.items() if not each.name])
def test_what_the_engine_does_itself_no_rule_can_undo(reports: dict[str, dict[str, Any]], name: str) -> None:
    assert not any(reports[name].values()), reports[name]


@pytest.mark.parametrize("name", ["show_fails", "show_returns_nothing", "sentence_fails"])
def test_what_scenes_do_wrong_is_not_blamed_on_other_properties(reports: dict[str, dict[str, Any]], name: str) -> None:
    assert [line for line, flaw in reports[name].items() if flaw] == ["made"]
