"""The way of a click, from one browser to the other's screen: the page that describes it is right and complete."""

from __future__ import annotations

import dis
import re
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import Player, threaded

import garrison

ROOT = Path(garrison.__file__).parent
PAGE = ROOT.parents[1] / "docs" / "internals" / "click.md"
FEWER_THAN = 22
ROW = re.compile(r"^\| `(play/[^`]+)` \| (`.+`) \|", re.MULTILINE)
Steps = dict[str, set[str]]  # by file, the names of functions

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="needs the documentation")


def described() -> Steps:
    """What the page says: the files, and functions in each."""
    return {file: set(re.findall(r"`([^`]+)`", names)) for file, names in ROW.findall(PAGE.read_text("utf-8"))}


class Trace:
    """Notes which of our functions are called, in all threads that begin from now on."""

    def __init__(self) -> None:
        self.steps: Steps = defaultdict(set)
        self.is_on = False

    def note(self, frame: Any, event: str, argument: Any) -> None:
        """Note a call. What was called before and goes on now, such as a coroutine that has waited, is no call."""
        if self.is_on and event == "call" and begins(frame):
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(ROOT / "play"):
                self.steps[file.relative_to(ROOT).as_posix()].add(frame.f_code.co_qualname)


def begins(frame: Any) -> bool:
    """Whether a function begins here, or goes on after it has waited."""
    code = frame.f_code.co_code
    return code[frame.f_lasti] != dis.opmap["RESUME"] or code[frame.f_lasti + 1] == 0


@contextmanager
def traced() -> Iterator[Trace]:
    trace, before = Trace(), threading.getprofile()
    threading.setprofile(trace.note)
    try:
        yield trace
    finally:
        threading.setprofile(before)


def play_once(journal: Any, people: list[Player]) -> None:
    """Whoever is to act does, and everybody sees it."""
    player, number = journal.shown.waiting[0], journal.number
    assert people[player].act(journal.shown.actions(player)[0], player)["type"] == "ack"
    for one in people:
        one.until(lambda one=one: one.number > number, "the update")


@pytest.mark.parametrize(("game", "before"), [("skirmish", 4), ("siege", 3)])
def test_the_page_names_all_files_that_a_click_passes_on_the_server(game: str, before: int, tmp_path: Path) -> None:
    with traced() as trace, threaded(tmp_path) as site:
        made = site.make(game)
        people = [site.sit(made, player) for player in (0, 1)]
        journal = site.services.registry.matches[made["match"]].journal
        for _ in range(before):
            play_once(journal, people)
        trace.is_on = True
        play_once(journal, people)
        trace.is_on = False
    page = {file: names for file, names in described().items() if not file.startswith("play/web")}
    assert set(trace.steps) == set(page)
    assert {file: names - trace.steps[file] for file, names in page.items() if names - trace.steps[file]} == {}


def test_the_page_names_functions_of_the_client_that_there_are() -> None:
    page = {file: names for file, names in described().items() if file.startswith("play/web")}
    assert len(page) >= 6
    for file, names in page.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert {name for name in names if not re.search(rf"(?<![\w.#]){name}\(", text)} == set(), file


def test_a_click_passes_few_files() -> None:
    files = described()
    assert len(files) < FEWER_THAN
    assert f"There are {len(files)} files" in PAGE.read_text(encoding="utf-8")
