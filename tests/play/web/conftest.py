"""One server and one browser for all these tests; every person in a test has a context of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from browser import found
from host import Server
from visitor import AXE, Visitor, visiting

from garrison.play.server.wire.settings import Settings, client_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
FLAGS += ["--disable-sync", "--no-first-run"]
# For every person, Chromium would load two pages that suggest addresses, which nobody sees. This list replaces
# Playwright's own of what is switched off, so what matters of that is repeated.
SWITCHED_OFF = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
SWITCHED_OFF += ("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades")
SWITCHED_OFF += ("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning")
SWITCHED_OFF += ("PaintHolding",)
SWITCHED_OFF += ("SpareRendererForSitePerProcess",)  # a process for the next page, begun for every page and never used
FLAGS += [f"--disable-features={','.join(SWITCHED_OFF)}"]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The machine's own Chromium; none is ever downloaded."""
    pytest.importorskip("playwright", reason="the tests in a browser (they need Playwright: pip install playwright)")
    program = found()
    if program is None:
        pytest.skip("the tests in a browser (they need Chromium: apt install chromium-headless-shell)")
    if not (client_folder(Settings()) / "index.html").is_file() or not AXE.exists():
        pytest.skip("the tests in a browser (the client is not built: install Node 20.19, then python hatch_build.py)")
    return program


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty database."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()
    assert "Traceback" not in running.log, running.log


def _as_long_as_possible(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """To start a browser takes a second. Its loop would be in the way of tests elsewhere that have their own."""
    places = [config.invocation_params.dir / each.partition("::")[0] for each in config.args]
    return "session" if all(place.is_relative_to(Path(__file__).parent) for place in places) else "module"


@pytest.fixture(scope=_as_long_as_possible)
def browser(chromium: str) -> Iterator[Browser]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens a browser context for a person; what goes wrong on their screen fails the test."""
    with ExitStack() as people:

        def enter(**options: Any) -> Visitor:
            return people.enter_context(visiting(browser, server, **options))

        yield enter


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    """One person, at a desk."""
    return visit()
