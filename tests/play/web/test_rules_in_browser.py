"""A game's rules in a browser: the same games as machine code plays, and replays that the page verifies."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from host import Server
from visitor import LAPTOP, PHONE, Visitor

import garrison
from garrison.core.position import Position
from garrison.core.replay import Replay
from garrison.core.verification import with_seal
from garrison.play.server.wire.settings import Settings, client_folder
from modules import COUNTS, NEEDS, games, module, packed, script
from playing import NAMES, game_of, numbers_of, play_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = NEEDS
EXAMPLE = Path(__file__).parents[3] / "examples" / "minefield.html"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", COUNTS)
def test_chromium_plays_the_same_games(browser: Browser, name: str, count: int) -> None:
    jobs, told = games(name, count)
    page = browser.new_page()
    page.add_script_tag(content=script("positions.ts", "iife"))
    job = [packed(name), jobs]
    assert page.evaluate("([module, games]) => garrison.positions(module, games)", job) == told
    page.close()


def uploaded(server: Server, seventh: str = "") -> str:
    """A replay on the server, of a game that was played honestly; the seventh move's checksum may be another one."""
    module("skirmish")
    game = game_of("skirmish")
    contents = json.loads(with_seal(Replay(game, 3, play_on(game.new(3), numbers_of(3, 40)))).to_json())
    if seventh:
        contents["checksums"] = contents["checksums"][:28] + seventh + contents["checksums"][32:]
    return str(server.post("/api/replays", json.dumps(contents))["id"])


def test_the_page_of_a_replay_verifies_it(visitor: Visitor, server: Server) -> None:
    visitor.page.goto(f"/replay/{uploaded(server)}")
    words = "Verified here: 40 moves, the dice came from the seed, nobody's move was changed."
    visitor.page.get_by_text(words).wait_for()
    visitor.page.set_viewport_size(LAPTOP)
    visitor.check_screen("replay-verified")


def test_a_false_replay_is_shown_as_such(visitor: Visitor, server: Server) -> None:
    visitor.page.goto(f"/replay/{uploaded(server, '0000')}")
    words = re.compile(r"This replay is false: move 7 of 40 \(.+\) led to another position than when it was played\.")
    visitor.page.get_by_text(words).wait_for()
    visitor.page.set_viewport_size(LAPTOP)
    visitor.check_screen("replay-false")


def test_what_no_rules_are_here_for_is_not_verified(visitor: Visitor, server: Server) -> None:
    """The page says nothing of it."""
    view = {"rules": ""}
    visitor.page.route("**/verification", lambda route: route.fulfill(json=route.fetch().json() | view))
    visitor.page.goto(f"/replay/{uploaded(server)}")
    with visitor.page.expect_response("**/verification"):
        visitor.page.reload()
    visitor.page.locator("output").wait_for()
    assert visitor.page.get_by_text("erified here").count() == 0


def test_a_telephone_verifies_too(visit: Any, server: Server) -> None:
    person = visit(viewport=PHONE)
    person.page.goto(f"/replay/{uploaded(server)}")
    person.page.get_by_text("Verified here: 40 moves").wait_for()
    person.check_screen("replay-verified-phone")


class Quiet(SimpleHTTPRequestHandler):
    """Hands out the files of a folder."""

    def log_message(self, *given: Any) -> None:
        """Nobody reads it."""


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[str]:
    """The address of a folder with the example page, and nothing of a server of Garrison's."""
    for file in (EXAMPLE, client_folder(Settings()) / "machine.js"):
        shutil.copy(file, tmp_path)
    (tmp_path / "minefield.wasm").write_bytes(module("minefield"))
    serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/{EXAMPLE.name}"
    serving.shutdown()
    serving.server_close()


def first_actions(seed: int) -> Position:
    """A game in which everybody always does the first thing that is allowed."""
    position = garrison.load("minefield").new(seed)
    while not position.over:
        position.play(0, position.actions(0)[0])
    return position


def test_the_example_plays_without_a_server(browser: Browser, shelf: str) -> None:
    page = browser.new_page()
    page.add_init_script("Math.random = () => 0;")
    page.goto(shelf)
    ends = [first_actions(seed) for seed in range(200)]
    steps, points = sum(end.steps for end in ends), sum(end.scores[0] for end in ends) / len(ends)
    page.get_by_text(
        re.compile(rf"^200 games, {steps} steps in [\d.]+ s: {points:.1f} points on average\.$")
    ).wait_for()
    assert len(page.locator("#board").inner_text().splitlines()) == ends[0].game.planes_shape[1]
    page.close()
