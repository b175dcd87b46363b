"""The first minute on a new machine: while a game is compiled, people see how far it is, read, and play others."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from host import Server
from places import NAMES, facts_of
from visitor import Visitor, visiting

import toy
from garrison.bots.search import SEARCH
from garrison.core.discovery import find
from garrison.core.effort import expected_seconds
from garrison.core.engine import cache, warm
from garrison.core.engine.lane import LANE
from garrison.core.preparation import shared

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(LANE == "interpreted", reason="nothing is compiled")
FALSE_RULES = toy.RULES.replace("s.waiting = 1", "s.waiting = 'first'")
LONG = 240.0  # seconds that compiling a small game may take on a machine that has other things to do


def seconds(name: str) -> float:
    game = find(name).blueprint()
    return expected_seconds(warm.Job(game, game.entries))


COLD, WARM = sorted(NAMES, key=seconds)[:2]


def lay_out(folder: Path, *missing: str) -> None:
    """A cache folder in which only some games are missing."""
    games = [find(name).blueprint() for name in NAMES if name not in missing]
    shared.wait(games)
    for origin in (cache.ENGINE, *(game.origin for game in games)):
        shutil.copytree(cache.path_of(origin), folder / cache.folder_name(origin))
    skilled = [find(name).blueprint() for name in NAMES]
    for origin in (SEARCH.origin, *(game.skill_origin for game in skilled)):  # or the server would compile them later
        if cache.path_of(origin).exists():
            shutil.copytree(cache.path_of(origin), folder / cache.folder_name(origin))


@contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Server]:
    folder.mkdir()
    server = Server(folder, **environment)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def shares(visitor: Visitor) -> list[float]:
    """Every share that the match's page is told of, from now on."""
    told: list[float] = []

    def heard(text: str) -> None:
        if '"preparing"' in str(text):
            told.append(float(str(text).partition('"share":')[2].rstrip("}")))

    visitor.page.on("websocket", lambda line: line.on("framereceived", heard))
    return told


def test_a_game_that_is_being_compiled(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new = tmp_path / "cache"
    lay_out(new, COLD)
    title, bar = facts_of(COLD).title, f"Compiling {facts_of(COLD).title}"
    monkeypatch.setenv("GARRISON_CACHE_DIR", str(new))
    with ExitStack() as all_of_it:
        # As long as another process seems to be at it, this piece is not done.
        held = all_of_it.enter_context(ExitStack())
        held.enter_context(cache.claim(find(COLD).blueprint().origin, "step"))
        server = all_of_it.enter_context(serving(tmp_path / "data", GARRISON_CACHE_DIR=str(new)))
        visitor = all_of_it.enter_context(visiting(browser, server, new=True))
        page, told = visitor.page, shares(visitor)

        page.goto("/")
        page.get_by_role("progressbar", name=bar).wait_for()
        assert page.get_by_role("progressbar").count() == 1, "all others are ready"
        visitor.check_screen("compiling-lobby")

        start = time.monotonic()
        page.get_by_role("button", name=f"Play {title}").click()
        page.get_by_role("heading", name="Your match will start in a moment").wait_for()
        assert time.monotonic() - start < 10, "it opens at once"
        assert "/m/" in page.url
        page.get_by_role("region", name="Rules").get_by_role("heading", name=title).wait_for()
        visitor.check_screen("compiling-match")
        before = len(told)
        page.wait_for_timeout(3000)
        assert len(told) - before >= 3, "at least once a second"
        assert told == sorted(told)
        assert told[-1] < 1

        other = all_of_it.enter_context(visiting(browser, server))
        other.sit(server.make(WARM, 1)).play(2)
        other.page.goto("/")
        other.page.get_by_role("button", name=f"Play {facts_of(WARM).title}").wait_for()
        assert page.get_by_role("progressbar", name=bar).is_visible(), "and this goes on beside it"

        held.close()
        visitor.until(lambda: page.locator("[role=grid]").count(), "the match begins by itself", LONG)
        assert page.get_by_role("progressbar").count() == 0
        other.until(lambda: not other.page.get_by_role("progressbar").count(), "the card shows nothing more")


@pytest.mark.long  # what is said is tested with the compilers and with the server
def test_a_game_that_cannot_be_compiled(browser: Browser, tmp_path: Path) -> None:
    lay_out(tmp_path / "cache")
    environment = toy.install(tmp_path / "installed", rules=FALSE_RULES)
    environment |= {"GARRISON_CACHE_DIR": str(tmp_path / "cache")}
    with serving(tmp_path / "data", **environment) as server, visiting(browser, server) as visitor:
        page, words = visitor.page, "The rules of counting can't be compiled"
        page.goto("/")
        visitor.until(lambda: page.get_by_role("alert").count(), "the card says so", LONG)
        assert words in page.get_by_role("alert").inner_text()
        visitor.check_screen("not-compiled-lobby")
        page.get_by_role("button", name="Play Counting").click()
        visitor.until(lambda: page.get_by_text(words).count() and "/m/" in page.url, "the page says so", LONG)
        assert page.get_by_role("link", name="Choose a game", exact=True).is_visible()
