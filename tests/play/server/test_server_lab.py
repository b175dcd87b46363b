"""The lab in the browser: bounded, one trial a person, off where strangers are, with reports to open again."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Refused, Threaded, threaded, wait_until

from garrison.core import discovery
from garrison.core.parameters import read_variant
from garrison.play.server.wire.lab_messages import LabWish
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work import lab_work, trials
from garrison.play.server.work.heavy_work import HeavyWork, TooBusy
from garrison.play.server.work.trials import BUSY, ENDLESS, LabOff, Trials

WISH = {"game": "skirmish", "options": {"setup": "duel"}, "bot": "random", "changes": {"healing": 12}}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threaded]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("lab")
        patch.setenv("GARRISON_DATA_DIR", str(folder / "data"))
        patch.setattr(trials, "SLICE", 0.2)
        with threaded(folder, lab_seconds=0.3) as running:
            yield running


@pytest.fixture(autouse=True)
def own_folders() -> None:
    """The module's server keeps its reports in one folder."""


def finished(site: Threaded, trial: str) -> Any:
    def done() -> Any:
        view = site.ask(f"/api/lab/{trial}")
        return view if view["done"] else None

    return wait_until(done, "the end of the trial")


def test_a_trial_fills_while_games_are_played_and_can_be_opened_again(site: Threaded) -> None:
    begun = site.ask("/api/lab", WISH)
    assert (begun["done"], begun["wish"]["changes"]) == (False, {"healing": 12})
    with pytest.raises(Refused, match="403: Your last trial is still running"):
        site.ask("/api/lab", WISH)
    view = finished(site, begun["id"])
    assert view["games"] > 0
    assert view["verdict"]
    assert [measure["number"] for measure in view["measures"]][:1] == [1]
    assert "<h2>Verdict</h2>" in site.ask(f"/api/lab/{begun['id']}/report")
    text = site.ask(f"/api/lab/{begun['id']}/variant")
    skirmish = discovery.find("skirmish")
    standard = read_variant("standard", skirmish.folder, skirmish.variants)
    assert tomllib.loads(text)["rules"] == {**standard.rules, "healing": 12}
    site.services.trials.recent.clear()  # as after a restart

    def kept() -> Any:
        try:
            return site.ask(f"/api/lab/{begun['id']}")
        except Refused:
            return None  # it is written beside everything else

    assert wait_until(kept, "the report on disk") == view


def test_a_trial_can_be_stopped(site: Threaded) -> None:
    begun = site.ask("/api/lab", WISH)
    site.ask(f"/api/lab/{begun['id']}/stop", {})
    assert finished(site, begun["id"])["done"]


def test_the_numbers_of_a_game_have_bounds_and_a_sentence(site: Threaded) -> None:
    dials = {dial["name"]: dial for dial in site.ask("/api/games/skirmish/dials?variant=standard")}
    assert dials["healing"]["low"] <= dials["healing"]["value"] <= dials["healing"]["high"]
    assert all(dial["meaning"] for dial in dials.values())
    assert dials["healing"]["meaning"] == "health that healing gives (S6)"
    assert dials["healing"]["plain_meaning"] == "health that healing gives"
    assert "army_kinds" not in dials


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"changes": {"spoon": 1}}, "400: skirmish has no rule parameter to change called spoon"),
        ({"changes": {"healing": 999}}, "400: healing can be tried from 5 to 20, not with 999"),
        ({"changes": {"army_kinds[0]": 1}}, "400: skirmish has no rule parameter to change"),
        ({"game": "chess"}, "404: There is no game called 'chess'"),
        ({"variant": "/etc/passwd.toml"}, "400: Give a variant by its name"),
        ({"options": {"setup": "/etc/passwd"}}, "400: setup must be one of"),
        ({"bot": "nobody"}, "400: There is no bot called 'nobody'"),
    ],
)
def test_what_can_not_be_tried_is_refused_with_a_sentence(site: Threaded, change: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        site.ask("/api/lab", {**WISH, **change})


def test_there_is_no_other_report(site: Threaded) -> None:
    for name in ("nothing", "..", "x" * 40):
        with pytest.raises(Refused, match="404"):
            site.ask(f"/api/lab/{name}")


def test_what_was_tried_can_be_played(site: Threaded) -> None:
    made = site.make(seats="person,bot:random", options={"setup": "duel"}, rules={"healing": 12})
    assert made["match"]
    with pytest.raises(Refused, match="healing can be tried from"):
        site.make(rules={"healing": 10**9})


def test_a_public_server_has_no_lab_unless_it_is_allowed(tmp_path: Path) -> None:
    with threaded(tmp_path, origins=("http://games.example.org",)) as site:
        with pytest.raises(Refused, match="403: The lab is switched off on this server"):
            site.ask("/api/lab", WISH)
        with pytest.raises(Refused, match="403"):
            site.ask("/api/games/skirmish/dials")


@pytest.mark.parametrize("variant", ["/etc/passwd.toml", "..%2f..%2fpyproject.toml", "pyproject.toml"])
def test_a_variant_is_a_name_and_never_a_file(site: Threaded, variant: str) -> None:
    with pytest.raises(Refused, match="400: Give a variant by its name"):
        site.ask(f"/api/games/skirmish/dials?variant={variant}")


class Stuck(HeavyWork):
    """Work that is accepted, and of which slices never end until the process is killed."""

    def __init__(self) -> None:
        super().__init__()
        self.killed, self.asked = asyncio.Event(), 0

    async def do(self, work: Any, *given: Any, **named: Any) -> Any:
        self.asked += 1
        if work is lab_work.more:
            await self.killed.wait()
            raise TooBusy("It was killed.")
        await asyncio.sleep(0)

    def kill(self) -> None:
        self.killed.set()


def test_a_game_that_never_ends_is_ended_even_if_its_trial_was_stopped() -> None:
    async def tried(is_stopped: bool) -> tuple[bool, list[str]]:
        trials = Trials(Settings(lab=2))
        trials.heavy = stuck = Stuck()
        trials.patience = 0.01
        begun = await trials.start("here", LabWish("skirmish"))
        await asyncio.sleep(0)
        trials.stop_one("here", "another")  # which is not theirs, and changes nothing
        if is_stopped:
            trials.stop_one("here", begun.id)
        await stuck.killed.wait()
        while not (view := (await trials.find(begun.id)).view).done:
            await asyncio.sleep(0)
        return stuck.killed.is_set(), view.notes

    assert asyncio.run(tried(is_stopped=False)) == (True, [ENDLESS])
    assert asyncio.run(tried(is_stopped=True)) == (True, [])


def test_whoever_asks_many_times_at_once_gets_one_trial() -> None:
    async def asked() -> list[Any]:
        trials = Trials(Settings(lab=2))
        trials.heavy = Stuck()
        begun = (trials.start("here", LabWish("skirmish")) for _ in range(5))
        found = await asyncio.gather(*begun, return_exceptions=True)
        trials.stop()
        return found

    found = asyncio.run(asked())
    assert [str(one) for one in found if isinstance(one, LabOff)] == [BUSY] * 4
