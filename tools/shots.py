"""Take the README's screenshots of the browser client: docs/images/web-*.png, from the replays in docs/images.

python tools/shots.py [NAME ...]   needs Chromium, Playwright and a built client, as the browser tests do.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "play" / "web"), str(ROOT / "tests")]

from browser import found  # noqa: E402
from host import Server  # noqa: E402
from playwright.sync_api import Browser, sync_playwright  # noqa: E402
from visitor import Visitor  # noqa: E402

import garrison  # noqa: E402
from conftest import FLAGS  # noqa: E402
from garrison import bots  # noqa: E402
from garrison.core.replay import Move, Replay, parse  # noqa: E402

FOLDER = ROOT / "docs" / "images"
SIZE = {"width": 1280, "height": 800}


def lobby(visitor: Visitor) -> None:
    """All games."""
    visitor.page.set_viewport_size({**SIZE, "height": 1010})  # type: ignore[arg-type]
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")


def skirmish(visitor: Visitor) -> None:
    """A match in the middle of a move."""
    table = visitor.sit(against_bots(visitor.server, recorded("skirmish")))
    seen = table.look()
    if len(seen["fields"]) > 1:
        table.click_field(seen, seen["fields"][0])
        visitor.until(lambda: table.moves == 1, "a character is chosen")
    visitor.page.get_by_role("tab", name="Log").click()


def boneyard(visitor: Visitor) -> None:
    """Six players, six boards."""
    visitor.page.emulate_media(color_scheme="dark")
    visitor.sit(against_bots(visitor.server, by_bots("boneyard", 60, seed=4, players=6)))
    visitor.until(lambda: visitor.page.get_by_text(", to act").count() == 1, "the bots have chosen")


def replay(visitor: Visitor) -> None:
    """A replay, being watched."""
    text = by_bots("loop", 1000, seed=4).to_json()
    name = visitor.server.post("/api/replays", text)["id"]
    visitor.page.goto(f"/replay/{name}")
    visitor.page.get_by_role("slider").fill("800")
    visitor.page.get_by_text("800 of").wait_for()


SHOTS: dict[str, Callable[[Visitor], None]] = {
    "lobby": lobby,
    "skirmish": skirmish,
    "boneyard": boneyard,
    "replay": replay,
}


def recorded(name: str) -> Replay:
    """A replay in docs/images."""
    return parse((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def by_bots(name: str, count: int, seed: int, **options: int) -> Replay:
    """A game that its own bots have played for a while, up to a decision by the first player."""
    game, dice = garrison.load(name, **options), Random(seed)
    position, moves = game.new(seed), list[Move]()
    choose = bots.find(bots.names(game.package)[0], game.package)
    while not position.over and (len(moves) < count or len(position.waiting) < game.players):
        player = position.waiting[0]
        moves.append(Move(player, choose(position, player, dice)))
        position.play(*moves[-1][:2])
    return Replay(game, seed, moves)


def against_bots(server: Server, replay: Replay) -> dict[str, Any]:
    """A match that continues a replay: a person in the seat that is to act, bots in the others."""
    me = replay.verify().waiting[0]
    seats = [{"kind": "person" if seat == me else "bot"} for seat in range(replay.game.players)]
    name = server.post("/api/replays", replay.to_json())["id"]
    wish = {"replay": name, "number": len(replay.moves), "seats": seats, "name": "Robin", "timer_ms": 0}
    return dict(server.post("/api/matches", wish))


def take(browser: Browser, server: Server, name: str) -> None:
    """One picture."""
    visitor = Visitor(browser, server, viewport=SIZE)
    SHOTS[name](visitor)
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate("() => document.activeElement?.blur()")
    visitor.page.wait_for_load_state("networkidle")
    file = FOLDER / f"web-{name}.png"
    visitor.page.screenshot(path=file, animations="disabled")
    visitor.close()
    print(f"docs/images/{file.name}: {file.stat().st_size:,} bytes")


def main() -> None:
    """Take those that are named, or all."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=found(), args=FLAGS)
        try:
            for name in sys.argv[1:] or SHOTS:
                take(browser, server, name)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
